import { atLeast } from '../base/version-order.ts';
import { kind } from '../kind.ts';
import { levelField, levelName, type AccessLevel } from './access-level.ts';
import { accessOf, accessProblems, grantOf, levelOfRole, normalAccess, roleName, roleSchema } from './custom-role.ts';
import { scopeGroupReads } from './groups/read.ts';
import { minimalBelowTop } from './minimal-access.ts';
import { nestedRows } from './nested-rows.ts';

export type SamlLinkSpec = {
  readonly name: string;
  readonly provider: string | null;
  readonly access_level: AccessLevel;
  readonly role: string | null;
};

type LiveSamlLink = {
  readonly name: string;
  readonly access_level: number;
  readonly provider?: string | null;
  readonly member_role_id?: number | null;
};

/** Links from a group of a SAML identity provider to a group. A sync applies them, so nothing happens to members at once. */
export const samlLinks = kind<SamlLinkSpec, LiveSamlLink>({
  section: 'saml_links',
  singular: 'saml_link',
  description: 'What access the members of a SAML group get in a group.',
  scopes: ['group'],
  tier: 'premium',
  shape: { type: 'map', name: 'name', short: 'access_level' },
  schema: {
    properties: {
      name: {
        type: 'string',
        pattern: '^\\S(.*\\S)?$',
        'x-form': 'a name without spaces around it',
        description: 'The SAML group, by its name at the provider',
      },
      provider: {
        type: ['string', 'null'],
        'x-since': '18.2',
        description: 'The SAML provider; without one the link holds for each',
      },
      access_level: levelField(),
      role: roleSchema,
    },
    anyOf: [{ required: ['access_level'] }, { required: ['role'] }],
  },
  identity: {
    // Devs and devs are two links (POST …/saml_group_links, 18.9).
    names: 'exact',
    key: (spec) => linkKey(spec.name ?? '', spec.provider),
    normal: ({ provider, ...rest }) => ({
      ...rest,
      // Blanks around it are dropped (POST …/saml_group_links, 18.9).
      ...(provider !== undefined && { provider: provider?.trim() || null }),
      ...normalAccess(rest),
    }),
  },
  reads: {
    // The group shows its own links, so that the links of many groups can be had from one list of groups.
    all: scopeGroupReads,
    rows: (answer) => nestedRows(answer, 'saml_group_links'),
  },
  decode: (live, context) => ({
    key: linkKey(live.name, live.provider),
    spec: {
      name: live.name,
      provider: live.provider ?? null,
      access_level: levelName(live.access_level),
      role: roleName(live.member_role_id, context),
    },
  }),
  calls: {
    shown: { always: ['name', 'access_level'] },
    create({ key, spec }, context) {
      const { level, roleId } = accessOf(spec, context);
      const body = {
        saml_group_name: spec.name ?? key,
        ...(level !== undefined && { access_level: level }),
        ...(typeof spec.provider === 'string' && { provider: spec.provider }),
        ...(roleId !== undefined && { member_role_id: roleId }),
      };
      return [{ method: 'POST', path: `${context.at}/saml_group_links`, body }];
    },
    // An empty provider is the link without one; unsaid, several links of the name would be a 422 (18.2).
    remove(live, context) {
      const path = `${context.at}/saml_group_links/${encodeURIComponent(live.name)}`;
      if (!atLeast(context.instance.version, '18.2')) return [{ method: 'DELETE', path }];
      return [{ method: 'DELETE', path, query: { provider: live.provider ?? '' } }];
    },
  },
  rules: {
    check: (spec, scope) => [...accessProblems(spec), ...minimalBelowTop(spec, scope)],
  },
  history: {
    events: {
      targets: ['Group'],
      made: ['saml_group_links_created'],
      removed: ['saml_group_links_removed'],
      changed: () => [],
      // A guess: the link has no number, and no recorded event shows its words. A provider is not among them.
      mentions: (message, key) => {
        const named = /Group Name - (.*?)(?:, Access Level - .*)?$/.exec(message)?.[1];
        return named !== undefined && (key === named || key.endsWith(`:${named}`));
      },
    },
  },
  access: {
    follows: levelOfRole,
    grants: (spec, _key, find) => grantOf(spec, find),
  },
});

function linkKey(name: string, provider: string | null | undefined): string {
  return provider === null || provider === undefined || provider === '' ? name : `${provider}:${name}`;
}
