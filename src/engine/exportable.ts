import type { Kind, PropertySchema } from '../kind.ts';
import type { Attributes, LiveEntry, Scope, Value } from '../model.ts';
import { shown } from './plan/diff.ts';

/** A section as it can be declared. */
export interface ExportedSection {
  readonly scope: Scope;
  readonly name: string;
  readonly entries: readonly { readonly key: string; readonly spec: Attributes }[];
}

/** What of a live section can be declared so that it plans to nothing, and what cannot because nothing tells it apart. */
export function exportable(
  scope: Scope,
  kind: Kind,
  live: readonly LiveEntry[],
): { readonly section: ExportedSection; readonly left: readonly LiveEntry[] } {
  const ours = live.filter(
    ({ held, leaving, superseded, inherited }) => !held && !leaving && !superseded && !inherited,
  );
  const counts = new Map<string, number>();
  for (const { key } of ours) counts.set(key, (counts.get(key) ?? 0) + 1);
  const isClear = ({ key }: LiveEntry): boolean =>
    counts.get(key) === 1 && (key !== '' || kind.shape.type === 'single');
  const entries = ours.filter(isClear).map((entry) => ({ key: entry.key, spec: declarable(kind, entry) }));
  return { section: { scope, name: kind.section, entries }, left: ours.filter((entry) => !isClear(entry)) };
}

/** The fields that mean something when they are declared: no secrets, nothing deprecated, nothing unset. */
function declarable(kind: Kind, entry: LiveEntry): Attributes {
  const fields: { [name: string]: Value } = {};
  for (const [name, schema] of Object.entries(kind.schema.properties)) {
    const value = entry.spec[name];
    if (schema['x-local'] && kind.schema.required?.includes(name)) fields[name] = localFile(kind, entry.key);
    else if (value !== undefined && value !== null && isDeclarable(schema)) fields[name] = shown(schema, value);
  }
  return fields;
}

function isDeclarable(schema: PropertySchema): boolean {
  const { additionalProperties: inner } = schema;
  const secret = schema['x-secret'] === true || (typeof inner === 'object' && inner['x-secret'] === true);
  return !secret && !schema.writeOnly && !schema.deprecated && !schema['x-local'];
}

/** Where a secret would go that the platform shows when it makes such a thing anew. */
function localFile(kind: Kind, key: string): Value {
  return { file: `${kind.singular}-${key.replace(/[^\w.-]+/g, '-')}.secret` };
}
