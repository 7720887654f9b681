import type { FilledCall } from '../../api/client.ts';
import { Secret } from '../../base/secret.ts';
import type { Call, Json, JsonObject, Value } from '../../model.ts';
import { isRef } from '../plan/needs.ts';

/** Where the values come from that stand in a call as references. */
export interface Sources {
  reveal(secret: Secret): string;
  /** A field of what the change with this address has made; undefined where it has made nothing. */
  made(address: string, field: string): Json | undefined;
  /** A field of what this change's own earlier calls were answered with. */
  own(field: string): Json | undefined;
}

/** A call as it can be sent. Throws where a reference cannot be filled: apply sends no call before what it needs is done. */
export function fill(call: Call, sources: Sources): FilledCall {
  const path = call.path.replace(/\{(\w+)\}/g, (_, field: string) =>
    encodeURIComponent(textOf(sources.own(field), field)),
  );
  const body = call.body && (filled(call.body, sources) as JsonObject);
  return { method: call.method, path, query: call.query, body };
}

function filled(value: Value, sources: Sources): Json {
  if (value instanceof Secret) return sources.reveal(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly Value[]).map((item) => filled(item, sources));
  if (isRef(value)) {
    const { address, field } = value.$ref;
    const made = sources.made(address, field);
    if (made === undefined) throw new Error(`${address} has no ${field} yet`);
    return made;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner as Value, sources)]));
}

function textOf(value: Json | undefined, field: string): string {
  if (typeof value === 'number' || typeof value === 'string') return String(value);
  throw new Error(`no answer has shown ${field}`);
}

/** The secrets that a call holds. */
export function secretsIn(value: Value | undefined): Secret[] {
  if (value instanceof Secret) return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as { readonly [name: string]: Value }).flatMap(secretsIn);
}
