import { canRead, hasLevel, sourceOf } from '../access.ts';
import type { Grant, Source } from '../access.ts';
import type { Call } from '../call.ts';
import { licensed } from '../edition.ts';
import { isJsonObject } from '../json.ts';
import type { Json, JsonObject } from '../json.ts';
import type { MemberRow, UserRow } from '../rows.ts';
import { basicUser, usesSeat } from './user.ts';
import { memberRoleEntity } from './member-role.ts';

/** A membership; `id` is the user's (GET /groups/:id/members, 18.9). */
export function memberEntity(
  call: Call,
  source: Source,
  grant: Grant,
  user: UserRow,
  seats: 'with seats' | 'without seats' = 'without seats',
): JsonObject {
  const { state, edition } = call.world;
  const { member } = grant;
  // Who made the membership is for those who may see where it was made.
  const place = sourceOf(state, member.source_type, member.source_id);
  const known = member.created_by_id !== null && place !== undefined && canRead(call, place);
  const author = known ? state.users.get(member.created_by_id) : undefined;
  const role = member.member_role_id === null ? undefined : state.memberRoles.get(member.member_role_id);
  return {
    ...basicUser(call, user),
    access_level: grant.level,
    created_at: member.created_at,
    ...(author === undefined ? {} : { created_by: basicUser(call, author) }),
    expires_at: member.expires_at,
    ...(call.admin ? { email: user.email } : {}),
    ...(source.type === 'group' && licensed(edition, 'premium') ? groupOnly(call, source, member, user) : {}),
    ...(seats === 'with seats' ? { is_using_seat: usesSeat(call, user) } : {}),
    ...(licensed(edition, 'premium') ? { membership_state: member.state } : {}),
    // The key is absent without a role; there is never a member_role_id.
    ...(role === undefined || !licensed(edition, 'ultimate') ? {} : { member_role: memberRoleEntity(call, role) }),
  };
}

function groupOnly(call: Call, source: Source & { type: 'group' }, member: MemberRow, user: UserRow): JsonObject {
  return {
    ...(seesSamlIdentities(call, source) ? { group_saml_identity: samlIdentity(user) ?? null } : {}),
    ...(member.ldap ? { override: member.override } : {}),
  };
}

/** The identities of single sign-on are for Owners of the root group that has it (GET /groups/:id/members, 18.9). */
export function seesSamlIdentities(call: Call, source: Source): boolean {
  if (source.type !== 'group' || source.row.parent_id !== null) return false;
  return call.world.state.samlLinksByGroup(source.row.id).length > 0 && hasLevel(call, source, 50);
}

/** The identity that a group's single sign-on knows a user by. */
export function samlIdentity(user: UserRow): Json | undefined {
  const identities = user.profile['identities'];
  if (!Array.isArray(identities)) return undefined;
  return (identities as readonly Json[]).find((one) => isJsonObject(one) && one['provider'] === 'group_saml');
}
