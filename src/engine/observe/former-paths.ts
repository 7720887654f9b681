import type { Declared, Section } from '../../model.ts';
import { kindOf, type Kinds } from '../kinds.ts';

/** A path that a group or project may still have; `withParent` where it goes to its declared one by the move of a group above it. */
export interface FormerPath {
  readonly path: string;
  readonly withParent: boolean;
}

/** The paths under which a declared group or project may still be live, besides its own. */
export type FormerPaths = (entry: Declared) => readonly FormerPath[];

/** Finds former paths by what the entries say of themselves, and by what the groups above them say. */
export function pathsBefore(hosting: readonly Section[], kinds: Kinds): FormerPaths {
  const own = new Map<string, readonly string[]>();
  for (const { name, entries } of hosting) {
    const kind = kindOf(kinds, name);
    for (const entry of entries) {
      const paths = kind.whereabouts?.(entry) ?? [];
      if (paths.length > 0) own.set(entry.key.toLowerCase(), paths);
    }
  }
  return (entry) => {
    if (own.size === 0) return [];
    const declared = (own.get(entry.key.toLowerCase()) ?? []).map((path) => ({ path, withParent: false }));
    const segments = entry.key.split('/');
    const along = segments.slice(1).flatMap((_, index) => {
      const cut = segments.length - 1 - index;
      const above = own.get(segments.slice(0, cut).join('/').toLowerCase()) ?? [];
      return above.map((path) => ({ path: [path, ...segments.slice(cut)].join('/'), withParent: true }));
    });
    return [...declared, ...along];
  };
}
