import { audit } from '../audit.ts';
import type { Entity } from '../audit.ts';
import type { Call } from '../call.ts';
import type { MemberRoleRow } from '../rows.ts';

/** Writes a role's change into the audit log, under the instance or the group that has it (18.9). */
export function auditRole(call: Call, role: MemberRoleRow, action: 'created' | 'updated' | 'deleted'): void {
  audit(call, {
    event: `member_role_${action}`,
    entity: entityOf(call, role),
    target: { id: role.id, type: 'MemberRole', details: role.name },
    details: { custom_message: `Member role was ${action}` },
  });
}

function entityOf(call: Call, role: MemberRoleRow): Entity {
  const group = role.group_id === null ? undefined : call.world.state.groups.get(role.group_id);
  return group === undefined ? { type: 'Instance' } : { type: 'Group', row: group };
}
