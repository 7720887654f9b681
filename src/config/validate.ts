import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { Kind } from '../kind.ts';
import { explain } from './explain.ts';
import type { Problem } from './problem.ts';
import { reduce } from './reduce.ts';
import { configSchema } from './schema.ts';

/** What is wrong with a document, each with the path at which it is wrong. */
export type Validator = (data: unknown) => readonly Problem[];

/** A validator for configurations made of these kinds. */
export function validator(kinds: readonly Kind[]): Validator {
  const known = validators.get(kinds);
  if (known !== undefined) return known;
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    allowUnionTypes: true,
    // The rules of an entry stand beside its fields, in the other half of an `allOf`.
    strictTypes: false,
    strictRequired: false,
  });
  const schema = configSchema(kinds);
  ajv.addVocabulary([...annotationsOf(schema), 'deprecationMessage']);
  const check: ValidateFunction = ajv.compile(schema);
  const made: Validator = (data) => (check(data) ? [] : problems(check.errors ?? [], kinds));
  validators.set(kinds, made);
  return made;
}

/** Compiling a schema takes longer than most configurations take to check. */
const validators = new WeakMap<readonly Kind[], Validator>();

function problems(errors: readonly ErrorObject[], kinds: readonly Kind[]): readonly Problem[] {
  const sections = new Map(kinds.map((kind) => [kind.section, kind.hosts === undefined ? kind.scopes : []]));
  return reduce(errors).map((error) => explain(error, sections));
}

/** The `x-` words of a schema. They are for the plan; to the validator they say nothing. */
function annotationsOf(schema: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(schema, (name, value: unknown) => {
    if (name.startsWith('x-')) found.add(name);
    return value;
  });
  return found;
}
