import { parallel } from '../../base/parallel.ts';
import { parentPath } from '../../base/scope-path.ts';
import type { Moves } from '../../kind.ts';
import type { Declared, LiveEntry, LiveObject } from '../../model.ts';
import type { IntendedGroups } from '../scopes/intended-groups.ts';
import type { ScopeReader } from './read-scopes.ts';

const AT_A_TIME = 256;

/** What nobody declares in the groups in which others come to a path or a name: it has its own, and keeps it. `holding` are the live groups that are known. */
export async function findBeside(
  moves: Moves<LiveObject>,
  entries: readonly Declared[],
  live: ReadonlyMap<string, LiveEntry>,
  holding: readonly LiveEntry[],
  reader: ScopeReader,
): Promise<readonly LiveEntry[]> {
  const byKey = new Map(holding.map((entry) => [(entry.renamedFrom ?? entry.key).toLowerCase(), entry]));
  const known = new Set([...live.values()].map(({ id }) => id));
  const into = new Set<number>();
  for (const entry of entries) {
    const found = live.get(entry.key);
    const above = byKey.get(parentPath(entry.key).toLowerCase());
    // Above what stays where it is may be what nobody declares.
    const parent = above?.id ?? (found?.elsewhere ? undefined : found && moves.parentOf(found.live));
    if (typeof parent === 'number' && comesTo(parent, entry, found, moves)) into.add(parent);
  }
  const rows = await parallel([...into], AT_A_TIME, (id) => reader.rows(moves.inside(id)));
  return rows.flat().filter(({ id, pendingDeletion }) => !known.has(id) && pendingDeletion === undefined);
}

/** Whether an entry comes to have a path or a name in a group that it has not there now. */
function comesTo(parent: number, entry: Declared, live: LiveEntry | undefined, moves: Moves<LiveObject>): boolean {
  if (entry.state === 'absent') return false;
  if (live === undefined || live.pendingDeletion !== undefined || moves.parentOf(live.live) !== parent) return true;
  const now = new Set(moves.slots(live.live, moves.pathOf(live.live), false));
  return moves.slots({ ...live.spec, ...entry.spec }, entry.key, false).some((slot) => !now.has(slot));
}

/**
 * What a move has left under a name of its way, and none of these entries is: beside what comes to a path, and on the whole instance where
 * a run has moved anything before, or where something is made, which may have been left anywhere.
 */
export async function findHalfMoved(
  moves: Moves<LiveObject>,
  entries: readonly Declared[],
  live: ReadonlyMap<string, LiveEntry>,
  beside: readonly LiveEntry[],
  { known, rows }: ScopeReader,
  intended: IntendedGroups,
): Promise<readonly LiveEntry[]> {
  const makesAny = entries.some(({ key, state }) => state === 'present' && !live.has(key));
  if (intended.size > 0 || makesAny) known.halfway ??= await rows(moves.halfway);
  const matched = new Set([...live.values()].map(({ id }) => id));
  const left = [...(known.halfway ?? []), ...beside].filter(
    (entry) => !matched.has(entry.id) && entry.pendingDeletion === undefined && moves.isAside(entry.live),
  );
  return [...new Map(left.map((entry) => [entry.id, entry])).values()];
}
