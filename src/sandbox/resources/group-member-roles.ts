import type { Call } from '../call.ts';
import { memberRoleEntity } from '../entities/member-role.ts';
import { ownedGroup } from '../find.ts';
import { badRequest, forbidden, message, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow } from '../rows.ts';
import { createRole, roleParams } from './member-role-creation.ts';
import { deleteRole, rolesOf } from './member-roles.ts';

const path = '/groups/:id/member_roles';

/** Up to 16.11 the groups of a self-managed instance had roles of their own; 17.0 took them away. */
const early = { until: '17.0', tier: 'ultimate', unlicensed: forbidden() } as const;
const late = { since: '17.0' } as const;

export const groupMemberRoleRoutes = [
  // GET /groups/:id/member_roles: for Owners, by name (16.11).
  route({
    method: 'GET',
    path,
    ...early,
    access: ownedGroup,
    handle: ({ call, subject }) => ok(rolesOf(call, subject.id).map((role) => memberRoleEntity(call, role))),
  }),
  // POST /groups/:id/member_roles: on top-level groups, which have ten at most (16.11).
  route({
    method: 'POST',
    path,
    ...early,
    params: roleParams,
    access: ownedGroup,
    handle: ({ call, args, subject: group }) => {
      if (group.parent_id !== null) refuse(message(400, 'Creation of member role is allowed only for root groups'));
      if (rolesOf(call, group.id).length >= 10) refuse(message(400, tooMany));
      return createRole(call, args, group);
    },
  }),
  // DELETE /groups/:id/member_roles/:member_role_id (16.11).
  route({
    method: 'DELETE',
    path: `${path}/:member_role_id`,
    ...early,
    params: { member_role_id: { type: 'integer', required: true } },
    access: (call, args) => roleOf(call, ownedGroup(call, args), args.member_role_id),
    handle: ({ call, subject }) => deleteRole(call, subject),
  }),
  // Roles of a group are for the hosted offering; told to anyone with a token, before the group is looked up (18.9).
  route({ method: 'GET', path, ...late, access: refuseOnGroups, handle: ({ subject }) => subject }),
  route({ method: 'POST', path, ...late, access: refuseOnGroups, handle: ({ subject }) => subject }),
  route({
    method: 'DELETE',
    path: `${path}/:member_role_id`,
    ...late,
    access: refuseOnGroups,
    handle: ({ subject }) => subject,
  }),
];

const tooMany =
  'Namespace maximum number of Member Roles are already in use by the group hierarchy. Please delete an existing Member Role.';

function roleOf(call: Call, group: GroupRow, id: number) {
  return rolesOf(call, group.id).find((role) => role.id === id) ?? refuse(notFound('Member Role'));
}

function refuseOnGroups(call: Call): never {
  const page = '/help/update/deprecations.md#deprecate-custom-role-creation-for-group-owners-on-self-managed';
  const see = `See ${call.world.externalUrl}${page}`;
  return refuse(badRequest(`Group-level custom roles are deprecated on self-managed instances. ${see}`));
}
