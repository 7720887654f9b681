import type { Source } from '../access.ts';
import type { Call } from '../call.ts';
import { isJsonObject } from '../json.ts';
import type { Json } from '../json.ts';
import type { MemberRow } from '../rows.ts';
import { sourceKey } from '../state.ts';

/**
 * Whether a directory keeps the members of a group, so that nobody adds or removes them by hand (POST and DELETE
 * members, 18.9). Links alone do not make it so, since an instance may have no directory: one of the members has to
 * be known to it.
 */
export function isLdapSynced(call: Call, source: Source): boolean {
  const { state } = call.world;
  if (source.type === 'project' || state.ldapLinksByGroup(source.row.id).length === 0) return false;
  return state.membersBySource(sourceKey('group', source.row.id)).some((member) => isOfDirectory(call, member));
}

function isOfDirectory(call: Call, member: MemberRow): boolean {
  if (member.ldap) return true;
  const identities = call.world.state.users.get(member.user_id)?.profile['identities'];
  return Array.isArray(identities) && (identities as readonly Json[]).some(isOfLdap);
}

function isOfLdap(identity: Json): boolean {
  const provider = isJsonObject(identity) ? identity['provider'] : undefined;
  return typeof provider === 'string' && provider.startsWith('ldap');
}
