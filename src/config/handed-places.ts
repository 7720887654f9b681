import { sectionAddress } from '../address.ts';
import { handedPlaces, type KindOfSection } from '../handed-on.ts';
import { identity } from '../kind.ts';
import type { Desired, Section } from '../model.ts';

/** What tells a section from others, however its path is written. */
export function placeOf({ scope, name }: Pick<Section, 'scope' | 'name'>): string {
  return sectionAddress(scope, name).toLowerCase();
}

/** The configuration in which each section knows what entries of others write into it: that is nobody else's to remove. */
export function withHandedPlaces(desired: Desired, kindOf: KindOfSection): Desired {
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
