import type { Value } from '../../model.ts';

/** What a file says, as plain data. Its type is that of a spec, which it becomes once its secrets are references. */
export type YamlValue = Value;

/** A map of a file. */
export type YamlMap = { readonly [name: string]: YamlValue };

/** Whether a value is a map. */
export function isMapping(value: unknown): value is YamlMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a list. */
export function isList(value: unknown): value is readonly YamlValue[] {
  return Array.isArray(value);
}
