import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { GroupRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';

/** Whether a user may make a group at the top: the instance may keep that for administrators (POST /groups, 18.9). */
export function mayCreateTopGroup(context: RequestContext, user: UserRow): boolean {
  if (context.admin) return true;
  const open = context.platform.state.settings['top_level_group_creation_enabled'] !== false;
  return open && user.can_create_group && !user.external;
}

/** Whether the caller may make a group below another, for which the other sets the least role (POST /groups, 18.9). */
export function mayCreateSubgroup(context: RequestContext, parent: GroupRow): boolean {
  const least = parent.attributes['subgroup_creation_level'] === 'owner' ? 50 : 40;
  return hasLevel(context, { type: 'group', row: parent }, least);
}
