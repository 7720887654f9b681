import { parseAllDocuments } from 'yaml';
import { isJsonObject, textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';

/** A configuration with its inputs filled in, or what is wrong with them. */
export type Filled = { readonly text: string } | { readonly error: string };

const types: Readonly<Record<string, readonly [article: string, is: (value: Json) => boolean]>> = {
  string: ['a string', (value) => typeof value === 'string'],
  number: ['a number', (value) => typeof value === 'number'],
  boolean: ['a boolean', (value) => typeof value === 'boolean'],
  array: ['an array', (value) => Array.isArray(value)],
};

/**
 * Puts inputs in the place of `$[[ inputs.name ]]`. Which there are is said in a header of the file, a YAML document of its own; what
 * is wrong with them is told in up to three sentences (POST /projects/:id/pipeline, 18.9).
 */
export function withInputs(text: string, given: JsonObject): Filled {
  const declared = headerOf(text);
  if (declared === undefined) {
    const none = 'Given inputs not defined in the `spec` section of the included configuration file';
    return Object.keys(given).length > 0 ? { error: none } : { text };
  }
  const values = new Map<string, Json>();
  const errors = Object.entries(declared.inputs).flatMap(([name, rule]) => {
    const spec = isJsonObject(rule) ? rule : {};
    const value = given[name] ?? spec['default'];
    if (value !== undefined) values.set(name, value);
    const problem = value === undefined ? 'required value has not been provided' : problemOf(value, spec);
    return problem === undefined ? [] : [`\`${name}\` input: ${problem}`];
  });
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared.inputs, name));
  if (unknown.length > 0) errors.push(`unknown input arguments: ${unknown.join(', ')}`);
  if (errors.length > 0) return { error: errors.slice(0, 3).join(', ') };
  return {
    text: declared.content.replace(/\$\[\[\s*inputs\.(\w+)\s*\]\]/g, (_, name: string) => shown(values.get(name))),
  };
}

/** The inputs that a header declares, and the document after it; undefined for a file without a header. */
function headerOf(text: string): { readonly inputs: JsonObject; readonly content: string } | undefined {
  const [header, content, ...more] = parseAllDocuments(text, { logLevel: 'silent' });
  if (header === undefined || content === undefined || more.length > 0 || header.errors.length > 0) return undefined;
  const read = header.toJS() as Json;
  const spec = isJsonObject(read) ? read['spec'] : undefined;
  if (!isJsonObject(spec)) return undefined;
  const inputs = isJsonObject(spec['inputs']) ? spec['inputs'] : {};
  return { inputs, content: text.slice(content.range[0]) };
}

function problemOf(value: Json, spec: JsonObject): string | undefined {
  const [article, is] = types[textOf(spec['type']) || 'string'] ?? types['string'] ?? ['', () => true];
  if (!is(value)) return `provided value is not ${article}`;
  const options = spec['options'];
  if (Array.isArray(options) && !(options as readonly Json[]).includes(value))
    return `\`${shown(value)}\` cannot be used because it is not in the list of allowed options`;
  const pattern = textOf(spec['regex']);
  if (pattern === '' || typeof value !== 'string' || new RegExp(pattern).test(value)) return undefined;
  return 'provided value does not match required RegEx pattern';
}

function shown(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
