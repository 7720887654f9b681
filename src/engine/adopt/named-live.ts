import { NOWHERE } from '../../base/place.ts';
import { sectionAddress } from '../../address.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Declared, LiveEntry, Scope, Section, World } from '../../model.ts';
import { kindOf, referencesOf, type Kinds } from '../kinds.ts';
import { outerScopes } from '../observe/decode-context.ts';

/** The live entries that name what stands where nobody has looked, by their sections: the group of a share that nobody declares, a custom role. */
export function namedLive({ sections }: World, looked: readonly Section[], kinds: Kinds): readonly Section[] {
  const names = new Map<string, ReadonlySet<string>>();
  const namesAt = (address: string, kind: Kind): ReadonlySet<string> => {
    const known = names.get(address) ?? new Set(sections.get(address)?.map(({ key }) => identity(kind, key)));
    names.set(address, known);
    return known;
  };
  const isKnown = (section: string, name: string, from: Scope): boolean => {
    const kind = kindOf(kinds, section);
    const scopes = outerScopes(from).filter(({ type }) => kind.scopes.includes(type));
    return scopes.some((scope) => namesAt(sectionAddress(scope, section), kind).has(identity(kind, name)));
  };
  return looked.flatMap(({ scope, name }): readonly Section[] => {
    const kind = kindOf(kinds, name);
    const entries = (sections.get(sectionAddress(scope, name)) ?? []).filter(({ spec }) =>
      referencesOf(kind, spec).some((named) => !isKnown(named.section, named.name, scope)),
    );
    return entries.length === 0 ? [] : [{ scope, name, prune: false, entries: entries.map(asDeclared) }];
  });
}

/** The same world, with what was found besides. */
export function withNamed(world: World, { sections: found }: World): World {
  const sections = new Map(world.sections);
  for (const [address, entries] of found) {
    const known = sections.get(address) ?? [];
    const ids = new Set(known.map(({ id }) => id));
    sections.set(address, [...known, ...entries.filter(({ id }) => !ids.has(id))]);
  }
  return { ...world, sections };
}

function asDeclared({ key, spec }: LiveEntry): Declared {
  return { key, spec, state: 'present', protect: false, place: () => NOWHERE };
}
