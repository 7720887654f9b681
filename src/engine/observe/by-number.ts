import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isList } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveEntry, Scope } from '../../model.ts';
import { createDecodeContext } from './decode-context.ts';
import { decoded } from './decoded.ts';

/**
 * What has a number, wherever it is by now; undefined where it is gone, is not shown to the caller, or is of a kind that is not asked for by its
 * number. Throws ApiError for trouble that concerns every request.
 */
export async function byNumber(
  number: number | string,
  kind: Kind,
  scope: Scope,
  instance: Instance,
  client: Client,
): Promise<LiveEntry | undefined> {
  const read = typeof number === 'number' ? kind.reads.numbered?.(number) : undefined;
  const answer = read && (await client.read(read).catch(unknownIfRefused));
  if (answer === undefined) return undefined;
  return decoded(kind, isList(answer) ? answer : [answer], createDecodeContext(scope, instance, new Map()))[0];
}
