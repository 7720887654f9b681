import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import type { InvitationRow } from './rows.ts';

/** An open invitation (APIEntitiesInvitation, 18.9). */
export function invitationEntity(context: RequestContext, row: InvitationRow): JsonObject {
  const { state } = context.platform;
  const author = row.created_by_id === null ? undefined : state.users.get(row.created_by_id);
  return {
    access_level: row.access_level,
    created_at: row.created_at,
    expires_at: row.expires_at,
    invite_email: row.email,
    invite_token: row.invite_token,
    created_by_name: author?.name ?? null,
  };
}
