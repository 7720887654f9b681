import type { Json } from '../model.ts';

/** A switch that was never set reads as null and counts as off; a text that says which it is is that one, and anything else is not shown. */
export function flag(value: Json | undefined): boolean | undefined {
  if (value === true || value === 'true') return true;
  return value === false || value === 'false' || value === null ? false : undefined;
}

/** An empty text and none are the same. */
export function text(value: Json | undefined): string | null | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}
