import { randomBytes } from 'node:crypto';
import type { Source } from '../access.ts';
import { audit, entityOf } from '../audit.ts';
import { dayOf } from '../call.ts';
import type { Call } from '../call.ts';
import { timestamp } from '../clock.ts';
import { fullMessages, toSentence } from '../full-messages.ts';
import type { ModelErrors } from '../full-messages.ts';
import type { JsonObject } from '../json.ts';
import type { InvitationRow, UserRow } from '../rows.ts';
import { sourceKey } from '../state.ts';
import type { State } from '../state.ts';
import { addQuietly, refuseOwners, stopOf } from './member-comma-lists.ts';
import { queuedText } from './member-promotion.ts';
import { allowedLevels, levelName, mayHandle, roleErrors } from './member-rules.ts';
import type { Wanted } from './member-rules.ts';
import { signupRefusal } from './invitation-signup.ts';

type Terms = Omit<Wanted, 'user'>;

/** What the model finds wrong with an invitation; empty when all is well. */
export function invitationErrors(call: Call, source: Source, terms: Terms): ModelErrors {
  const errors: Record<string, readonly string[]> = {};
  if (!mayHandle(call, source, terms.access_level)) errors['base'] = ['not authorized to create member'];
  if (!allowedLevels(call, source).includes(terms.access_level))
    errors['access_level'] = ['is not included in the list'];
  if (terms.expires_at !== null && terms.expires_at < dayOf(call)) {
    errors['expires_at'] = ['cannot be a date in the past'];
  }
  return { ...errors, ...roleErrors(call, source, terms) };
}

/**
 * Invites by address and adds by id. Whoever has an account becomes a member at once; each failure is told by
 * address or name, and the others go through (POST invitations, 18.9).
 */
export function inviteAll(
  call: Call,
  source: Source,
  invited: { readonly emails: readonly string[]; readonly ids: readonly string[] },
  terms: Terms,
): JsonObject {
  const { state } = call.world;
  refuseOwners(call, source, terms.access_level);
  const stopped = stopOf(call, source, invited.emails.length + invited.ids.length);
  if (stopped !== undefined) return stopped;
  const failures: Record<string, string> = {};
  const queued: Record<string, string> = {};
  const add = (key: string, user: UserRow): void => {
    const outcome = addQuietly(call, source, { ...terms, user });
    if (outcome.kind === 'failed') failures[key] = outcome.problem;
    if (outcome.kind === 'queued') queued[user.username] = queuedText;
  };
  for (const email of invited.emails) {
    const user = userAt(state, email.toLowerCase());
    if (user !== undefined) add(email, user);
    else {
      const problem = invite(call, source, email.toLowerCase(), terms);
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

function invite(call: Call, source: Source, email: string, terms: Terms): string | undefined {
  const { state, clock } = call.world;
  const open = state.invitationsBySource(sourceKey(source.type, source.row.id));
  const taken = open.some((row) => row.email === email);
  const barred = signupRefusal(call, source, email);
  const errors = {
    ...(barred === undefined ? {} : { base: [barred] }),
    ...invitationErrors(call, source, terms),
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
    created_by_id: call.user?.id ?? null,
    created_at: now,
    updated_at: now,
    invite_token: randomBytes(15).toString('base64url'),
  });
  tell(call, source, row, 'member_created', { add: 'user_access', as: levelName(row.access_level) });
  return undefined;
}

/** Writes the level, expiry and role of an invitation. */
export function changeInvitation(call: Call, source: Source, row: InvitationRow, terms: Terms): void {
  const details = {
    change: 'access_level',
    from: levelName(row.access_level),
    to: levelName(terms.access_level),
    expiry_from: row.expires_at,
    expiry_to: terms.expires_at,
  };
  call.world.state.invitations.update(row, { ...terms, updated_at: timestamp(call.world.clock) });
  tell(call, source, row, 'member_updated', details);
}

/** Takes an invitation back. */
export function removeInvitation(call: Call, source: Source, row: InvitationRow): void {
  call.world.state.invitations.remove(row);
  tell(call, source, row, 'member_destroyed', { remove: 'user_access', from: levelName(row.access_level) });
}

function tell(
  call: Call,
  source: Source,
  row: InvitationRow,
  event: string,
  details: Record<string, string | null>,
): void {
  audit(call, { event, entity: entityOf(source), target: { id: row.id, type: 'User', details: row.email }, details });
}
