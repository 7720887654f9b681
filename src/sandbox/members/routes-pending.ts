import type { RequestContext } from '../http/request-context.ts';
import { findGroup } from '../access/find.ts';
import { invitationsBelow, membersBelow } from '../groups/hierarchy.ts';
import type { JsonObject } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { badRequest, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from '../groups/rows.ts';
import { managesMembers } from './rules.ts';

export const pendingMemberRoutes = [
  // GET /groups/:id/pending_members: those who wait and those invited, each once; 400 in a subgroup (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/pending_members',
    params: paged,
    access: (context, args) => {
      const group = findGroup(context, args.id);
      const may = group.parent_id === null && managesMembers(context, { type: 'group', row: group });
      return may ? group : refuse(badRequest());
    },
    handle: ({ context, args, subject }) => {
      const rows = [...waiting(context, subject), ...invited(context, subject)];
      return paginate(context, args, rows, (row) => row);
    },
  }),
];

function waiting(context: RequestContext, group: GroupRow): readonly JsonObject[] {
  const { state, externalUrl } = context.platform;
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
function invited(context: RequestContext, group: GroupRow): readonly JsonObject[] {
  const seen = new Set<string>();
  return invitationsBelow(context.platform.state, group).flatMap((row) => {
    if (seen.has(row.email)) return [];
    seen.add(row.email);
    return [{ id: row.id, email: row.email, invited: true, avatar_url: null, approved: true }];
  });
}
