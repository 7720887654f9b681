import { entryAddress, scopeAddress } from '../address.ts';
import type { Desired, Section } from '../model.ts';
import { kindOf, type Kinds } from './kinds.ts';

/**
 * The sections in which something is to be made, changed or removed: of a group or project that is declared to be gone what is declared absent alone, which
 * goes before it, and nothing that defaults give it.
 */
export function standingSections({ sections }: Pick<Desired, 'sections'>, kinds: Kinds): readonly Section[] {
  const gone = absentScopes(sections, kinds);
  return sections.flatMap((section) => {
    if (!gone.has(scopeAddress(section.scope))) return [section];
    const entries = section.entries.filter(({ state }) => state === 'absent');
    return entries.length === 0 ? [] : [{ ...section, entries, prune: false }];
  });
}

/** The addresses of the groups and projects that are declared to be gone. */
function absentScopes(sections: Desired['sections'], kinds: Kinds): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { name, scope, entries } of sections) {
    const kind = kindOf(kinds, name);
    if (kind.host === undefined) continue;
    for (const { key, state } of entries) if (state === 'absent') gone.add(entryAddress(kind, scope, key));
  }
  return gone;
}
