import { levelParam } from '../access/levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { ldapLinkEntity } from './entity-links.ts';
import { conflict, created, forbidden, message, noContent, notFound, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { LdapLinkRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { managedGroup, sentRole } from './link-access.ts';
import { isLdapFilter } from './ldap-filter.ts';

const base = '/groups/:id/ldap_group_links';

export const ldapLinkRoutes = [
  // GET /groups/:id/ldap_group_links: not paged, and 404 when there is none (18.9).
  route({
    method: 'GET',
    path: base,
    access: ldapGroup,
    handle: ({ context, subject }) => {
      const links = context.platform.state.ldapLinksByGroup(subject.id);
      if (links.length === 0) return message(404, 'No linked LDAP groups found');
      return ok(links.map((link) => ldapLinkEntity(context, link)));
    },
  }),
  // POST /groups/:id/ldap_group_links: whatever the model finds wrong is 409 (18.9).
  route({
    method: 'POST',
    path: base,
    params: {
      cn: { type: 'string' },
      filter: { type: 'string' },
      group_access: { ...levelParam, required: true },
      provider: { type: 'string', required: true },
      member_role_id: { type: 'integer' },
    },
    rules: [{ exactlyOne: ['cn', 'filter'] }],
    access: ldapGroup,
    handle: ({ context, args, subject: group }) => {
      requireFilters(context, args.filter);
      const draft = {
        group_id: group.id,
        cn: presence(args.cn),
        filter: presence(args.filter),
        provider: args.provider,
        group_access: args.group_access,
        member_role_id: sentRole(context, args.member_role_id),
      };
      const [problem] = linkErrors(context, draft);
      if (problem !== undefined) refuse(conflict(problem));
      return created(ldapLinkEntity(context, context.platform.state.ldapLinks.insert(draft)));
    },
  }),
  // DELETE /groups/:id/ldap_group_links (18.9).
  route({
    method: 'DELETE',
    path: base,
    params: { cn: { type: 'string' }, filter: { type: 'string' }, provider: { type: 'string', required: true } },
    rules: [{ exactlyOne: ['cn', 'filter'] }],
    access: ldapGroup,
    handle: ({ context, args, subject }) => {
      requireFilters(context, args.filter);
      return remove(context, subject, (link) => {
        const same = args.cn === undefined ? link.filter === args.filter : link.cn === args.cn;
        return same && link.provider === args.provider;
      });
    },
  }),
  // DELETE /groups/:id/ldap_group_links/:cn, deprecated: the first of the name, whatever its provider (18.9).
  route({
    method: 'DELETE',
    path: `${base}/:cn`,
    access: ldapGroup,
    handle: ({ context, args, subject }) => remove(context, subject, (link) => link.cn === args.cn),
  }),
  // DELETE /groups/:id/ldap_group_links/:provider/:cn, deprecated (18.9).
  route({
    method: 'DELETE',
    path: `${base}/:provider/:cn`,
    access: ldapGroup,
    handle: ({ context, args, subject }) =>
      remove(context, subject, (link) => link.cn === args.cn && link.provider === args.provider),
  }),
];

function ldapGroup(context: RequestContext, args: { readonly id: string }): GroupRow {
  return managedGroup(context, args.id) ?? refuse(forbidden());
}

/** Links by name are there without a licence, those by filter come with Premium: 404 (18.9). */
function requireFilters(context: RequestContext, filter: string | null | undefined): void {
  if (presence(filter) !== null && !licensed(context.platform.edition, 'premium')) refuse(notFound());
}

function presence(text: string | null | undefined): string | null {
  return (text ?? '').trim() === '' ? null : (text ?? null);
}

function remove(context: RequestContext, group: GroupRow, isMeant: (link: LdapLinkRow) => boolean): Reply {
  const link = context.platform.state.ldapLinksByGroup(group.id).find(isMeant);
  if (link === undefined) return message(404, 'Linked LDAP group not found');
  context.platform.state.ldapLinks.remove(link);
  return noContent();
}

/** What the model finds wrong with a new link, in the order of its checks; only the first is told (18.9). */
function linkErrors(context: RequestContext, draft: Omit<LdapLinkRow, 'id'>): readonly string[] {
  const { state } = context.platform;
  const errors: string[] = [];
  const others = state.ldapLinksByGroup(draft.group_id).filter((link) => link.provider === draft.provider);
  const role = draft.member_role_id === null ? undefined : state.memberRoles.get(draft.member_role_id);
  // The model asks a role that is not there for its level, which nothing catches (18.9).
  if (draft.member_role_id !== null && role === undefined) refuse(message(500, '500 Internal Server Error'));
  if (role !== undefined && role.base_access_level !== draft.group_access) {
    errors.push("Member role the custom role's base access level does not match the current access level");
  }
  if (draft.cn !== null && others.some((link) => link.cn === draft.cn)) errors.push('Cn has already been taken');
  if (draft.filter !== null && others.some((link) => link.filter === draft.filter)) {
    errors.push('Filter has already been taken');
  }
  if (draft.filter !== null && !isLdapFilter(draft.filter)) errors.push('Filter must be a valid filter');
  if ((draft.filter?.length ?? 0) > 8192) errors.push('Filter is too long (maximum is 8192 characters)');
  if ((draft.cn?.length ?? 0) > 255) errors.push('Cn is too long (maximum is 255 characters)');
  if (draft.provider.length > 255) errors.push('Provider is too long (maximum is 255 characters)');
  if (draft.provider.trim() === '') errors.push("Provider can't be blank");
  if (draft.cn === null && draft.filter === null) {
    errors.push('Either LDAP group cn or LDAP user filter is required');
  }
  return errors;
}
