import { sectionAddress } from '../../address.ts';
import { nearest } from '../../base/nearest.ts';
import type { Desired, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { isNamedPerson, type Presumed, type Waiting } from './presumptions.ts';

/** Whom a name that nobody has may mean, by the entry that has it; undefined where nobody near is known. */
export type NearName = (
  presumed: Pick<Presumed, 'section' | 'name'>,
  entry: Pick<Waiting, 'section'>,
) => string | undefined;

/**
 * Finds for names that are `missing` the nearest one of somebody whom the configuration declares elsewhere, or whom the plan has read anyway: nothing is
 * asked for it. Who is missing too is nobody, and who stands in the same section beside the name is somebody else.
 */
export function nearNames(
  missing: readonly Pick<Presumed, 'section' | 'name'>[],
  { sections }: Pick<Desired, 'sections'>,
  world: Pick<World, 'sections'>,
  kinds: Kinds,
): NearName {
  const absent = new Set(missing.map(({ section, name }) => `${section}/${name.toLowerCase()}`));
  const known = new Map<string, ReadonlyMap<string, string>>();
  const declared = new Map<string, readonly string[]>();
  for (const { scope, name, entries } of sections)
    declared.set(
      sectionAddress(scope, name),
      entries.map(({ key }) => key),
    );

  const namesOf = (section: string): ReadonlyMap<string, string> => {
    const before = known.get(section);
    if (before !== undefined) return before;
    const names = new Map<string, string>();
    const add = (key: string): void => {
      const folded = key.toLowerCase();
      if (!absent.has(`${section}/${folded}`)) names.set(folded, key);
    };
    for (const [address, keys] of declared) if (namesPeople(address, section, kinds)) keys.forEach(add);
    // As the platform spells them.
    for (const [address, entries] of world.sections)
      if (namesPeople(address, section, kinds)) for (const { key } of entries) add(key);
    known.set(section, names);
    return names;
  };

  return ({ section, name }, entry) => {
    const beside = new Set((declared.get(entry.section) ?? []).map((key) => key.toLowerCase()));
    const names = namesOf(section);
    const near = nearest(
      name.toLowerCase(),
      [...names.keys()].filter((folded) => !beside.has(folded)),
    );
    return near === undefined ? undefined : names.get(near);
  };
}

/** Whether the entries at a section's address go by the names of such people: they are declared there, or have something there. */
function namesPeople(address: string, section: string, kinds: Kinds): boolean {
  const kind = kinds.get(address.slice(address.lastIndexOf('/') + 1));
  return kind !== undefined && (kind.section === section || isNamedPerson(kind));
}
