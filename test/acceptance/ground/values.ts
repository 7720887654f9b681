import { readFileSync } from 'node:fs';
import { isObject, type Json, type JsonObject } from './api.ts';
import { SECRET } from './program.ts';

/** What one field is made with, and what it is changed to; they are the same where nothing can tell a change. */
export interface Pair {
  readonly first: Json;
  readonly other: Json;
}

/** Two values of each field of a kind, from its published schema. */
export function fieldsOf(
  kind: string,
  chosen: { readonly [field: string]: Pair | null } = {},
): Readonly<Record<string, Pair>> {
  const found: Record<string, Pair> = {};
  for (const [field, schema] of Object.entries(propertiesOf(kind))) {
    if (OF_THE_LANGUAGE.has(field) || (isObject(schema) && '$ref' in schema)) continue;
    const pair = field in chosen ? chosen[field] : isObject(schema) ? pairOf(schema) : undefined;
    if (pair !== null && pair !== undefined) found[field] = pair;
  }
  return found;
}

/** One half of the pairs, as an entry. */
export function half(pairs: Readonly<Record<string, Pair>>, which: keyof Pair): JsonObject {
  return Object.fromEntries(Object.entries(pairs).map(([field, pair]) => [field, pair[which]]));
}

/** The fields whose two values differ. */
export function changing(pairs: Readonly<Record<string, Pair>>): readonly string[] {
  return Object.entries(pairs)
    .filter(([, { first, other }]) => JSON.stringify(first) !== JSON.stringify(other))
    .map(([field]) => field);
}

/** A catalogue of the platform's attributes, as it is published. */
export function catalogue(name: string): readonly JsonObject[] {
  const json: unknown = JSON.parse(
    readFileSync(new URL(`../../../schemas/catalogue/${name}.json`, import.meta.url), 'utf8'),
  );
  return Array.isArray(json) ? json.filter(isObject) : [];
}

/** Two values that a schema permits; undefined where it does not say enough. */
export function pairOf(schema: JsonObject): Pair | undefined {
  if (schema['deprecated'] === true) return undefined;
  if (schema['x-secret'] === true) return { first: { env: SECRET }, other: { env: SECRET } };
  const values = schema['enum'];
  if (Array.isArray(values)) return ofEnum(values as readonly Json[]);
  const type = Array.isArray(schema['type']) ? (schema['type'] as readonly Json[])[0] : schema['type'];
  switch (type) {
    case 'boolean':
      return { first: true, other: false };
    case 'integer':
    case 'number':
      return ofNumbers(schema);
    case 'string':
      return schema['pattern'] === undefined ? { first: 'one', other: 'another' } : undefined;
    case 'array':
      return ofList(schema);
    case 'object':
      return isObject(schema['additionalProperties'])
        ? { first: { one: { env: SECRET } }, other: { other: { env: SECRET } } }
        : undefined;
    default:
      return undefined;
  }
}

const OF_THE_LANGUAGE: ReadonlySet<string> = new Set(['state', 'protect', 'previously', 'prune', 'name']);

const schema: unknown = JSON.parse(
  readFileSync(new URL('../../../schemas/config.schema.json', import.meta.url), 'utf8'),
);

function propertiesOf(kind: string): JsonObject {
  const definitions = isObject(schema) ? schema['definitions'] : undefined;
  const definition = isObject(definitions) ? definitions[kind] : undefined;
  const properties = isObject(definition) ? definition['properties'] : undefined;
  if (!isObject(properties)) throw new Error(`The schema has no ${kind}.`);
  return properties;
}

function ofEnum(values: readonly Json[]): Pair | undefined {
  const [first, other] = values.filter((value) => value !== null);
  return first === undefined ? undefined : { first, other: other ?? first };
}

function ofNumbers({ minimum, maximum }: JsonObject): Pair {
  const first = Math.max(typeof minimum === 'number' ? minimum : 0, 1);
  return { first, other: typeof maximum === 'number' && maximum <= first ? first - 1 : first + 1 };
}

function ofList({ items }: JsonObject): Pair | undefined {
  const one = isObject(items) ? pairOf(items) : undefined;
  return one === undefined ? undefined : { first: [one.first], other: [one.first, one.other] };
}
