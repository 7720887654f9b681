import { audit } from '../audit.ts';
import { schedule } from '../background.ts';
import { actor, requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { administratorsUser, fullUser, ownUser, shownUser } from '../entities/user.ts';
import { findUser } from '../find.ts';
import type { Json } from '../json.ts';
import type { Args } from '../params.ts';
import { conflict, created, forbidden, noContent, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { Bag, UserRow } from '../rows.ts';
import { shownAttributes } from './custom-attribute-rules.ts';
import { acceptInvitations } from './invitation-acceptance.ts';
import { groupsOwnedAlone } from './sole-owner.ts';
import { listPrimaryEmail } from './user-emails.ts';
import { createUserParams, profileNames, updateUserParams } from './user-params.ts';
import { refuseInvalid, refuseTaken } from './user-rules.ts';
import { avatarUrl } from './user-profile.ts';

type Changes = Partial<Omit<Args<typeof updateUserParams>, 'id'>>;

/** What an administrator sees, or what anybody sees. */
export function userFor(call: Call, user: UserRow) {
  return call.admin ? administratorsUser(call, user) : shownUser(call, user);
}

/** An identity is told by both, or by neither. */
const identity = { allOrNone: ['extern_uid', 'provider'] } as const;

export const userRoutes = [
  // GET /user: the caller (18.9).
  route({
    method: 'GET',
    path: '/user',
    scopes: ['read_user'],
    access: actor,
    handle: ({ call, subject }) => ok(call.admin ? fullUser(call, subject) : ownUser(call, subject)),
  }),
  // GET /users/:id (18.9).
  route({
    method: 'GET',
    path: '/users/:id',
    scopes: ['read_user'],
    anonymous: true,
    params: { id: { type: 'integer', required: true }, with_custom_attributes: { type: 'boolean' } },
    access: (call, args) => {
      if (call.user === undefined) refuse(forbidden('Not authorized!'));
      return findUser(call, args.id);
    },
    handle: ({ call, args, subject }) => {
      const attributes = args.with_custom_attributes === true ? shownAttributes(call, 'user', subject.id) : {};
      return ok({ ...userFor(call, subject), ...attributes });
    },
  }),
  // POST /users: one of three ways to a password; 409 for what is taken (18.9).
  route({
    method: 'POST',
    path: '/users',
    params: createUserParams,
    rules: [{ atLeastOne: ['password', 'reset_password', 'force_random_password'] }, identity],
    access: requireAdmin,
    handle: ({ call, args }) => {
      refuseTaken(call, undefined, args);
      refuseInvalid(call, undefined, args);
      const user = insertUser(call, args);
      listPrimaryEmail(call, user);
      acceptInvitations(call, user);
      return created(fullUser(call, user));
    },
  }),
  // PUT /users/:id: a new email waits for its confirmation unless skip_reconfirmation (18.9).
  route({
    method: 'PUT',
    path: '/users/:id',
    params: updateUserParams,
    rules: [identity],
    access: (call, args) => {
      requireAdmin(call);
      return findUser(call, args.id);
    },
    handle: ({ call, args, subject: user }) => {
      refuseTaken(call, user, args);
      refuseInvalid(call, user, args);
      updateUser(call, user, args);
      return ok(fullUser(call, user));
    },
  }),
  // DELETE /users/:id: the row stays until the background is done; a sole owner stays, or takes the groups along (18.9).
  route({
    method: 'DELETE',
    path: '/users/:id',
    params: { id: { type: 'integer', required: true }, hard_delete: { type: 'boolean' } },
    access: (call, args) => {
      requireAdmin(call);
      return findUser(call, args.id);
    },
    handle: ({ call, args, subject: user }) => {
      if (args.hard_delete !== true && groupsOwnedAlone(call, user).length > 0) {
        refuse(conflict('User cannot be removed while is the sole-owner of a group'));
      }
      requireUnmodified(call, user.updated_at);
      audit(call, { event: 'user_destroyed', entity: { type: 'User', row: user }, details: { remove: 'user' } });
      for (const group of args.hard_delete === true ? groupsOwnedAlone(call, user) : []) {
        schedule(call.world, 'delete_group', group.id);
      }
      schedule(call.world, 'delete_user', user.id);
      return noContent();
    },
  }),
];

function insertUser(call: Call, args: Args<typeof createUserParams>): UserRow {
  const { state, clock } = call.world;
  const now = timestamp(clock);
  const user = state.users.insert({
    username: args.username,
    name: args.name,
    email: args.email.toLowerCase(),
    unconfirmed_email: null,
    state: 'active',
    type: 'human',
    admin: args.admin ?? false,
    auditor: args.auditor ?? false,
    external: args.external ?? state.settings['user_default_external'] === true,
    can_create_group: args.can_create_group ?? state.settings['can_create_group'] !== false,
    two_factor_enabled: false,
    confirmed_at: args.skip_confirmation === true ? now : null,
    created_at: now,
    updated_at: now,
    last_activity_on: null,
    last_sign_in_at: null,
    created_by_id: call.user?.id ?? null,
    provisioned_by_group_id: null,
    profile: profileOf(call, args, { private_profile: privateByDefault(call) }),
  });
  setAvatar(call, user, args);
  audit(call, { event: 'user_created', entity: { type: 'User', row: user }, details: { add: 'user' } });
  return user;
}

function updateUser(call: Call, user: UserRow, args: Changes): void {
  const before = { ...user };
  const email = args.email?.toLowerCase() ?? user.email;
  const waits = email !== user.email && args.skip_reconfirmation !== true;
  call.world.state.users.update(user, {
    username: args.username ?? user.username,
    name: args.name ?? user.name,
    email: waits ? user.email : email,
    unconfirmed_email: waits ? email : null,
    admin: args.admin ?? user.admin,
    auditor: args.auditor ?? user.auditor,
    external: args.external ?? user.external,
    can_create_group: args.can_create_group ?? user.can_create_group,
    updated_at: timestamp(call.world.clock),
    profile: profileOf(call, args, user.profile),
  });
  setAvatar(call, user, args);
  if (email === user.email && email !== before.email) listPrimaryEmail(call, user);
  for (const change of ['username', 'name', 'email', 'admin', 'auditor', 'external'] as const) {
    if (before[change] === user[change]) continue;
    const details = { change, from: before[change], to: user[change] };
    audit(call, { event: 'user_updated', entity: { type: 'User', row: user }, details });
  }
}

function setAvatar(call: Call, user: UserRow, args: Changes): void {
  const avatar_url = avatarUrl(call, user, args.avatar);
  if (avatar_url !== undefined) call.world.state.users.update(user, { profile: { ...user.profile, avatar_url } });
}

/** What a profile is when nobody says (PUT /application/settings, 18.9). */
function privateByDefault(call: Call): boolean {
  return call.world.state.settings['user_defaults_to_private_profile'] === true;
}

function profileOf(call: Call, args: Changes, known: Bag): Bag {
  const sent: Readonly<Record<string, unknown>> = args;
  const profile: Record<string, Json> = { ...known };
  // The declared types of these parameters are text, number and flag.
  for (const name of profileNames) if (sent[name] !== undefined) profile[name] = sent[name] as Json;
  if (args.private_profile === null) profile['private_profile'] = privateByDefault(call);
  if (args.provider != null && args.extern_uid != null) {
    const identity = { provider: args.provider, extern_uid: args.extern_uid, saml_provider_id: null };
    const others = Array.isArray(known['identities']) ? (known['identities'] as readonly (typeof identity)[]) : [];
    profile['identities'] = [...others.filter((other) => other.provider !== args.provider), identity];
  }
  return profile;
}
