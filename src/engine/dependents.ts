import type { Change, Plan } from '../model.ts';

/** What waits for each change, by the address of that. */
export function dependentsOf({ changes }: Pick<Plan, 'changes'>): ReadonlyMap<string, readonly Change[]> {
  const dependents = new Map<string, Change[]>();
  for (const change of changes) {
    for (const needed of change.needs) {
      const list = dependents.get(needed);
      if (list === undefined) dependents.set(needed, [change]);
      else list.push(change);
    }
  }
  return dependents;
}
