import { INSTANCE, sectionAddress } from '../../address.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Json, LiveEntry, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import type { ReadCache } from '../observe/read-cache.ts';

/** The declared groups and projects of which nothing is seen by a token that may not be shown all: none for administrators, who see everything. */
export function unseenEntries(
  sections: Desired['sections'],
  world: World,
  kinds: Kinds,
): readonly { readonly kind: Kind; readonly entry: Declared }[] {
  if (world.instance.me.admin) return [];
  return sections.flatMap(({ name, entries }) => {
    const kind = kinds.get(name);
    if (kind?.host === undefined) return [];
    const live = byPath(world.sections.get(sectionAddress(INSTANCE, name)) ?? []);
    return entries.flatMap((entry) => (live.has(entry.key.toLowerCase()) ? [] : [{ kind, entry }]));
  });
}

/** The number of what is seen at a path; undefined where nothing is. Throws ApiError. */
export async function idAt(kind: Kind, path: string, cache: ReadCache): Promise<Json | undefined> {
  const rows = await parallel(kind.reads.all(INSTANCE, [path]), 1, (read) => cache.find(read));
  return rows.flatMap((found) => found ?? [])[0]?.['id'];
}

/** What is live by its path of now, in lower case. */
export function byPath(entries: readonly LiveEntry[]): ReadonlyMap<string, LiveEntry> {
  return new Map(entries.map((entry) => [(entry.renamedFrom ?? entry.key).toLowerCase(), entry]));
}
