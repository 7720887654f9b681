import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { fullMessages, toSentence } from '../http/full-messages.ts';
import { created, forbidden, refuse } from '../http/reply.ts';
import type { JsonObject } from '../store/json.ts';
import type { Reply } from '../http/reply.ts';
import type { UserRow } from '../users/rows.ts';
import { sourceKey } from '../store/state.ts';
import { addMember } from './changes.ts';
import { queuedText, waitsForApproval } from './promotion.ts';
import { addsTo, changesMembers, heightErrors, isMembershipLocked, mayHandle, memberErrors } from './rules.ts';
import type { Wanted } from './rules.ts';

/** What became of one user of a list. */
export type Outcome =
  { readonly kind: 'added' } | { readonly kind: 'queued' } | { readonly kind: 'failed'; readonly problem: string };

/**
 * Adds several users in one call: always 201, unknown users dropped in silence, existing members updated, every
 * failure told by name in one text (POST members with a comma list, 18.9).
 */
export function addSeveral(
  context: RequestContext,
  source: Source,
  users: readonly (UserRow | undefined)[],
  wanted: Omit<Wanted, 'user'>,
): Reply {
  refuseOwners(context, source, wanted.access_level);
  const stopped = stopOf(context, source, users.length);
  if (stopped !== undefined) return created(stopped);
  const failures: string[] = [];
  const queued: Record<string, string> = {};
  for (const user of users) {
    if (user === undefined) continue;
    const outcome = addQuietly(context, source, { ...wanted, user });
    if (outcome.kind === 'failed') failures.push(`${user.username}: ${outcome.problem}`);
    if (outcome.kind === 'queued') queued[user.username] = queuedText;
  }
  const result = failures.length === 0 ? { status: 'success' } : { status: 'error', message: toSentence(failures) };
  return created({ ...result, ...(Object.keys(queued).length > 0 ? { queued_users: queued } : {}) });
}

/** What stops a whole list before its first user: a group that locks memberships, or too many at once (18.9). */
export function stopOf(context: RequestContext, source: Source, count: number): JsonObject | undefined {
  if (isMembershipLocked(context, source)) {
    const message = 'Members::CreateService::MembershipLockedError';
    return { status: 'error', message, reason: 'membership_locked_error' };
  }
  if (count <= 100) return undefined;
  return { status: 'error', message: 'Too many users specified (limit is 100)', reason: 'too_many_invites_error' };
}

/** Who may not make Owners of a project is refused outright, before any user of a list is looked at (18.9). */
export function refuseOwners(context: RequestContext, source: Source, level: number): void {
  if (source.type === 'project' && level === 50 && !mayHandle(context, source, level)) refuse(forbidden());
}

/** Adds one user, or updates the member that he is; what goes wrong is told and not thrown. */
export function addQuietly(context: RequestContext, source: Source, wanted: Wanted): Outcome {
  const rows = context.platform.state.membersBySource(sourceKey(source.type, source.row.id));
  const existing = rows.find((member) => member.user_id === wanted.user.id);
  const may = existing === undefined ? addsTo(context, source, wanted.user) : changesMembers(context, source);
  const barred = source.type === 'project' && !mayHandle(context, source, wanted.access_level);
  if (!may || barred) {
    const verb = existing === undefined ? 'create' : 'update';
    return { kind: 'failed', problem: `not authorized to ${verb} member` };
  }
  const texts = fullMessages({
    ...heightErrors(context, source, wanted.access_level),
    ...memberErrors(context, source, wanted, existing),
  });
  if (texts.length > 0) return { kind: 'failed', problem: toSentence(texts) };
  if (waitsForApproval(context, wanted)) return { kind: 'queued' };
  addMember(context, source, wanted, existing);
  return { kind: 'added' };
}
