import { hasLevel } from '../access.ts';
import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { basicUser, shownUser } from '../entities/user.ts';
import { findGroup, groupAtLevel } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import type { Args, Params } from '../params.ts';
import { badRequest, forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, UserRow } from '../rows.ts';

const filters = {
  username: { type: 'string' },
  search: { type: 'string' },
  active: { type: 'boolean' },
  blocked: { type: 'boolean' },
  created_after: { type: 'datetime' },
  created_before: { type: 'datetime' },
  ...paged,
} as const satisfies Params;

export const groupUserRoutes = [
  // GET /groups/:id/provisioned_users: for Maintainers, the newest first (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/provisioned_users',
    tier: 'premium',
    anonymous: true,
    params: filters,
    access: groupAtLevel(40),
    handle: ({ call, args, subject: group }) => {
      const users = call.world.state.users.all().filter((user) => user.provisioned_by_group_id === group.id);
      const rows = users.filter((user) => fits(args, user)).toReversed();
      return paginate(call, args, rows, (user) => shownUser(call, user));
    },
  }),
  // GET /groups/:id/saml_users: of a group at the top; there is no SAML provider here, and so nobody (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/saml_users',
    tier: 'premium',
    params: filters,
    access: (call, args) => {
      actor(call);
      return topGroup(call, args);
    },
    handle: ({ call, args }) => paginate(call, args, [], (user: UserRow) => basicUser(call, user)),
  }),
];

/** The place is looked at before the right. */
function topGroup(call: Call, args: { readonly id: string }): GroupRow {
  const row = findGroup(call, args.id);
  if (row.parent_id !== null) refuse(badRequest('Must be a top-level group'));
  return hasLevel(call, { type: 'group', row }, 50) ? row : refuse(forbidden());
}

/** Only `true` filters; a search is for parts of names, and for the whole of an address (18.9). */
function fits(args: Args<typeof filters>, user: UserRow): boolean {
  const text = (args.search ?? '').toLowerCase();
  const named = [user.name, user.username].some((name) => name.toLowerCase().includes(text));
  return (
    (args.username == null || user.username === args.username) &&
    (named || user.email.toLowerCase() === text) &&
    (args.active !== true || user.state === 'active') &&
    (args.blocked !== true || user.state === 'blocked') &&
    (args.created_after == null || user.created_at >= args.created_after) &&
    (args.created_before == null || user.created_at <= args.created_before)
  );
}
