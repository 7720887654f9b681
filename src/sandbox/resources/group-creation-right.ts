import { hasLevel } from '../access.ts';
import type { Call } from '../call.ts';
import type { GroupRow, UserRow } from '../rows.ts';

/** Whether a user may make a group at the top: the instance may keep that for administrators (POST /groups, 18.9). */
export function mayCreateTopGroup(call: Call, user: UserRow): boolean {
  if (call.admin) return true;
  const open = call.world.state.settings['top_level_group_creation_enabled'] !== false;
  return open && user.can_create_group && !user.external;
}

/** Whether the caller may make a group below another, for which the other sets the least role (POST /groups, 18.9). */
export function mayCreateSubgroup(call: Call, parent: GroupRow): boolean {
  const least = parent.attributes['subgroup_creation_level'] === 'owner' ? 50 : 40;
  return hasLevel(call, { type: 'group', row: parent }, least);
}
