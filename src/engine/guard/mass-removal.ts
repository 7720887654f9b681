import { sectionAddress } from '../../address.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Guard, GuardedPlan } from './guard.ts';

/** More removals from one section than its bounds permit: an emptied file, or a wrong `prune`. */
export const massRemoval: Guard = {
  name: 'mass-removal',
  refusals(guarded) {
    const { desired, world } = guarded;
    const { max_removals: most, max_removal_percent: percent } = desired.guards;
    return [...removalsBySection(guarded)].flatMap(([section, removals]) => {
      const standing = world.sections.get(section)?.length ?? 0;
      const share = standing === 0 ? 100 : (removals.length / standing) * 100;
      const tooMany = removals.length > most || (removals.length > 1 && share > percent);
      if (!tooMany) return [];
      const message = `${removals.length} of the ${standing} entries of ${section} would be removed (the bounds are ${most}, and ${percent} %)`;
      return [{ message, addresses: removals.map(({ address }) => address) }];
    });
  },
};

function removalsBySection({ plan, world, kinds }: GuardedPlan): Map<string, Change[]> {
  const replaced = new Set(plan.changes.filter(({ action }) => action === 'replace').map(({ address }) => address));
  const sections = new Map<string, Change[]>();
  for (const change of plan.changes) {
    if (change.action !== 'delete') continue;
    const { scope, kind, key } = partsOf(change.address, kinds);
    const section = sectionAddress(scope, kind.section);
    // What a replacement has taken the place of is no loss.
    const isLeftover =
      change.needs.some((address) => replaced.has(address) && partsOf(address, kinds).kind === kind) ||
      world.sections.get(section)?.some((entry) => entry.superseded && entry.key === key);
    if (!isLeftover) sections.set(section, [...(sections.get(section) ?? []), change]);
  }
  return sections;
}
