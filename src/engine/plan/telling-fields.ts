import { entryAddress } from '../../address.ts';
import { nameField, type Kind } from '../../kind.ts';
import type { Json, LiveEntry, Scope, UndeclaredEntry } from '../../model.ts';
import { decidingFields } from '../deciding-fields.ts';
import { propertyOf } from '../kinds.ts';
import { shown } from './diff.ts';
import { isUnset } from './is-unset.ts';

/** A field of something live, as it is shown. */
type Told = NonNullable<UndeclaredEntry['fields']>[number];

/** What is told of an entry that goes, as far as it was read: its short form, what it cannot be without, and all that decides who may do what; of a scope, what is in it. */
export function tellingFields(kind: Kind, live: LiveEntry): Told[] {
  const { shape, schema, host } = kind;
  if (host !== undefined) return [];
  const short = shape.type === 'map' && shape.short !== undefined ? [shape.short] : [];
  const name = nameField(kind);
  const told = new Set([...short, ...(schema.required ?? []), ...decidingFields(kind)]);
  return shownOf(
    [...told].filter((field) => field !== name && propertyOf(kind, field)?.['x-local'] !== true),
    kind,
    live,
  );
}

/** Something live that nobody declared, as a plan tells it. */
export function undeclaredEntry(kind: Kind, scope: Scope, live: LiveEntry): UndeclaredEntry {
  const fields = kind.host === undefined ? tellingFields(kind, live) : shownOf(kind.host.tells ?? [], kind, live);
  return {
    address: entryAddress(kind, scope, live.key),
    ...(live.id !== undefined && { id: live.id }),
    ...(fields.length > 0 && { fields }),
  };
}

function shownOf(paths: readonly string[], kind: Kind, { spec }: LiveEntry): Told[] {
  return paths.flatMap((path): { path: string; from: Json }[] => {
    const [schema, value] = [propertyOf(kind, path), spec[path]];
    const isSet = value !== undefined && value !== null && !isUnset(value);
    return schema === undefined || !isSet ? [] : [{ path, from: shown(schema, value) }];
  });
}
