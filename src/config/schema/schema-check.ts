import { Ajv, type ValidateFunction } from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { callRef } from 'ajv/dist/vocabularies/core/ref.js';
import type { Kind } from '../../kind.ts';
import { isMapping } from '../yaml/yaml-value.ts';
import { configSchema } from './config-schema.ts';

/** The options that the check of a configuration is compiled with. */
export const checkOptions = {
  allErrors: true,
  verbose: true,
  strict: true,
  allowUnionTypes: true,
  // The rules of an entry stand beside its fields, in the other half of an `allOf`.
  strictTypes: false,
  strictRequired: false,
} as const;

/** The words of a schema that say nothing to the check: the `x-` words are for the plan. */
export function silentWords(schema: unknown): string[] {
  const found = new Set(['deprecationMessage', 'patternErrorMessage']);
  JSON.stringify(schema, (name, value: unknown) => {
    if (name.startsWith('x-')) found.add(name);
    return value;
  });
  return [...found];
}

/**
 * The check of a configuration made of these kinds, which tells what is wrong. What the schema defines is compiled where it is first met:
 * all of it takes longer than the rest of a run, and a document has little of it.
 */
export function schemaCheck(kinds: readonly Kind[]): ValidateFunction {
  const schema = byParts(configSchema(kinds));
  const { definitions, ...top } = schema;
  // A test holds the schema against what a schema is. That takes as long as compiling it, and making better code that runs once no less.
  const quickly = { validateSchema: false, code: { optimize: false } };
  const ajv = new Ajv({ ...checkOptions, ...quickly, keywords: silentWords(schema) });
  ajv.addKeyword({
    keyword: 'part',
    schemaType: 'string',
    code(context) {
      const part = partOf(ajv, `${WHOLE}${String(context.schema)}`);
      callRef(context, context.gen.scopeValue('validate', { ref: part }));
    },
  });
  ajv.addSchema({ definitions }, WHOLE);
  return ajv.compile(top);
}

const WHOLE = 'configuration';

/** The schema with a word of its own for what it defines, which is no reason to compile that as well. */
function byParts(schema: object): { readonly definitions?: object } {
  const parted: unknown = JSON.parse(JSON.stringify(schema), (_, value: unknown) => {
    if (!isMapping(value) || typeof value['$ref'] !== 'string') return value;
    const { $ref, ...rest } = value;
    return { ...rest, part: $ref };
  });
  return typeof parted === 'object' && parted !== null ? parted : {};
}

/** As the compiler has it of what is compiled: a function, with what it has found last. */
interface Part {
  (data: unknown, where?: DataValidationCxt): boolean;
  errors?: ValidateFunction['errors'];
}

function partOf(ajv: Ajv, reference: string): Part {
  const part: Part = (data, where) => {
    const check = ajv.getSchema(reference);
    if (check === undefined) throw new Error(`the schema defines no ${reference}`);
    const isRight = check(data, where) === true;
    part.errors = check.errors;
    return isRight;
  };
  return part;
}
