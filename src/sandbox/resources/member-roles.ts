import { audit } from '../audit.ts';
import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { since } from '../edition.ts';
import { memberRoleEntity } from '../entities/member-role.ts';
import { allPermissions } from '../entities/permissions.ts';
import type { Param, Params } from '../params.ts';
import { badRequest, created, failure, forbidden, message, noContent, notFound, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { MemberRoleRow } from '../rows.ts';
import { eraseRole, isHeld, roleErrors } from './member-role-rules.ts';
import { levelName } from './member-rules.ts';

/** Without the licence, the right to manage roles is nobody's. */
const licence = { tier: 'ultimate', unlicensed: forbidden() } as const;

/** One flag for each permission of the version. */
const flags: Params = Object.fromEntries(
  allPermissions.map((one): [string, Param] => [
    one.name,
    one.since === undefined ? { type: 'boolean' } : { type: 'boolean', since: one.since },
  ]),
);

export const memberRoleRoutes = [
  // GET /member_roles: not paged, by name (18.9).
  route({
    method: 'GET',
    path: '/member_roles',
    ...licence,
    access: requireAdmin,
    handle: ({ call }) => ok(instanceRoles(call).map((role) => memberRoleEntity(call, role))),
  }),
  // POST /member_roles: the sentences of the model are joined; the name has a default (18.9).
  route({
    method: 'POST',
    path: '/member_roles',
    ...licence,
    params: {
      ...flags,
      // 50 passes here and fails in the model.
      base_access_level: { type: 'integer', required: true, values: [10, 15, 20, 30, 40, 50] },
      name: { type: 'string' },
      description: { type: 'string' },
    },
    access: requireAdmin,
    handle: ({ call, args }) => {
      const sent: Readonly<Record<string, unknown>> = args;
      const level = typeof sent['base_access_level'] === 'number' ? sent['base_access_level'] : 0;
      if (level === 15 && !since(call.world.edition, '17.7')) refuse(failure(400, noSuchLevel));
      const named = typeof sent['name'] === 'string' && sent['name'].trim() !== '' ? sent['name'] : undefined;
      const draft = {
        group_id: null,
        name: named ?? `${levelName(level)} - custom`,
        base_access_level: level,
        permissions: allPermissions.map(({ name }) => name).filter((name) => sent[name] === true),
      };
      const errors = roleErrors(call.world.state, call.world.edition, draft);
      if (errors.length > 0) refuse(message(400, errors.join(', ')));
      const description = typeof sent['description'] === 'string' ? sent['description'] : null;
      const now = timestamp(call.world.clock);
      const role = call.world.state.memberRoles.insert({ ...draft, description, created_at: now });
      auditRole(call, role, 'created');
      return created(memberRoleEntity(call, role));
    },
  }),
  // DELETE /member_roles/:member_role_id: members hold it back, links and shares do not (18.9).
  route({
    method: 'DELETE',
    path: '/member_roles/:member_role_id',
    ...licence,
    params: { member_role_id: { type: 'integer', required: true } },
    access: (call, args) => {
      requireAdmin(call);
      return call.world.state.memberRoles.get(args.member_role_id) ?? refuse(notFound('Member Role'));
    },
    handle: ({ call, subject: role }) => {
      if (isHeld(call.world.state, role)) refuse(message(400, inUse));
      auditRole(call, role, 'deleted');
      eraseRole(call.world.state, role);
      return noContent();
    },
  }),
  // Roles of a group are for the hosted offering; told to anyone with a token, before the group is looked up (18.9).
  route({ method: 'GET', path: '/groups/:id/member_roles', access: refuseOnGroups, handle: ({ subject }) => subject }),
  route({ method: 'POST', path: '/groups/:id/member_roles', access: refuseOnGroups, handle: ({ subject }) => subject }),
  route({
    method: 'DELETE',
    path: '/groups/:id/member_roles/:member_role_id',
    access: refuseOnGroups,
    handle: ({ subject }) => subject,
  }),
];

/** Planner came with 17.7. */
const noSuchLevel = 'base_access_level does not have a valid value';

const inUse = 'Role is assigned to one or more group members. Remove role from all group members, then delete role.';

function refuseOnGroups(call: Call): never {
  const page = '/help/update/deprecations.md#deprecate-custom-role-creation-for-group-owners-on-self-managed';
  const see = `See ${call.world.externalUrl}${page}`;
  return refuse(badRequest(`Group-level custom roles are deprecated on self-managed instances. ${see}`));
}

/** The roles of the instance by name. */
export function instanceRoles(call: Call): readonly MemberRoleRow[] {
  const roles = call.world.state.memberRoles.all().filter((role) => role.group_id === null);
  return roles.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}

/** Writes a role's change into the audit log, under the instance (18.9). */
export function auditRole(call: Call, role: MemberRoleRow, action: 'created' | 'updated' | 'deleted'): void {
  audit(call, {
    event: `member_role_${action}`,
    entity: { type: 'Instance' },
    target: { id: role.id, type: 'MemberRole', details: role.name },
    details: { custom_message: `Member role was ${action}` },
  });
}
