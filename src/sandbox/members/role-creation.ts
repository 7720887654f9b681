import { gradeParam } from '../access/levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { memberRoleEntity } from './entity-role.ts';
import { allPermissions } from '../projects/entity-permissions.ts';
import type { Param, Params } from '../http/params.ts';
import { created, message, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { GroupRow } from '../groups/rows.ts';
import { auditRole } from './role-audit.ts';
import { roleErrors } from './role-rules.ts';
import { levelName } from './rules.ts';

/** One flag for each permission of the version. */
const flags: Params = Object.fromEntries(
  allPermissions.map((one): [string, Param] => [
    one.name,
    one.since === undefined ? { type: 'boolean' } : { type: 'boolean', since: one.since },
  ]),
);

/** What makes a role (POST /member_roles and POST /groups/:id/member_roles, 18.9). */
export const roleParams: Params = {
  ...flags,
  // 50 passes here and fails in the model.
  base_access_level: { ...gradeParam, required: true },
  name: { type: 'string' },
  description: { type: 'string' },
};

/** Makes a role of the instance, or of a group; the sentences of the model are joined, and the name has a default. */
export function createRole(
  context: RequestContext,
  sent: Readonly<Record<string, unknown>>,
  group: GroupRow | null,
): Reply {
  const { state, edition, clock } = context.platform;
  const level = typeof sent['base_access_level'] === 'number' ? sent['base_access_level'] : 0;
  const named = typeof sent['name'] === 'string' && sent['name'].trim() !== '' ? sent['name'] : undefined;
  const draft = {
    group_id: group?.id ?? null,
    name: named ?? `${levelName(level)} - custom`,
    base_access_level: level,
    permissions: allPermissions.map(({ name }) => name).filter((name) => sent[name] === true),
  };
  const errors = roleErrors(state, edition, draft);
  if (errors.length > 0) refuse(message(400, errors.join(', ')));
  const description = typeof sent['description'] === 'string' ? sent['description'] : null;
  const role = state.memberRoles.insert({ ...draft, description, created_at: timestamp(clock) });
  auditRole(context, role, 'created');
  return created(memberRoleEntity(context, role));
}
