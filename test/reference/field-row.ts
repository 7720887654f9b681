import { TIER_NAMES, type PropertySchema } from '../../src/kind.ts';
import { isMap } from '../../src/base/shape.ts';

/** A field by the name that its row has: those within a map or a list have theirs after a dot. */
export interface Field {
  readonly name: string;
  readonly schema: PropertySchema;
  readonly required: boolean;
}

export const HEAD = `| field | type | default | meaning |
| --- | --- | --- | --- |`;

/** The fields of a schema with those within them. */
export function withInner(fields: readonly Field[]): readonly Field[] {
  return fields.flatMap((field) => [field, ...withInner(inner(field))]);
}

function inner({ name, schema }: Field): readonly Field[] {
  const forms = [schema, schema.items, ...(schema.anyOf ?? []), ...(schema.items?.anyOf ?? [])];
  const more = (schema.anyOf ?? []).flatMap(({ items }) => [items, ...(items?.anyOf ?? [])]);
  // What may stand alone or in a list is one form.
  return [...new Set([...forms, ...more])].flatMap((form) =>
    Object.entries(form?.properties ?? {}).map(([field, within]) => ({
      name: `${name}.${field}`,
      schema: within,
      required: form?.required?.includes(field) ?? false,
    })),
  );
}

/** A row of the table of a section's fields. */
export function row({ name, schema, required }: Field): string {
  const cells = [`\`${name}\``, typeOf(schema), defaultOf(schema), meaning(schema, required)];
  return `| ${cells.map(cell).join(' | ')} |`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}

/** What may be written, in words. */
export function typeOf(schema: PropertySchema): string {
  const { enum: values, anyOf, oneOf } = schema;
  if (schema['x-secret'] === true) return 'secret';
  if (values !== undefined) return listed(values);
  const forms = anyOf ?? oneOf;
  if (forms !== undefined) return [...new Set(forms.map(typeOf))].join(' or ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  return types.length === 0 ? 'anything' : types.map((type) => typeWord(type, schema)).join(' or ');
}

function listed(values: readonly unknown[]): string {
  return values.map((value) => `\`${String(value)}\``).join(', ');
}

function typeWord(type: string, schema: PropertySchema): string {
  switch (type) {
    case 'boolean':
      return '`true` or `false`';
    case 'integer':
      return `whole number${bounds(schema)}`;
    case 'number':
      return `number${bounds(schema)}`;
    case 'array':
      return schema.items === undefined ? 'list' : `list of: ${typeOf(schema.items)}`;
    case 'object':
      return isMap(schema.additionalProperties) ? `map of: ${typeOf(schema.additionalProperties)}` : 'map';
    case 'null':
      return '`null`';
    default:
      return `text${length(schema)}`;
  }
}

function bounds({ minimum, maximum }: PropertySchema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${minimum} to ${maximum}`;
  if (minimum !== undefined) return `, at least ${minimum}`;
  return maximum === undefined ? '' : `, at most ${maximum}`;
}

function length({ maxLength, 'x-form': form }: PropertySchema): string {
  if (form !== undefined) return ` (${form})`;
  return maxLength === undefined ? '' : `, at most ${maxLength} characters`;
}

function defaultOf(schema: PropertySchema): string {
  const value: unknown = schema['x-default'] ?? schema.default;
  if (value === undefined) return '';
  return `\`${JSON.stringify(value)}\``;
}

function meaning(schema: PropertySchema, required: boolean): string {
  const { description = '', deprecated, writeOnly } = schema;
  const since = schema['x-since'];
  const tier = schema['x-tier'];
  const groupTier = schema['x-group-tier'];
  const replacement = schema['x-replacement'];
  const requires = schema['x-requires'] ?? [];
  return [
    sentence(description),
    ...(required ? ['Required.'] : []),
    ...(tier === undefined
      ? []
      : [`${TIER_NAMES[tier]} and above${freeFrom(schema)}.`.replace('Ultimate and above', 'Ultimate')]),
    ...(groupTier === undefined ? [] : [`In a group ${TIER_NAMES[groupTier]} and above.`]),
    ...(since === undefined ? [] : [`Since GitLab ${since}.`]),
    ...values(schema),
    ...(schema['x-administrator'] === true ? ['Only administrators may set it.'] : []),
    ...(requires.length === 0 ? [] : [`Needs ${requires.map((name) => `\`${name}\``).join(', ')} beside it.`]),
    ...(schema['x-immutable'] === true ? ['A change makes the entry anew.'] : []),
    ...(writeOnly === true && schema['x-secret'] !== true
      ? ['GitLab does not show it: it is sent, and not compared.']
      : []),
    ...(deprecated !== true
      ? []
      : [replacement === undefined ? 'Deprecated.' : `Deprecated: write \`${replacement}\`.`]),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

/** What single values need that others do not. */
function values({ 'x-values': needs = {} }: PropertySchema): string[] {
  return Object.entries(needs).map(([value, { 'x-since': since, 'x-tier': tier }]) => {
    const licence = tier === undefined ? [] : [`with ${TIER_NAMES[tier]} and above`];
    return `\`${value}\` ${[...licence, ...(since === undefined ? [] : [`since GitLab ${since}`])].join(', ')}.`;
  });
}

function freeFrom({ 'x-free-from': version }: PropertySchema): string {
  return version === undefined ? '' : `, and every tier since GitLab ${version}`;
}

/** Some sentences stand without their full stop. */
export function sentence(text: string): string {
  return text === '' || /[.!?:]$/.test(text) ? text : `${text}.`;
}
