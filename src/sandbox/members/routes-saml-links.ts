import { levelParam } from '../access/levels.ts';
import { audit } from '../admin/audit.ts';
import type { RequestContext } from '../http/request-context.ts';
import { licensed } from '../store/edition.ts';
import { samlLinkEntity } from './entity-links.ts';
import { created, message, noContent, notFound, ok, refuse, unauthorized } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { SamlLinkRow } from './rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { managedGroup, sentRole } from './link-access.ts';

/** Without the licence the right is nobody's, and who has no right is told 401 here (18.9). */
const licence = { tier: 'premium', unlicensed: unauthorized() } as const;

const provider = { type: 'string', since: '18.2' } as const;

export const samlLinkRoutes = [
  // GET /groups/:id/saml_group_links: not paged (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/saml_group_links',
    ...licence,
    access: samlGroup,
    handle: ({ context, subject }) => ok(linksOf(context, subject).map((link) => samlLinkEntity(context, link))),
  }),
  // POST /groups/:id/saml_group_links: the level of a custom role overrules the one that was sent (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/saml_group_links',
    ...licence,
    params: {
      saml_group_name: { type: 'string', required: true },
      access_level: { ...levelParam, required: true },
      member_role_id: { type: 'integer' },
      provider,
    },
    access: samlGroup,
    handle: ({ context, args, subject: group }) => {
      const role = context.platform.state.memberRoles.get(sentRole(context, args.member_role_id) ?? 0);
      const draft = {
        group_id: group.id,
        name: args.saml_group_name.trim(),
        provider: named(args.provider),
        access_level: role?.base_access_level ?? args.access_level,
        member_role_id: role?.id ?? null,
      };
      const errors = linkErrors(context, group, draft);
      if (errors.length > 0) refuse(message(400, errors.join(',')));
      const link = context.platform.state.samlLinks.insert(draft);
      auditCreation(context, group, link);
      return created(samlLinkEntity(context, link));
    },
  }),
  // GET /groups/:id/saml_group_links/:saml_group_name (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/saml_group_links/:saml_group_name',
    ...licence,
    params: { provider },
    access: samlGroup,
    handle: ({ context, args, subject }) => {
      return ok(samlLinkEntity(context, oneLink(context, subject, args.saml_group_name, args.provider)));
    },
  }),
  // DELETE /groups/:id/saml_group_links/:saml_group_name (18.9).
  route({
    method: 'DELETE',
    path: '/groups/:id/saml_group_links/:saml_group_name',
    ...licence,
    params: { provider },
    access: samlGroup,
    handle: ({ context, args, subject: group }) => {
      const link = oneLink(context, group, args.saml_group_name, args.provider);
      context.platform.state.samlLinks.remove(link);
      const details = { custom_message: `SAML group links removed. Group Name - ${link.name}` };
      audit(context, { event: 'saml_group_links_removed', entity: { type: 'Group', row: group }, details });
      return noContent();
    },
  }),
];

function samlGroup(context: RequestContext, args: { readonly id: string }): GroupRow {
  return managedGroup(context, args.id) ?? refuse(unauthorized());
}

function linksOf(context: RequestContext, group: GroupRow): readonly SamlLinkRow[] {
  return context.platform.state.samlLinksByGroup(group.id);
}

/** A provider is trimmed, and a blank one is none: such a link holds for each. */
function named(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** The link of a name; a provider that is sent, even an empty one, says which of several. */
function oneLink(context: RequestContext, group: GroupRow, name: string, sent: string | null | undefined): SamlLinkRow {
  const links = linksOf(context, group).filter((link) => link.name === name);
  const meant = sent === undefined ? links : links.filter((link) => link.provider === (blank(sent) ? null : sent));
  const [first, ...others] = meant;
  if (others.length > 0) refuse(message(422, ambiguous));
  return first ?? refuse(notFound());
}

const ambiguous = 'Multiple group links found with the same name. Please specify a provider parameter to disambiguate.';

const blank = (text: string | null): boolean => (text ?? '').trim() === '';

/** What the model finds wrong with a new link; the names of the fields begin the sentences (18.9). */
function linkErrors(context: RequestContext, group: GroupRow, draft: Omit<SamlLinkRow, 'id'>): readonly string[] {
  const errors: string[] = [];
  if (draft.name === '') errors.push("Saml group name can't be blank");
  // Up to 18.1 there were no providers, so that a name was taken once.
  const taken = linksOf(context, group).some((link) => link.name === draft.name && link.provider === draft.provider);
  if (taken) errors.push('Saml group name has already been taken');
  if (draft.name.length > 255) errors.push('Saml group name is too long (maximum is 255 characters)');
  if ((draft.provider?.length ?? 0) > 255) errors.push('Provider is too long (maximum is 255 characters)');
  if (draft.access_level === 5 && !takesMinimal(context, group)) errors.push('Access level is invalid');
  return errors;
}

/** Minimal access is for root groups with the licence. */
function takesMinimal(context: RequestContext, group: GroupRow): boolean {
  return group.parent_id === null && licensed(context.platform.edition, 'premium');
}

function auditCreation(context: RequestContext, group: GroupRow, link: SamlLinkRow): void {
  const role = link.member_role_id === null ? '' : `, Member Role - ${link.member_role_id}`;
  const text = `SAML group links created. Group Name - ${link.name}, Access Level - ${link.access_level}${role}`;
  const entity = { type: 'Group', row: group } as const;
  audit(context, { event: 'saml_group_links_created', entity, details: { custom_message: text } });
}
