import { sectionAddress } from '../../address.ts';
import { handedOn } from '../../handed-on.ts';
import type { Declared, Desired, Section } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/**
 * The configuration with the sections that secrets are handed on to, where nothing of them is declared: what is there tells whether a call
 * makes an entry or changes it.
 */
export function withHandedSections(desired: Desired, kinds: Kinds): Desired {
  const declared = new Set(desired.sections.map(({ scope, name }) => sectionAddress(scope, name)));
  const handed = new Map<string, Section>();
  for (const { name, entries } of desired.sections) {
    const kind = kindOf(kinds, name);
    if (kind.handsOn === undefined) continue;
    for (const entry of entries)
      for (const one of handedOn(kind, entry, (section) => kindOf(kinds, section))) {
        const address = sectionAddress(one.scope, one.kind.section);
        if (declared.has(address)) continue;
        const known: readonly Declared[] = handed.get(address)?.entries ?? [];
        handed.set(address, { scope: one.scope, name: one.kind.section, entries: [...known, one.entry], prune: false });
      }
  }
  return handed.size === 0 ? desired : { ...desired, sections: [...desired.sections, ...handed.values()] };
}
