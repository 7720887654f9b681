import { sourceOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { UserRow } from '../users/rows.ts';
import { addMember } from './changes.ts';

/** Turns the open invitations to an address into memberships, once it belongs to a confirmed user (18.9). */
export function acceptInvitations(context: RequestContext, user: UserRow): void {
  if (user.confirmed_at === null) return;
  const { state } = context.platform;
  for (const row of state.invitations.all().filter((invitation) => invitation.email === user.email)) {
    const source = sourceOf(state, row.source_type, row.source_id);
    state.invitations.remove(row);
    if (source === undefined) continue;
    const { access_level, expires_at, member_role_id } = row;
    addMember(context, source, { user, access_level, expires_at, member_role_id });
  }
}
