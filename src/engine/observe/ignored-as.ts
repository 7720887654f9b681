import { anyGlob } from '../../base/glob.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveEntry, LiveObject, Section } from '../../model.ts';
import { createDecodeContext } from './decode-context.ts';
import { decoded } from './decoded.ts';

/** Entries of a pruned section with what an `ignore` keeps by the name that it has now, and by none that it will have, marked as that. */
export function withIgnoredAs(
  entries: LiveEntry[],
  rows: readonly LiveObject[],
  section: Section,
  kind: Kind,
  instance: Instance,
): LiveEntry[] {
  if (!section.prune || (section.ignore ?? []).length === 0) return entries;
  const isIgnored = anyGlob(section.ignore);
  // Where nothing is known of what the plan renames, everything has the name that the platform shows.
  const asNow = decoded(kind, rows, createDecodeContext(section.scope, instance, new Map()));
  const names = new Map(asNow.flatMap(({ id, key }) => (id !== undefined && isIgnored(key) ? [[id, key]] : [])));
  return entries.map((entry) => {
    const name = entry.id === undefined || isIgnored(entry.key) ? undefined : names.get(entry.id);
    return name === undefined ? entry : { ...entry, ignoredAs: name };
  });
}
