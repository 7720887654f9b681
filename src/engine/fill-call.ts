import { isList } from '../base/shape.ts';
import type { FilledCall } from '../api/client.ts';
import { Secret } from '../base/secret.ts';
import type { Call, Json, JsonObject, Value } from '../model.ts';
import { Finding, Joined, OwnSecret, Ref } from '../placeholders.ts';

/** Where the values come from that stand in a call as references. */
export interface Sources {
  reveal(secret: Secret): string;
  /** A field of what the change with this address has made; undefined where it has made nothing. */
  made(address: string, field: string): Json | undefined;
  /** A field of what this change's own earlier calls were answered with. */
  own(field: string): Json | undefined;
  /** A field of the one object that a read shows. Throws where there is not exactly one, or another than was seen. */
  find(finding: Finding): Promise<Json>;
}

/** A call as it can be sent. Throws where a reference cannot be filled: apply sends no call before what it needs is done. */
export async function fill(call: Call, sources: Sources): Promise<FilledCall> {
  const filled = call.body && (await filledObject(call.body, sources));
  const inPath = new Set<string>();
  const path = call.path.replace(/\{(\w+)\}/g, (_, field: string) => {
    inPath.add(field);
    return encodeURIComponent(textOf(filled?.[field] ?? sources.own(field), field));
  });
  const body = filled && Object.fromEntries(Object.entries(filled).filter(([field]) => !inPath.has(field)));
  return { method: call.method, path, query: call.query, body, ...(call.attaches && { attaches: call.attaches }) };
}

async function filled(value: Value, sources: Sources): Promise<Json> {
  if (value instanceof Secret) return sources.reveal(value);
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return Promise.all(value.map((item) => filled(item, sources)));
  if (Ref.is(value)) {
    const { address, field } = value;
    const made = sources.made(address, field);
    if (made === undefined) throw new Error(`${address} has no ${field} yet`);
    return made;
  }
  if (OwnSecret.is(value)) return textOf(sources.own(value.field), value.field);
  if (Finding.is(value)) return sources.find(value);
  if (Joined.is(value)) {
    const parts = await Promise.all(value.parts.map((part) => filled(part, sources)));
    return parts.map((part) => textOf(part, 'value')).join(',');
  }
  return filledObject(value, sources);
}

async function filledObject(value: { readonly [name: string]: Value }, sources: Sources): Promise<JsonObject> {
  const entries = Object.entries(value).map(async ([name, inner]) => [name, await filled(inner, sources)] as const);
  return Object.fromEntries(await Promise.all(entries));
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
