import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { movesOf } from './moves.ts';

/**
 * Some of what goes with a group that a change deletes, counted: `3 subgroups, 12 projects`. What the same plan moves out of it before does not.
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
  const leaves = isLeaving(change, guarded);
  try {
    const counts = await Promise.all(
      lists.map(async ({ what, read, path }) => {
        const rows = await (await client.list(read)).all();
        const found = rows.filter((row) => path === undefined || !leaves(row[path])).length;
        return found === 0 ? [] : [`${found} ${what}${found === 1 ? '' : 's'}`];
      }),
    );
    const told = counts.flat();
    return told.length === 0 ? `no ${lists.map(({ what }) => what).join(', no ')}` : told.join(', ');
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/** Whether what is live at a path is elsewhere when a deletion comes: a move that the deletion waits for has taken it there, or what it is in. */
function isLeaving(deletion: Change, guarded: Omit<GuardedPlan, 'findings'>): (path: unknown) => boolean {
  const awaited = new Set(deletion.needs);
  const leaving = movesOf(guarded.plan.changes, guarded.kinds).flatMap(({ change }) => {
    const moved = awaited.has(change.address) ? liveEntryOf(change, guarded) : undefined;
    return moved === undefined ? [] : [`${moved.key.toLowerCase()}/`];
  });
  return (path) => typeof path === 'string' && leaving.some((from) => `${path.toLowerCase()}/`.startsWith(from));
}
