import { isBelow, isSame } from '../../base/scope-path.ts';
import type { Change } from '../../model.ts';
import type { GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { movesOf } from './moves.ts';

/** Tells whether what is live at a path is elsewhere when a deletion comes: a move that the deletion waits for has taken it there, or what it is in. */
export function leavesBefore(
  deletion: Change,
  changes: readonly Change[],
  among: Pick<GuardedPlan, 'world' | 'kinds'>,
): (path: unknown) => boolean {
  const awaited = new Set(deletion.needs);
  const leaving = movesOf(changes, among.kinds).flatMap(({ change }) => {
    const moved = awaited.has(change.address) ? liveEntryOf(change, among) : undefined;
    return moved === undefined ? [] : [moved.key];
  });
  return (path) => typeof path === 'string' && leaving.some((from) => isSame(path, from) || isBelow(path, from));
}
