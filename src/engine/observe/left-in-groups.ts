import { isSame } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, LiveEntry } from '../../model.ts';
import { isMade } from '../kinds.ts';
import type { Finding } from '../scopes/finding.ts';
import type { Where } from './left-behind.ts';
import type { ScopeReader } from './read-scopes.ts';

/** What waits for its deletion and is to be brought back by an entry that asks for it; with what is to be said where that is not one certain thing. */
export async function findLeft(
  kind: Kind,
  entry: Declared,
  where: Where,
  { rows }: Pick<ScopeReader, 'rows'>,
): Promise<{ readonly restored?: LiveEntry | undefined; readonly findings: readonly Finding[] }> {
  const { restore, state, key } = entry;
  const path = where(key);
  const read = path === undefined ? undefined : kind.host?.findPendingDeletion?.(path);
  if (restore === undefined || state === 'absent' || path === undefined || read === undefined) return { findings: [] };
  const left = (await rows(read)).filter((one) => one.pendingDeletion !== undefined && isSame(one.key, path));
  const fitting = left.filter(({ id }) => restore === true || id === restore);
  const [only, another] = fitting;
  if (another !== undefined) return { findings: [{ type: 'ambiguous', entry, candidates: fitting }] };
  if (only !== undefined) return { restored: only, findings: [] };
  // That nothing is made is told in its place.
  const isTold = restore === true && !isMade(kind, entry.spec);
  return { findings: isTold ? [] : [{ type: 'nothing-left', entry, left }] };
}
