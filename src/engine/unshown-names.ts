import type { Kind } from '../kind.ts';
import type { Attributes } from '../model.ts';
import { peopleNamed, referencesOf } from './kinds.ts';

/** What stands for somebody or something that could not be looked up: the number, which no configuration may have in the place of a name. */
const NUMBER = /^#\d+$/;

/** The fields that name what this token is not shown, each with the numbers that stand for it. */
export function unshownNames(kind: Kind, spec: Attributes): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { field, name } of [...referencesOf(kind, spec), ...peopleNamed(kind, spec)])
    if (NUMBER.test(name)) found.set(field, [...new Set([...(found.get(field) ?? []), name])]);
  return found;
}
