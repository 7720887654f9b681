import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { Refused } from './object-type.ts';

/** The id by which GraphQL knows something. */
export function globalId(model: string, id: number): string {
  return `gid://gitlab/${model}/${id}`;
}

/** The number in the global id of a model; undefined for what is none. */
export function numberIn(model: string, value: Json | undefined): number | undefined {
  const text = textOf(value);
  const start = globalId(model, 0).slice(0, -1);
  const digits = text.startsWith(start) ? text.slice(start.length) : '';
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

/** The numbers in a list of global ids; one that is of something else refuses them all (Query.groups, 18.9). */
export function numbersIn(model: string, value: Json | undefined): readonly number[] | Refused | undefined {
  if (value === undefined || value === null) return undefined;
  // Array.isArray widens a readonly list to any[].
  const sent = Array.isArray(value) ? (value as readonly Json[]) : [value];
  const numbers: number[] = [];
  for (const one of sent) {
    const number = numberIn(model, one);
    if (number === undefined) return { refused: problemOf(model, textOf(one)) };
    numbers.push(number);
  }
  return numbers;
}

function problemOf(model: string, text: string): string {
  return /^gid:\/\/gitlab\/.+\/\d+$/.test(text)
    ? `${text} is not a valid ID for ${model}.`
    : `${text} is not a valid GitLab ID.`;
}
