import type { Fault, PropertySchema } from '../kind.ts';

/** A field that takes a day, or null for none. */
export const daySchema: PropertySchema = {
  type: ['string', 'null'],
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  'x-form': 'YYYY-MM-DD',
};

/** A day that no calendar has: the schema sees the form of a date alone. */
export function noSuchDay({ expires_at: day }: { readonly expires_at?: string | null }): readonly Fault[] {
  if (typeof day !== 'string' || isDay(day)) return [];
  return [{ field: 'expires_at', message: `There is no ${day}`, remedy: 'Write a day of the calendar' }];
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}
