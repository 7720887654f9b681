import type { Guard } from './guard.ts';
import { bySection } from './removable.ts';

/** So few updates are no mass, whatever share of a small section they are. */
const HANDFUL = 10;

/** More updates of what is live in one section than its bounds permit: a wrong default, or a pattern that fits too much. */
export const massChange: Guard = {
  name: 'mass-change',
  weighedAgain: true,
  refusals(guarded) {
    const { max_changes: most, max_change_percent: percent } = guarded.desired.guards;
    const updates = guarded.plan.changes.filter(({ action }) => action === 'update');
    return [...bySection(updates, guarded)].flatMap(([section, updated]) => {
      if (guarded.unread?.has(section)) return [];
      const standing = Math.max(guarded.world.sections.get(section)?.length ?? 0, updated.length);
      const share = (updated.length / standing) * 100;
      const tooMany = updated.length > most || (updated.length > HANDFUL && share > percent);
      if (!tooMany) return [];
      const message = `${updated.length} of the ${standing} entries of ${section} would be changed (the bounds are ${most}, and ${percent} %)`;
      return [{ message, addresses: updated.map(({ address }) => address) }];
    });
  },
};
