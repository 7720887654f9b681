import type { ErrorObject } from 'ajv';
import { isList, isMapping } from '../yaml/yaml-value.ts';
import { bounds, excess, size } from './bounds.ts';
import { choices, FEW, oneOf } from './suggestion.ts';
import { references, unknownKey, type Sections } from './unknown-key.ts';
import type { Problem } from './problem.ts';
import type { Finding } from './failed-unions.ts';

/** One finding of the schema as one sentence for a reader. Values are named only where they cannot be secrets. */
export function explain(finding: Finding, sections: Sections): Problem {
  const { error, keyword } = finding;
  const isName = error.propertyName !== undefined;
  const path = [...steps(error.instancePath), ...(error.propertyName === undefined ? [] : [error.propertyName])];
  const name = path.at(-1);
  const field = fieldOf(finding, path);
  const value: Pick<Problem, 'path' | 'part'> = { path, part: isName ? 'key' : 'value' };
  switch (keyword) {
    case 'additionalProperties':
      return unknownKey(error, path, sections);
    case 'type':
      return { code: 'wrong-type', ...value, ...wrongType(finding, field), ...(isMisshapen(finding) && hidden) };
    case 'const':
      if (name === 'version') return { code: 'bad-version', ...value, ...badVersion };
      return { code: 'not-allowed', ...value, ...notAllowed(finding, field) };
    case 'enum':
      if (isName) return { code: 'not-allowed', ...value, ...unknownName(finding, path) };
      return { code: 'not-allowed', ...value, ...notAllowed(finding, field) };
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
      return { code: 'out-of-range', ...value, message: `${field} ${excess(error)}`, remedy: bounds(error) };
    case 'minLength':
    case 'maxLength':
    case 'minItems':
    case 'maxItems':
      return { code: 'out-of-range', ...value, message: `${field} ${size(error)}` };
    case 'minProperties':
    case 'maxProperties':
      return {
        code: 'wrong-type',
        path,
        part: 'key',
        message: `${field} takes one reference to a secret`,
        remedy: references,
      };
    case 'pattern':
      return {
        code: 'bad-pattern',
        ...value,
        message: `${field} does not have the right form`,
        remedy: form(error),
      };
    case 'required':
      return {
        code: 'missing-field',
        path,
        part: 'key',
        message: `${field} lacks \`${String(error.params['missingProperty'])}\``,
        remedy: 'Add it',
      };
    case 'uniqueItems':
      return {
        code: 'duplicate',
        ...value,
        message: `${field} holds the same item twice`,
        remedy: 'Remove one of the two',
      };
    case 'anyOf':
    case 'oneOf':
      return { code: 'missing-field', path, part: 'key', message: `${field} ${choice(finding)}` };
    default:
      return { code: 'not-allowed', ...value, message: `${field} ${error.message ?? 'is not allowed here'}` };
  }
}

const badVersion = { message: 'This version of the language is not known', remedy: 'Write `version: 1`' };

const hidden = { hides: true } as const;

/** Whether a map or a list stands for a plain value, or the other way round: in the place of a structure with secrets a secret may stand. */
function isMisshapen({ error, expected }: Finding): boolean {
  const data: unknown = error.data;
  if (data === null) return false;
  return isMapping(data) || isList(data) || expected.includes('object') || expected.includes('array');
}

function wrongType(finding: Finding, field: string): { message: string; remedy?: string } {
  const { data } = finding.error;
  const words = [...new Set(finding.expected.filter((type) => type !== 'null').map((type) => typeWord(String(type))))];
  const last = words.pop();
  const wanted = words.length === 0 ? (last ?? 'something') : `${words.join(', ')} or ${last ?? ''}`;
  const message = `${field} has to be ${wanted}, and is ${described(data)}`;
  const values = valuesOf(finding.error.parentSchema);
  if (values.length > 0 && values.length <= FEW) return { message, remedy: `Use ${oneOf(values)}` };
  if (data === null) return { message, remedy: isEntry(finding) ? emptyEntry : 'Give it a value, or remove the key' };
  if (finding.expected.includes('boolean')) return { message, remedy: 'Write `true` or `false`' };
  if (finding.expected.includes('string') && typeof data !== 'object') {
    const said = fitsInQuotes(finding.error) ? undefined : formSaid(finding.error);
    return { message, remedy: said === undefined ? 'Put the value in quotes' : `Write it as ${said}` };
  }
  if (typeof data === 'string' && finding.expected.some((type) => type === 'integer' || type === 'number'))
    return { message, remedy: isNumber(data) ? 'Write it without quotes' : 'Write it in digits, without quotes' };
  return { message, ...otherShape(finding) };
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text));
}

/** To remove the key would let a default behind it hold, which may be the opposite of what is meant. */
const emptyEntry =
  'Write its fields, `{}` where it has none of its own, or `{ state: absent }` where there is to be none';

/** Whether a value stands in the place of an entry that can be said to be absent. */
function isEntry({ error }: Finding): boolean {
  const schema: unknown = error.parentSchema;
  return isMapping(schema) && isMapping(schema['properties']) && 'state' in schema['properties'];
}

/** How a map or a list is written, where something else stands in its place; nothing where a plain value may stand there as well. */
function otherShape({ error, expected }: Finding): { readonly remedy?: string } {
  const schema: unknown = error.parentSchema;
  if (expected.some((type) => type !== 'object' && type !== 'array' && type !== 'null')) return {};
  const isItem = /\/\d+$/.test(error.instancePath);
  if (isItem && isMapping(schema) && typeof schema['title'] === 'string' && isMapping(schema['properties'])) {
    const [first = 'name'] = Object.keys(schema['properties']);
    return { remedy: `Write the fields of each ${schema['title']}: \`- ${first}: …\`` };
  }
  const alone = isMapping(schema) ? fieldsAlone(schema) : [];
  if (expected.includes('object') && alone.length > 0)
    return { remedy: `Write ${alone.map((name) => `\`{ ${name}: … }\``).join(' or ')}` };
  const secret = isMapping(schema) && !isMapping(error.data) ? secretField(schema) : undefined;
  if (expected.includes('object') && secret !== undefined)
    return { remedy: `Write \`{ ${secret}: { env: … } }\`, with its other fields beside it` };
  if (expected.includes('object'))
    return { remedy: `${ofItsOwn(schema)}\`name: value\` in it, each on a line of its own` };
  return isMapping(error.data) ? {} : { remedy: 'Write it in brackets, `[…]`' };
}

/** What has fields, and is no entry, which may need some, is written as an empty map where it is to have none. */
function ofItsOwn(schema: unknown): string {
  const isFree = isMapping(schema) && isMapping(schema['properties']) && schema['title'] === undefined;
  return isFree && schema['required'] === undefined ? 'Write `{}` for one without fields, or ' : 'Write ';
}

/** The fields of a map that has just one of them; none where it may have more. */
function fieldsAlone({ properties, oneOf: forms }: { readonly [word: string]: unknown }): readonly string[] {
  const names = isMapping(properties) ? Object.keys(properties) : [];
  return names.length === 1 || (isList(forms) && forms.length === names.length) ? names : [];
}

/** The field of an entry for a secret that is called its value: what stands in the place of the entry is mostly meant as that. */
function secretField({ properties }: { readonly [word: string]: unknown }): string | undefined {
  const value = isMapping(properties) ? properties['value'] : undefined;
  return isMapping(value) && value['x-secret'] === true ? 'value' : undefined;
}

/** The values that a schema lists; none where it lists none. */
function valuesOf(schema: unknown): readonly string[] {
  const listed = isMapping(schema) ? schema['enum'] : undefined;
  return isList(listed) ? listed.filter((value) => value !== null).map(String) : [];
}

function typeWord(type: string): string {
  switch (type) {
    case 'object':
      return 'a map';
    case 'array':
      return 'a list';
    case 'string':
      return 'text';
    case 'integer':
      return 'a whole number';
    case 'number':
      return 'a number';
    case 'boolean':
      return '`true` or `false`';
    default:
      return type;
  }
}

function described(data: unknown): string {
  if (data === null || data === undefined) return 'empty';
  if (isList(data)) return 'a list';
  if (isMapping(data)) return 'a map';
  return typeof data === 'string' ? 'text' : typeof data === 'number' ? 'a number' : '`true` or `false`';
}

function notAllowed(finding: Finding, field: string): { message: string; remedy?: string | undefined } {
  const data: unknown = finding.error.data;
  const values = alike(data, finding.expected).map(String);
  if (typeof data !== 'string') {
    return {
      message: `${field} cannot have this value`,
      remedy: values.length <= FEW ? `Use ${oneOf(values)}` : undefined,
    };
  }
  // A secret field has no list of values, so this is no secret.
  const shown = data.length > 60 ? `${data.slice(0, 57)}...` : data;
  return {
    message: `\`${shown}\` is not a value of ${field.replace(/^An item of /, '')}`,
    // Shown without its quotes, it would be told to be written as it stands.
    remedy: values.includes(data) ? `Write \`${data}\` without quotes` : choices(data, values),
  };
}

function unknownName(
  { error, expected }: Finding,
  path: readonly string[],
): { message: string; remedy?: string | undefined } {
  const name = String(error.propertyName);
  return {
    message: `\`${name}\` is no name that \`${path.at(-2) ?? ''}\` takes`,
    remedy: choices(name, expected.map(String)),
  };
}

/** Of the values that a field takes, those of the sort that was written, where it takes any: a word is no misspelt number. */
function alike(data: unknown, expected: readonly unknown[]): readonly unknown[] {
  const values = expected.filter((value) => value !== null);
  // A number in quotes may have been meant for one.
  const sort = typeof data === 'string' && /^\d+$/.test(data) ? 'number' : typeof data;
  const same = values.filter((value) => typeof value === sort);
  return same.length > 0 ? same : values;
}

function form(error: ErrorObject): string {
  const said = formSaid(error);
  return said === undefined ? `Make it match ${String(error.schema)}` : `Write it as ${said}`;
}

function formSaid({ parentSchema }: ErrorObject): string | undefined {
  const schema: unknown = parentSchema;
  const said = isMapping(schema) ? schema['x-form'] : undefined;
  return typeof said === 'string' ? said : undefined;
}

/** Whether a value that is no text would have the form that is asked for if it stood in quotes. */
function fitsInQuotes({ parentSchema, data }: ErrorObject): boolean {
  const schema: unknown = parentSchema;
  const pattern = isMapping(schema) ? schema['pattern'] : undefined;
  return typeof pattern === 'string' && new RegExp(pattern, 'u').test(String(data));
}

function choice(finding: Finding): string {
  const names = finding.expected.flatMap((one) => {
    const required = isMapping(one) ? one['required'] : undefined;
    return isList(required) ? required.map(String) : [];
  });
  return `needs ${finding.keyword === 'oneOf' ? 'exactly one' : 'one'} of ${oneOf(names)}`;
}

/** What a reader calls the value: by its field, and where it is an item of a list, by the list. */
function fieldOf({ error, keyword }: Finding, path: readonly string[]): string {
  const schema: unknown = error.parentSchema;
  // `alice: owner` is short for a field that is not written.
  const title = isMapping(schema) && (keyword === 'enum' || keyword === 'pattern') ? schema['title'] : undefined;
  if (typeof title === 'string' && error.propertyName === undefined) return `\`${title}\``;
  const name = path.findLast((step) => !/^\d+$/.test(step)) ?? path.at(-1);
  if (name === undefined) return 'The file';
  if (name === '') return 'A name';
  return name === path.at(-1) ? `\`${name}\`` : `An item of \`${name}\``;
}

/** The steps of a JSON pointer. */
export function steps(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}
