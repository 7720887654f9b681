import { kind, pick } from '../kind.ts';
import { levelField, levelName, type AccessLevel } from './access-level.ts';
import { accessOf, accessProblems, grantOf, levelOfRole, normalAccess, roleName, roleSchema } from './custom-role.ts';
import { scopeGroupReads } from './groups/read.ts';
import { nestedRows } from './nested-rows.ts';

export type LdapLinkSpec = {
  readonly provider: string;
  readonly cn: string | null;
  readonly filter: string | null;
  readonly access_level: AccessLevel;
  readonly role: string | null;
};

type LiveLdapLink = {
  readonly provider: string;
  readonly group_access: number;
  readonly cn?: string | null;
  readonly filter?: string | null;
  readonly member_role_id?: number | null;
};

/** Links from an LDAP group, or from the users that a filter finds, to a group. An hourly sync applies them. */
export const ldapLinks = kind<LdapLinkSpec, LiveLdapLink>({
  section: 'ldap_links',
  singular: 'ldap_link',
  description: 'What access the users of a directory get in a group.',
  scopes: ['group'],
  shape: { type: 'list' },
  schema: {
    properties: {
      provider: { type: 'string', minLength: 1, description: 'The LDAP server by its name, such as ldapmain' },
      cn: { type: 'string', minLength: 1, description: 'The common name of the LDAP group' },
      // Without a licence links by cn work, and those by filter are 404 (POST …/ldap_group_links, 18.9).
      filter: { type: 'string', minLength: 1, 'x-tier': 'premium', description: 'An LDAP filter that finds the users' },
      access_level: levelField(),
      role: roleSchema,
    },
    required: ['provider'],
    oneOf: [{ required: ['cn'] }, { required: ['filter'] }],
    anyOf: [{ required: ['access_level'] }, { required: ['role'] }],
  },
  identity: {
    // a and A are two links (POST …/ldap_group_links, 18.9).
    names: 'exact',
    key: (spec) => linkKey(spec.provider ?? '', spec.cn, spec.filter),
    normal: (spec) => ({ ...spec, ...normalAccess(spec) }),
  },
  reads: {
    // GET …/ldap_group_links answers an empty list with 404 (18.9); the group's own row has no such trap.
    all: scopeGroupReads,
    rows: (answer) => nestedRows(answer, 'ldap_group_links'),
  },
  decode: (live, context) => ({
    key: linkKey(live.provider, live.cn, live.filter),
    spec: {
      provider: live.provider,
      cn: textOrNull(live.cn),
      filter: textOrNull(live.filter),
      access_level: levelName(live.group_access),
      role: roleName(live.member_role_id, context),
    },
  }),
  calls: {
    shown: { always: ['provider', 'group_access'] },
    create({ spec }, context) {
      const { level, roleId } = accessOf(spec, context);
      const body = {
        ...pick(spec, ['provider', 'cn', 'filter']),
        ...(level !== undefined && { group_access: level }),
        ...(roleId !== undefined && { member_role_id: roleId }),
      };
      return [{ method: 'POST', path: `${context.at}/ldap_group_links`, body }];
    },
    remove(live, context) {
      const cn = textOrNull(live.cn);
      const query = { provider: live.provider, ...(cn === null ? { filter: live.filter ?? '' } : { cn }) };
      return [{ method: 'DELETE', path: `${context.at}/ldap_group_links`, query }];
    },
  },
  rules: {
    check: accessProblems,
  },
  access: {
    follows: levelOfRole,
    grants: (spec, _key, find) => grantOf(spec, find),
  },
  inheritance: {
    // Where the link's provider is configured, adding and removing members is 403 for everybody; levels can be changed (18.9).
    seals: ['members'],
  },
});

function linkKey(provider: string, cn: string | null | undefined, filter: string | null | undefined): string {
  const name = textOrNull(cn);
  return name === null ? `${provider}:filter=${filter ?? ''}` : `${provider}:cn=${name}`;
}

function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
