import type { Find, Kind } from '../../kind.ts';
import type { Attributes, Change, LiveEntry, Scope } from '../../model.ts';
import { accessOf, afterwards, asItIs, type Access } from '../access.ts';
import { dayOfRun } from '../day-of-run.ts';
import { createResourceIndex } from '../plan/resource-index.ts';
import type { GuardedPlan } from './guard.ts';

/** Access as the guards weigh it, from what is live and what the changes say alone, so that a saved plan can be weighed again. */
export interface WeighedAccess {
  before(kind: Kind, scope: Scope, entry: LiveEntry): Access | undefined;
  /** What an entry gives once a change is done; undefined where it is gone. */
  after(kind: Kind, scope: Scope, key: string, live: LiveEntry | undefined, change: Change): Access | undefined;
}

/** Weighs access before and after the changes of a plan. */
export function weighedAccess({ plan, desired, world, kinds }: GuardedPlan): WeighedAccess {
  const resources = createResourceIndex(desired, world, kinds, new Set());
  const today = dayOfRun(world.instance);
  const bases = new Map(plan.changes.map((change) => [change.address, change]));
  const willBe =
    (scope: Scope): Find =>
    (section, name) => {
      const found = resources.find(section, name, scope);
      if (found === undefined) return undefined;
      const change = bases.get(found.address);
      return { ...found.live?.spec, ...found.declared?.spec, ...(change && changedFields(change)) };
    };
  return {
    before: (kind, scope, entry) => accessOf(kind, entry, asItIs(resources, scope), today),
    after(kind, scope, key, live, change) {
      if (change.action === 'delete') return undefined;
      return accessOf(kind, afterwards(key, live, changedFields(change)), willBe(scope), today);
    },
  };
}

/** What the fields of a change will be: those that are not among them stay as they are. */
export function changedFields({ fields }: Change): Attributes {
  return Object.fromEntries(fields.flatMap(({ path, to }) => (to === undefined ? [] : [[path, to]])));
}
