import { hasLevel } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { basicUser, provisionedUser } from '../users/entity.ts';
import { findGroup, groupAtLevel } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import type { Args, Params } from '../http/params.ts';
import { badRequest, forbidden, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { GroupRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';

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
  // GET /groups/:id/provisioned_users: for Maintainers, the newest first, on every tier (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/provisioned_users',
    anonymous: true,
    params: filters,
    access: groupAtLevel(40),
    handle: ({ context, args, subject: group }) => {
      const users = context.platform.state.users.all().filter((user) => user.provisioned_by_group_id === group.id);
      const rows = users.filter((user) => fits(args, user)).toReversed();
      return paginate(context, args, rows, (user) => provisionedUser(context, user));
    },
  }),
  // GET /groups/:id/saml_users: of a group at the top; there is no SAML provider here, and so nobody (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/saml_users',
    params: filters,
    access: (context, args) => {
      actor(context);
      return topGroup(context, args);
    },
    handle: ({ context, args }) => paginate(context, args, [], (user: UserRow) => basicUser(context, user)),
  }),
];

/** The place is looked at before the right. */
function topGroup(context: RequestContext, args: { readonly id: string }): GroupRow {
  const row = findGroup(context, args.id);
  if (row.parent_id !== null) refuse(badRequest('Must be a top-level group'));
  return hasLevel(context, { type: 'group', row }, 50) ? row : refuse(forbidden());
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
