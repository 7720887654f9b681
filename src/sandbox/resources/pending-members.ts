import type { Call } from '../call.ts';
import { findGroup } from '../find.ts';
import { invitationsBelow, membersBelow } from '../hierarchy.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { badRequest, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow } from '../rows.ts';
import { managesMembers } from './member-rules.ts';

export const pendingMemberRoutes = [
  // GET /groups/:id/pending_members: those who wait and those invited, each once; 400 in a subgroup (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/pending_members',
    params: paged,
    access: (call, args) => {
      const group = findGroup(call, args.id);
      const may = group.parent_id === null && managesMembers(call, { type: 'group', row: group });
      return may ? group : refuse(badRequest());
    },
    handle: ({ call, args, subject }) => {
      const rows = [...waiting(call, subject), ...invited(call, subject)];
      return paginate(call, args, rows, (row) => row);
    },
  }),
];

function waiting(call: Call, group: GroupRow): readonly JsonObject[] {
  const { state, externalUrl } = call.world;
  const seen = new Set<number>();
  return membersBelow(state, group).flatMap((member) => {
    const user = state.users.get(member.user_id);
    if (member.state !== 'awaiting' || user === undefined || seen.has(user.id)) return [];
    seen.add(user.id);
    return [
      {
        id: member.id,
        name: user.name,
        username: user.username,
        email: user.email,
        web_url: `${externalUrl}/${user.username}`,
        invited: false,
        avatar_url: user.profile['avatar_url'] ?? null,
        approved: false,
      },
    ];
  });
}

/** An invitation has no user, so no name; nothing but its acceptance is waited for. */
function invited(call: Call, group: GroupRow): readonly JsonObject[] {
  const seen = new Set<string>();
  return invitationsBelow(call.world.state, group).flatMap((row) => {
    if (seen.has(row.email)) return [];
    seen.add(row.email);
    return [{ id: row.id, email: row.email, invited: true, avatar_url: null, approved: true }];
  });
}
