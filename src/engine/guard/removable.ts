import type { Change } from '../../model.ts';
import { sectionOf } from '../address-parts.ts';
import { isOurs } from '../plan/ours.ts';
import type { GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';

/**
 * How many live entries of a section these removals are taken from: those that could be removed at all, so that neither bots nor what is
 * inherited or held make a share smaller, nor does the own user's membership, which is never pruned; and what is removed all the same.
 */
export function removableIn(section: string, removed: readonly Change[], guarded: GuardedPlan): number {
  const { world, kinds } = guarded;
  const entries = world.sections.get(section) ?? [];
  const name = section.slice(section.lastIndexOf('/') + 1);
  const kind = kinds.get(name);
  if (kind === undefined) return entries.length;
  const going = new Set(removed.map((change) => liveEntryOf(change, guarded)));
  return entries.filter((entry) => going.has(entry) || isOurs(kind, entry, world.instance.me.username)).length;
}

/** Changes by the address of the section that they are made in. */
export function bySection(changes: readonly Change[], { kinds }: Pick<GuardedPlan, 'kinds'>): Map<string, Change[]> {
  const sections = new Map<string, Change[]>();
  for (const change of changes) {
    const section = sectionOf(change.address, kinds);
    const known = sections.get(section);
    if (known === undefined) sections.set(section, [change]);
    else known.push(change);
  }
  return sections;
}
