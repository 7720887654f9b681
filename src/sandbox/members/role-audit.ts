import { audit } from '../admin/audit.ts';
import type { Entity } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { MemberRoleRow } from './rows.ts';

/** Writes a role's change into the audit log, under the instance or the group that has it (18.9). */
export function auditRole(
  context: RequestContext,
  role: MemberRoleRow,
  action: 'created' | 'updated' | 'deleted',
): void {
  audit(context, {
    event: `member_role_${action}`,
    entity: entityOf(context, role),
    target: { id: role.id, type: 'MemberRole', details: role.name },
    details: { custom_message: `Member role was ${action}` },
  });
}

function entityOf(context: RequestContext, role: MemberRoleRow): Entity {
  const group = role.group_id === null ? undefined : context.platform.state.groups.get(role.group_id);
  return group === undefined ? { type: 'Instance' } : { type: 'Group', row: group };
}
