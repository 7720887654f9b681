import type { Diagnostic } from '../../src/base/diagnostic.ts';
import { loadConfig } from '../../src/config/load.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { PropertySchema } from '../../src/kind.ts';
import { isJsonObject, type Json } from '../../src/sandbox/store/json.ts';
import { filesOf } from '../support/keelson.ts';
import type { Accepted } from './accepted.ts';

/** A value that the platform took, and that `validate` refuses. */
export interface Refused {
  readonly attribute: string;
  readonly value: Json;
  readonly why: string;
}

/** An accepted request as a document, without what `validate` refuses of it. */
export interface AcceptedDocument {
  /** Undefined where nothing of it may be declared. */
  readonly text: string | undefined;
  readonly declared: readonly string[];
  readonly refused: readonly Refused[];
}

/** Writes an accepted request as a document; secrets go into `env`. */
export function documentOf(accepted: Accepted, env: { [name: string]: string }): AcceptedDocument {
  const refused: Refused[] = [];
  let left = Object.keys(accepted.attributes);
  while (left.length > 0) {
    const names = [...Object.keys(accepted.beside), ...left];
    const text = written(accepted, names, env);
    const { diagnostics } = loadConfig('keelson.yaml', kinds, filesOf({ 'keelson.yaml': text }), env);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    if (errors.length === 0) return { text, declared: left, refused };
    const why = new Map(left.flatMap((name) => reason(name, names.indexOf(name), errors)));
    for (const [attribute, message] of why)
      refused.push({ attribute, value: accepted.attributes[attribute] ?? null, why: message });
    left = left.filter((name) => !why.has(name));
  }
  return { text: undefined, declared: [], refused };
}

/** What is wrong with the attribute of a line; what is wrong with none of them is wrong with each. */
function reason(name: string, index: number, errors: readonly Diagnostic[]): [string, string][] {
  const own = errors.filter(({ place }) => place?.line === index + LINES_BEFORE + 1);
  const all = errors.filter(({ place }) => (place?.line ?? 0) <= LINES_BEFORE);
  return [...own, ...all].slice(0, 1).map(({ message }) => [name, message]);
}

const LINES_BEFORE = 1;

/** One attribute a line, after one line with all that is around them. */
function written(
  { section, at, attributes, beside }: Accepted,
  names: readonly string[],
  env: { [name: string]: string },
) {
  const schemas = kinds.find((kind) => kind.section === section)?.schema.properties ?? {};
  const lines = names.map((name) => {
    const value = { ...beside, ...attributes }[name] ?? null;
    return `${JSON.stringify(name)}: ${JSON.stringify(referred(schemas[name] ?? {}, value, env))},`;
  });
  const opening = at.map((key) => `${JSON.stringify(key)}: {`).join(' ');
  return [`{ "version": 1, ${opening}`, ...lines, '}'.repeat(at.length + 1)].join('\n');
}

/** A value as a configuration has it: a secret is a reference. */
function referred(schema: PropertySchema, value: Json, env: { [name: string]: string }): Json {
  const { additionalProperties: inner } = schema;
  if (isJsonObject(value) && typeof inner === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, referred(inner, item ?? null, env)]));
  if (schema['x-secret'] !== true || typeof value !== 'string') return value;
  const name = `SECRET_${Object.keys(env).length}`;
  env[name] = value;
  return { env: name };
}
