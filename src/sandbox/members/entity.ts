import { canRead, hasLevel, sourceOf } from '../access/access.ts';
import type { Grant, Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { MemberRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import { basicUser } from '../users/entity.ts';
import { memberRoleEntity } from './entity-role.ts';

/** A membership; `id` is the user's (GET /groups/:id/members, 18.9). */
export function memberEntity(
  context: RequestContext,
  source: Source,
  grant: Grant,
  user: UserRow,
  seats: 'with seats' | 'without seats' = 'without seats',
): JsonObject {
  const { state, edition } = context.platform;
  const { member } = grant;
  // Who made the membership is for those who may see where it was made.
  const place = sourceOf(state, member.source_type, member.source_id);
  const known = member.created_by_id !== null && place !== undefined && canRead(context, place);
  const author = known ? state.users.get(member.created_by_id) : undefined;
  const role = member.member_role_id === null ? undefined : state.memberRoles.get(member.member_role_id);
  return {
    ...basicUser(context, user),
    access_level: grant.level,
    created_at: member.created_at,
    ...(author === undefined ? {} : { created_by: basicUser(context, author) }),
    expires_at: member.expires_at,
    ...(context.admin ? { email: user.email } : {}),
    ...(source.type === 'group' && licensed(edition, 'premium') ? groupOnly(context, source, member, user) : {}),
    ...(seats === 'with seats' ? { is_using_seat: false } : {}),
    membership_state: member.state,
    // The key is absent without a role; there is never a member_role_id.
    ...(role === undefined || !licensed(edition, 'ultimate') ? {} : { member_role: memberRoleEntity(context, role) }),
  };
}

function groupOnly(
  context: RequestContext,
  source: Source & { type: 'group' },
  member: MemberRow,
  user: UserRow,
): JsonObject {
  return {
    ...(seesSamlIdentities(context, source) ? { group_saml_identity: samlIdentity(user) ?? null } : {}),
    ...(member.ldap ? { override: member.override } : {}),
  };
}

/**
 * The identities of a group's own single sign-on are for Owners of the root group that has it (GET /groups/:id/members,
 * 18.9); an instance has none unless `group_saml` is among its providers. A guess: a group with links uses it.
 */
export function seesSamlIdentities(context: RequestContext, source: Source): boolean {
  if (source.type !== 'group' || source.row.parent_id !== null) return false;
  if (!context.platform.providers.saml.includes('group_saml')) return false;
  return context.platform.state.samlLinksByGroup(source.row.id).length > 0 && hasLevel(context, source, 50);
}

/** The identity that a group's single sign-on knows a user by. */
export function samlIdentity(user: UserRow): Json | undefined {
  const identities = user.profile['identities'];
  if (!Array.isArray(identities)) return undefined;
  return (identities as readonly Json[]).find((one) => isJsonObject(one) && one['provider'] === 'group_saml');
}
