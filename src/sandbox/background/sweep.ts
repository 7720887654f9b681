import { systemAudit } from '../admin/audit.ts';
import { today } from '../store/clock.ts';
import { sourceOf } from '../access/access.ts';
import type { MemberRow } from '../members/rows.ts';
import { forgetInvited, forgetMember } from '../repository/lost-levels.ts';
import type { Platform } from '../store/platform.ts';

const lastSwept = new WeakMap<Platform, string>();

/**
 * The daily job: memberships and shares whose last day has come are removed on the first request of a new day.
 * The bots of access tokens stay, since their membership tells where their token belongs (18.9).
 */
export function sweepDaily(platform: Platform): void {
  const day = today(platform.clock);
  const last = lastSwept.get(platform);
  lastSwept.set(platform, day);
  if (last === undefined || last === day) return;
  const { state } = platform;
  for (const member of [...state.members.all()]) {
    if (isOver(member.expires_at, day) && state.users.get(member.user_id)?.type !== 'project_bot')
      expire(platform, member);
  }
  for (const share of [...state.shares.all()]) {
    if (!isOver(share.expires_at, day)) continue;
    state.shares.remove(share);
    const source = sourceOf(state, share.source_type, share.source_id);
    if (source !== undefined) forgetInvited(state, source, share.group_id);
  }
}

function isOver(expiresAt: string | null, day: string): boolean {
  return expiresAt !== null && expiresAt <= day;
}

/** Removes a membership that nobody asked to remove; the audit log names the system as its author. */
export function expire(
  platform: Platform,
  member: MemberRow,
  reason = `access expired on: ${member.expires_at ?? ''}`,
): void {
  const { state } = platform;
  state.members.remove(member);
  const source = sourceOf(state, member.source_type, member.source_id);
  const user = state.users.get(member.user_id);
  if (source !== undefined) forgetMember(state, today(platform.clock), source, member.user_id);
  if (source === undefined || user === undefined) return;
  const target = { id: user.id, type: 'User', details: user.name };
  systemAudit(platform, source, { event: 'member_destroyed', target, details: { remove: 'user_access', reason } });
}
