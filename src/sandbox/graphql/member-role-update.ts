import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { permissionsOf } from '../projects/entity-permissions.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { roleErrors } from '../members/role-rules.ts';
import { auditRole } from '../members/role-audit.ts';
import type { MemberRoleRow } from '../members/rows.ts';
import type { InputField } from './arguments.ts';
import { idOfRole } from './member-role-types.ts';
import { ref } from './object-type.ts';
import type { Refused } from './object-type.ts';
import type { Ref } from './sources.ts';
import { unavailable } from './unavailable.ts';

/** The fields of MemberRoleUpdateInput; the permissions are those of the version. */
export function updateInput(context: RequestContext): Readonly<Record<string, InputField>> {
  const names = permissionsOf(context.platform.edition).map((one) => one.name.toUpperCase());
  const text: InputField = { type: 'String', problem: textProblem };
  return {
    id: { type: 'MemberRoleID!', required: true, problem: idProblem },
    name: text,
    description: text,
    permissions: { type: '[MemberRolePermission!]', problem: (value) => permissionProblem(names, value) },
    clientMutationId: text,
  };
}

/**
 * Mutation.memberRoleUpdate: for administrators with the licence and a token of scope api. Permissions that are not listed
 * are taken away, also when the list is left out: then none is left and the role stays as it was (18.9).
 */
export function updateMemberRole(context: RequestContext, input: JsonObject): Ref | Refused {
  const { state, edition } = context.platform;
  const sent = Object.keys(input).filter((name) => name !== 'id' && name !== 'clientMutationId');
  if (context.token?.scopes.includes('api') !== true) return { refused: unavailable };
  if (sent.length === 0) return { refused: 'The list of member_role attributes is empty' };
  const role = state.memberRoles.get(idOfRole(input['id']) ?? 0);
  if (role === undefined || !context.admin || !licensed(edition, 'ultimate')) return { refused: unavailable };
  const wanted = { ...role, ...changesOf(role, input) };
  const errors = roleErrors(state, edition, wanted);
  if (errors.length === 0) {
    state.memberRoles.update(role, changesOf(role, input));
    auditRole(context, role, 'updated');
  }
  const clientMutationId = input['clientMutationId'] ?? null;
  return ref('MemberRoleUpdatePayload', { role, answer: { errors, clientMutationId } });
}

function changesOf(
  role: MemberRoleRow,
  input: JsonObject,
): Pick<MemberRoleRow, 'name' | 'description' | 'permissions'> {
  const { name, description } = input;
  return {
    name: name === undefined ? role.name : textOf(name),
    description: description === undefined ? role.description : typeof description === 'string' ? description : null,
    permissions: listOf(input['permissions']).map((permission) => textOf(permission).toLowerCase()),
  };
}

/** GraphQL takes a single value for a list of one. */
function listOf(value: Json | undefined): readonly Json[] {
  if (value === undefined || value === null) return [];
  // Array.isArray widens a readonly list to any[].
  return Array.isArray(value) ? (value as readonly Json[]) : [value];
}

function textProblem(value: Json): string | undefined {
  return typeof value === 'string' ? undefined : `Could not coerce value ${JSON.stringify(value)} to String`;
}

function idProblem(value: Json): string | undefined {
  if (!textOf(value).startsWith('gid://gitlab/')) return `${JSON.stringify(value)} is not a valid Global ID`;
  return idOfRole(value) === undefined
    ? `${JSON.stringify(value)} does not represent an instance of MemberRole`
    : undefined;
}

function permissionProblem(names: readonly string[], value: Json): string | undefined {
  const wrong = listOf(value).find((one) => !names.includes(textOf(one)));
  return wrong === undefined ? undefined : `Expected ${JSON.stringify(wrong)} to be one of: ${names.join(', ')}`;
}
