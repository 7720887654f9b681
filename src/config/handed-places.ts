import { foldedSection } from '../address.ts';
import { handedPlaces, type KindOfSection } from '../handed-on.ts';
import { identity } from '../kind.ts';
import type { Desired } from '../model.ts';

/** The configuration in which each section knows what entries of others write into it: that is nobody else's to remove. */
export function withHandedPlaces(desired: Desired, kindOf: KindOfSection): Desired {
  const keys = new Map<string, string[]>();
  for (const { scope, kind, entry } of handedPlaces(desired, kindOf)) {
    const place = foldedSection(scope, kind.section);
    keys.set(place, [...(keys.get(place) ?? []), identity(kind, entry.key)]);
  }
  if (keys.size === 0) return desired;
  const sections = desired.sections.map((section) => {
    const handed = keys.get(foldedSection(section.scope, section.name));
    return handed === undefined ? section : { ...section, handed };
  });
  return { ...desired, sections };
}
