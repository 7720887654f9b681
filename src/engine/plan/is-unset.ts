import type { Value } from '../../model.ts';

/** Whether a value is what a new entry has as well, where nothing else is said. */
export function isUnset(value: Value | undefined): boolean {
  return value === undefined || value === false || value === '' || (Array.isArray(value) && value.length === 0);
}
