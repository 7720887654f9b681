import { entryAddresses, sectionAddress } from '../../address.ts';
import { identity } from '../../kind.ts';
import type { Declared, DueSoon, LiveEntry, Section, World } from '../../model.ts';
import { hasEnded } from '../access.ts';
import { dayOfRun, daysAfter } from '../day-of-run.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import { dueOn, renewalOf } from './renewal.ts';

/** What is due to be made anew within so many days, and is not yet, in the order of its days; of what is meant alone. */
export function dueSoon(
  sections: readonly Section[],
  world: World,
  kinds: Kinds,
  within: number,
  isIntended: (address: string) => boolean,
): DueSoon {
  const today = dayOfRun(world.instance);
  const last = today === '' ? '' : daysAfter(today, within);
  const entries = sections.flatMap(({ scope, name, entries: all }) => {
    const kind = kindOf(kinds, name);
    if (fieldsWith(kind, 'x-renews').length === 0) return [];
    const address = entryAddresses(kind, scope);
    const live = world.sections.get(sectionAddress(scope, name)) ?? [];
    const there = (entry: Declared): readonly LiveEntry[] =>
      entry.state === 'absent' ? [] : live.filter(({ key }) => identity(kind, key) === identity(kind, entry.key));
    return all.flatMap((entry) => {
      const renewal = renewalOf(kind, entry.spec);
      const [found, ...others] = renewal === undefined ? [] : there(entry);
      const ends = renewal && found?.spec[renewal.field];
      if (renewal === undefined || others.length > 0 || typeof ends !== 'string') return [];
      const due = dueOn(ends, renewal);
      const isSoon = hasEnded(due, last) && !hasEnded(due, today);
      return isSoon && isIntended(address(entry.key)) ? [{ address: address(entry.key), due, ends }] : [];
    });
  });
  return { within, entries: entries.sort((one, other) => (one.due < other.due ? -1 : 1)) };
}
