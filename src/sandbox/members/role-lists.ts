import type { RequestContext } from '../http/request-context.ts';
import { message, noContent, refuse, type Reply } from '../http/reply.ts';
import type { MemberRoleRow } from './rows.ts';
import { auditRole } from './role-audit.ts';
import { eraseRole, isHeld } from './role-rules.ts';

const inUse = 'Role is assigned to one or more group members. Remove role from all group members, then delete role.';

/** Deletes a role that no member holds. */
export function deleteRole(context: RequestContext, role: MemberRoleRow): Reply {
  if (isHeld(context.platform.state, role)) refuse(message(400, inUse));
  auditRole(context, role, 'deleted');
  eraseRole(context.platform.state, role);
  return noContent();
}

/** The roles of a group, or those of the instance, by name. */
export function rolesOf(context: RequestContext, groupId: number | null): readonly MemberRoleRow[] {
  const roles = context.platform.state.memberRoles.all().filter((role) => role.group_id === groupId);
  return roles.toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
}
