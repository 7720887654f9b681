import { foldedSection } from '../address.ts';
import type { HandedEntry } from '../handed-on.ts';
import { identity } from '../kind.ts';
import type { LiveEntry, Scope, World } from '../model.ts';

/** Asked for everything that a secret is handed on to, and made once for each world: its sections do not change. */
const tables = new WeakMap<World['sections'], ReadonlyMap<string, readonly LiveEntry[]>>();

/** What is live of a section, in whatever letter case its path is written there; nothing where it was not read. */
export function sectionAt({ sections }: Pick<World, 'sections'>, scope: Scope, section: string): readonly LiveEntry[] {
  const known = tables.get(sections);
  const table = known ?? new Map([...sections].map(([address, entries]) => [address.toLowerCase(), entries]));
  if (known === undefined) tables.set(sections, table);
  return table.get(foldedSection(scope, section)) ?? [];
}

/** What stands live where a secret is handed on to; undefined where nothing does. */
export function standingAt({ kind, scope, entry }: HandedEntry, world: Pick<World, 'sections'>): LiveEntry | undefined {
  return sectionAt(world, scope, kind.section).find(({ key }) => identity(kind, key) === identity(kind, entry.key));
}
