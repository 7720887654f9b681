import { requireAdmin } from '../http/request-context.ts';
import { memberRoleEntity } from './entity-role.ts';
import { forbidden, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { adminRole, deleteAdminRole } from './admin-roles.ts';
import { createRole, roleParams } from './role-creation.ts';
import { deleteRole, rolesOf } from './role-lists.ts';

/** Without the licence, the right to manage roles is nobody's. */
const licence = { tier: 'ultimate', unlicensed: forbidden() } as const;

export const memberRoleRoutes = [
  // GET /member_roles: not paged, by name (18.9).
  route({
    method: 'GET',
    path: '/member_roles',
    ...licence,
    access: requireAdmin,
    handle: ({ context }) => ok(rolesOf(context, null).map((role) => memberRoleEntity(context, role))),
  }),
  // POST /member_roles (18.9).
  route({
    method: 'POST',
    path: '/member_roles',
    ...licence,
    params: roleParams,
    access: requireAdmin,
    handle: ({ context, args }) => createRole(context, args, null),
  }),
  // DELETE /member_roles/:member_role_id: of either sort; members hold it back, links and shares do not (18.9).
  route({
    method: 'DELETE',
    path: '/member_roles/:member_role_id',
    ...licence,
    params: { member_role_id: { type: 'integer', required: true } },
    access: (context, args) => {
      requireAdmin(context);
      const role = context.platform.state.memberRoles.get(args.member_role_id);
      const admin = adminRole(context, args.member_role_id);
      return role ?? admin ?? refuse(notFound('Member Role'));
    },
    handle: ({ context, subject }) =>
      'base_access_level' in subject ? deleteRole(context, subject) : deleteAdminRole(context, subject),
  }),
];
