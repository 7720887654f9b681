import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { textOf } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { human } from '../members/role-rules.ts';
import { rolesOf } from '../members/role-lists.ts';
import type { MemberRoleRow } from '../members/rows.ts';
import { globalId, numberIn } from './global-id.ts';
import { object, ref, refOrNull, scalar, time } from './object-type.ts';
import type { ObjectType } from './object-type.ts';
import type { Ref } from './sources.ts';
import { pageOf } from './page.ts';

/** A custom role (MemberRole, 18.9). */
export const memberRoleType: ObjectType<MemberRoleRow> = {
  id: scalar((_call, role) => globalId('MemberRole', role.id)),
  name: scalar((_call, role) => role.name),
  description: scalar((_call, role) => role.description),
  createdAt: scalar((_call, role) => time(role.created_at)),
  editPath: scalar((_call, role) => `${pageAt(role)}/edit`),
  detailsPath: scalar((_call, role) => pageAt(role)),
  membersCount: scalar((context, role) => context.platform.state.membersByRole(role.id).length),
  usersCount: scalar(
    (context, role) => new Set(context.platform.state.membersByRole(role.id).map((row) => row.user_id)).size,
  ),
  baseAccessLevel: object('AccessLevel', (_call, role) => ref('AccessLevel', role.base_access_level)),
  enabledPermissions: object('CustomizablePermissionConnection', (_call, role) =>
    ref('CustomizablePermissionConnection', role.permissions),
  ),
};

/** The permissions of a role, which come whole. */
export const permissionConnectionType: ObjectType<readonly string[]> = {
  nodes: object('CustomizablePermission', (_call, names) => names.map((name) => ref('CustomizablePermission', name))),
};

/** One permission (CustomizablePermission, 18.9). */
export const permissionType: ObjectType<string> = {
  name: scalar((_call, name) => human(name)),
  value: scalar((_call, name) => name.toUpperCase()),
};

function pageAt(role: MemberRoleRow): string {
  return `/admin/application_settings/roles_and_permissions/${role.id}`;
}

/** The roles that the caller may know of: with the licence, all of them to anyone signed in (Query.memberRoles, 18.9). */
function visibleRoles(context: RequestContext): readonly MemberRoleRow[] {
  return context.user !== undefined && licensed(context.platform.edition, 'ultimate') ? rolesOf(context, null) : [];
}

/** Query.memberRole: one role by its global id, or null. */
export function roleRef(context: RequestContext, id: Json | undefined): Ref | null {
  const number = idOfRole(id);
  return refOrNull(
    'MemberRole',
    visibleRoles(context).find((role) => role.id === number),
  );
}

/** Query.memberRoles, and those of a group: by name unless told otherwise. */
export function rolesPage(context: RequestContext, args: JsonObject): Ref {
  const asked = args['id'] == null ? undefined : idOfRole(args['id']);
  const rows = visibleRoles(context).filter((role) => args['id'] == null || role.id === asked);
  const down = textOf(args['sort']).toUpperCase() === 'DESC';
  const byId = args['orderBy'] === 'ID' || args['orderBy'] === 'CREATED_AT';
  const id = { name: 'id', down, of: (role: MemberRoleRow) => role.id };
  const order = byId ? [id] : [{ name: 'name', down, of: (role: MemberRoleRow) => role.name }, id];
  return ref(
    'MemberRoleConnection',
    pageOf(rows, order, args, (role) => ref('MemberRole', role)),
  );
}

/** The number in a role's global id; undefined for what is none. */
export function idOfRole(value: Json | undefined): number | undefined {
  return numberIn('MemberRole', value);
}
