import type { RequestContext } from '../http/request-context.ts';
import { memberRoleEntity } from './entity-role.ts';
import { ownedGroup } from '../access/find.ts';
import { badRequest, forbidden, message, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from '../groups/rows.ts';
import { createRole, roleParams } from './role-creation.ts';
import { deleteRole, rolesOf } from './role-lists.ts';

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
    handle: ({ context, subject }) => ok(rolesOf(context, subject.id).map((role) => memberRoleEntity(context, role))),
  }),
  // POST /groups/:id/member_roles: on top-level groups, which have ten at most (16.11).
  route({
    method: 'POST',
    path,
    ...early,
    params: roleParams,
    access: ownedGroup,
    handle: ({ context, args, subject: group }) => {
      if (group.parent_id !== null) refuse(message(400, 'Creation of member role is allowed only for root groups'));
      if (rolesOf(context, group.id).length >= 10) refuse(message(400, tooMany));
      return createRole(context, args, group);
    },
  }),
  // DELETE /groups/:id/member_roles/:member_role_id (16.11).
  route({
    method: 'DELETE',
    path: `${path}/:member_role_id`,
    ...early,
    params: { member_role_id: { type: 'integer', required: true } },
    access: (context, args) => roleOf(context, ownedGroup(context, args), args.member_role_id),
    handle: ({ context, subject }) => deleteRole(context, subject),
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

function roleOf(context: RequestContext, group: GroupRow, id: number) {
  return rolesOf(context, group.id).find((role) => role.id === id) ?? refuse(notFound('Member Role'));
}

function refuseOnGroups(context: RequestContext): never {
  const page = '/help/update/deprecations.md#deprecate-custom-role-creation-for-group-owners-on-self-managed';
  const see = `See ${context.platform.externalUrl}${page}`;
  return refuse(badRequest(`Group-level custom roles are deprecated on self-managed instances. ${see}`));
}
