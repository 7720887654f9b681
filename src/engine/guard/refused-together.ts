import type { GuardBasis, LiveEntry, Plan, Refusal, World } from '../../model.ts';
import { sectionOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import type { GuardedPlan } from './guard.ts';
import { neededLooks } from './guard-looks.ts';
import { guards } from './guards.ts';
import { massChange } from './mass-change.ts';
import { massRemoval } from './mass-removal.ts';
import { planRemovals } from './plan-removals.ts';

/** A plan of the plans of shards, with what only the whole of it shows: each shard was within the bounds of a whole plan by itself. */
export function refusedTogether(plan: Plan, kinds: Kinds): Plan {
  const { refusals: refused = [], permitted: waived = [], ...rest } = plan;
  const { guards: basis } = rest;
  if (basis === undefined) return plan;
  const guarded = guardedTogether(plan, basis, kinds);
  const sections = [...guarded.world.sections.keys()];
  // What a shard has said of a section of which each has a part, the whole says anew.
  const isAnew = ({ guard, addresses: [first] }: Refusal): boolean =>
    first !== undefined &&
    (guard === planRemovals.name ||
      ((guard === massRemoval.name || guard === massChange.name) && sections.includes(sectionOf(first, kinds))));
  const now = [massRemoval, planRemovals, massChange].flatMap((guard) =>
    guard.refusals(guarded).map((refusal): Refusal => ({ guard: guard.name, ...refusal })),
  );
  const said = [...refused, ...waived].filter((one) => !isAnew(one));
  const isPermitted = (refusal: Refusal): boolean =>
    (waived.includes(refusal) && !isWeighedAgain(refusal)) || basis.waived.includes(refusal.guard);
  const all = [...said, ...now];
  const refusals = all.filter((one) => !isPermitted(one));
  const permitted = all.filter(isPermitted);
  return { ...rest, ...(refusals.length > 0 && { refusals }), ...(permitted.length > 0 && { permitted }) };
}

/** Whether a flag counts for all of a plan, since its guard looks at all of it once more: that of one shard is none of the others'. */
function isWeighedAgain({ guard }: Refusal): boolean {
  return guards.some(({ name, weighedAgain }) => name === guard && weighedAgain);
}

/** The plan with what its shards have seen of the sections that each has a part of. What the bounds of any other section say was said by its shard. */
function guardedTogether(plan: Plan, basis: GuardBasis, kinds: Kinds): GuardedPlan {
  const sections = new Map(
    neededLooks(basis, plan.changes, kinds).flatMap(({ section, among }) =>
      among === undefined ? [] : [[section, among.map(livingAs)] as const],
    ),
  );
  const unread = plan.changes
    .map(({ address }) => sectionOf(address, kinds))
    .filter((section) => !sections.has(section));
  return {
    plan,
    desired: { sections: [], guards: basis.bounds },
    world: worldOf(plan, sections),
    kinds,
    unread: new Set(unread),
  };
}

function livingAs({ key, id }: { readonly key: string; readonly id: number }): LiveEntry {
  return { key, id, spec: {}, live: {} };
}

/** The instance of a plan, of which nothing else was looked at. */
function worldOf({ target }: Plan, sections: World['sections']): World {
  const me = { id: 0, username: '', admin: false };
  return { instance: { ...target, enterprise: false, askedAt: '', me }, sections };
}
