import { foldedSection } from '../../address.ts';
import { anyGlob } from '../../base/glob.ts';
import { identity } from '../../kind.ts';
import type { Desired } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';

/**
 * A function that tells whether a configuration wants something away that it does not declare to be there: by its own entry, or since the section is
 * pruned and does not ignore it. Of several addresses the first counts whose section is declared; what stands in no declared section is left alone.
 */
export function removing({ sections }: Desired, kinds: Kinds): (addresses: readonly string[]) => boolean {
  const declared = new Map(sections.map((section) => [foldedSection(section.scope, section.name), section] as const));
  return (addresses) => {
    for (const address of addresses) {
      const { kind, scope, key } = partsOf(address, kinds);
      const section = declared.get(foldedSection(scope, kind.section));
      if (section === undefined) continue;
      const own = section.entries.find((entry) => identity(kind, entry.key) === identity(kind, key));
      if (own !== undefined) return own.state === 'absent';
      return section.prune && !anyGlob(section.ignore)(key) && section.handed?.includes(key) !== true;
    }
    return false;
  };
}
