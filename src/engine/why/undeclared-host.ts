import { INSTANCE, sectionAddress } from '../../address.ts';
import type { Desired, Instance, LiveEntry, Plan, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { plan } from '../plan/plan.ts';
import { entryOf, type Asked } from './asked.ts';

/** Whether what is asked for is a group or project that nobody declares: no plan looks for it. */
export function isUndeclaredHost({ kind, scope, key }: Asked, desired: Desired): boolean {
  return kind.host !== undefined && entryOf(desired, kind, scope, key) === undefined;
}

/** What there is to say of such a one, found or not, by the plan of a configuration that declares nothing. Pure. */
export function undeclaredHost(
  { kind }: Asked,
  desired: Desired,
  live: LiveEntry | undefined,
  instance: Instance,
  kinds: Kinds,
): { readonly compared: Desired; readonly world: World; readonly plan: Plan; readonly around: () => Plan } {
  const compared = { ...desired, sections: [{ scope: INSTANCE, name: kind.section, entries: [], prune: false }] };
  const there = live === undefined ? [] : [live];
  const world = { instance, sections: new Map([[sectionAddress(INSTANCE, kind.section), there]]) };
  const made = plan(compared, world, kinds);
  return { compared, world, plan: made, around: () => made };
}
