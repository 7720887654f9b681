import { sectionAddress } from '../../address.ts';
import type { Plan, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { planRemovals } from './plan-removals.ts';

/** A plan of the plans of shards, with what only the whole of it shows: each shard was within the bound of a whole plan by itself. */
export function refusedTogether(plan: Plan, kinds: Kinds): Plan {
  const { guards: basis } = plan;
  const { name: guard } = planRemovals;
  if (basis === undefined) return plan;
  // Nothing is read here: what the bounds of each section say was said by its shard.
  const unread = new Set(
    plan.changes.map(({ address }) => {
      const { scope, kind } = partsOf(address, kinds);
      return sectionAddress(scope, kind.section);
    }),
  );
  const now = planRemovals.refusals({
    plan,
    desired: { sections: [], guards: basis.bounds },
    world: nothingOf(plan),
    kinds,
    unread,
  });
  if (now.length === 0) return plan;
  const standing = basis.waived.includes(guard) ? 'permitted' : 'refusals';
  const others = (plan[standing] ?? []).filter((refusal) => refusal.guard !== guard);
  return { ...plan, [standing]: [...others, ...now.map((refusal) => ({ guard, ...refusal }))] };
}

/** The instance of a plan, of which nothing was looked at. */
function nothingOf({ target }: Plan): World {
  const me = { id: 0, username: '', admin: false };
  return { instance: { ...target, enterprise: false, askedAt: '', me }, sections: new Map() };
}
