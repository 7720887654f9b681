import { kind, pick } from '../kind.ts';
import { accessLevelSchema, levelName, type AccessLevel } from './access-level.ts';
import { accessOf, accessProblems, normalLinkAccess, roleName, roleSchema } from './custom-role.ts';
import { scopeGroupReads } from './group-read.ts';
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
  scopes: ['group'],
  shape: { type: 'list' },
  tier: 'premium',
  description: 'What access the users of a directory get in a group.',
  schema: {
    properties: {
      provider: { type: 'string', minLength: 1, description: 'The LDAP server by its name, such as ldapmain' },
      cn: { type: 'string', minLength: 1, description: 'The common name of the LDAP group' },
      filter: { type: 'string', minLength: 1, description: 'An LDAP filter that finds the users' },
      access_level: accessLevelSchema,
      role: roleSchema,
    },
    required: ['provider'],
    oneOf: [{ required: ['cn'] }, { required: ['filter'] }],
    anyOf: [{ required: ['access_level'] }, { required: ['role'] }],
  },
  key: (spec) => linkKey(spec.provider ?? '', spec.cn, spec.filter),
  // A role says the level: a level beside it could only contradict it.
  normal: ({ access_level: level, role, ...rest }) => ({
    ...rest,
    ...normalLinkAccess(level, role),
  }),
  check: accessProblems,
  // GET …/ldap_group_links answers an empty list with 404 (18.9); the group's own row has no such trap.
  reads: scopeGroupReads,
  rows: (answer) => nestedRows(answer, 'ldap_group_links'),
  decode: (live, look) => ({
    key: linkKey(live.provider, live.cn, live.filter),
    spec: {
      provider: live.provider,
      cn: textOrNull(live.cn),
      filter: textOrNull(live.filter),
      access_level: levelName(live.group_access),
      role: roleName(live.member_role_id, look),
    },
  }),
  create({ spec }, site) {
    const { level, roleId } = accessOf(spec, site);
    const body = {
      ...pick(spec, ['provider', 'cn', 'filter']),
      ...(level !== undefined && { group_access: level }),
      ...(roleId !== undefined && { member_role_id: roleId }),
    };
    return [{ method: 'POST', path: `${site.at}/ldap_group_links`, body }];
  },
  remove(live, site) {
    const cn = textOrNull(live.cn);
    const query = { provider: live.provider, ...(cn === null ? { filter: live.filter ?? '' } : { cn }) };
    return [{ method: 'DELETE', path: `${site.at}/ldap_group_links`, query }];
  },
});

function linkKey(provider: string, cn: string | null | undefined, filter: string | null | undefined): string {
  const name = textOrNull(cn);
  return name === null ? `${provider}:filter=${filter ?? ''}` : `${provider}:cn=${name}`;
}

function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}
