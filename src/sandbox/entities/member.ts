import { rootOf } from '../access.ts';
import type { Grant, Source } from '../access.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import type { JsonObject } from '../json.ts';
import type { MemberRow, UserRow } from '../rows.ts';
import { basicUser } from './user.ts';
import { memberRoleEntity } from './member-role.ts';

/** A membership; `id` is the user's (GET /groups/:id/members, 18.9). */
export function memberEntity(call: Call, source: Source, grant: Grant, user: UserRow): JsonObject {
  const { state, edition } = call.world;
  const { member } = grant;
  const author = member.created_by_id === null ? undefined : state.users.get(member.created_by_id);
  const role = member.member_role_id === null ? undefined : state.memberRoles.get(member.member_role_id);
  return {
    ...basicUser(call, user),
    access_level: grant.level,
    created_at: member.created_at,
    ...(author === undefined ? {} : { created_by: basicUser(call, author) }),
    expires_at: member.expires_at,
    ...(call.admin ? { email: user.email } : {}),
    ...(source.type === 'group' && licensed(edition, 'premium') ? groupOnly(call, source, member) : {}),
    ...(licensed(edition, 'premium') ? { membership_state: member.state } : {}),
    // The key is absent without a role; there is never a member_role_id.
    ...(role === undefined || !licensed(edition, 'ultimate') ? {} : { member_role: memberRoleEntity(call, role) }),
  };
}

function groupOnly(call: Call, source: Source & { type: 'group' }, member: MemberRow): JsonObject {
  const { state } = call.world;
  const saml = state.samlLinksByGroup(rootOf(state, source.row).id).length > 0;
  return { ...(saml ? { group_saml_identity: null } : {}), ...(member.ldap ? { override: member.override } : {}) };
}
