import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { basicUser } from '../entities/user.ts';
import { findUser } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import { created, forbidden, message, notFound, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow } from '../rows.ts';
import { follow, followees, followers, follows, unfollow } from '../user-follows.ts';

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
    handle: ({ call, subject: { caller, user } }) => {
      const { state, clock } = call.world;
      if (caller === user || follows(state, caller, user)) return unchanged;
      if (followees(state, caller).length >= most) refuse(message(400, tooMany));
      follow(state, caller, user, timestamp(clock));
      return created(basicUser(call, user));
    },
  }),
  // POST /users/:id/unfollow: 304 for one who is not followed (18.9).
  route({
    method: 'POST',
    path: '/users/:id/unfollow',
    params: ofUser,
    access: both,
    handle: ({ call, subject: { caller, user } }) => {
      const { state } = call.world;
      if (!follows(state, caller, user)) return unchanged;
      unfollow(state, caller, user);
      return created(basicUser(call, user));
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
    handle: ({ call, args, subject }) =>
      paginate(call, args, followees(call.world.state, subject), (user) => basicUser(call, user)),
  }),
  // GET /users/:id/followers (18.9).
  route({
    method: 'GET',
    path: '/users/:id/followers',
    scopes: ['read_user'],
    anonymous: true,
    params: { ...ofUser, ...paged },
    access: shownProfile,
    handle: ({ call, args, subject }) =>
      paginate(call, args, followers(call.world.state, subject), (user) => basicUser(call, user)),
  }),
];

const unchanged: Reply = { status: 304 };

const tooMany = `You can't follow more than ${most} users. To follow more users, unfollow some others.`;

function both(call: Call, args: { readonly id: number }): Both {
  return { caller: actor(call), user: findUser(call, args.id) };
}

function shownProfile(call: Call, args: { readonly id: number }): UserRow {
  if (call.user === undefined) refuse(forbidden('Not authorized!'));
  const user = findUser(call, args.id);
  const closed = user.profile['private_profile'] === true && !call.admin && call.user !== user;
  return closed ? refuse(notFound('User')) : user;
}
