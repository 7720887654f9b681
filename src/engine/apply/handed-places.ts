import { reveal } from '../../api/secrets.ts';
import { Secret } from '../../base/secret.ts';
import { identity } from '../../kind.ts';
import type { Call, HandsOn, LiveEntry, Value } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { partsOf } from '../address-parts.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { createReadCache } from '../observe/read-cache.ts';
import type { ApplyContext } from './apply-context.ts';
import { notLookedAt } from './call-failure.ts';

/** What stands where a secret is brought: nothing, something without that secret, it, or what does not show its value to anybody. */
export type Place = 'nothing' | 'another' | 'it' | 'hidden';

/** Looks at where a secret is brought, and compares in memory. Throws ApiError. */
export async function placeOf(handsOn: HandsOn, secret: string, context: ApplyContext): Promise<Place> {
  const live = await standsAt(handsOn, context);
  return live === undefined ? 'nothing' : holdsSecret(live.spec[handsOn.field], secret, context);
}

/** Whether a live value is the secret; an empty one is another, and a hidden one is not shown. */
export function holdsSecret(
  value: Value | undefined,
  secret: string,
  { env }: Pick<ApplyContext, 'env'>,
): Exclude<Place, 'nothing'> {
  if (!(value instanceof Secret)) return 'hidden';
  return value.plainText() !== '' && reveal(value, env) === secret ? 'it' : 'another';
}

/** Why a secret could not be brought where it is to go, found out before it is made: something has come or gone there since the plan. */
export async function placesMoved(calls: readonly Call[], context: ApplyContext): Promise<Failure | undefined> {
  for (const { handsOn, method } of calls) {
    if (handsOn === undefined) continue;
    try {
      const isThere = (await standsAt(handsOn, context)) !== undefined;
      if (isThere === (method !== 'POST')) continue;
      const became = isThere ? 'was made' : 'has gone';
      const message = `${handsOn.to}, where its secret is to go, ${became} meanwhile, and nothing was sent`;
      return { code: 'overtaken', message, remedy: 'plan again' };
    } catch (error) {
      return notLookedAt(error);
    }
  }
  return undefined;
}

/** What stands where a secret is brought, looked at now. Throws ApiError. */
export async function standsAt(
  { to, reads }: Pick<HandsOn, 'to' | 'reads'>,
  { client, kinds, instance }: Pick<ApplyContext, 'client' | 'kinds' | 'instance'>,
  cache = createReadCache(client),
): Promise<LiveEntry | undefined> {
  const { kind, scope, key } = partsOf(to, kinds);
  const rows = await Promise.all(reads.map((read) => cache.findWhole(read)));
  const live = rows.flatMap((found) => found ?? []);
  const entries = decoded(kind, live, createDecodeContext(scope, instance, new Map()));
  return entries.find((entry) => identity(kind, entry.key) === identity(kind, key));
}
