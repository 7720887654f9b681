import type { Guard } from './guard.ts';
import { sectionRemovals } from './section-removals.ts';

/** More removals from one section than its bounds permit, replacements that delete first among them: an emptied file, or a wrong `prune`. */
export const massRemoval: Guard = {
  name: 'mass-removal',
  weighedAgain: true,
  refusals(guarded) {
    const { max_removals: most, max_removal_percent: percent } = guarded.desired.guards;
    return sectionRemovals(guarded).flatMap(({ section, removed, along, standing, isMass }) => {
      if (!isMass || standing === undefined) return [];
      const message = `${removed.length} of the ${standing} entries of ${section} would be removed${inheriting(along)} (the bounds are ${most}, and ${percent} %)`;
      return [{ message, addresses: removed.map(({ address }) => address) }];
    });
  },
};

function inheriting(along: readonly string[]): string {
  return along.length === 0 ? '' : `, and with them ${along.length} below that inherit them`;
}
