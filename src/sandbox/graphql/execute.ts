import type { RequestContext } from '../http/request-context.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { argumentsOf, inputProblems, valueOf, variableMessage } from './arguments.ts';
import { complexityLimit, complexityOf, recursionError } from './complexity.ts';
import { updateInput } from './member-role-update.ts';
import { ref } from './object-type.ts';
import type { ObjectType, Refused } from './object-type.ts';
import type { Ref, TypeName } from './sources.ts';
import type { Field, Operation } from './parse.ts';
import { fieldErrors, types } from './schema.ts';
import type { GraphqlError } from './schema.ts';
import type { Complexity, Sources } from './sources.ts';

/** Runs an operation; what is wrong stands under `errors`, and never in the status. */
export function execute(context: RequestContext, operation: Operation, sent: JsonObject): JsonObject {
  const variables = withFallbacks(operation, sent);
  const wrong = fieldErrors(operation);
  const errors = wrong.length > 0 ? wrong : inputErrors(context, operation, variables);
  if (errors.length > 0) return { errors: errors.map(errorEntry) };
  const complexity = { score: complexityOf(operation, variables), limit: complexityLimit(context) };
  const tooMuch = excessOf(operation, complexity);
  if (tooMuch !== undefined) return { errors: [errorEntry(tooMuch)] };
  const refusals: GraphqlError[] = [];
  const root = ref(operation.kind === 'query' ? 'Query' : 'Mutation', complexity);
  const data = select({ context, variables, refusals }, root, operation.fields, []);
  return { data, ...(refusals.length > 0 ? { errors: refusals.map(errorEntry) } : {}) };
}

/** What goes round in circles, or asks for more than its caller may, does not run at all. */
function excessOf(operation: Operation, { score, limit }: Complexity): GraphqlError | undefined {
  const circle = recursionError(operation);
  if (circle !== undefined || score <= limit) return circle;
  return { message: `Query has complexity of ${score}, which exceeds max complexity of ${limit}` };
}

function withFallbacks(operation: Operation, sent: JsonObject): JsonObject {
  const fallbacks = operation.variables.map(({ name, fallback }) => [name, fallback && valueOf(fallback, {})] as const);
  return { ...Object.fromEntries(fallbacks), ...sent };
}

/** An input that is not as it must be stops the whole operation. */
function inputErrors(context: RequestContext, operation: Operation, variables: JsonObject): readonly GraphqlError[] {
  return operation.fields.flatMap((field): readonly GraphqlError[] => {
    if (field.name !== 'memberRoleUpdate') return [];
    const written = field.args['input'];
    const input = written && valueOf(written, variables);
    const problems = inputProblems('MemberRoleUpdateInput', updateInput(context), input);
    if (problems.length === 0) return [];
    if (written?.kind !== 'variable')
      return problems.map((problem) => literalError(field, problem.path, problem.explanation));
    const type =
      operation.variables.find((variable) => variable.name === written.name)?.type ?? 'MemberRoleUpdateInput!';
    return [{ message: variableMessage(written.name, type, problems), locations: [field.at] }];
  });
}

function literalError(field: Field, path: string, explanation: string): GraphqlError {
  const name = path === '' ? 'input' : path;
  const message = `Argument '${name}' on InputObject 'MemberRoleUpdateInput' has an invalid value (${explanation})`;
  return { message, locations: [field.at], path: ['mutation', field.alias, 'input', name] };
}

/** What an answer is made with: who asks, the values of the variables, and where refusals are noted. */
interface Run {
  readonly context: RequestContext;
  readonly variables: JsonObject;
  readonly refusals: GraphqlError[];
}

/** What was asked for of a value, under the names of the query. */
function select(run: Run, value: Ref, fields: readonly Field[], path: readonly (string | number)[]): JsonObject {
  return Object.fromEntries(fields.map((field) => [field.alias, read(run, value, field, [...path, field.alias])]));
}

function read(run: Run, value: Ref, field: Field, path: readonly (string | number)[]): Json {
  if (field.name === '__typename') return value.type;
  const found = readField(run, value, field);
  if (found.kind === 'scalar') return found.value;
  const below = found.value;
  if (below === null) return null;
  if ('refused' in below) {
    run.refusals.push({ message: below.refused, locations: [field.at], path });
    return null;
  }
  if ('type' in below) return select(run, below, field.fields, path);
  return below.map((one, at) => select(run, one, field.fields, [...path, at]));
}

type Found =
  | { readonly kind: 'scalar'; readonly value: Json }
  | { readonly kind: 'object'; readonly value: Ref | readonly Ref[] | Refused | null };

function readField<K extends TypeName>(run: Run, value: Ref<K>, field: Field): Found {
  // Every type of the schema reads its own rows: the pair of a value was made by `ref`.
  const { type, source } = value as { readonly type: K; readonly source: Sources[K] };
  const one: ObjectType<Sources[K]> = types[type];
  const found = one[field.name];
  const args = argumentsOf(field.args, run.variables);
  if (found === undefined) return { kind: 'scalar', value: null };
  return found.kind === 'scalar'
    ? { kind: 'scalar', value: found.read(run.context, source, args) }
    : { kind: 'object', value: found.read(run.context, source, args) };
}

function errorEntry(error: GraphqlError): JsonObject {
  return {
    message: error.message,
    ...(error.locations && { locations: error.locations.map(({ line, column }) => ({ line, column })) }),
    ...(error.path && { path: error.path }),
    ...(error.extensions && { extensions: error.extensions }),
  };
}
