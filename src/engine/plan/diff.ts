import { isMap } from '../../base/shape.ts';
import deepDiff from 'deep-diff';
import { canonicalJson } from '../../base/canonical-json.ts';
import { Secret } from '../../base/secret.ts';
import { atLeast } from '../../base/version-order.ts';
import { identity, type Kind, type PropertySchema } from '../../kind.ts';
import type { Attributes, FieldChange, Json, Value } from '../../model.ts';
import { propertyOf } from '../kinds.ts';

/** Why a field is sent that nobody compared. */
export type Uncompared = 'resent' | 'secret-changed' | 'unsent' | 'points-elsewhere' | 'handed-down';

/** What nothing but time makes anew: when it ends (null: never), and how many days before that it is due. */
export interface Due {
  readonly ends: string | null;
  readonly before: number;
}

/** How a declared entry differs from what is live. */
export interface Difference {
  /** The top-level fields that differ. */
  readonly names: ReadonlySet<string>;
  /** Those of them that were not compared with what is live, and why they are sent all the same. */
  readonly uncompared: ReadonlyMap<string, Uncompared>;
  readonly fields: readonly FieldChange[];
  /** Set where it is due to be made anew, and nothing else is a reason for that. */
  readonly due?: Due;
  /** Declared fields that the API does not return, or that this answer of it lacks; of an object, those in it after a dot. */
  readonly unverifiable: readonly string[];
  /** Declared fields that this version of the platform does not have. */
  readonly unsupported: readonly string[];
  /** The declared spec, its objects completed by the live fields beside the declared ones, without what is unsupported. */
  readonly completed: Attributes;
}

/** Compares the declared fields, and those alone, with what is live; `live` is undefined for what is not there yet. */
export function difference(
  kind: Kind,
  declared: Attributes,
  live: Attributes | undefined,
  version: string,
): Difference {
  const names = new Set<string>();
  const fields: FieldChange[] = [];
  const unverifiable: string[] = [];
  const unsupported: string[] = [];
  const completed: { [field: string]: Value } = {};
  // In an order of its own, so that the plan does not depend on that of the YAML.
  for (const field of Object.keys(declared).sort()) {
    const value = declared[field];
    const schema = propertyOf(kind, field);
    if (value === undefined || schema === undefined) continue;
    if (schema['x-since'] !== undefined && !atLeast(version, schema['x-since'])) {
      unsupported.push(field);
      continue;
    }
    completed[field] = complete(schema, value, live?.[field]);
    if (schema['x-local'] || (schema['x-making'] && live !== undefined)) continue;
    if (hidden(schema) || (hidesValues(schema) && hasNames(value))) unverifiable.push(field);
    else if (live !== undefined) unverifiable.push(...unseen(field, schema, value, live[field]));
    const named = kind.shape.type === 'map' && kind.shape.name === field;
    if (named && sameName(kind, value, live?.[field])) continue;
    const found =
      live !== undefined ? compare(field, schema, value, live[field]) : named ? [] : initial(field, schema, value);
    if (found.length > 0) names.add(field);
    fields.push(...found);
  }
  return { names, uncompared: new Map(), fields, unverifiable, unsupported, completed };
}

/** Whether two spellings are one name to the platform: there is nothing to change then. */
export function sameName(kind: Kind, one: Value | undefined, other: Value | undefined): boolean {
  return typeof one === 'string' && typeof other === 'string' && identity(kind, one) === identity(kind, other);
}

/** Whether the API does not return it, or what it returns is not compared here. */
export function hidden(schema: PropertySchema): boolean {
  return schema.writeOnly === true || schema['x-secret'] === true;
}

/** A map whose names are shown and whose values are not: the headers of a hook. */
export function hidesValues({ additionalProperties: inner }: PropertySchema): boolean {
  return typeof inner === 'object' && hidden(inner);
}

/** A map without a name in it has no value that could be hidden. */
function hasNames(value: Value): boolean {
  return isMap(value) && Object.keys(value).length > 0;
}

function initial(path: string, schema: PropertySchema, value: Value): FieldChange[] {
  // That it is made is what the change itself says.
  const saysNothing = schema['x-making'] === true && isMap(value) && Object.keys(value).length === 0;
  return value === null || saysNothing ? [] : [{ path, from: undefined, to: shown(schema, value) }];
}

/** What is declared and not shown: a key that the answer lacks is no difference, for nobody can say what stands behind it. */
export function unseen(path: string, schema: PropertySchema, to: Value, from: Value | undefined): string[] {
  if (from === undefined) return [path];
  const { properties } = schema;
  if (properties === undefined || !isMap(to) || !isMap(from)) return [];
  return inOrder(to).flatMap(([name, value]) =>
    unseen(`${path}.${name}`, properties[name] ?? {}, value, own(from, name)),
  );
}

/** How a declared value differs from a live one: nothing where they are alike, or where the API does not tell. */
export function compare(path: string, schema: PropertySchema, to: Value, from: Value | undefined): FieldChange[] {
  if (hidden(schema) || from === undefined) return [];
  if (isMap(to) && schema.properties !== undefined) return compareObject(path, schema.properties, to, from);
  if (isMap(to) && typeof schema.additionalProperties === 'object') {
    return compareMap(path, schema.additionalProperties, to, isMap(from) ? from : {});
  }
  if (same(schema, to, from)) return [];
  return [{ path, from: shown(schema, from), to: shown(schema, to) }];
}

/** A fixed set of fields: what is not declared is left alone. */
function compareObject(
  path: string,
  properties: { readonly [name: string]: PropertySchema },
  to: { readonly [name: string]: Value },
  from: Value,
): FieldChange[] {
  return inOrder(to).flatMap(([name, value]) =>
    compare(`${path}.${name}`, properties[name] ?? {}, value, isMap(from) ? own(from, name) : null),
  );
}

/** A free map: what is not declared is removed. Secret values are compared by their names alone. */
function compareMap(
  path: string,
  schema: PropertySchema,
  to: { readonly [name: string]: Value },
  from: { readonly [name: string]: Value },
): FieldChange[] {
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  return names.flatMap((name) => {
    const before = own(from, name);
    const after = own(to, name);
    if (before !== undefined && after !== undefined && (hidden(schema) || same(schema, after, before))) return [];
    const text = (value: Value | undefined): Json | undefined =>
      value === undefined ? undefined : shown(schema, value);
    return [{ path: `${path}.${name}`, from: text(before), to: text(after) }];
  });
}

/** What stands under a name in a map that somebody else wrote: it may be called `constructor`. */
function own(map: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined;
}

/** Blank text and null are one to the platform; an unset switch that cannot be inherited is off; a set has no order. */
function same(schema: PropertySchema, to: Value, from: Value): boolean {
  if (to === from || (from === null && schema['x-one-way'] !== undefined)) return true;
  // What is live may be a secret, though what is declared is none.
  if (from instanceof Secret) return from.plainText() === to;
  if (from === null) return to === null || to === '' || (to === false && !nullable(schema)) || empty(to);
  if (to === null) return from === '' || empty(from);
  if (schema['x-counts'] !== undefined && typeof to === 'string' && typeof from === 'string')
    return counting(schema['x-counts'], to) === counting(schema['x-counts'], from);
  if (Array.isArray(to) && Array.isArray(from) && schema['x-set']) return sorted(to) === sorted(from);
  return typeof to === 'object' && deepDiff.diff(from, to) === undefined;
}

/** What counts of a text; all of it where nothing in it fits. */
function counting(pattern: string, text: string): string {
  return new RegExp(pattern, 'u').exec(text)?.[0] ?? text;
}

function nullable(schema: PropertySchema): boolean {
  return Array.isArray(schema.type) && schema.type.includes('null');
}

function empty(value: Value): boolean {
  return Array.isArray(value) && value.length === 0;
}

/** What is written twice is in a set once. */
function sorted(values: readonly Value[]): string {
  return values
    .map((value) => canonicalJson(value))
    .filter((item, index, all) => all.indexOf(item) === index)
    .sort()
    .join();
}

function complete(schema: PropertySchema, to: Value, from: Value | undefined): Value {
  if (!isMap(to)) return to;
  const merged = new Map(isMap(from) && schema.properties !== undefined ? Object.entries(from) : []);
  for (const [name, value] of inOrder(to))
    merged.set(name, complete(schema.properties?.[name] ?? {}, value, isMap(from) ? own(from, name) : undefined));
  return Object.fromEntries(merged);
}

function inOrder(map: { readonly [name: string]: Value }): [name: string, value: Value][] {
  return Object.entries(map).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A value as it may be printed and saved. */
export function shown(schema: PropertySchema, value: Value): Json {
  if (value === null) return null;
  if (schema['x-secret'] || value instanceof Secret) return '(secret)';
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => shown(schema.items ?? {}, item));
  if (!isMap(value)) return value as Json;
  const inner = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, shown(schema.properties?.[name] ?? inner, item)]),
  );
}
