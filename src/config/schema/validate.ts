import type { ErrorObject } from 'ajv';
import type { Kind } from '../../kind.ts';
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
  const check = schemaCheck(kinds);
  const made: Validator = (data) => (check(data) ? [] : problemsIn(check.errors ?? [], kinds));
  validators.set(kinds, made);
  return made;
}

/** Compiling a schema takes longer than most configurations take to check. */
const validators = new WeakMap<readonly Kind[], Validator>();

/** What the failures of a check mean for a reader. */
export function problemsIn(errors: readonly ErrorObject[], kinds: readonly Kind[]): readonly Problem[] {
  const sections = new Map(kinds.map((kind) => [kind.section, kind.host === undefined ? kind.scopes : []]));
  return reduce(errors).map((error) => explain(error, sections));
}
