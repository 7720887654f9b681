import type { Value } from '../model.ts';

/** What a file says, as plain data. Its type is that of a spec, which it becomes once its secrets are references. */
export type Written = Value;

/** A map of a file. */
export type WrittenMap = { readonly [name: string]: Written };

/** Whether a value is a map. */
export function isMapping(value: unknown): value is WrittenMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: unknown): value is readonly Written[] {
  return Array.isArray(value);
}
