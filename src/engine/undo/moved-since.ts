import { INSTANCE, entryAddress } from '../../address.ts';
import { parallel } from '../../base/parallel.ts';
import { isSame } from '../../base/scope-path.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf } from '../kinds.ts';
import { byNumber } from '../observe/by-number.ts';
import type { ChangedSince } from './changed-since.ts';
import type { Asked } from './meant.ts';

const AT_A_TIME = 8;

/**
 * The same, with where groups and projects are by now which are neither where they were nor where the apply has left them: they are asked for by
 * their numbers, since what holds them may not go. Throws ApiError.
 */
export async function movedSince<Changed extends ChangedSince>(
  changed: readonly Changed[],
  asked: Asked,
): Promise<readonly Changed[]> {
  const { kinds, client, instance } = asked;
  return parallel(changed, AT_A_TIME, async (one) => {
    const { section, did, id, key, applied } = one.entry;
    const kind = kindOf(kinds, section);
    if (kind.host?.moves === undefined || did === 'create' || id === undefined) return one;
    const live = await byNumber(id, kind, INSTANCE, instance, client);
    if (live === undefined || live.pendingDeletion !== undefined) return one;
    if (isSame(live.key, key) || isSame(live.key, partsOf(applied, kinds).key)) return one;
    const now = `what stood there is ${entryAddress(kind, INSTANCE, live.key)} by now (id ${String(id)})`;
    return { ...one, how: `${one.how}; ${now}`, at: live.key };
  });
}
