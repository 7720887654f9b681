import type { Json } from '../model.ts';

/** A switch that was never set reads as null and counts as off. */
export function flag(value: Json | undefined): boolean | undefined {
  return value === undefined ? undefined : value === true;
}

/** An empty text and none are the same. */
export function text(value: Json | undefined): string | null | undefined {
  if (value === undefined) return undefined;
  return typeof value === 'string' && value !== '' ? value : null;
}
