import type { Plan } from '../../model.ts';

/** A plan without what may come by itself with a group or project that is not there: nothing of it is live, so that it is no difference. */
export function withoutComing(plan: Plan): Plan {
  return { ...plan, changes: plan.changes.filter(({ reason }) => reason.code !== 'comes') };
}
