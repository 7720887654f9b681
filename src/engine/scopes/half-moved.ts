import { INSTANCE, entryAddress, sectionAddress } from '../../address.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { isSame, lastSegment, parentPath } from '../../base/scope-path.ts';
import type { Kind, Moves } from '../../kind.ts';
import type { Change, Declared, Desired, LiveEntry, LiveObject, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { knownParts, partsOf } from '../address-parts.ts';
import type { Moving } from '../apply/journal-tale.ts';

/**
 * Tells of what an interrupted move has left on its way, and no entry of the whole configuration finishes: a merge request was reverted.
 * An error where a run of this journal has left it so (`moved` is what it has moved), or where something is made that it may
 * be; a warning otherwise.
 */
export function halfMovedGroups(
  world: Pick<World, 'halfMoved' | 'sections'>,
  desired: Pick<Desired, 'sections'>,
  changes: readonly Change[],
  moved: readonly Moving[],
  kinds: Kinds,
): readonly Diagnostic[] {
  return [...kinds.values()].flatMap((kind) => {
    const moves = kind.host?.moves;
    if (moves === undefined) return [];
    const live = world.sections.get(sectionAddress(INSTANCE, kind.section)) ?? [];
    const halfMoved = world.halfMoved?.get(kind.section) ?? [];
    const found = live.filter((entry) => entry.renamedFrom !== undefined && moves.isAside(entry.live));
    if (halfMoved.length + found.length === 0) return [];
    const declared = desired.sections.flatMap(({ name, entries }) => (name === kind.section ? entries : []));
    const matched = new Set(live.map(({ id }) => id));
    const made = changes.flatMap((change) => madeBy(change, kind, kinds));
    const known = new Set<LiveEntry['id']>(
      moved.flatMap(({ address, id }) => (knownParts(address, kinds)?.kind === kind ? [id] : [])),
    );
    return [
      ...halfMoved
        .filter((left) => !matched.has(left.id) && !declared.some((entry) => finishes(entry, left, moves)))
        .map((left) => told(kind, moves, left, made, known.has(left.id))),
      ...found.flatMap((taken) => takenByTwo(kind, moves, taken, declared, made)),
    ];
  });
}

/** What one entry would finish, without a word that it comes from elsewhere, is made anew by another where it came from: it may be either. */
function takenByTwo(
  kind: Kind,
  moves: Moves<LiveObject>,
  taken: LiveEntry,
  declared: readonly Declared[],
  made: readonly Made[],
): readonly Diagnostic[] {
  const goal = declared.find(({ key }) => isSame(key, taken.renamedFrom ?? ''));
  if (goal === undefined || goal.previously !== undefined) return [];
  const anew = made.find(({ path }) => !isSame(path, goal.key) && moves.mayHaveBeen(taken.live, path));
  if (anew === undefined) return [];
  return [
    {
      severity: 'error',
      code: 'half-moved',
      message: `${entryAddress(kind, INSTANCE, taken.key)} (id ${String(taken.id)}) was left half moved from ${anew.path} to ${goal.key}, and both are declared now: this plan would make ${anew.change.address} anew`,
      place: goal.place(),
      remedy: `write \`previously: ${taken.key}\` in the one of the two that it is`,
    },
  ];
}

/** Something that is made anew: where, and under which name. */
interface Made {
  readonly change: Change;
  readonly path: string;
  readonly name: unknown;
}

function madeBy(change: Change, kind: Kind, kinds: Kinds): readonly Made[] {
  if (change.action !== 'create') return [];
  const { kind: own, key } = partsOf(change.address, kinds);
  const name = change.fields.find(({ path }) => path === 'name')?.to;
  return own === kind ? [{ change, path: key, name }] : [];
}

function finishes({ key, previously, state }: Declared, left: LiveEntry, moves: Moves<LiveObject>): boolean {
  if (state === 'absent' || previously === undefined) return false;
  return moves.isHalfway(left.live, key) || isSame(previously, left.key);
}

function told(
  kind: Kind,
  moves: Moves<LiveObject>,
  left: LiveEntry,
  made: readonly Made[],
  isKnown: boolean,
): Diagnostic {
  const before = moves.calledBefore(left.live);
  const maybe = made.find(
    ({ path, name }) =>
      moves.isHalfway(left.live, path) || moves.mayHaveBeen(left.live, path) || mayBe(path, name, left, before),
  );
  const anew = maybe === undefined ? '' : `, and this plan makes ${maybe.change.address} anew beside it`;
  return {
    severity: isKnown || maybe !== undefined ? 'error' : 'warning',
    code: 'half-moved',
    message: `${entryAddress(kind, INSTANCE, left.key)} (id ${String(left.id)}), called ${before}, was left half moved: nothing declared finishes its move${anew}`,
    place: maybe?.change.place,
    remedy: `write \`previously: ${left.key}\` in the entry that is to have it; if none is, give it another path in GitLab`,
  };
}

/** Whether something half moved may be what is to be made: it stands beside it, or was called so. */
function mayBe(path: string, name: unknown, left: LiveEntry, before: string): boolean {
  if (isSame(parentPath(path), parentPath(left.key))) return true;
  return isSame(lastSegment(path), before) || (typeof name === 'string' && isSame(name, before));
}
