import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';

/**
 * Whether a directory keeps the members of a group, so that nobody adds or removes them by hand: it does as soon as
 * the group has a link to a directory that the instance knows, and the licence syncs (POST and DELETE members, 18.9).
 */
export function isLdapSynced(context: RequestContext, source: Source): boolean {
  const { state, providers, edition } = context.platform;
  if (source.type === 'project' || !licensed(edition, 'premium')) return false;
  return state.ldapLinksByGroup(source.row.id).some((link) => providers.ldap.includes(link.provider));
}
