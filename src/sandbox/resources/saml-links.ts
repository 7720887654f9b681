import { audit } from '../audit.ts';
import type { Call } from '../call.ts';
import { licensed, since } from '../edition.ts';
import { samlLinkEntity } from '../entities/group-links.ts';
import { created, message, noContent, notFound, ok, refuse, unauthorized } from '../reply.ts';
import { route } from '../route.ts';
import type { GroupRow, SamlLinkRow } from '../rows.ts';
import { linkLevels, managedGroup, sentRole } from './group-link-access.ts';

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
    handle: ({ call, subject }) => ok(linksOf(call, subject).map((link) => samlLinkEntity(call, link))),
  }),
  // POST /groups/:id/saml_group_links: the level of a custom role overrules the one that was sent (18.9).
  route({
    method: 'POST',
    path: '/groups/:id/saml_group_links',
    ...licence,
    params: {
      saml_group_name: { type: 'string', required: true },
      access_level: { type: 'integer', required: true, values: linkLevels },
      member_role_id: { type: 'integer' },
      provider,
    },
    access: samlGroup,
    handle: ({ call, args, subject: group }) => {
      const role = call.world.state.memberRoles.get(sentRole(call, args.member_role_id) ?? 0);
      const draft = {
        group_id: group.id,
        name: args.saml_group_name.trim(),
        provider: named(args.provider),
        access_level: role?.base_access_level ?? args.access_level,
        member_role_id: role?.id ?? null,
      };
      const errors = linkErrors(call, group, draft);
      if (errors.length > 0) refuse(message(400, errors.join(',')));
      const link = call.world.state.samlLinks.insert(draft);
      auditCreation(call, group, link);
      return created(samlLinkEntity(call, link));
    },
  }),
  // GET /groups/:id/saml_group_links/:saml_group_name (18.9).
  route({
    method: 'GET',
    path: '/groups/:id/saml_group_links/:saml_group_name',
    ...licence,
    params: { provider },
    access: samlGroup,
    handle: ({ call, args, subject }) => {
      return ok(samlLinkEntity(call, oneLink(call, subject, args.saml_group_name, args.provider)));
    },
  }),
  // DELETE /groups/:id/saml_group_links/:saml_group_name (18.9).
  route({
    method: 'DELETE',
    path: '/groups/:id/saml_group_links/:saml_group_name',
    ...licence,
    params: { provider },
    access: samlGroup,
    handle: ({ call, args, subject: group }) => {
      const link = oneLink(call, group, args.saml_group_name, args.provider);
      call.world.state.samlLinks.remove(link);
      const details = { custom_message: `SAML group links removed. Group Name - ${link.name}` };
      audit(call, { event: 'saml_group_links_removed', entity: { type: 'Group', row: group }, details });
      return noContent();
    },
  }),
];

function samlGroup(call: Call, args: { readonly id: string }): GroupRow {
  return managedGroup(call, args.id) ?? refuse(unauthorized());
}

function linksOf(call: Call, group: GroupRow): readonly SamlLinkRow[] {
  return call.world.state.samlLinksByGroup(group.id);
}

/** A provider is trimmed, and a blank one is none: such a link holds for each. */
function named(text: string | null | undefined): string | null {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? null : trimmed;
}

/** The link of a name; a provider that is sent, even an empty one, says which of several. */
function oneLink(call: Call, group: GroupRow, name: string, sent: string | null | undefined): SamlLinkRow {
  const links = linksOf(call, group).filter((link) => link.name === name);
  const meant = sent === undefined ? links : links.filter((link) => link.provider === (blank(sent) ? null : sent));
  const [first, ...others] = meant;
  if (others.length > 0) refuse(message(422, ambiguous));
  return first ?? refuse(notFound());
}

const ambiguous = 'Multiple group links found with the same name. Please specify a provider parameter to disambiguate.';

const blank = (text: string | null): boolean => (text ?? '').trim() === '';

/** What the model finds wrong with a new link; the names of the fields begin the sentences (18.9). */
function linkErrors(call: Call, group: GroupRow, draft: Omit<SamlLinkRow, 'id'>): readonly string[] {
  const errors: string[] = [];
  if (draft.name === '') errors.push("Saml group name can't be blank");
  // Up to 18.1 there were no providers, so that a name was taken once.
  const taken = linksOf(call, group).some((link) => link.name === draft.name && link.provider === draft.provider);
  if (taken) errors.push('Saml group name has already been taken');
  if (draft.name.length > 255) errors.push('Saml group name is too long (maximum is 255 characters)');
  if ((draft.provider?.length ?? 0) > 255) errors.push('Provider is too long (maximum is 255 characters)');
  if (!levelsOf(call, group).includes(draft.access_level)) errors.push('Access level is invalid');
  return errors;
}

/** Minimal access is for root groups with the licence. */
function levelsOf(call: Call, group: GroupRow): readonly number[] {
  const minimal = group.parent_id === null && licensed(call.world.edition, 'premium');
  return linkLevels.filter((level) => (level !== 5 || minimal) && (level !== 15 || since(call.world.edition, '17.7')));
}

function auditCreation(call: Call, group: GroupRow, link: SamlLinkRow): void {
  const role = link.member_role_id === null ? '' : `, Member Role - ${link.member_role_id}`;
  const text = `SAML group links created. Group Name - ${link.name}, Access Level - ${link.access_level}${role}`;
  const entity = { type: 'Group', row: group } as const;
  audit(call, { event: 'saml_group_links_created', entity, details: { custom_message: text } });
}
