import { audit } from '../audit.ts';
import { schedule } from '../background.ts';
import { requireAdmin } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { findUser } from '../find.ts';
import { conflict, created, forbidden, message, ok, refuse } from '../reply.ts';
import type { Reply } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow, UserState } from '../rows.ts';
import { numberSetting } from '../settings.ts';
import { setAttribute } from './custom-attribute-rules.ts';

type Verb = (call: Call, user: UserRow) => Reply;

const params = { id: { type: 'integer', required: true } } as const;

/** POST /users/:id/<verb>: administrators only, 201 with true, false or null as the body (18.9). */
function verbRoute(path: `/users/:id/${string}`, verb: Verb, refusal?: string) {
  return route({
    method: 'POST',
    path,
    params,
    access: (call, args) => {
      if (!call.admin && refusal !== undefined) refuse(message(403, refusal));
      requireAdmin(call);
      return findUser(call, args.id);
    },
    handle: ({ call, subject }) => verb(call, subject),
  });
}

export const userStateRoutes = [
  verbRoute('/users/:id/block', block),
  verbRoute('/users/:id/unblock', unblock),
  verbRoute('/users/:id/deactivate', deactivate),
  verbRoute('/users/:id/activate', activate),
  verbRoute('/users/:id/ban', ban),
  verbRoute('/users/:id/unban', unban),
  verbRoute('/users/:id/approve', approve, 'You are not allowed to approve a user'),
  verbRoute('/users/:id/reject', reject, 'You are not allowed to reject a user'),
];

function move(call: Call, user: UserRow, to: UserState, event: string): void {
  const from = user.state;
  call.world.state.users.update(user, { state: to, updated_at: timestamp(call.world.clock) });
  audit(call, { event, entity: { type: 'User', row: user }, details: { change: 'state', from, to } });
}

/** Who blocked or unblocked a user is kept among the user's custom attributes. */
function remember(call: Call, user: UserRow, key: 'blocked_by' | 'unblocked_by'): void {
  const { clock } = call.world;
  const time = `${clock.now().toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  setAttribute(call, 'user', user.id, key, `${call.user?.username ?? ''}/${call.user?.id ?? ''}+${time}`);
}

/** Blocking twice answers null. */
function block(call: Call, user: UserRow): Reply {
  if (user.state === 'ldap_blocked') refuse(forbidden('LDAP blocked users cannot be modified by the API'));
  if (user === call.user) refuse(forbidden('The API initiating user cannot be blocked by the API'));
  if (user.type === 'internal') refuse(message(403, 'An internal user cannot be blocked'));
  if (user.state === 'blocked') return created(null);
  if (user.state === 'banned') return created(false);
  move(call, user, 'blocked', 'user_blocked');
  remember(call, user, 'blocked_by');
  return created(true);
}

function unblock(call: Call, user: UserRow): Reply {
  if (user.state === 'ldap_blocked') refuse(forbidden('LDAP blocked users cannot be unblocked by the API'));
  if (user.state === 'deactivated') refuse(forbidden('Deactivated users cannot be unblocked by the API'));
  if (user.state === 'active') return created(false);
  move(call, user, 'active', 'user_unblocked');
  remember(call, user, 'unblocked_by');
  return created(true);
}

function deactivate(call: Call, user: UserRow): Reply {
  if (user.state === 'deactivated') return created(null);
  if (user.state !== 'active') refuse(message(403, 'Error occurred. A blocked user cannot be deactivated'));
  if (user.type === 'internal') refuse(message(403, 'Internal users cannot be deactivated'));
  const days = numberSetting(call.world.state.settings, 'deactivate_dormant_users_period', 90);
  const limit = new Date(call.world.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  if (user.last_activity_on !== null && user.last_activity_on > limit) {
    const text = `The user you are trying to deactivate has been active in the past ${days} days and cannot be deactivated`;
    refuse(message(403, text));
  }
  move(call, user, 'deactivated', 'user_deactivated');
  return created(true);
}

function activate(call: Call, user: UserRow): Reply {
  if (user.state === 'blocked' || user.state === 'ldap_blocked') {
    refuse(message(403, 'Error occurred. A blocked user must be unblocked to be activated'));
  }
  if (user.state !== 'active') move(call, user, 'active', 'user_activated');
  return created(true);
}

function ban(call: Call, user: UserRow): Reply {
  if (user.state !== 'active') refuse(message(403, `You cannot ban ${user.state} users.`));
  move(call, user, 'banned', 'user_banned');
  return created(true);
}

function unban(call: Call, user: UserRow): Reply {
  if (user.state !== 'banned') refuse(message(403, `You cannot unban ${user.state} users.`));
  move(call, user, 'active', 'user_unbanned');
  return created(true);
}

function approve(call: Call, user: UserRow): Reply {
  if (user.state !== 'blocked_pending_approval') {
    refuse(conflict('The user you are trying to approve is not pending approval'));
  }
  move(call, user, 'active', 'user_approved');
  return created({ message: 'Success' });
}

/** Rejecting deletes, and answers 200. */
function reject(call: Call, user: UserRow): Reply {
  if (user.state !== 'blocked_pending_approval') refuse(conflict('User does not have a pending request'));
  audit(call, { event: 'user_rejected', entity: { type: 'User', row: user }, details: { remove: 'user' } });
  schedule(call.world, 'delete_user', user.id);
  return ok({ message: 'Success' });
}
