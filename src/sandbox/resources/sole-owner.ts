import { chainOf } from '../access.ts';
import type { Call } from '../call.ts';
import type { UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

/** Whether some group would be left without an owner, direct or inherited; bots do not count as one. */
export function ownsAlone(call: Call, user: UserRow): boolean {
  const { state } = call.world;
  return state.membersByUser(user.id).some((member) => {
    if (member.source_type !== 'group' || member.access_level !== 50) return false;
    const group = state.groups.get(member.source_id);
    const places = group === undefined ? [] : chainOf(state, group).map((above) => sourceKey('group', above.id));
    const others = places.flatMap((place) => state.membersBySource(place));
    return !others.some(
      (other) => other !== member && other.access_level === 50 && state.users.get(other.user_id)?.type === 'human',
    );
  });
}
