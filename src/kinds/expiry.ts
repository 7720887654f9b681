import type { PropertySchema } from '../kind.ts';

/** The day from which on a key or token is worth nothing, and which cannot be changed in place. */
export const EXPIRES_AT = {
  type: ['string', 'null'],
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  'x-form': 'YYYY-MM-DD',
  'x-ends': true,
  'x-immutable': true,
} as const satisfies PropertySchema;

/** The day of a time of the platform; null for none. What ends at another hour than midnight ends on that day. */
export function day(time: string | null): string | null {
  return time?.slice(0, 10) ?? null;
}
