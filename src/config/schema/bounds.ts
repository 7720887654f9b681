import type { ErrorObject } from 'ajv';
import { isMapping } from '../yaml/yaml-value.ts';

/** How a number breaks its bounds. */
export function excess(error: ErrorObject): string {
  if (error.keyword.endsWith('aximum')) return 'is too large';
  return error.keyword.endsWith('inimum') ? 'is too small' : `has to be a multiple of ${String(error.schema)}`;
}

/** The numbers that would have been right. */
export function bounds(error: ErrorObject): string | undefined {
  const schema: unknown = error.parentSchema;
  if (!isMapping(schema)) return undefined;
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && typeof maximum === 'number') return `Use a number from ${minimum} to ${maximum}`;
  if (typeof minimum === 'number') return `Use at least ${minimum}`;
  return typeof maximum === 'number' ? `Use at most ${maximum}` : undefined;
}

/** How a text or a list is too short, or too long. */
export function size(error: ErrorObject): string {
  const limit = Number(error.params['limit']);
  const what = error.keyword.endsWith('Length') ? 'character' : 'item';
  const number = `${limit} ${what}${limit === 1 ? '' : 's'}`;
  if (error.keyword === 'minLength' && limit === 1) return 'cannot be empty';
  return error.keyword.startsWith('min') ? `has to have at least ${number}` : `has to have at most ${number}`;
}
