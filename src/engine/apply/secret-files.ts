import type { Change } from '../../model.ts';

/** The files that the secrets in the answers to the calls of a change go to. */
export function filesOf({ calls }: Pick<Change, 'calls'>): readonly string[] {
  return calls.flatMap(({ saveSecretTo }) => saveSecretTo?.files ?? []);
}
