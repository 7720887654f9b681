import { Secret } from '../base/secret.ts';
import { isList, isMap } from '../base/shape.ts';
import { holdsSecret } from '../base/hidden-values.ts';
import type { Json, JsonObject, Value } from '../model.ts';
import { Finding, Joined, OwnSecret, Ref } from '../placeholders.ts';
import type { Read } from '../read.ts';

/**
 * What a value becomes in a saved plan. A secret is its source, `{"$secret": …}`, and what is filled in later is `{"$ref": …}`,
 * `{"$find": …}`, `{"$own": …}` or `{"$joined": …}`; a URL with a password or a token in it is a secret in plain text; a key of data that begins with `$` gets another one, so that data can never be read as one of these.
 */
export function savedValue(value: Value): Json {
  if (typeof value === 'string' && holdsSecret(value)) return { $secret: { type: 'text', at: '' } };
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Secret) return { $secret: { ...value.source } };
  if (Ref.is(value)) return { $ref: { address: value.address, field: value.field } };
  if (Finding.is(value)) return savedFinding(value);
  if (OwnSecret.is(value)) return { $own: { field: value.field } };
  if (Joined.is(value)) return { $joined: value.parts.map(savedValue) };
  if (isList(value)) return value.map(savedValue);
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [escaped(name), savedValue(inner)]));
}

/** What a saved value is: itself, or the reason why there is none. */
export type Restored =
  | { readonly type: 'value'; readonly value: Value }
  /** It holds a secret that stood in the configuration in plain text, and is in no file. */
  | { readonly type: 'plain-secret' }
  /** No plan of this program holds such a thing. */
  | { readonly type: 'invalid' };

/** The value that was saved. */
export function restoredValue(json: Json): Restored {
  if (json === null || typeof json !== 'object') return found(json);
  if (isList(json)) return together(json.map(restoredValue), (values) => values);
  const names = Object.keys(json);
  const [tag = ''] = names;
  if (tag.startsWith('$') && !tag.startsWith('$$')) return names.length === 1 ? tagged(tag, json[tag]) : INVALID;
  if (names.some((name) => name.startsWith('$') && !name.startsWith('$$'))) return INVALID;
  return together(Object.values(json).map(restoredValue), (values) =>
    Object.fromEntries(values.map((value, index) => [unescaped(names[index] ?? ''), value])),
  );
}

const INVALID: Restored = { type: 'invalid' };

function found(value: Value): Restored {
  return { type: 'value', value };
}

function together(parts: readonly Restored[], whole: (values: readonly Value[]) => Value): Restored {
  const values: Value[] = [];
  for (const part of parts) {
    if (part.type !== 'value') return part;
    values.push(part.value);
  }
  return found(whole(values));
}

function escaped(name: string): string {
  return name.startsWith('$') ? `$${name}` : name;
}

function unescaped(name: string): string {
  return name.startsWith('$') ? name.slice(1) : name;
}

function savedFinding({ read, field, seen }: Finding): Json {
  const { path, query } = read;
  return { $find: { read: { path, ...(query && { query }) }, field, ...(seen !== undefined && { seen }) } };
}

function tagged(tag: string, inner: Json | undefined): Restored {
  switch (tag) {
    case '$secret':
      return isMap(inner) ? secretFrom(inner) : INVALID;
    case '$ref': {
      if (!isMap(inner)) return INVALID;
      const { address, field } = inner;
      return typeof address === 'string' && typeof field === 'string' ? found(new Ref(address, field)) : INVALID;
    }
    case '$find': {
      const finding = findingFrom(inner);
      return finding === undefined ? INVALID : found(finding);
    }
    case '$own':
      return isMap(inner) && typeof inner['field'] === 'string' ? found(new OwnSecret(inner['field'])) : INVALID;
    case '$joined':
      return isList(inner) ? joinedFrom(inner) : INVALID;
    default:
      return INVALID;
  }
}

function secretFrom(source: JsonObject): Restored {
  const { type, name, path } = source;
  if (type === 'text') return { type: 'plain-secret' };
  if (type === 'env' && typeof name === 'string') return found(new Secret({ type, name }));
  return type === 'file' && typeof path === 'string' ? found(new Secret({ type, path })) : INVALID;
}

function findingFrom(inner: Json | undefined): Finding | undefined {
  if (!isMap(inner)) return undefined;
  const { read, field, seen } = inner;
  if (!isMap(read) || typeof read['path'] !== 'string' || typeof field !== 'string') return undefined;
  if (seen !== undefined && typeof seen !== 'number' && typeof seen !== 'string') return undefined;
  const query = queryFrom(read['query']);
  return query && new Finding({ path: read['path'], ...(read['query'] !== undefined && { query }) }, field, seen);
}

/** The query of a read, an empty one where there is none; undefined where it is no query. */
function queryFrom(json: Json | undefined): NonNullable<Read['query']> | undefined {
  if (json === undefined) return {};
  if (!isMap(json)) return undefined;
  const words: [string, string | number | boolean][] = [];
  for (const [name, word] of Object.entries(json)) {
    if (typeof word === 'object') return undefined;
    words.push([name, word]);
  }
  return Object.fromEntries(words);
}

function joinedFrom(list: readonly Json[]): Restored {
  const parts = list.flatMap((item) => {
    const part = restoredValue(item);
    if (part.type !== 'value') return [];
    return typeof part.value === 'string' || Finding.is(part.value) ? [part.value] : [];
  });
  return parts.length === list.length ? found(new Joined(parts)) : INVALID;
}
