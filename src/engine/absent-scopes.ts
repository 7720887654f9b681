import { entryAddress } from '../address.ts';
import type { Desired } from '../model.ts';
import { kindOf, type Kinds } from './kinds.ts';

/** The addresses of the groups and projects that are declared to be gone: nothing is read in them, and nothing made. */
export function absentScopes({ sections }: Pick<Desired, 'sections'>, kinds: Kinds): ReadonlySet<string> {
  const gone = new Set<string>();
  for (const { name, scope, entries } of sections) {
    const kind = kindOf(kinds, name);
    if (kind.host === undefined) continue;
    for (const { key, state } of entries) if (state === 'absent') gone.add(entryAddress(kind, scope, key));
  }
  return gone;
}
