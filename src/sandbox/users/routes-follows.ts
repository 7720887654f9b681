import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { basicUser } from './entity.ts';
import { findUser } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, message, notFound, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from './rows.ts';
import { follow, followees, followers, follows, unfollow } from './follows.ts';

const ofUser = { id: { type: 'integer', required: true } } as const;
const most = 300;

interface Both {
  readonly caller: UserRow;
  readonly user: UserRow;
}

export const userFollowRoutes = [
  // POST /users/:id/follow: 304 for oneself, and for one who is followed already (18.9).
  route({
    method: 'POST',
    path: '/users/:id/follow',
    params: ofUser,
    access: both,
    handle: ({ context, subject: { caller, user } }) => {
      const { state, clock } = context.platform;
      if (caller === user || follows(state, caller, user)) return unchanged;
      if (followees(state, caller).length >= most) refuse(message(400, tooMany));
      follow(state, caller, user, timestamp(clock));
      return created(basicUser(context, user));
    },
  }),
  // POST /users/:id/unfollow: 304 for one who is not followed (18.9).
  route({
    method: 'POST',
    path: '/users/:id/unfollow',
    params: ofUser,
    access: both,
    handle: ({ context, subject: { caller, user } }) => {
      const { state } = context.platform;
      if (!follows(state, caller, user)) return unchanged;
      unfollow(state, caller, user);
      return created(basicUser(context, user));
    },
  }),
  // GET /users/:id/following: whom the user follows; a private profile is 404 to others (18.9).
  route({
    method: 'GET',
    path: '/users/:id/following',
    scopes: ['read_user'],
    anonymous: true,
    params: { ...ofUser, ...paged },
    access: shownProfile,
    handle: ({ context, args, subject }) =>
      paginate(context, args, followees(context.platform.state, subject), (user) => basicUser(context, user)),
  }),
  // GET /users/:id/followers (18.9).
  route({
    method: 'GET',
    path: '/users/:id/followers',
    scopes: ['read_user'],
    anonymous: true,
    params: { ...ofUser, ...paged },
    access: shownProfile,
    handle: ({ context, args, subject }) =>
      paginate(context, args, followers(context.platform.state, subject), (user) => basicUser(context, user)),
  }),
];

const unchanged: Reply = { status: 304 };

const tooMany = `You can't follow more than ${most} users. To follow more users, unfollow some others.`;

function both(context: RequestContext, args: { readonly id: number }): Both {
  return { caller: actor(context), user: findUser(context, args.id) };
}

function shownProfile(context: RequestContext, args: { readonly id: number }): UserRow {
  if (context.user === undefined) refuse(forbidden('Not authorized!'));
  const user = findUser(context, args.id);
  const closed = user.profile['private_profile'] === true && !context.admin && context.user !== user;
  return closed ? refuse(notFound('User')) : user;
}
