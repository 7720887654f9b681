import { sectionAddress } from '../../address.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { heirsIn } from '../plan/handed-down.ts';
import type { GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { bySection, removableIn } from './removable.ts';

/** What a plan removes from one section. */
export interface SectionRemovals {
  readonly section: string;
  readonly removed: readonly Change[];
  /** What inherits some of it, and goes with it. */
  readonly along: readonly string[];
  /** How many live entries it is taken from; undefined where the section was not read again. */
  readonly standing: number | undefined;
  /** Whether that is more than the bounds of one section permit, as far as it was read. */
  readonly isMass: boolean;
}

/** The removals of a plan by their sections, replacements that delete first among them. */
export function sectionRemovals(guarded: GuardedPlan): readonly SectionRemovals[] {
  const { max_removals: most, max_removal_percent: percent } = guarded.desired.guards;
  const heirs = heirsIn(guarded.world, guarded.kinds);
  return [...bySection(removals(guarded), guarded)].map(([section, removed]) => {
    const along = removed.flatMap((change) => heirs({ change, ...partsOf(change.address, guarded.kinds) }));
    const isMany = removed.length + along.length > most;
    if (guarded.unread?.has(section)) return { section, removed, along, standing: undefined, isMass: isMany };
    const standing = removableIn(section, removed, guarded);
    const share = standing === 0 ? 100 : (removed.length / standing) * 100;
    return { section, removed, along, standing, isMass: isMany || (removed.length > 1 && share > percent) };
  });
}

function removals(guarded: GuardedPlan): Change[] {
  const { plan, kinds } = guarded;
  const replaced = new Set(plan.changes.filter(({ action }) => action === 'replace').map(({ address }) => address));
  return plan.changes.filter((change) => {
    switch (change.action) {
      case 'create':
      case 'update':
        return false;
      case 'replace':
        return (
          change.calls.some(({ method }) => method === 'DELETE') &&
          !isRotation(change) &&
          !isOwnRemnant(change, guarded)
        );
      case 'delete':
        // What comes by itself with what the plan makes was nobody's.
        return change.reason.code !== 'comes' && !isLeftover(change, replaced, guarded, kinds);
    }
  });
}

/** What time alone makes anew, and whose successor is there with its secret before it goes, is no loss. */
function isRotation({ reason }: Change): boolean {
  return reason.code === 'due' && reason.first === 'create';
}

/** What an interrupted run has made, by its journal and by who is shown to have made it, is of no use without its secret, and no loss. */
function isOwnRemnant(change: Change, guarded: GuardedPlan): boolean {
  if (change.reason.code !== 'secret-lost') return false;
  const live = liveEntryOf(change, guarded)?.live;
  const maker = live && partsOf(change.address, guarded.kinds).kind.history?.maker?.(live);
  return maker !== undefined && maker === guarded.world.instance.me.id;
}

/** What a replacement has taken the place of is no loss. */
function isLeftover(
  change: Change,
  replaced: ReadonlySet<string>,
  { world }: GuardedPlan,
  kinds: GuardedPlan['kinds'],
): boolean {
  const { scope, kind, key } = partsOf(change.address, kinds);
  const live = world.sections.get(sectionAddress(scope, kind.section)) ?? [];
  return (
    change.needs.some((address) => replaced.has(address) && partsOf(address, kinds).kind === kind) ||
    live.some((entry) => entry.superseded && entry.key === key)
  );
}
