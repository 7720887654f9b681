import { isRefused } from '../../api/api-error.ts';
import { listed } from '../../base/listed.ts';
import type { Client } from '../../api/client.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { GuardedPlan } from './guard.ts';
import { nameOfRow } from '../row-name.ts';
import { leavesBefore } from './leaves-before.ts';
import { liveEntryOf } from './live-entry.ts';

/** So many of each are named. */
const FEW = 5;

/**
 * Some of what goes with a group that a change deletes, counted and named: `1 subgroup (team/infra), 2 members (alice, bob)`. What the same plan moves out of it before does not.
 * Undefined for other changes, and where it cannot be read. Throws ApiError for trouble that concerns every request.
 */
export async function contentsOf(
  change: Change,
  guarded: Omit<GuardedPlan, 'findings'>,
  client: Client,
): Promise<string | undefined> {
  const { host } = partsOf(change.address, guarded.kinds).kind;
  const doomed = change.action === 'delete' && host !== undefined ? liveEntryOf(change, guarded) : undefined;
  const lists = doomed && host?.contents?.(doomed.live);
  if (lists === undefined) return undefined;
  const leaves = leavesBefore(change, guarded.plan.changes, guarded);
  try {
    const counts = await Promise.all(
      lists.map(async ({ what, read, path }) => {
        const rows = await (await client.list(read)).all();
        const found = rows.filter((row) => path === undefined || !leaves(row[path]));
        const names = found.flatMap((row) => nameOfRow(row) ?? []);
        const named = names.length < found.length ? '' : ` (${listed(names, FEW)})`;
        return found.length === 0 ? [] : [`${found.length} ${what}${found.length === 1 ? '' : 's'}${named}`];
      }),
    );
    const told = counts.flat();
    return told.length === 0 ? `no ${lists.map(({ what }) => what).join(', no ')}` : told.join(', ');
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
