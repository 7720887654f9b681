import type { Call } from '../call.ts';
import type { JsonObject } from '../json.ts';
import type { InvitationRow } from '../rows.ts';

/** An open invitation (APIEntitiesInvitation, 18.9). */
export function invitationEntity(call: Call, row: InvitationRow): JsonObject {
  const { state } = call.world;
  const author = row.created_by_id === null ? undefined : state.users.get(row.created_by_id);
  return {
    access_level: row.access_level,
    created_at: row.created_at,
    expires_at: row.expires_at,
    invite_email: row.email,
    invite_token: row.invite_token,
    user_name: state.userByEmail(row.email)?.name ?? null,
    created_by_name: author?.name ?? null,
  };
}
