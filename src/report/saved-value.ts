import { Secret } from '../base/secret.ts';
import type { Json, Value } from '../model.ts';
import { isList } from '../base/shape.ts';

/** What a value becomes in a saved plan: a secret is its source, `{"$secret": …}`; a reference is JSON already. */
export function savedValue(value: Value): Json {
  // JSON.stringify asks a Secret for its toJSON, which never tells more than the source.
  return JSON.parse(JSON.stringify(value)) as Json;
}

/** The value that was saved; undefined where it holds a secret that stood in the configuration in plain text. */
export function restoredValue(json: Json): { readonly value: Value } | undefined {
  if (json === null || typeof json !== 'object') return { value: json };
  if (isList(json)) {
    const items = json.map(restoredValue).flatMap((item) => item ?? []);
    return items.length === json.length ? { value: items.map((item) => item.value) } : undefined;
  }
  const secret = secretOf(json);
  if (secret !== undefined) return secret === 'text' ? undefined : { value: secret };
  const fields = Object.entries(json).map(([name, field]) => [name, restoredValue(field)] as const);
  const whole = fields.flatMap(([name, field]) => (field === undefined ? [] : [[name, field.value] as const]));
  return whole.length === fields.length ? { value: Object.fromEntries(whole) } : undefined;
}

function secretOf(json: { readonly [name: string]: Json }): Secret | 'text' | undefined {
  const source = json['$secret'];
  if (source === undefined || source === null || typeof source !== 'object' || isList(source)) return undefined;
  if (source['type'] === 'text') return 'text';
  if (source['type'] === 'env' && typeof source['name'] === 'string')
    return new Secret({ type: 'env', name: source['name'] });
  if (source['type'] === 'file' && typeof source['path'] === 'string')
    return new Secret({ type: 'file', path: source['path'] });
  return undefined;
}
