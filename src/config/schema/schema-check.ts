import { Ajv, type ValidateFunction } from 'ajv';
import type { Kind } from '../../kind.ts';
import { configSchema } from './config-schema.ts';

/** The options that the check of a configuration is compiled with, here and by scripts/build.mjs. */
export const checkOptions = {
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  // The rules of an entry stand beside its fields, in the other half of an `allOf`.
  strictTypes: false,
  strictRequired: false,
} as const;

/** A compiler that knows the words of our schemas. */
export function schemaCompiler(schema: unknown, ajv: Ajv): Ajv {
  return ajv.addVocabulary([...annotationsOf(schema), 'deprecationMessage', 'patternErrorMessage']);
}

/** The check of a configuration made of these kinds. The bundle has it compiled ahead of time, in place of this file. */
export function schemaCheck(kinds: readonly Kind[]): ValidateFunction {
  const schema = configSchema(kinds);
  return schemaCompiler(schema, new Ajv(checkOptions)).compile(schema);
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
