import { createHash } from 'node:crypto';

/** JSON in which the order of names does not matter: two values that are alike give the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => (isPlainObject(inner) ? sortedByName(inner) : inner));
}

/** A hash of a value that does not depend on the order of its names. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function sortedByName(value: { readonly [name: string]: unknown }): { [name: string]: unknown } {
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
