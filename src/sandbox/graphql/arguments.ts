import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { Written } from './parse.ts';

/** A written value with its variables filled in; undefined for a variable that was not sent. */
export function valueOf(written: Written, variables: JsonObject): Json | undefined {
  switch (written.kind) {
    case 'variable':
      return variables[written.name];
    case 'literal':
      return written.value;
    case 'list':
      return written.items.map((item) => valueOf(item, variables) ?? null);
    case 'object':
      return argumentsOf(written.fields, variables);
  }
}

/** The arguments of a field as one object. */
export function argumentsOf(written: Readonly<Record<string, Written>>, variables: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(written).map(([name, value]) => [name, valueOf(value, variables)]));
}

/** What an input object takes. */
export interface InputField {
  readonly type: string;
  readonly required?: true;
  /** Why a value is not of the type; undefined when it is. */
  readonly problem: (value: Json) => string | undefined;
}

/** A value of an input object that is not as it must be. */
export interface InputProblem {
  readonly path: string;
  readonly explanation: string;
}

/** Holds an input object against its fields. */
export function inputProblems(
  typeName: string,
  fields: Readonly<Record<string, InputField>>,
  input: Json | undefined,
): readonly InputProblem[] {
  if (!isJsonObject(input)) return [{ path: '', explanation: 'Expected value to not be null' }];
  const unknown = Object.keys(input).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...unknown.map((path) => ({ path, explanation: `Field is not defined on ${typeName}` })),
    ...Object.entries(fields).flatMap(([path, field]) => fieldProblem(path, field, input[path])),
  ];
}

function fieldProblem(path: string, field: InputField, value: Json | undefined): readonly InputProblem[] {
  if (value === undefined || value === null) {
    return field.required === true ? [{ path, explanation: 'Expected value to not be null' }] : [];
  }
  const explanation = field.problem(value);
  return explanation === undefined ? [] : [{ path, explanation }];
}

/** All problems of a variable in one sentence, as GraphQL words it. */
export function variableMessage(name: string, type: string, problems: readonly InputProblem[]): string {
  const told = problems.map(({ path, explanation }) =>
    path === '' ? ` (${explanation})` : ` for ${path} (${explanation})`,
  );
  return `Variable $${name} of type ${type} was provided invalid value${told.join(',')}`;
}
