import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Kind } from '../../kind.ts';
import { isKnownRight } from './ahead-of-time.ts';
import { explain } from './explain.ts';
import type { Problem } from './problem.ts';
import { reduce } from './failed-unions.ts';
import { schemaCheck } from './schema-check.ts';

/** What is wrong with a document, each with the path at which it is wrong. */
export type Validator = (data: unknown) => readonly Problem[];

/** A validator for configurations made of these kinds. */
export function validator(kinds: readonly Kind[]): Validator {
  const known = validators.get(kinds);
  if (known !== undefined) return known;
  let telling: ValidateFunction | undefined;
  const made: Validator = (data) => {
    if (isKnownRight(data)) return [];
    telling ??= schemaCheck(kinds);
    return telling(data) ? [] : problemsIn(telling.errors ?? [], kinds);
  };
  validators.set(kinds, made);
  return made;
}

/** Making a check takes longer than most configurations take to be checked. */
const validators = new WeakMap<readonly Kind[], Validator>();

/** What the failures of a check mean for a reader. */
export function problemsIn(errors: readonly ErrorObject[], kinds: readonly Kind[]): readonly Problem[] {
  const sections = new Map(kinds.map((kind) => [kind.section, kind.host === undefined ? kind.scopes : []]));
  return reduce(errors).map((error) => explain(error, sections));
}
