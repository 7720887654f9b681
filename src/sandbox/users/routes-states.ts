import { audit } from '../admin/audit.ts';
import { schedule } from '../background/jobs.ts';
import { requireAdmin } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { findUser } from '../access/find.ts';
import { conflict, created, forbidden, message, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow, UserState } from './rows.ts';
import { numberSetting } from '../settings/typed-settings.ts';
import { setAttribute } from '../admin/custom-attributes.ts';

type Verb = (context: RequestContext, user: UserRow) => Reply;

const params = { id: { type: 'integer', required: true } } as const;

/** POST /users/:id/<verb>: administrators only, 201 with true, false or null as the body (18.9). */
function verbRoute(path: `/users/:id/${string}`, verb: Verb, refusal?: string) {
  return route({
    method: 'POST',
    path,
    params,
    access: (context, args) => {
      if (!context.admin && refusal !== undefined) refuse(message(403, refusal));
      requireAdmin(context);
      return findUser(context, args.id);
    },
    handle: ({ context, subject }) => verb(context, subject),
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

function move(context: RequestContext, user: UserRow, to: UserState, event: string): void {
  const from = user.state;
  context.platform.state.users.update(user, { state: to, updated_at: timestamp(context.platform.clock) });
  audit(context, { event, entity: { type: 'User', row: user }, details: { change: 'state', from, to } });
}

/** Who blocked or unblocked a user is kept among the user's custom attributes. */
function remember(context: RequestContext, user: UserRow, key: 'blocked_by' | 'unblocked_by'): void {
  const { clock } = context.platform;
  const time = `${clock.now().toISOString().slice(0, 19).replace('T', ' ')} UTC`;
  setAttribute(context, 'user', user.id, key, `${context.user?.username ?? ''}/${context.user?.id ?? ''}+${time}`);
}

/** Blocking twice answers null. */
function block(context: RequestContext, user: UserRow): Reply {
  if (user.state === 'ldap_blocked') refuse(forbidden('LDAP blocked users cannot be modified by the API'));
  if (user === context.user) refuse(forbidden('The API initiating user cannot be blocked by the API'));
  if (user.type === 'internal') refuse(message(403, 'An internal user cannot be blocked'));
  if (user.state === 'blocked') return created(null);
  if (user.state === 'banned') return created(false);
  move(context, user, 'blocked', 'user_blocked');
  remember(context, user, 'blocked_by');
  return created(true);
}

function unblock(context: RequestContext, user: UserRow): Reply {
  if (user.state === 'ldap_blocked') refuse(forbidden('LDAP blocked users cannot be unblocked by the API'));
  if (user.state === 'deactivated') refuse(forbidden('Deactivated users cannot be unblocked by the API'));
  if (user.state === 'active') return created(false);
  move(context, user, 'active', 'user_unblocked');
  remember(context, user, 'unblocked_by');
  return created(true);
}

function deactivate(context: RequestContext, user: UserRow): Reply {
  if (user.state === 'deactivated') return created(null);
  if (user.state !== 'active') refuse(message(403, 'Error occurred. A blocked user cannot be deactivated'));
  if (user.type === 'internal') refuse(message(403, 'Internal users cannot be deactivated'));
  const days = numberSetting(context.platform.state.settings, 'deactivate_dormant_users_period', 90);
  const limit = new Date(context.platform.clock.now().getTime() - days * 86_400_000).toISOString().slice(0, 10);
  if (user.last_activity_on !== null && user.last_activity_on > limit) {
    const text = `The user you are trying to deactivate has been active in the past ${days} days and cannot be deactivated`;
    refuse(message(403, text));
  }
  move(context, user, 'deactivated', 'user_deactivated');
  return created(true);
}

function activate(context: RequestContext, user: UserRow): Reply {
  if (user.state === 'blocked' || user.state === 'ldap_blocked') {
    refuse(message(403, 'Error occurred. A blocked user must be unblocked to be activated'));
  }
  if (user.state !== 'active') move(context, user, 'active', 'user_activated');
  return created(true);
}

function ban(context: RequestContext, user: UserRow): Reply {
  if (user.state !== 'active') refuse(message(403, `You cannot ban ${user.state} users.`));
  move(context, user, 'banned', 'user_banned');
  return created(true);
}

function unban(context: RequestContext, user: UserRow): Reply {
  if (user.state !== 'banned') refuse(message(403, `You cannot unban ${user.state} users.`));
  move(context, user, 'active', 'user_unbanned');
  return created(true);
}

function approve(context: RequestContext, user: UserRow): Reply {
  if (user.state !== 'blocked_pending_approval') {
    refuse(conflict('The user you are trying to approve is not pending approval'));
  }
  move(context, user, 'active', 'user_approved');
  return created({ message: 'Success' });
}

/** Rejecting deletes, and answers 200. */
function reject(context: RequestContext, user: UserRow): Reply {
  if (user.state !== 'blocked_pending_approval') refuse(conflict('User does not have a pending request'));
  // Guess: the name of this event; no recording has it.
  audit(context, { event: 'user_rejected', entity: { type: 'User', row: user }, details: { remove: 'user' } });
  schedule(context.platform, 'delete_user', user.id);
  return ok({ message: 'Success' });
}
