import { sectionAddress } from '../../address.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { heirsIn } from '../plan/handed-down.ts';
import type { Guard, GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { bySection, removableIn } from './removable.ts';

/** More removals from one section than its bounds permit, replacements that delete first among them: an emptied file, or a wrong `prune`. */
export const massRemoval: Guard = {
  name: 'mass-removal',
  weighedAgain: true,
  refusals(guarded) {
    const { max_removals: most, max_removal_percent: percent } = guarded.desired.guards;
    const heirs = heirsIn(guarded.world, guarded.kinds);
    return [...bySection(removals(guarded), guarded)].flatMap(([section, removed]) => {
      if (guarded.unread?.has(section)) return [];
      const standing = removableIn(section, removed, guarded);
      const along = removed.flatMap((change) => heirs({ change, ...partsOf(change.address, guarded.kinds) }));
      const share = standing === 0 ? 100 : (removed.length / standing) * 100;
      const tooMany = removed.length + along.length > most || (removed.length > 1 && share > percent);
      if (!tooMany) return [];
      const message = `${removed.length} of the ${standing} entries of ${section} would be removed${inheriting(along)} (the bounds are ${most}, and ${percent} %)`;
      return [{ message, addresses: removed.map(({ address }) => address) }];
    });
  },
};

function inheriting(along: readonly string[]): string {
  return along.length === 0 ? '' : `, and with them ${along.length} below that inherit them`;
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
        return change.calls.some(({ method }) => method === 'DELETE') && !isOwnRemnant(change, guarded);
      case 'delete':
        return !isLeftover(change, replaced, guarded, kinds);
    }
  });
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
