import { NO_DOLLAR, NO_TILDE } from '../../base/without-shell.ts';
import type { JsonObject } from '../../model.ts';
import type { PropertySchema } from '../../kind.ts';

/** How a secret is written. */
export const secretReference = {
  title: 'secret',
  type: 'object',
  additionalProperties: false,
  minProperties: 1,
  maxProperties: 1,
  // Without a description, so that an editor shows that of the field.
  properties: {
    env: published({
      ...{ type: 'string', minLength: 1, ...NO_DOLLAR },
      description: 'The environment variable that holds it.',
    }),
    file: published({ type: 'string', minLength: 1, ...NO_TILDE, description: 'The file that holds it.' }),
  },
};

/** A property as it is published: closed where its fields are a fixed set, a secret as a reference, a deprecated one with what to write instead. */
export function published(property: PropertySchema): object {
  const { properties, items, additionalProperties, anyOf, oneOf, ...rest } = property;
  const open = additionalProperties ?? (properties === undefined ? undefined : false);
  const schema = {
    ...rest,
    ...(properties === undefined ? {} : { properties: mapValues(properties, published) }),
    ...(open === undefined ? {} : { additionalProperties: typeof open === 'boolean' ? open : published(open) }),
    ...(items === undefined ? {} : { items: published(items) }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(published) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(published) }),
    ...deprecation(property),
    ...patternInWords(property),
  };
  if (property['x-secret'] !== true) return schema;
  const isAbout = ([name]: [string, unknown]): boolean => name.startsWith('x-') || annotations.has(name);
  const about = Object.fromEntries(Object.entries(schema).filter(isAbout));
  const plain = Object.fromEntries(Object.entries(schema).filter((field) => !isAbout(field)));
  return { ...about, anyOf: [{ $ref: '#/definitions/secret' }, plain] };
}

/** Words that say something about a field and nothing about its form. */
const annotations: ReadonlySet<string> = new Set(['description', 'writeOnly', 'deprecated', 'deprecationMessage']);

function deprecation(property: PropertySchema): object {
  if (property.deprecated !== true) return {};
  const instead = property['x-replacement'];
  const message = instead === undefined ? 'Deprecated by GitLab.' : `Deprecated: write \`${instead}\` instead.`;
  return { deprecationMessage: message };
}

/** What an editor says of a value that does not match. */
function patternInWords({ pattern, 'x-form': form }: PropertySchema): object {
  return pattern === undefined || form === undefined ? {} : { patternErrorMessage: `Write it as ${form}` };
}

/** The same schema, fitting null as well. */
export function nullable(schema: object): object {
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) {
    const forms: readonly unknown[] = schema.anyOf;
    return { ...schema, anyOf: [...forms, { type: 'null' }] };
  }
  if ('oneOf' in schema) return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, ...nullType(schema), ...nullValue(schema) };
}

function nullType(schema: object): object {
  if (!('type' in schema)) return {};
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  return { type: types.includes('null') ? types : [...types, 'null'] };
}

function nullValue(schema: object): object {
  if (!('enum' in schema) || !Array.isArray(schema.enum)) return {};
  const values: readonly unknown[] = schema.enum;
  return { enum: values.includes(null) ? values : [...values, null] };
}

/** Whether a field may be null in its own right, rather than only to take a default away. */
export function allowsNull(property: PropertySchema): boolean {
  const { type, anyOf, oneOf } = property;
  if (property.enum !== undefined) return property.enum.includes(null);
  if (type !== undefined) return type === 'null' || (Array.isArray(type) && type.includes('null'));
  const forms = anyOf ?? oneOf;
  return forms === undefined || forms.some(allowsNull);
}

/** The schema as plain JSON, with what is undefined left out. */
export function cleanJson(schema: object): JsonObject {
  // What JSON.parse gives from JSON.stringify of an object is a JSON object.
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

function mapValues(
  values: { readonly [name: string]: PropertySchema },
  change: (value: PropertySchema) => object,
): object {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}
