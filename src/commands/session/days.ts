import { InvalidArgumentError } from 'commander';
import { daysIn, SPAN } from '../../base/span.ts';

/** A day that a flag is given. Throws what commander tells. */
export function calendarDay(text: string): string {
  const time = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(time.getTime()) || !time.toISOString().startsWith(text))
    throw new InvalidArgumentError('It is not a day of the calendar, written as YYYY-MM-DD.');
  return text;
}

/** How many days a flag is given. Throws what commander tells. */
export function span(text: string): number {
  const days = daysIn(text);
  if (days === undefined) throw new InvalidArgumentError(`It is not ${SPAN.form}.`);
  return days;
}
