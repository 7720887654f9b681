import { Secret } from './secret.ts';

/** Whether a value is a map of names: no list, and no secret. */
export function isMap<Value>(value: Value): value is Extract<Value, { readonly [name: string]: unknown }> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Secret);
}

/** Whether a value is a list; Array.isArray does not tell readonly ones from the rest. */
export function isList<Value>(value: Value): value is Extract<Value, readonly unknown[]> {
  return Array.isArray(value);
}
