import type { Value } from '../model.ts';
import { Finding, Joined } from '../placeholders.ts';

/** The look-ups that stand in a value of a call. */
export function findingsIn(value: Value | undefined): readonly Finding[] {
  if (Finding.is(value)) return [value];
  if (Joined.is(value)) return value.parts.flatMap(findingsIn);
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value as { readonly [name: string]: Value }).flatMap(findingsIn);
}
