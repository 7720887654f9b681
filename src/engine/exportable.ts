import { isMap } from '../base/shape.ts';
import { entryAddress } from '../address.ts';
import { Secret } from '../base/secret.ts';
import type { Kind, PropertySchema } from '../kind.ts';
import type { Attributes, LiveEntry, Scope, Value } from '../model.ts';
import { propertyOf } from './kinds.ts';
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
  const entries = ours.filter(isClear).map((entry) => ({
    key: entry.key,
    spec: withNeededSecrets(kind, scope, declarable(kind, scope, entry), entry.key),
  }));
  return { section: { scope, name: kind.section, entries }, left: ours.filter((entry) => !isClear(entry)) };
}

/** The fields that mean something when they are declared: nothing deprecated, nothing unset, and secrets by references. */
function declarable(kind: Kind, scope: Scope, entry: LiveEntry): Attributes {
  const fields: { [name: string]: Value } = {};
  for (const [name, schema] of Object.entries(kind.schema.properties)) {
    const value = entry.spec[name];
    const { additionalProperties: inner } = schema;
    if (schema['x-local'] && kind.schema.required?.includes(name)) fields[name] = localFile(kind, entry.key);
    else if (value === undefined || value === null || !isDeclarable(schema)) continue;
    else if (isMap(value) && typeof inner === 'object' && inner['x-secret']) {
      fields[name] = Object.fromEntries(
        Object.keys(value).map((key) => [key, secretFor(entryAddress(kind, scope, entry.key), `${name}.${key}`)]),
      );
    } else fields[name] = shown(schema, value);
  }
  return fields;
}

/** A secret that the entry cannot do without stands there as a reference: what it is, GitLab does not tell. */
function withNeededSecrets(kind: Kind, scope: Scope, spec: Attributes, key: string): Attributes {
  const needed = (kind.check?.(spec, scope) ?? []).map(({ field }) => field);
  const secrets = needed.filter((field) => propertyOf(kind, field)?.['x-secret'] && spec[field] === undefined);
  const address = entryAddress(kind, scope, key);
  return { ...spec, ...Object.fromEntries(secrets.map((field) => [field, secretFor(address, field)])) };
}

function isDeclarable(schema: PropertySchema): boolean {
  return !schema['x-secret'] && !schema.writeOnly && !schema.deprecated && !schema['x-local'];
}

/** A variable with a speaking name: `GROUP_PLATFORM_HOOK_CI_TOKEN`. */
function secretFor(address: string, field: string): Secret {
  const name = `${address}_${field}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  return new Secret({ type: 'env', name });
}

/** Where a secret would go that the platform shows when it makes such a thing anew. */
function localFile(kind: Kind, key: string): Value {
  return { file: `${kind.singular}-${key.replace(/[^\w.-]+/g, '-')}.secret` };
}
