import { newUser } from './new-user.ts';
import { readsAll } from '../access/access.ts';
import { audit } from '../admin/audit.ts';
import { auditUserChanges } from '../admin/audit-changes.ts';
import { schedule } from '../background/jobs.ts';
import { actor, requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { administratorsUser, fullUser, ownUser, shownUser } from './entity.ts';
import { findUser } from '../access/find.ts';
import type { Json } from '../store/json.ts';
import type { Args } from '../http/params.ts';
import { keepPicture } from '../groups/pictures.ts';
import { firstProjectsLimit } from './projects-limit.ts';
import { conflict, created, forbidden, noContent, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';
import { shownAttributes } from '../admin/custom-attributes.ts';
import { acceptInvitations } from '../members/invitation-acceptance.ts';
import { groupsOwnedAlone } from '../members/sole-owner.ts';
import { listPrimaryEmail } from './primary-email.ts';
import { createUserParams, profileNames, updateUserParams } from './params.ts';
import { refuseInvalid, refuseTaken } from './rules.ts';

type Changes = Partial<Omit<Args<typeof updateUserParams>, 'id'>>;

/** What administrators and auditors see, or what anybody sees. */
export function userFor(context: RequestContext, user: UserRow) {
  return readsAll(context) ? administratorsUser(context, user) : shownUser(context, user);
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
    handle: ({ context, subject }) => ok(context.admin ? fullUser(context, subject) : ownUser(context, subject)),
  }),
  // GET /users/:id (18.9).
  route({
    method: 'GET',
    path: '/users/:id',
    scopes: ['read_user'],
    anonymous: true,
    params: { id: { type: 'integer', required: true }, with_custom_attributes: { type: 'boolean' } },
    access: (context, args) => {
      if (context.user === undefined) refuse(forbidden('Not authorized!'));
      return findUser(context, args.id);
    },
    handle: ({ context, args, subject }) => {
      const attributes = args.with_custom_attributes === true ? shownAttributes(context, 'user', subject.id) : {};
      return ok({ ...userFor(context, subject), ...attributes });
    },
  }),
  // POST /users: one of three ways to a password; 409 for what is taken (18.9).
  route({
    method: 'POST',
    path: '/users',
    params: createUserParams,
    rules: [{ atLeastOne: ['password', 'reset_password', 'force_random_password'] }, identity],
    access: requireAdmin,
    handle: ({ context, args }) => {
      refuseTaken(context, undefined, args);
      refuseInvalid(context, undefined, args);
      const user = insertUser(context, args);
      listPrimaryEmail(context, user);
      acceptInvitations(context, user);
      return created(fullUser(context, user));
    },
  }),
  // PUT /users/:id: a new email waits for its confirmation unless skip_reconfirmation (18.9).
  route({
    method: 'PUT',
    path: '/users/:id',
    params: updateUserParams,
    rules: [identity],
    access: (context, args) => {
      requireAdmin(context);
      return findUser(context, args.id);
    },
    handle: ({ context, args, subject: user }) => {
      refuseTaken(context, user, args);
      refuseInvalid(context, user, args);
      updateUser(context, user, args);
      return ok(fullUser(context, user));
    },
  }),
  // DELETE /users/:id: the row stays until the background is done; a sole owner stays, or takes the groups along (18.9).
  route({
    method: 'DELETE',
    path: '/users/:id',
    params: { id: { type: 'integer', required: true }, hard_delete: { type: 'boolean' } },
    access: (context, args) => {
      requireAdmin(context);
      return findUser(context, args.id);
    },
    handle: ({ context, args, subject: user }) => {
      if (args.hard_delete !== true && groupsOwnedAlone(context, user).length > 0) {
        refuse(conflict('User cannot be removed while is the sole-owner of a group'));
      }
      requireUnmodified(context, user.updated_at);
      audit(context, {
        event: 'user_destroyed',
        entity: { type: 'User', row: user },
        details: { custom_message: `User ${user.username} scheduled for deletion` },
      });
      for (const group of args.hard_delete === true ? groupsOwnedAlone(context, user) : []) {
        schedule(context.platform, 'delete_group', group.id);
      }
      schedule(context.platform, 'delete_user', user.id);
      return noContent();
    },
  }),
];

function insertUser(context: RequestContext, args: Args<typeof createUserParams>): UserRow {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  const external = args.external ?? state.settings['user_default_external'] === true;
  const user = state.users.insert({
    username: args.username,
    name: args.name,
    email: args.email.toLowerCase(),
    type: 'human',
    ...newUser(now),
    admin: args.admin ?? false,
    auditor: args.auditor ?? false,
    external,
    can_create_group: creates(context, external, args.can_create_group),
    confirmed_at: args.skip_confirmation === true ? now : null,
    created_by_id: context.user?.id ?? null,
    profile: profileOf(context, args, {
      private_profile: privateByDefault(context),
      projects_limit: firstProjectsLimit(state.settings),
    }),
  });
  setAvatar(context, user, args);
  audit(context, { event: 'user_created', entity: { type: 'User', row: user }, details: { add: 'user' } });
  return user;
}

function updateUser(context: RequestContext, user: UserRow, args: Changes): void {
  const before = { ...user };
  const email = args.email?.toLowerCase() ?? user.email;
  const external = args.external ?? user.external;
  const waits = email !== user.email && args.skip_reconfirmation !== true;
  context.platform.state.users.update(user, {
    username: args.username ?? user.username,
    name: args.name ?? user.name,
    email: waits ? user.email : email,
    unconfirmed_email: waits ? email : null,
    admin: args.admin ?? user.admin,
    auditor: args.auditor ?? user.auditor,
    external,
    can_create_group:
      external === user.external
        ? (args.can_create_group ?? user.can_create_group)
        : creates(context, external, args.can_create_group),
    updated_at: timestamp(context.platform.clock),
    profile: profileOf(context, args, user.profile),
  });
  setAvatar(context, user, args);
  if (email === user.email && email !== before.email) listPrimaryEmail(context, user);
  auditUserChanges(context, user, before, {
    username: user.username,
    name: user.name,
    email: user.email,
    admin: user.admin,
    auditor: user.auditor,
    external: user.external,
  });
}

/** External users make no groups, whatever is sent (POST and PUT /users, 18.9). */
function creates(context: RequestContext, external: boolean, sent: boolean | null | undefined): boolean {
  return !external && (sent ?? context.platform.state.settings['can_create_group'] !== false);
}

function setAvatar(context: RequestContext, user: UserRow, args: Changes): void {
  const avatar_url = keepPicture(context, `user/avatar/${user.id}`, args.avatar);
  if (avatar_url !== undefined) context.platform.state.users.update(user, { profile: { ...user.profile, avatar_url } });
}

/** What a profile is when nobody says (PUT /application/settings, 18.9). */
function privateByDefault(context: RequestContext): boolean {
  return context.platform.state.settings['user_defaults_to_private_profile'] === true;
}

function profileOf(context: RequestContext, args: Changes, known: Bag): Bag {
  const sent: Readonly<Record<string, unknown>> = args;
  const profile: Record<string, Json> = { ...known };
  // The declared types of these parameters are text, number and flag.
  for (const name of profileNames) if (sent[name] !== undefined) profile[name] = sent[name] as Json;
  if (args.private_profile === null) profile['private_profile'] = privateByDefault(context);
  if (args.provider != null && args.extern_uid != null) {
    const identity = { provider: args.provider, extern_uid: args.extern_uid, saml_provider_id: null };
    const others = Array.isArray(known['identities']) ? (known['identities'] as readonly (typeof identity)[]) : [];
    profile['identities'] = [...others.filter((other) => other.provider !== args.provider), identity];
  }
  return profile;
}
