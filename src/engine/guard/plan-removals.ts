import type { Change } from '../../model.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { Guard } from './guard.ts';
import { sectionRemovals } from './section-removals.ts';

/**
 * More removals in all than one plan may make, each so few of its section that `mass-removal` does not ask: one default with `prune` takes
 * one thing out of each of a hundred projects. What that asks for is not asked for once more, nor what goes with the group that it stands in.
 */
export const planRemovals: Guard = {
  name: 'plan-removals',
  weighedAgain: true,
  refusals(guarded) {
    const most = guarded.desired.guards.max_plan_removals;
    const few = sectionRemovals(guarded).filter(({ isMass }) => !isMass);
    const removed = alone(
      few.flatMap((one) => one.removed),
      guarded.kinds,
    );
    if (removed.length <= most) return [];
    const message = `${removed.length} entries of ${few.length} sections would be removed in all: ${byKind(removed, guarded.kinds)} (the bound of a whole plan is ${most})`;
    return [{ message, addresses: removed.map(({ address }) => address) }];
  },
};

/** Without the groups and projects that go with a group of the same plan. */
function alone(removed: readonly Change[], kinds: Kinds): readonly Change[] {
  const going = new Set(
    removed.flatMap(({ address, action }) => {
      const { kind, key } = partsOf(address, kinds);
      return kind.host?.type === 'group' && action === 'delete' ? [key.toLowerCase()] : [];
    }),
  );
  return removed.filter(({ address }) => {
    const { kind, key } = partsOf(address, kinds);
    return kind.host === undefined || !pathsAbove(key.toLowerCase()).some((path) => going.has(path));
  });
}

/** How many of each kind, the most first: `140 hooks, 2 members`. */
function byKind(removed: readonly Change[], kinds: Kinds): string {
  const counts = new Map<string, number>();
  for (const { address } of removed) {
    const { section } = partsOf(address, kinds).kind;
    counts.set(section, (counts.get(section) ?? 0) + 1);
  }
  return [...counts]
    .sort(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))
    .map(([section, count]) => `${count} of ${section}`)
    .join(', ');
}
