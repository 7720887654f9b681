import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { memberRoleEntity } from '../entities/member-role.ts';
import { forbidden, message, noContent, notFound, ok, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { MemberRoleRow } from '../rows.ts';
import { adminRole, deleteAdminRole } from './admin-member-roles.ts';
import { auditRole } from './member-role-audit.ts';
import { createRole, roleParams } from './member-role-creation.ts';
import { eraseRole, isHeld } from './member-role-rules.ts';

/** Without the licence, the right to manage roles is nobody's. */
const licence = { tier: 'ultimate', unlicensed: forbidden() } as const;

export const memberRoleRoutes = [
  // GET /member_roles: not paged, by name (18.9).
  route({
    method: 'GET',
    path: '/member_roles',
    ...licence,
    access: requireAdmin,
    handle: ({ call }) => ok(rolesOf(call, null).map((role) => memberRoleEntity(call, role))),
  }),
  // POST /member_roles (18.9).
  route({
    method: 'POST',
    path: '/member_roles',
    ...licence,
    params: roleParams,
    access: requireAdmin,
    handle: ({ call, args }) => createRole(call, args, null),
  }),
  // DELETE /member_roles/:member_role_id: of either sort; members hold it back, links and shares do not (18.9).
  route({
    method: 'DELETE',
    path: '/member_roles/:member_role_id',
    ...licence,
    params: { member_role_id: { type: 'integer', required: true } },
    access: (call, args) => {
      requireAdmin(call);
      const role = call.world.state.memberRoles.get(args.member_role_id);
      const admin = adminRole(call, args.member_role_id);
      return role ?? admin ?? refuse(notFound('Member Role'));
    },
    handle: ({ call, subject }) =>
      'base_access_level' in subject ? deleteRole(call, subject) : deleteAdminRole(call, subject),
  }),
];

const inUse = 'Role is assigned to one or more group members. Remove role from all group members, then delete role.';

/** Deletes a role that no member holds. */
export function deleteRole(call: Call, role: MemberRoleRow): Reply {
  if (isHeld(call.world.state, role)) refuse(message(400, inUse));
  auditRole(call, role, 'deleted');
  eraseRole(call.world.state, role);
  return noContent();
}

/** The roles of a group, or those of the instance, by name. */
export function rolesOf(call: Call, groupId: number | null): readonly MemberRoleRow[] {
  const roles = call.world.state.memberRoles.all().filter((role) => role.group_id === groupId);
  return roles.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
