import { counts } from '../access/access.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { placesBelow } from '../groups/hierarchy.ts';
import type { MemberRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';

export type MembershipType = 'group_member' | 'project_member' | 'group_invite' | 'project_invite';

/** Someone who takes a seat of a root group, and the memberships that make it so. */
export interface Billable {
  readonly user: UserRow;
  readonly type: MembershipType;
  /** Inside the hierarchy. */
  readonly direct: readonly MemberRow[];
  /** Of groups that were invited into it. */
  readonly indirect: readonly MemberRow[];
}

const ranks: readonly MembershipType[] = ['group_member', 'project_member', 'group_invite', 'project_invite'];

/** Everyone who takes a seat below a root group, by user id (GET /groups/:id/billable_members, 18.9). */
export function billableOn(context: RequestContext, group: GroupRow): readonly Billable[] {
  const found = new Map<number, Billable>();
  for (const { member, type } of seatsOf(context, group)) {
    const user = context.platform.state.users.get(member.user_id);
    if (user === undefined || !isBilled(context, user, member)) continue;
    const known = found.get(user.id) ?? { user, type, direct: [], indirect: [] };
    const inside = type === 'group_member' || type === 'project_member';
    found.set(user.id, {
      user,
      type: ranks.indexOf(type) < ranks.indexOf(known.type) ? type : known.type,
      direct: inside ? [...known.direct, member] : known.direct,
      indirect: inside || known.indirect.includes(member) ? known.indirect : [...known.indirect, member],
    });
  }
  return [...found.values()].toSorted((a, b) => a.user.id - b.user.id);
}

interface Seat {
  readonly member: MemberRow;
  readonly type: MembershipType;
}

function seatsOf(context: RequestContext, group: GroupRow): readonly Seat[] {
  const { state } = context.platform;
  return placesBelow(state, group).flatMap((place): readonly Seat[] => {
    const key = sourceKey(place.type, place.row.id);
    const own = state.membersBySource(key).map((member) => ({ member, type: `${place.type}_member` }) as const);
    const shares = state.sharesBySource(key).filter((share) => counts(share, dayOf(context)));
    const lent = shares.flatMap((share) => state.membersBySource(sourceKey('group', share.group_id)));
    return [...own, ...lent.map((member) => ({ member, type: `${place.type}_invite` }) as const)];
  });
}

/** Active people count; bots, and rows of minimal access or in the queue, do not. */
function isBilled(context: RequestContext, user: UserRow, member: MemberRow): boolean {
  return user.type === 'human' && user.state === 'active' && member.access_level > 5 && counts(member, dayOf(context));
}
