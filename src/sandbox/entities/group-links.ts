import type { Call } from '../call.ts';
import { licensed, since } from '../edition.ts';
import type { JsonObject } from '../json.ts';
import type { LdapLinkRow, SamlLinkRow } from '../rows.ts';

/** An LDAP link; it has no id (GET /groups/:id/ldap_group_links, 18.9). */
export function ldapLinkEntity(call: Call, link: LdapLinkRow): JsonObject {
  const roles = licensed(call.world.edition, 'ultimate');
  return {
    cn: link.cn,
    group_access: link.group_access,
    provider: link.provider,
    filter: link.filter,
    ...(roles ? { member_role_id: link.member_role_id } : {}),
  };
}

/** A SAML link; it has no id, and a null provider stands for any (GET /groups/:id/saml_group_links, 18.9). */
export function samlLinkEntity(call: Call, link: SamlLinkRow): JsonObject {
  const roles = licensed(call.world.edition, 'ultimate');
  return {
    name: link.name,
    access_level: link.access_level,
    ...(roles ? { member_role_id: link.member_role_id } : {}),
    ...(since(call.world.edition, '18.2') ? { provider: link.provider } : {}),
  };
}
