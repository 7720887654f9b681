import { InvalidArgumentError } from 'commander';

/** A number that a flag is given. Throws what commander tells. */
export function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It is not a whole number.');
  return Number(text);
}

/** The same of what there has to be one of. */
export function positive(text: string): number {
  const value = wholeNumber(text);
  if (value < 1) throw new InvalidArgumentError('It has to be at least 1.');
  return value;
}
