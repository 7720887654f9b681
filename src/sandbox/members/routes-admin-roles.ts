import { requireAdmin, type RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { JsonObject } from '../store/json.ts';
import { created, forbidden, message, notFound, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { RecordRow } from '../store/rows.ts';
import { adminRole, deleteAdminRole, kind, rolesOf, tell } from './admin-roles.ts';

const path = '/admin_member_roles';

/** Roles for parts of the admin area came to stay with 18.3; without the licence they are nobody's. */
const known = { since: '18.3', tier: 'ultimate', unlicensed: forbidden() } as const;

/** What such a role may let its holders read. */
const flags = [
  ...['read_admin_cicd', 'read_admin_groups', 'read_admin_projects', 'read_admin_subscription'],
  ...['read_admin_monitoring', 'read_admin_users'],
] as const;

const flagParams: Readonly<Record<string, { readonly type: 'boolean' }>> = Object.fromEntries(
  flags.map((name) => [name, { type: 'boolean' } as const]),
);

export const adminMemberRoleRoutes = [
  // GET /admin_member_roles: not paged, by name (18.9).
  route({
    method: 'GET',
    path,
    ...known,
    access: requireAdmin,
    handle: ({ context }) => ok(rolesOf(context).map(entity)),
  }),
  // POST /admin_member_roles: the name has a default, and at least one flag is set (18.9).
  route({
    method: 'POST',
    path,
    ...known,
    params: { ...flagParams, name: { type: 'string' }, description: { type: 'string' } },
    access: requireAdmin,
    handle: ({ context, args }) => {
      const sent: Readonly<Record<string, unknown>> = args;
      const name =
        typeof sent['name'] === 'string' && sent['name'].trim() !== '' ? sent['name'] : 'Admin role - custom';
      const set = flags.filter((flag) => sent[flag] === true);
      const problems = [
        ...(set.length === 0 ? ['Cannot create a member role with no enabled permissions'] : []),
        ...(isTaken(context, name) ? ['Name has already been taken'] : []),
      ];
      if (problems.length > 0) refuse(message(400, problems.join(', ')));
      const description = typeof sent['description'] === 'string' ? sent['description'] : null;
      const now = timestamp(context.platform.clock);
      const fields = {
        kind,
        owner: 'instance',
        key: name,
        data: { description, set, id: nextRoleId(context) },
        created_at: now,
        updated_at: now,
      };
      const row = context.platform.state.records.insert(fields);
      tell(context, row, 'created');
      return created(entity(row));
    },
  }),
  // DELETE /admin_member_roles/:member_role_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:member_role_id`,
    ...known,
    params: { member_role_id: { type: 'integer', required: true } },
    access: (context, args) => {
      requireAdmin(context);
      return adminRole(context, args.member_role_id) ?? refuse(notFound('Member Role'));
    },
    handle: ({ context, subject }) => deleteAdminRole(context, subject),
  }),
];

/** Roles of both sorts are numbered together, so a number of the other sort is used up (POST, 18.9). */
function nextRoleId({ platform }: RequestContext): number {
  const { memberRoles } = platform.state;
  const none = { group_id: null, name: '', description: null, base_access_level: 0, permissions: [], created_at: '' };
  const used = memberRoles.insert(none);
  memberRoles.remove(used);
  return used.id;
}

/** A name is taken once on the instance, by a role of either sort. */
function isTaken(context: RequestContext, name: string): boolean {
  const { state } = context.platform;
  if (state.recordByKey(`${kind} instance ${name}`) !== undefined) return true;
  return state.memberRoles.all().some((role) => role.group_id === null && role.name === name);
}

function entity(row: RecordRow): JsonObject {
  const set = row.data['set'];
  const shown = flags.map((flag) => [flag, Array.isArray(set) && set.includes(flag)] as const);
  return {
    ...{ id: row.data['id'] ?? row.id, group_id: null, name: row.key, description: row.data['description'] ?? null },
    ...Object.fromEntries(shown),
  };
}
