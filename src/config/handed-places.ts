import { sectionAddress } from '../address.ts';
import { handedOn, type HandedEntry } from '../handed-on.ts';
import { identity, type Kind } from '../kind.ts';
import type { Declared, Desired, Section } from '../model.ts';

/** An entry of another section that gets the secret of one, and that one. */
export interface HandedPlace extends HandedEntry {
  readonly from: Declared;
}

/** All that gets the secrets of what is declared, wherever that is. */
export function handedPlaces(
  { sections }: Pick<Desired, 'sections'>,
  kindOf: (section: Section) => Kind,
): readonly HandedPlace[] {
  return sections.flatMap((section) => {
    const kind = kindOf(section);
    if (kind.handsOn === undefined) return [];
    const target = (name: string, scope: Section['scope']): Kind => kindOf({ ...section, name, scope });
    return section.entries.flatMap((from) => handedOn(kind, from, target).map((one) => ({ ...one, from })));
  });
}

/** What tells a section from others, however its path is written. */
export function placeOf({ scope, name }: Pick<Section, 'scope' | 'name'>): string {
  return sectionAddress(scope, name).toLowerCase();
}

/** The configuration in which each section knows what entries of others write into it: that is nobody else's to remove. */
export function withHandedPlaces(desired: Desired, kindOf: (section: Section) => Kind): Desired {
  const keys = new Map<string, string[]>();
  for (const { scope, kind, entry } of handedPlaces(desired, kindOf)) {
    const place = placeOf({ scope, name: kind.section });
    keys.set(place, [...(keys.get(place) ?? []), identity(kind, entry.key)]);
  }
  if (keys.size === 0) return desired;
  const sections = desired.sections.map((section) => {
    const handed = keys.get(placeOf(section));
    return handed === undefined ? section : { ...section, handed };
  });
  return { ...desired, sections };
}
