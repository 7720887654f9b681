import { audit } from '../audit.ts';
import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import type { JsonObject } from '../json.ts';
import { created, forbidden, message, noContent, notFound, ok, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { RecordRow } from '../rows.ts';

const path = '/admin_member_roles';
const kind = 'admin_role';

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
    handle: ({ call }) => ok(rolesOf(call).map(entity)),
  }),
  // POST /admin_member_roles: the name has a default, and at least one flag is set (18.9).
  route({
    method: 'POST',
    path,
    ...known,
    params: { ...flagParams, name: { type: 'string' }, description: { type: 'string' } },
    access: requireAdmin,
    handle: ({ call, args }) => {
      const sent: Readonly<Record<string, unknown>> = args;
      const name =
        typeof sent['name'] === 'string' && sent['name'].trim() !== '' ? sent['name'] : 'Admin role - custom';
      const set = flags.filter((flag) => sent[flag] === true);
      const problems = [
        ...(set.length === 0 ? ['Cannot create a member role with no enabled permissions'] : []),
        ...(isTaken(call, name) ? ['Name has already been taken'] : []),
      ];
      if (problems.length > 0) refuse(message(400, problems.join(', ')));
      const description = typeof sent['description'] === 'string' ? sent['description'] : null;
      const now = timestamp(call.world.clock);
      const fields = {
        kind,
        owner: 'instance',
        key: name,
        data: { description, set, id: nextRoleId(call) },
        created_at: now,
        updated_at: now,
      };
      const row = call.world.state.records.insert(fields);
      tell(call, row, 'created');
      return created(entity(row));
    },
  }),
  // DELETE /admin_member_roles/:member_role_id (18.9).
  route({
    method: 'DELETE',
    path: `${path}/:member_role_id`,
    ...known,
    params: { member_role_id: { type: 'integer', required: true } },
    access: (call, args) => {
      requireAdmin(call);
      return adminRole(call, args.member_role_id) ?? refuse(notFound('Member Role'));
    },
    handle: ({ call, subject }) => deleteAdminRole(call, subject),
  }),
];

/** The role for the admin area that has an id. */
export function adminRole(call: Call, id: number): RecordRow | undefined {
  return rolesOf(call).find((row) => row.data['id'] === id);
}

/** Deletes a role for the admin area, which `DELETE /member_roles/:id` does as well (18.9). */
export function deleteAdminRole(call: Call, row: RecordRow): Reply {
  call.world.state.records.remove(row);
  tell(call, row, 'deleted');
  return noContent();
}

/** Roles of both sorts are numbered together, so a number of the other sort is used up (POST, 18.9). */
function nextRoleId({ world }: Call): number {
  const { memberRoles } = world.state;
  const none = { group_id: null, name: '', description: null, base_access_level: 0, permissions: [], created_at: '' };
  const used = memberRoles.insert(none);
  memberRoles.remove(used);
  return used.id;
}

function rolesOf(call: Call): readonly RecordRow[] {
  const rows = call.world.state.recordsOf(`${kind} instance`);
  return rows.toSorted((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
}

/** A name is taken once on the instance, by a role of either sort. */
function isTaken(call: Call, name: string): boolean {
  const { state } = call.world;
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

function tell(call: Call, row: RecordRow, action: 'created' | 'deleted'): void {
  const target = { id: Number(row.data['id'] ?? row.id), type: 'MemberRole', details: row.key };
  const details = { custom_message: `Admin role was ${action}` };
  audit(call, { event: `admin_role_${action}`, entity: { type: 'Instance' }, target, details });
}
