import { foldedSection } from '../../address.ts';
import { handedPlaces } from '../../handed-on.ts';
import type { Desired, Section } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/**
 * The configuration with the sections that secrets are handed on to, where nothing of them is declared: what is there tells whether a call
 * makes an entry or changes it.
 */
export function withHandedSections(desired: Desired, kinds: Kinds): Desired {
  const declared = new Set(desired.sections.map(({ scope, name }) => foldedSection(scope, name)));
  const handed = new Map<string, Section>();
  for (const { scope, kind, entry } of handedPlaces(desired, ({ name }) => kindOf(kinds, name))) {
    const address = foldedSection(scope, kind.section);
    if (declared.has(address)) continue;
    const known = handed.get(address) ?? { scope, name: kind.section, entries: [], prune: false };
    handed.set(address, { ...known, entries: [...known.entries, entry] });
  }
  return handed.size === 0 ? desired : { ...desired, sections: [...desired.sections, ...handed.values()] };
}
