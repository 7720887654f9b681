import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import type { JsonObject } from '../json.ts';
import { human } from '../resources/member-role-rules.ts';
import { levelName } from '../resources/member-rules.ts';
import { rolesOf } from '../resources/member-roles.ts';
import type { MemberRoleRow } from '../rows.ts';
import { textOf } from '../json.ts';

/** A custom role with all that its type offers (MemberRole in POST /api/graphql, 18.9). */
export function memberRoleFields(call: Call, role: MemberRoleRow): JsonObject {
  const members = call.world.state.membersByRole(role.id);
  const path = `/admin/application_settings/roles_and_permissions/${role.id}`;
  return {
    id: `gid://gitlab/MemberRole/${role.id}`,
    name: role.name,
    description: role.description,
    createdAt: role.created_at,
    editPath: `${path}/edit`,
    detailsPath: path,
    membersCount: members.length,
    usersCount: new Set(members.map((member) => member.user_id)).size,
    baseAccessLevel: {
      integerValue: role.base_access_level,
      stringValue: levelName(role.base_access_level).toUpperCase().replaceAll(' ', '_'),
      humanAccess: levelName(role.base_access_level),
    },
    enabledPermissions: {
      nodes: role.permissions.map((name) => ({ name: human(name), value: name.toUpperCase() })),
    },
  };
}

/** The roles that the caller may know of: with the licence, all of them to anyone signed in (Query.memberRoles, 18.9). */
function visibleRoles(call: Call): readonly MemberRoleRow[] {
  return call.user !== undefined && licensed(call.world.edition, 'ultimate') ? rolesOf(call, null) : [];
}

/** Query.memberRole: one role by its global id, or null. */
export function memberRole(call: Call, args: JsonObject): JsonObject | null {
  const role = visibleRoles(call).find((one) => one.id === idOfRole(args['id']));
  return role === undefined ? null : memberRoleFields(call, role);
}

/** Query.memberRoles: by name unless told otherwise, 100 to a page. */
export function memberRoleConnection(call: Call, args: JsonObject): JsonObject {
  const asked = args['id'] == null ? undefined : idOfRole(args['id']);
  const found = visibleRoles(call).filter((role) => args['id'] == null || role.id === asked);
  const byId = args['orderBy'] === 'ID' || args['orderBy'] === 'CREATED_AT';
  const ordered = byId ? found.toSorted((a, b) => a.id - b.id) : found;
  const rows = textOf(args['sort']).toUpperCase() === 'DESC' ? ordered.toReversed() : ordered;
  const from = offsetOf(args['after']);
  const size = Math.min(typeof args['first'] === 'number' ? args['first'] : 100, 100);
  const edges = rows.slice(from, from + size).map((role, position) => ({
    cursor: cursorOf(from + position + 1),
    node: memberRoleFields(call, role),
  }));
  return {
    edges,
    nodes: edges.map((edge) => edge.node),
    pageInfo: {
      hasNextPage: from + size < rows.length,
      hasPreviousPage: from > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

/** The number in a role's global id; undefined for what is none. */
export function idOfRole(value: unknown): number | undefined {
  const found = /^gid:\/\/gitlab\/MemberRole\/(\d+)$/.exec(textOf(value))?.[1];
  return found === undefined ? undefined : Number(found);
}

function cursorOf(offset: number): string {
  return Buffer.from(String(offset)).toString('base64url');
}

function offsetOf(cursor: unknown): number {
  const found = /^\d+$/.exec(Buffer.from(textOf(cursor), 'base64url').toString('utf8'))?.[0];
  return Number(found ?? 0);
}
