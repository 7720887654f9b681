import { chainOf } from '../access.ts';
import type { Call } from '../call.ts';
import type { GroupRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

/** The groups that would be left without an owner, direct or inherited; bots do not count as one. */
export function groupsOwnedAlone(call: Call, user: UserRow): readonly GroupRow[] {
  const { state } = call.world;
  return state.membersByUser(user.id).flatMap((member) => {
    const group = member.source_type === 'group' ? state.groups.get(member.source_id) : undefined;
    if (group === undefined || member.access_level !== 50) return [];
    const places = chainOf(state, group).map((above) => sourceKey('group', above.id));
    const others = places.flatMap((place) => state.membersBySource(place));
    const shared = others.some(
      (other) => other !== member && other.access_level === 50 && state.users.get(other.user_id)?.type === 'human',
    );
    return shared ? [] : [group];
  });
}
