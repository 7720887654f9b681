import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import type { Wanted } from './rules.ts';

/** What the platform answers in place of a member whose promotion waits. */
export const queuedText = 'Request queued for administrator approval.';

/**
 * Whether a membership waits for an administrator: promotion management is on, the caller is none, and someone
 * who took no seat so far would take one (POST and PUT members, Ultimate, 18.9).
 */
export function waitsForApproval(context: RequestContext, wanted: Wanted): boolean {
  const { state, edition } = context.platform;
  if (context.admin || !licensed(edition, 'ultimate')) return false;
  if (state.settings['enable_member_promotion_management'] !== true) return false;
  if (!takesSeat(wanted.access_level) || wanted.user.type !== 'human') return false;
  return !state.membersByUser(wanted.user.id).some((member) => takesSeat(member.access_level));
}

/** Minimal access and Guest are free on Ultimate. */
function takesSeat(level: number): boolean {
  return level > 10;
}
