import { saysAgain } from '../../base/says-again.ts';
import { UNSAID } from '../../base/told-words.ts';
import type { Failure } from '../../outcome.ts';

/** A failure without words of the platform that say again what was sent to it as a secret. */
export function redact<Told extends Failure | undefined>(failure: Told, secrets: readonly string[]): Told {
  if (failure === undefined) return failure;
  const { serverMessage, message } = failure;
  const isEcho = saysAgain(secrets);
  return {
    ...failure,
    ...(serverMessage !== undefined && isEcho(serverMessage) && { serverMessage: UNSAID }),
    ...(isEcho(message) && { message: UNSAID }),
  };
}
