import { isList, isMap } from '../base/shape.ts';
import type { Kind, PropertySchema } from '../kind.ts';
import type { Place } from '../base/place.ts';
import type { Attributes, Section, Value } from '../model.ts';

/** The kinds by the name of their section. */
export type Kinds = ReadonlyMap<string, Kind>;

export function kindsByName(kinds: readonly Kind[]): Kinds {
  return new Map(kinds.map((kind) => [kind.section, kind]));
}

/** The kind of a section. Throws for a section that no kind has: config lets none through. */
export function kindOf(kinds: Kinds, section: string): Kind {
  const kind = kinds.get(section);
  if (kind === undefined) throw new Error(`no kind has the section ${section}`);
  return kind;
}

/** The schema of one field of a kind's entries. */
export function propertyOf(kind: Kind, field: string): PropertySchema | undefined {
  const properties: { readonly [name: string]: PropertySchema } = kind.schema.properties;
  return properties[field];
}

/** The fields of a kind that carry an annotation, with its value. */
export function fieldsWith<Word extends keyof PropertySchema>(
  kind: Kind,
  word: Word,
): readonly (readonly [field: string, value: NonNullable<PropertySchema[Word]>])[] {
  const known: { [Name in keyof PropertySchema]?: Annotated<Name> } = annotated.get(kind) ?? {};
  const before: Annotated<Word> | undefined = known[word];
  if (before !== undefined) return before;
  const found: [string, NonNullable<PropertySchema[Word]>][] = [];
  for (const [field, schema] of Object.entries(kind.schema.properties)) {
    const value: PropertySchema[Word] = schema[word];
    if (value !== undefined && value !== null) found.push([field, value]);
  }
  annotated.set(kind, { ...known, [word]: found });
  return found;
}

type Annotated<Word extends keyof PropertySchema> = readonly (readonly [
  field: string,
  value: NonNullable<PropertySchema[Word]>,
])[];

/** What has been found before: it is asked for every entry, and a kind does not change. */
const annotated = new WeakMap<Kind, { readonly [Word in keyof PropertySchema]?: Annotated<Word> }>();

/** The sections whose entries a kind names as people: they are put into words before it. */
export function namedSections(kind: Kind): readonly string[] {
  return [...new Set(namingFields(kind).flatMap(([, sections]) => sections))];
}

/** The people whom an entry names, in lower case, each with the sections in which one of that name may be declared. */
export function peopleNamed(
  kind: Kind,
  spec: Attributes,
): { readonly sections: readonly string[]; readonly name: string }[] {
  return namingFields(kind).flatMap(([field, sections]) =>
    textsIn(spec[field]).map((name) => ({ sections, name: name.toLowerCase() })),
  );
}

const naming = new WeakMap<Kind, readonly (readonly [field: string, sections: readonly string[]])[]>();

/** The fields of a kind that name people, or hold what does. */
function namingFields(kind: Kind): readonly (readonly [field: string, sections: readonly string[]])[] {
  const known = naming.get(kind);
  if (known !== undefined) return known;
  const found = Object.entries(kind.schema.properties).flatMap(([field, schema]) => {
    const sections = sectionsNamed(schema);
    return sections.length === 0 ? [] : [[field, sections] as const];
  });
  naming.set(kind, found);
  return found;
}

function sectionsNamed(schema: PropertySchema): readonly string[] {
  const { items, properties = {}, anyOf = [], oneOf = [] } = schema;
  const inner = [...(items === undefined ? [] : [items]), ...Object.values(properties), ...anyOf, ...oneOf];
  return [...(schema['x-names'] ?? []), ...inner.flatMap(sectionsNamed)];
}

function textsIn(value: Value | undefined): readonly string[] {
  if (typeof value === 'string') return [value];
  if (isList(value)) return value.flatMap(textsIn);
  return isMap(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** What an entry refers to: the section and the name in it, for each of its references that is set. */
export function referencesOf(
  kind: Kind,
  spec: Attributes,
): { readonly section: string; readonly name: string; readonly field: string }[] {
  const found: { section: string; name: string; field: string }[] = [];
  for (const [field, section] of fieldsWith(kind, 'x-ref')) {
    const name = spec[field];
    if (typeof name === 'string') found.push({ section, name, field });
  }
  return found;
}

/** What the entries of some sections name that hosts others, such as the group that a share invites, by section: each path, with the place of the first. */
export function namedHosts(
  sections: readonly Section[],
  kinds: Kinds,
): ReadonlyMap<string, ReadonlyMap<string, Place>> {
  const named = new Map<string, Map<string, Place>>();
  for (const { name, entries } of sections) {
    const kind = kindOf(kinds, name);
    if (!fieldsWith(kind, 'x-ref').some(([, section]) => isHosting(kinds, section))) continue;
    for (const entry of entries)
      for (const { section, name: path, field } of referencesOf(kind, entry.spec)) {
        if (!isHosting(kinds, section)) continue;
        const known = named.get(section) ?? new Map<string, Place>();
        if (!known.has(path)) known.set(path, entry.place(field));
        named.set(section, known);
      }
  }
  return named;
}

/** Whether the entries of a section are groups or projects, in which others stand. */
export function isHosting(kinds: Kinds, section: string): boolean {
  return kinds.get(section)?.host !== undefined;
}
