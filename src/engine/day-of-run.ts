import type { Instance } from '../model.ts';

/**
 * The day (YYYY-MM-DD, in UTC) that a run is about, by the clock of the platform: all that ends, and all that is due, is held against this one.
 * The empty string where nobody knows it.
 */
export function dayOfRun({ askedAt, onDay }: Pick<Instance, 'askedAt' | 'onDay'>): string {
  return onDay ?? dayOf(askedAt);
}

/** The day of an HTTP date in UTC; the empty string where there is none. */
export function dayOf(httpDate: string): string {
  const time = new Date(httpDate);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString().slice(0, 10);
}

/** The day so many days after another, or before it where they are fewer than none; both YYYY-MM-DD. */
export function daysAfter(day: string, days: number): string {
  const time = new Date(`${day}T00:00:00Z`);
  time.setUTCDate(time.getUTCDate() + days);
  return time.toISOString().slice(0, 10);
}
