import type { RequestContext } from '../http/request-context.ts';
import { licensed, since } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import type { LdapLinkRow, SamlLinkRow } from './rows.ts';

/** An LDAP link; it has no id (GET /groups/:id/ldap_group_links, 18.9). */
export function ldapLinkEntity(context: RequestContext, link: LdapLinkRow): JsonObject {
  const roles = licensed(context.platform.edition, 'ultimate');
  const filters = licensed(context.platform.edition, 'premium');
  return {
    cn: link.cn,
    group_access: link.group_access,
    provider: link.provider,
    ...(filters ? { filter: link.filter } : {}),
    ...(roles ? { member_role_id: link.member_role_id } : {}),
  };
}

/** A SAML link; it has no id, and a null provider stands for any (GET /groups/:id/saml_group_links, 18.9). */
export function samlLinkEntity(context: RequestContext, link: SamlLinkRow): JsonObject {
  const roles = licensed(context.platform.edition, 'ultimate');
  return {
    name: link.name,
    access_level: link.access_level,
    ...(roles ? { member_role_id: link.member_role_id } : {}),
    ...(since(context.platform.edition, '18.2') ? { provider: link.provider } : {}),
  };
}
