import { sectionAddress } from '../../address.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Guard } from './guard.ts';

/** More removals from one section than its bounds permit: an emptied file, or a wrong `prune`. */
export const massRemoval: Guard = {
  name: 'mass-removal',
  refusals({ plan, desired, world, kinds }) {
    const { max_removals: most, max_removal_percent: percent } = desired.guards;
    return [...removalsBySection(plan.changes, kinds)].flatMap(([section, removals]) => {
      const standing = world.sections.get(section)?.length ?? 0;
      const share = standing === 0 ? 100 : (removals.length / standing) * 100;
      const tooMany = removals.length > most || (removals.length > 1 && share > percent);
      if (!tooMany) return [];
      const message = `${removals.length} of the ${standing} entries of ${section} would be removed (the bounds are ${most}, and ${percent} %)`;
      return [{ message, addresses: removals.map(({ address }) => address) }];
    });
  },
};

function removalsBySection(changes: readonly Change[], kinds: Parameters<typeof partsOf>[1]): Map<string, Change[]> {
  const sections = new Map<string, Change[]>();
  for (const change of changes) {
    if (change.action !== 'delete') continue;
    const { scope, kind } = partsOf(change.address, kinds);
    const section = sectionAddress(scope, kind.section);
    sections.set(section, [...(sections.get(section) ?? []), change]);
  }
  return sections;
}
