import { randomBytes } from 'node:crypto';
import type { Source } from '../access/access.ts';
import { audit, entityOf } from '../admin/audit.ts';
import { dayOf } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { fullMessages, toSentence } from '../http/full-messages.ts';
import type { ModelErrors } from '../http/full-messages.ts';
import type { JsonObject } from '../store/json.ts';
import type { InvitationRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';
import type { State } from '../store/state.ts';
import { addQuietly, refuseOwners, stopOf } from './comma-lists.ts';
import { queuedText } from './promotion.ts';
import { allowedLevels, heightErrors, mayHandle, roleErrors } from './rules.ts';
import type { Wanted } from './rules.ts';
import { roleName } from './changes.ts';
import { signupRefusal } from './invitation-signup.ts';

type Terms = Omit<Wanted, 'user'>;

/** What the model finds wrong with an invitation; empty when all is well. */
export function invitationErrors(context: RequestContext, source: Source, terms: Terms): ModelErrors {
  const errors: Record<string, readonly string[]> = {};
  if (source.type === 'project' && !mayHandle(context, source, terms.access_level)) {
    errors['base'] = ['not authorized to create member'];
  }
  Object.assign(errors, heightErrors(context, source, terms.access_level));
  if (!allowedLevels(context, source).includes(terms.access_level))
    errors['access_level'] = ['is not included in the list'];
  if (terms.expires_at !== null && terms.expires_at < dayOf(context)) {
    errors['expires_at'] = ['cannot be a date in the past'];
  }
  return { ...errors, ...roleErrors(context, source, terms) };
}

/**
 * Invites by address and adds by id. Whoever has an account becomes a member at once; each failure is told by
 * address or name, and the others go through (POST invitations, 18.9).
 */
export function inviteAll(
  context: RequestContext,
  source: Source,
  invited: { readonly emails: readonly string[]; readonly ids: readonly string[] },
  terms: Terms,
): JsonObject {
  const { state } = context.platform;
  refuseOwners(context, source, terms.access_level);
  const stopped = stopOf(context, source, invited.emails.length + invited.ids.length);
  if (stopped !== undefined) return stopped;
  const failures: Record<string, string> = {};
  const queued: Record<string, string> = {};
  const add = (key: string, user: UserRow): void => {
    const outcome = addQuietly(context, source, { ...terms, user });
    if (outcome.kind === 'failed') failures[key] = outcome.problem;
    if (outcome.kind === 'queued') queued[user.username] = queuedText;
  };
  for (const email of invited.emails) {
    const user = userAt(state, email.toLowerCase());
    if (user !== undefined) add(email, user);
    else {
      const problem = invite(context, source, email.toLowerCase(), terms);
      if (problem !== undefined) failures[email] = problem;
    }
  }
  for (const id of invited.ids) {
    const user = state.users.get(Number(id));
    if (user !== undefined) add(user.username, user);
  }
  const failed = Object.keys(failures).length > 0;
  return {
    ...(failed ? { status: 'error', message: failures } : { status: 'success' }),
    ...(Object.keys(queued).length > 0 ? { queued_users: queued } : {}),
  };
}

/** Whoever has an address: as the primary one, or as a further one that is confirmed (POST invitations, 18.9). */
function userAt(state: State, email: string): UserRow | undefined {
  const primary = state.userByEmail(email);
  if (primary !== undefined) return primary;
  const further = state.records.all().find((row) => row.kind === 'email' && row.key === email);
  if (further === undefined || further.data['confirmed_at'] == null) return undefined;
  return state.users.get(Number(further.owner.replace('user:', '')));
}

function invite(context: RequestContext, source: Source, email: string, terms: Terms): string | undefined {
  const { state, clock } = context.platform;
  const open = state.invitationsBySource(sourceKey(source.type, source.row.id));
  const taken = open.some((row) => row.email === email);
  const barred = signupRefusal(context, source, email);
  const errors = {
    ...(barred === undefined ? {} : { base: [barred] }),
    ...invitationErrors(context, source, terms),
    ...(taken ? { invite_email: ['has already been taken'] } : {}),
  };
  const texts = fullMessages(errors);
  if (texts.length > 0) return toSentence(texts);
  const now = timestamp(clock);
  const row = state.invitations.insert({
    source_type: source.type,
    source_id: source.row.id,
    email,
    ...terms,
    created_by_id: context.user?.id ?? null,
    created_at: now,
    updated_at: now,
    invite_token: randomBytes(32).toString('hex'),
  });
  tell(context, source, row, 'member_created', { add: 'user_access', as: roleName(context, row) });
  return undefined;
}

/** Writes the level, expiry and role of an invitation. */
export function changeInvitation(context: RequestContext, source: Source, row: InvitationRow, terms: Terms): void {
  const details = {
    change: 'access_level',
    from: roleName(context, row),
    to: roleName(context, terms),
    expiry_from: row.expires_at,
    expiry_to: terms.expires_at,
  };
  context.platform.state.invitations.update(row, { ...terms, updated_at: timestamp(context.platform.clock) });
  tell(context, source, row, 'member_updated', details);
}

/** Takes an invitation back. */
export function removeInvitation(context: RequestContext, source: Source, row: InvitationRow): void {
  context.platform.state.invitations.remove(row);
  tell(context, source, row, 'member_destroyed', { remove: 'user_access', from: roleName(context, row) });
}

function tell(
  context: RequestContext,
  source: Source,
  row: InvitationRow,
  event: string,
  details: Record<string, string | null>,
): void {
  audit(context, {
    event,
    entity: entityOf(source),
    target: { id: row.id, type: 'User', details: row.email },
    details,
  });
}
