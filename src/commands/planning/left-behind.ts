import type { Diagnostic } from '../../base/diagnostic.ts';
import { ofDoubtfulMaking } from '../../engine/apply/doubtful-making.ts';
import { settledBy, standings } from '../../engine/apply/standings.ts';
import type { JournalTale } from '../../engine/apply/journal-tale.ts';
import type { Unfinished } from '../../engine/apply/unfinished.ts';
import {
  IN_THE_WHOLE,
  leftUnfinished,
  strandedMoves,
  unfinishedChanges,
  unfinishedElsewhere,
} from '../../engine/apply/unfinished-changes.ts';
import { begunInVain } from '../../engine/plan/begun-in-vain.ts';
import type { Makers } from '../../engine/drift/whose-making.ts';
import type { Kinds } from '../../engine/kinds.ts';
import { halfMovedGroups } from '../../engine/scopes/half-moved.ts';
import type { Desired, Plan, World } from '../../model.ts';
import type { PlanningOptions } from '../session/options.ts';
import type { WantedPart } from './wanted-part.ts';

/** What a plan is made from. */
interface Found {
  readonly desired: Desired;
  readonly world: World;
  readonly kinds: Kinds;
  readonly makers: Makers;
}

const IN_ANOTHER_SHARD =
  'it falls to another shard, whose plan holds what is left to do: where that has a journal of its own, give it this one';

/** What earlier runs have left unfinished, by their journal and by what is live, and what of it this plan finds settled. */
export function leftBehind(
  { unfinished, moving, elsewhere }: Extract<JournalTale, { readonly type: 'tale' }>,
  made: Plan,
  { desired, world, kinds, makers }: Found,
  { owns, isTargeted }: WantedPart,
  { shard, journal }: Pick<PlanningOptions, 'shard' | 'journal'>,
): { readonly diagnostics: readonly Diagnostic[]; readonly settled: ReturnType<typeof settledBy> } {
  const standing = standings(unfinished, {
    changes: made.changes,
    desired,
    world,
    kinds,
    makers,
    isOfPart: (address, { kind, scope, key }) =>
      isTargeted(address) && owns(kind.host === undefined ? scope : { type: 'group', path: key }),
  });
  const stranded = strandedMoves(unfinished, desired, world, made.changes, kinds);
  const isTold = (one: Unfinished): boolean => stranded.some(({ move }) => move === one);
  // That it may be applied to its end would not make it hold what it was to begin with.
  const inVain = new Set(begunInVain(desired, world, kinds).map(({ address }) => address));
  const foreign = standing.foreign.filter((one) => !isTold(one));
  return {
    settled: settledBy(standing),
    diagnostics: [
      ...unfinishedChanges(
        standing.planned.filter(({ address }) => !inVain.has(address)),
        world,
        made.changes,
        makers,
      ),
      ...ofDoubtfulMaking(standing.doubtful, makers, journal),
      ...(shard === undefined
        ? leftUnfinished({ ...standing, foreign }, IN_THE_WHOLE, journal)
        : // What no entry asks for any more is told by the shard that it falls to.
          leftUnfinished({ beside: standing.beside, astray: [], foreign }, IN_ANOTHER_SHARD, journal)),
      ...unfinishedElsewhere(elsewhere, made.target.url, journal),
      ...stranded.map(({ diagnostic }) => diagnostic),
      ...halfMovedGroups(world, desired, made.changes, moving, kinds),
    ],
  };
}
