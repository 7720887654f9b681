import type { PropertySchema } from '../kind.ts';
import type { Json, Tier } from '../model.ts';
import { typeSchema } from './type-text.ts';

/** An attribute as the catalogues in schemas/catalogue describe it; each of them knows only some of these words. */
export interface CatalogueAttribute {
  readonly name: string;
  /** `string`, `array<integer>`, `object` …; see type-text.ts. */
  readonly type: string;
  readonly altTypes?: readonly string[] | undefined;
  readonly nullable?: boolean | undefined;
  readonly enum?: readonly (string | number | boolean)[] | undefined;
  readonly pattern?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly maxLength?: number | undefined;
  /** The fields of an object, or of the objects of a list; `*` stands for any name. */
  readonly properties?: { readonly [name: string]: string | undefined } | undefined;
  readonly requires?: readonly string[] | undefined;
  /** A name to write instead, or just that it is deprecated. */
  readonly deprecated?: boolean | string | undefined;
  readonly tier?: string | undefined;
  readonly secret?: boolean | undefined;
  readonly writeOnly?: boolean | undefined;
  /** Whether reads show it; the integrations' catalogue calls this `returned`. */
  readonly readable?: boolean | undefined;
  readonly returned?: boolean | undefined;
  /** What it is for, in our words. */
  readonly description?: string | undefined;
  /** What the fields of its objects are for, by their names; `list.field` for those within. */
  readonly descriptions?: { readonly [path: string]: string | undefined } | undefined;
  /** How a value that matches the pattern looks, in words. */
  readonly form?: string | undefined;
  /** What it is in a new instance, as far as somebody has seen it there. */
  readonly default?: Json | undefined;
  readonly defaultVerified?: boolean | undefined;
}

/** The schema of one attribute of a catalogue. The platform's defaults stay out: a field that is not declared is left alone. */
export function attributeSchema(attribute: CatalogueAttribute): PropertySchema {
  return {
    ...withNull(withAlternatives(valueSchema(attribute), attribute.altTypes ?? []), attribute.nullable === true),
    ...annotations(attribute),
  };
}

/** The schemas of several attributes, by their names. */
export function attributeSchemas(attributes: readonly CatalogueAttribute[]): {
  readonly [name: string]: PropertySchema;
} {
  return Object.fromEntries(attributes.map((attribute) => [attribute.name, attributeSchema(attribute)]));
}

function valueSchema(attribute: CatalogueAttribute): PropertySchema {
  const { type, properties, descriptions = {} } = attribute;
  const schema = described(properties === undefined ? typeSchema(type) : structure(type, properties), descriptions);
  // What the catalogue says of the values of a list holds for each of them.
  if (schema.items !== undefined) return { ...schema, items: { ...schema.items, ...boundsOf(attribute) } };
  return { ...schema, ...boundsOf(attribute) };
}

/** The schema with what the fields of its objects are for. */
function described(
  schema: PropertySchema,
  descriptions: CatalogueAttribute['descriptions'] = {},
  above = '',
): PropertySchema {
  const { items, properties } = schema;
  return {
    ...schema,
    ...(items !== undefined && { items: described(items, descriptions, above) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, field]) => {
          const path = `${above}${name}`;
          const description = descriptions[path];
          return [
            name,
            { ...described(field, descriptions, `${path}.`), ...(description !== undefined && { description }) },
          ];
        }),
      ),
    }),
  };
}

function boundsOf({ enum: values, pattern, form, minimum, maximum, maxLength }: CatalogueAttribute): PropertySchema {
  return {
    ...(values !== undefined && { enum: values }),
    ...(pattern !== undefined && { pattern }),
    ...(form !== undefined && { 'x-form': form }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(maxLength !== undefined && { maxLength }),
  };
}

/** Marks a field of an object that reads show, and that may not be written. */
const READ_ONLY = 'read only';

function structure(type: string, fields: { readonly [name: string]: string | undefined }): PropertySchema {
  const schemas = Object.entries(fields).flatMap(([name, text]): [string, PropertySchema][] =>
    text === undefined || text.includes(READ_ONLY) ? [] : [[name, typeSchema(text)]],
  );
  const any = schemas.find(([name]) => name === '*')?.[1];
  const object: PropertySchema =
    any === undefined
      ? { type: 'object', properties: Object.fromEntries(schemas) }
      : { type: 'object', additionalProperties: any };
  return type.startsWith('array') ? { ...typeSchema(type), items: object } : object;
}

/** A value of another type is accepted too: a comma-separated string for a list. */
function withAlternatives(schema: PropertySchema, alternatives: readonly string[]): PropertySchema {
  const others = alternatives.map(typeSchema).filter((other) => other.type !== schema.type);
  return others.reduce<PropertySchema>(
    (all, { type, ...rest }) => ({ ...rest, ...all, type: [...types(all.type), ...types(type)] }),
    schema,
  );
}

function withNull(schema: PropertySchema, nullable: boolean): PropertySchema {
  if (!nullable) return schema;
  return {
    ...schema,
    type: [...types(schema.type), 'null'],
    ...(schema.enum !== undefined && { enum: [...schema.enum, null] }),
  };
}

function types(type: PropertySchema['type']): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}

function annotations(attribute: CatalogueAttribute): PropertySchema {
  const { deprecated = false, requires, description } = attribute;
  const tier = tierOf(attribute.tier);
  return {
    ...(description !== undefined && { description }),
    ...defaultOf(attribute),
    ...(deprecated !== false && { deprecated: true }),
    ...(typeof deprecated === 'string' && { 'x-replacement': deprecated }),
    ...(isWriteOnly(attribute) && { writeOnly: true }),
    ...(attribute.secret === true && { 'x-secret': true }),
    ...(tier !== undefined && { 'x-tier': tier }),
    ...(requires !== undefined && { 'x-requires': requires }),
  };
}

/** What it is in a new instance: nothing for a secret, or for what is only known from hearsay. */
function defaultOf({ default: value, defaultVerified = true, secret }: CatalogueAttribute): PropertySchema {
  const known = value !== undefined && value !== null && defaultVerified && secret !== true;
  return known ? { 'x-default': value } : {};
}

function isWriteOnly(attribute: CatalogueAttribute): boolean {
  return attribute.writeOnly === true || attribute.readable === false || attribute.returned === false;
}

/** The tier to be named in a schema: everything is in `free`, so that is not worth naming. */
function tierOf(text: string | undefined): Tier | undefined {
  return text === 'premium' || text === 'ultimate' ? text : undefined;
}
