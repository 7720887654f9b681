import { chainOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';

/** The groups that would be left without an owner, direct or inherited; bots do not count as one. */
export function groupsOwnedAlone(context: RequestContext, user: UserRow): readonly GroupRow[] {
  const { state } = context.platform;
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
