import type { Kind, PropertySchema } from '../kind.ts';
import type { Attributes, Value } from '../model.ts';
import type { Path } from './yaml/locate.ts';
import { isList } from './yaml/yaml-value.ts';

/** A value of an entry, the way to it, and its schema. */
export interface Found {
  readonly path: Path;
  readonly value: Value;
  readonly schema: PropertySchema;
}

type Probe = (value: Value, path: Path, found: Found[]) => void;

type Sort = (schema: PropertySchema) => boolean;
type Finder = (spec: Attributes) => readonly Found[];

/** What has been made before: a kind does not change, and some have hundreds of fields. */
const finders = new WeakMap<Kind, Map<Sort, Finder | undefined>>();

/** A function that finds the values of an entry whose schema is of a certain sort; it looks only where one can be. */
export function finder(kind: Kind, sort: Sort): Finder | undefined {
  const known = finders.get(kind) ?? new Map<Sort, Finder | undefined>();
  finders.set(kind, known);
  if (!known.has(sort)) known.set(sort, finderOf(kind, sort));
  return known.get(sort);
}

function finderOf(kind: Kind, sort: Sort): Finder | undefined {
  const probes: [string, Probe][] = [];
  for (const [name, schema] of Object.entries(kind.schema.properties)) {
    const probe = probeOf(schema, sort);
    if (probe !== undefined) probes.push([name, probe]);
  }
  if (probes.length === 0) return undefined;
  return (spec) => {
    const found: Found[] = [];
    for (const [name, probe] of probes) {
      const value = spec[name];
      if (value !== undefined) probe(value, [name], found);
    }
    return found;
  };
}

function probeOf(schema: PropertySchema, sort: Sort): Probe | undefined {
  if (sort(schema)) {
    return (value, path, found) => {
      found.push({ path, value, schema });
    };
  }
  const probes: Probe[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const probe = probeOf(property, sort);
    if (probe === undefined) continue;
    probes.push((value, path, found) => {
      const child = isRecord(value) ? value[name] : undefined;
      if (child !== undefined) probe(child, [...path, name], found);
    });
  }
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
  const each = [rest, schema.items].flatMap((inner) => (inner && probeOf(inner, sort)) ?? []);
  for (const probe of each) {
    probes.push((value, path, found) => {
      if (isRecord(value) || isList(value)) {
        for (const [name, child] of Object.entries(value)) probe(child, [...path, name], found);
      }
    });
  }
  for (const form of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    const probe = probeOf(form, sort);
    if (probe !== undefined) probes.push(probe);
  }
  if (probes.length === 0) return undefined;
  return (value, path, found) => {
    for (const probe of probes) probe(value, path, found);
  };
}

/** The entry with the value at a path replaced. */
export function withValue(spec: Attributes, path: Path, value: Value): Attributes {
  const [first, ...rest] = path;
  if (first === undefined) return spec;
  const old = spec[String(first)];
  return { ...spec, [String(first)]: rest.length === 0 ? value : within(old, rest, value) };
}

function within(old: Value | undefined, path: Path, value: Value): Value {
  const [first, ...rest] = path;
  if (first === undefined) return value;
  if (isList(old)) {
    return old.map((item, index) => (index === Number(first) ? within(item, rest, value) : item));
  }
  if (!isRecord(old)) return value;
  return { ...old, [String(first)]: within(old[String(first)], rest, value) };
}

function isRecord(value: Value | undefined): value is { readonly [name: string]: Value } {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
