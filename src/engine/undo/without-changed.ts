import { canonicalJson } from '../../base/canonical-json.ts';
import type { JsonObject } from '../../model.ts';
import { decidingFields } from '../deciding-fields.ts';
import { fieldsWith, kindOf, type Kinds } from '../kinds.ts';
import type { ChangedSince } from './changed-since.ts';
import type { Undo, UndoEntry } from './undo.ts';
import { neededBy } from './value-back.ts';

/** What is left of an undo once what others have changed is left out: of an entry of which they have changed some fields, the other ones. */
export function withoutChanged(undo: Undo, changed: readonly ChangedSince[], kinds: Kinds): Undo {
  const found = new Map(changed.map((one) => [one.entry, one]));
  return {
    ...undo,
    entries: undo.entries.flatMap((entry) => {
      const one = found.get(entry);
      return one === undefined ? [entry] : (restOf(one, kinds) ?? []);
    }),
  };
}

/**
 * What can be brought back of an entry all the same; undefined where that is nothing. A field that no entry may lack is sent with each. Of what decides
 * together who may do what nothing is brought back where one field of it was changed: that would be something which never was.
 */
export function restOf({ entry, fields }: ChangedSince, kinds: Kinds): UndoEntry | undefined {
  if (fields === undefined) return undefined;
  const kind = kindOf(kinds, entry.section);
  const [needed, deciding] = [neededBy(kind), decidingFields(kind)];
  if (fields.some((field) => needed.includes(field))) return undefined;
  const isDecided = fields.some((field) => deciding.includes(field));
  const others = new Set([...fields, ...(isDecided ? deciding : [])]);
  // What GitLab sets anew with something is brought back beside that alone.
  const following = fieldsWith(kind, 'x-reset-by').filter(([, by]) => by.some((field) => others.has(field)));
  const out = new Set([...others, ...following.map(([field]) => field)]);
  const kept = (all: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(all).filter(([field]) => !out.has(field)));
  const [was, left] = [kept(entry.was), kept(entry.left)];
  // What no entry may lack is in it even where the apply has not changed it.
  const isEmpty = Object.keys(was).every((field) => canonicalJson(was[field]) === canonicalJson(left[field]));
  if (isEmpty && entry.previously === undefined) return undefined;
  const { beside, ...rest } = entry;
  return { ...rest, was, left, ...(beside !== undefined && !isDecided && { beside }) };
}
