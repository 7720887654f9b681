import { isList, isMap } from '../base/shape.ts';
import type { Kind, PropertySchema } from '../kind.ts';
import { withShownSecrets } from './reads-of-secrets.ts';
import type { Place } from '../base/place.ts';
import type { Attributes, Section, Value } from '../model.ts';

/** The kinds by the name of their section. */
export type Kinds = ReadonlyMap<string, Kind>;

export function kindsByName(kinds: readonly Kind[]): Kinds {
  return new Map(kinds.map((kind) => [kind.section, withShownSecrets(kind)]));
}

/** The kind of a section. Throws for a section that no kind has: config lets none through. */
export function kindOf(kinds: Kinds, section: string): Kind {
  const kind = kinds.get(section);
  if (kind === undefined) throw new Error(`no kind has the section ${section}`);
  return kind;
}

/** The kind whose entries are scopes of a type: groups, or projects. */
export function hostingKind(kinds: Kinds, type: string | undefined): Kind | undefined {
  if (type === undefined) return undefined;
  for (const kind of kinds.values()) if (kind.host?.type === type) return kind;
  return undefined;
}

/** The schemas of the fields that an entry of this key may have: of an integration those of its own, and not of all that there are. */
export function propertiesOf({ variants, schema }: Kind, key: string): { readonly [field: string]: PropertySchema } {
  return variants?.get(key)?.properties ?? schema.properties;
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

/** Whether an entry that is not there is made: the platform can, and the entry says so where its kind asks for that. */
export function isMade(kind: Kind, spec: Attributes): boolean {
  return kind.calls.create !== undefined && fieldsWith(kind, 'x-making').every(([field]) => spec[field] !== undefined);
}

/** A name that an entry holds, wherever in it: that of an entry of these sections. */
export interface Named {
  readonly sections: readonly string[];
  readonly name: string;
  /** The field of the entry in which it stands, and what it is called there. */
  readonly field: string;
  readonly what: string;
}

/** The sections whose entries a kind names as people: they are put into words before it. */
export function namedSections(kind: Kind): readonly string[] {
  return sectionsOf(kind, PEOPLE);
}

/** The sections whose entries a kind refers to. */
export function referredSections(kind: Kind): readonly string[] {
  return sectionsOf(kind, REFERENCES);
}

/** The people whom an entry names, in lower case, each with the sections in which one of that name may be declared. */
export function peopleNamed(kind: Kind, spec: Attributes): readonly Named[] {
  return namesIn(kind, spec, PEOPLE).map((one) => ({ ...one, name: one.name.toLowerCase() }));
}

/** A name of an entry of one section; `what` is what it is called where that is not the field itself. */
export interface Reference {
  readonly section: string;
  readonly name: string;
  readonly field: string;
  readonly what?: string;
}

/** What an entry refers to: the section and the name in it, for each of its references that is set. */
export function referencesOf(kind: Kind, spec: Attributes): readonly Reference[] {
  return namesIn(kind, spec, REFERENCES).flatMap(({ sections, name, field, what }) =>
    sections.map((section) => ({ section, name, field, ...(what !== field && { what }) })),
  );
}

type Sort = (schema: PropertySchema) => readonly string[];

const PEOPLE: Sort = (schema) => schema['x-names'] ?? [];
const REFERENCES: Sort = (schema) => (schema['x-ref'] === undefined ? [] : [schema['x-ref']]);

const naming = new Map<Sort, WeakMap<Kind, readonly (readonly [field: string, schema: PropertySchema])[]>>();

/** The fields of a kind that name something, or hold what does: it is asked for every entry, and a kind does not change. */
function namingFields(kind: Kind, sort: Sort): readonly (readonly [field: string, schema: PropertySchema])[] {
  const kinds = naming.get(sort) ?? new WeakMap<Kind, readonly (readonly [field: string, schema: PropertySchema])[]>();
  naming.set(sort, kinds);
  const known = kinds.get(kind);
  if (known !== undefined) return known;
  const found = Object.entries(kind.schema.properties).filter(([, schema]) => sectionsIn(schema, sort).length > 0);
  kinds.set(kind, found);
  return found;
}

function sectionsOf(kind: Kind, sort: Sort): readonly string[] {
  return [...new Set(namingFields(kind, sort).flatMap(([, schema]) => sectionsIn(schema, sort)))];
}

function sectionsIn(schema: PropertySchema, sort: Sort): readonly string[] {
  const { items, properties = {}, anyOf = [], oneOf = [] } = schema;
  const inner = [...(items === undefined ? [] : [items]), ...Object.values(properties), ...anyOf, ...oneOf];
  return [...sort(schema), ...inner.flatMap((one) => sectionsIn(one, sort))];
}

function namesIn(kind: Kind, spec: Attributes, sort: Sort): readonly Named[] {
  const fields = namingFields(kind, sort);
  if (fields.length === 0) return NO_NAMES;
  return fields.flatMap(([field, schema]) =>
    namesOf(spec[field], schema, field, sort).map((one) => ({ ...one, field })),
  );
}

const NO_NAMES: readonly Named[] = [];

/** The names in a value, by its schema: a role is none, though it stands beside them. */
function namesOf(
  value: Value | undefined,
  schema: PropertySchema,
  what: string,
  sort: Sort,
): readonly Omit<Named, 'field'>[] {
  const sections = sort(schema);
  if (typeof value === 'string') {
    if (sections.length > 0) return [{ sections, name: value, what }];
  } else if (typeof value !== 'object' || value === null) return [];
  const { items, properties = {}, anyOf = [], oneOf = [] } = schema;
  const forms = [...anyOf, ...oneOf].flatMap((form) => namesOf(value, form, what, sort));
  if (isList(value)) return [...forms, ...(items ? value.flatMap((one) => namesOf(one, items, what, sort)) : [])];
  if (!isMap(value)) return forms;
  const inner = Object.entries(properties).flatMap(([name, one]) => namesOf(value[name], one, name, sort));
  return [...forms, ...inner];
}

/** What the entries of some sections name that hosts others, such as the group that a share invites, by section: each path, with the place of the first. */
export function namedHosts(
  sections: readonly Section[],
  kinds: Kinds,
): ReadonlyMap<string, ReadonlyMap<string, Place>> {
  const named = new Map<string, Map<string, Place>>();
  for (const { name, entries } of sections) {
    const kind = kindOf(kinds, name);
    if (!referredSections(kind).some((section) => isHosting(kinds, section))) continue;
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
