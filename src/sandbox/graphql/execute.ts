import type { Call } from '../call.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import { argumentsOf, inputProblems, valueOf, variableMessage } from './arguments.ts';
import { memberRole, memberRoleConnection } from './member-role-fields.ts';
import { updateInput, updateMemberRole } from './member-role-update.ts';
import type { Field, Operation } from './parse.ts';
import { fieldErrors, typeOfField } from './schema.ts';
import type { GraphqlError } from './schema.ts';

/** Runs an operation; what is wrong stands under `errors`, and never in the status. */
export function execute(call: Call, operation: Operation, sent: JsonObject): JsonObject {
  const variables = withFallbacks(operation, sent);
  const wrong = fieldErrors(operation);
  const errors = wrong.length > 0 ? wrong : inputErrors(call, operation, variables);
  if (errors.length > 0) return { errors: errors.map(errorEntry) };
  const data: Record<string, Json> = {};
  const refusals: GraphqlError[] = [];
  for (const field of operation.fields) {
    const { value, refused } = run(call, operation, field, variables);
    data[field.alias] = value;
    if (refused !== undefined) refusals.push({ message: refused, locations: [field.at], path: [field.alias] });
  }
  return { data, ...(refusals.length > 0 ? { errors: refusals.map(errorEntry) } : {}) };
}

function withFallbacks(operation: Operation, sent: JsonObject): JsonObject {
  const fallbacks = operation.variables.map(({ name, fallback }) => [name, fallback && valueOf(fallback, {})] as const);
  return { ...Object.fromEntries(fallbacks), ...sent };
}

/** An input that is not as it must be stops the whole operation. */
function inputErrors(call: Call, operation: Operation, variables: JsonObject): readonly GraphqlError[] {
  return operation.fields.flatMap((field): readonly GraphqlError[] => {
    if (field.name !== 'memberRoleUpdate') return [];
    const written = field.args['input'];
    const input = written && valueOf(written, variables);
    const problems = inputProblems('MemberRoleUpdateInput', updateInput(call), input);
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

interface Ran {
  readonly value: Json;
  readonly refused?: string;
}

function run(call: Call, operation: Operation, field: Field, variables: JsonObject): Ran {
  const root = operation.kind === 'query' ? 'Query' : 'Mutation';
  if (field.name === '__typename') return { value: root };
  const args = argumentsOf(field.args, variables);
  const type = typeOfField(root, field.name);
  switch (field.name) {
    case 'memberRoleUpdate': {
      const done = updateMemberRole(call, isJsonObject(args['input']) ? args['input'] : {});
      return 'refused' in done
        ? { value: null, refused: done.refused }
        : { value: select(type, done.payload, field.fields) };
    }
    case 'memberRole':
      return { value: select(type, memberRole(call, args), field.fields) };
    case 'memberRoles':
      return { value: select(type, memberRoleConnection(call, args), field.fields) };
    default:
      return { value: select(type, currentUser(call), field.fields) };
  }
}

function currentUser(call: Call): JsonObject | null {
  const { user } = call;
  return user === undefined ? null : { id: `gid://gitlab/User/${user.id}`, username: user.username, name: user.name };
}

/** What was asked for of a value, under the names of the query. */
function select(type: string, value: Json, fields: readonly Field[]): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => select(type, item, fields));
  if (!isJsonObject(value) || fields.length === 0) return value;
  return Object.fromEntries(
    fields.map((field) => {
      if (field.name === '__typename') return [field.alias, type];
      return [field.alias, select(typeOfField(type, field.name), value[field.name] ?? null, field.fields)];
    }),
  );
}

function errorEntry(error: GraphqlError): JsonObject {
  return {
    message: error.message,
    ...(error.locations && { locations: error.locations.map(({ line, column }) => ({ line, column })) }),
    ...(error.path && { path: error.path }),
    ...(error.extensions && { extensions: error.extensions }),
  };
}
