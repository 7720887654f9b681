import { describe, expect, it } from 'vitest';
import type { Findings } from '../../src/engine/guard/guard.ts';
import { refusalsOf } from '../../src/engine/guard/guards.ts';
import { refusedTogether } from '../../src/engine/guard/refused-together.ts';
import { plan } from '../../src/engine/plan/plan.ts';
import { desiredOf } from '../support/keelson.ts';
import { kinds } from './instance.ts';
import { group, member, worldOf, type Live } from './live.ts';
import type { Json } from '../../src/model.ts';
import { planFor, refusalsFor, withMoves } from './world.ts';

/** The day on which the platform of these tests was asked. */
const TODAY = '2026-01-31';

const a = { 'instance/groups': [group(1, 'aa')] };
const b = { 'instance/groups': [group(1, 'aa'), group(2, 'aa/bb', { parent_id: 1 })] };

const people = (...names: readonly string[]) => names.map((name) => member(name, 20));
const names = (count: number) => Array.from({ length: count }, (_, index) => `user${index}`);
const hookList = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `hook${index}`, url: `https://h${index}` }));
const absent = (entries: readonly string[]) => entries.map((name) => `${name}: { state: absent }`).join(', ');
const slack = (inherited: boolean) => ({ id: 1, slug: 'slack', active: true, inherited, properties: {} });
const role = (id: number, name: string) => ({ id, name, base_access_level: 20, description: null, read_code: true });

const groupList = (count: number) =>
  Array.from({ length: count }, (_, index) => group(index + 1, `g${index}`, { description: 'old' }));
const described = (count: number) =>
  `groups:\n${Array.from({ length: count }, (_, index) => `  g${index}: { description: new }`).join('\n')}`;

/** Groups with a hook each, of which one default takes it. */
const oneInEach = (count: number): Live => ({
  'instance/groups': Array.from({ length: count }, (_, index) => group(index + 1, `g${index}`)),
  ...Object.fromEntries(Array.from({ length: count }, (_, index) => [`group[g${index}]/hooks`, hookList(1)] as const)),
});
const oneOutOfEach = (count: number) =>
  `defaults: { groups: { "*": { prune: [hooks], hooks: {} } } }\ngroups:\n${Array.from({ length: count }, (_, index) => `  g${index}: {}`).join('\n')}`;

/** Settings by which a token may be shut out: before and after. */
const LOCKING: readonly (readonly [name: string, from: Json, to: Json])[] = [
  ['disable_personal_access_tokens', false, true],
  ['admin_mode', false, true],
  ['enforce_granular_tokens', false, true],
  ['granular_tokens_enforced_after', null, '2027-01-01'],
  ['require_personal_access_token_expiry', false, true],
  ['service_access_tokens_expiration_enforced', false, true],
  ['max_personal_access_token_lifetime', null, 30],
  ['external_authorization_service_enabled', false, true],
  ['external_authorization_service_url', null, 'https://auth.example.com'],
  ['enforce_terms', false, true],
  ['terms', 'old', 'new'],
  ['unique_ips_limit_enabled', false, true],
  ['unique_ips_limit_per_user', 10, 1],
  ['throttle_authenticated_api_enabled', false, true],
  ['throttle_authenticated_api_requests_per_period', 7200, 1],
  ['throttle_authenticated_api_period_in_seconds', 60, 3601],
];

const SIGN_IN: readonly (readonly [name: string, to: boolean])[] = [
  ['password_authentication_enabled_for_git', false],
  ['disable_password_authentication_for_users_with_sso_identities', true],
];

interface Case {
  readonly reason: string;
  readonly yaml: string;
  readonly live: Live;
  /** What every refusal says; none where the guard has nothing to say. */
  readonly says: readonly unknown[];
}

const cases: { readonly [guard: string]: readonly Case[] } = {
  'mass-removal': [
    {
      reason: 'one removal is no mass, whatever share of a small section it is',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': people('eve') },
      says: [],
    },
    {
      reason: 'two of three are more than 30 %',
      yaml: 'groups:\n  aa: { members: { u1: { state: absent }, u2: { state: absent } } }',
      live: { ...a, 'group[aa]/members': people('u1', 'u2', 'u3') },
      says: ['2 of the 3 entries of group[aa]/members would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'three of ten are 30 %, and not more',
      yaml: `groups:\n  aa: { members: { ${absent(names(3))} } }`,
      live: { ...a, 'group[aa]/members': people(...names(10)) },
      says: [],
    },
    {
      reason: 'ten of a hundred are as many as may be',
      yaml: `groups:\n  aa: { members: { ${absent(names(10))} } }`,
      live: { ...a, 'group[aa]/members': people(...names(100)) },
      says: [],
    },
    {
      reason: 'eleven of a hundred are one too many',
      yaml: `groups:\n  aa: { members: { ${absent(names(11))} } }`,
      live: { ...a, 'group[aa]/members': people(...names(100)) },
      says: ['11 of the 100 entries of group[aa]/members would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'what inherits below counts with what it inherits, as far as it was looked at',
      yaml: [
        'guards: { max_removals: 2 }',
        'groups:',
        '  aa: { integrations: { slack: { state: absent } } }',
        '  aa/bb: { integrations: { jira: { state: absent } } }',
        'projects:',
        '  aa/bb/p: { integrations: { jira: { state: absent } } }',
        '  aa/unseen/p: { integrations: { jira: { state: absent } } }',
      ].join('\n'),
      live: {
        ...b,
        'group[aa]/integrations': [slack(false)],
        'group[aa/bb]/integrations': [slack(true)],
        'project[aa/bb/p]/integrations': [slack(true)],
        'project[aa/unseen/p]/integrations': [slack(true)],
      },
      says: [
        '1 of the 1 entries of group[aa]/integrations would be removed, and with them 2 below that inherit them (the bounds are 2, and 30 %)',
      ],
    },
    {
      reason: 'what is pruned counts as what is declared absent does',
      yaml: 'groups:\n  aa: { prune: [hooks], hooks: {} }',
      live: { ...a, 'group[aa]/hooks': hookList(2) },
      says: ['2 of the 2 entries of group[aa]/hooks would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'a bound of the configuration counts instead',
      yaml: `guards: { max_removals: 1, max_removal_percent: 100 }\ngroups:\n  aa: { members: { ${absent(names(2))} } }`,
      live: { ...a, 'group[aa]/members': people(...names(100)) },
      says: ['2 of the 100 entries of group[aa]/members would be removed (the bounds are 1, and 100 %)'],
    },
    {
      reason: 'links that are replaced are deleted first, and count',
      yaml: 'groups:\n  aa: { saml_links: { x: guest, y: guest } }',
      live: {
        ...a,
        'group[aa]/saml_links': [
          { name: 'x', access_level: 30 },
          { name: 'y', access_level: 30 },
        ],
      },
      says: ['2 of the 2 entries of group[aa]/saml_links would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'bots, and who cannot be pruned, make no share smaller',
      yaml: 'groups:\n  aa: { members: { u1: { state: absent }, u2: { state: absent } } }',
      live: {
        ...a,
        'group[aa]/members': [
          ...people('u1', 'u2', 'u3', 'u4'),
          ...people('root', 'group_1_bot_a', 'group_1_bot_b', 'service_account_group_1_af'),
          member('lent', 20, { override: false }),
        ],
      },
      says: ['2 of the 4 entries of group[aa]/members would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'the own membership is never pruned, and makes no share smaller',
      yaml: 'groups:\n  aa: { prune: [members], members: { u1: reporter, u2: reporter, u3: reporter } }',
      live: { ...a, 'group[aa]/members': people('root', 'u1', 'u2', 'u3', 'eve', 'zoe') },
      says: ['2 of the 5 entries of group[aa]/members would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'the own membership that is declared absent is one of those that it is taken from',
      yaml: `groups:\n  aa: { members: { root: { state: absent }, ${absent(names(2))} } }`,
      live: { ...a, 'group[aa]/members': [member('root', 20), ...people(...names(9))] },
      says: [],
    },
    {
      reason: 'nothing is taken from fewer than it is',
      yaml: 'groups:\n  aa: { members: { root: { state: absent }, eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': people('root', 'eve') },
      says: ['2 of the 2 entries of group[aa]/members would be removed (the bounds are 10, and 30 %)'],
    },
    {
      reason: 'roles that are replaced are not lost',
      yaml: 'instance:\n  member_roles: { r: { base: guest, permissions: [read_code] }, s: { base: guest, permissions: [read_code] } }',
      live: { 'instance/member_roles': [role(8, 'r'), role(9, 's')] },
      says: [],
    },
    {
      reason: 'nor are those that an earlier run has replaced',
      yaml: 'instance:\n  member_roles: { r: { base: reporter, permissions: [read_code] } }',
      live: {
        'instance/member_roles': [role(7, 'r'), role(8, 's (replaced by Keelson)'), role(9, 't (replaced by Keelson)')],
      },
      says: [],
    },
  ],
  'plan-removals': [
    {
      reason: 'one thing out of each of many groups is no mass in any of them, and too many in all',
      yaml: oneOutOfEach(26),
      live: oneInEach(26),
      says: ['26 entries of 26 sections would be removed in all: 26 of hooks (the bound of a whole plan is 25)'],
    },
    { reason: 'as many as may be', yaml: oneOutOfEach(25), live: oneInEach(25), says: [] },
    {
      reason: 'a bound of the configuration counts instead, and so do replacements that delete first',
      yaml: [
        'guards: { max_plan_removals: 1 }',
        'groups:',
        '  g0: { prune: [hooks], hooks: {}, saml_links: { x: guest } }',
        '  g1: { description: old }',
      ].join('\n'),
      live: { ...oneInEach(2), 'group[g0]/saml_links': [{ name: 'x', access_level: 30 }] },
      says: [
        '2 entries of 2 sections would be removed in all: 1 of hooks, 1 of saml_links (the bound of a whole plan is 1)',
      ],
    },
    {
      reason: 'what mass-removal asks for is not asked for once more',
      yaml: `guards: { max_plan_removals: 1 }\ngroups:\n  aa: { members: { ${absent(names(11))} }, prune: [hooks], hooks: {} }`,
      live: { ...a, 'group[aa]/members': people(...names(100)), 'group[aa]/hooks': hookList(1) },
      says: [],
    },
    {
      reason: 'what goes with the group that it stands in is no removal of its own',
      yaml: 'guards: { max_plan_removals: 1, max_removal_percent: 100 }\ngroups:\n  aa: { state: absent }\n  aa/bb: { state: absent }',
      live: b,
      says: [],
    },
  ],
  'mass-change': [
    {
      reason: 'ten updates are a handful, whatever share they are',
      yaml: described(10),
      live: { 'instance/groups': groupList(10) },
      says: [],
    },
    {
      reason: 'eleven of twelve are more than half',
      yaml: described(11),
      live: { 'instance/groups': groupList(12) },
      says: ['11 of the 12 entries of instance/groups would be changed (the bounds are 25, and 50 %)'],
    },
    {
      reason: 'twenty-five of a hundred are as many as may be',
      yaml: described(25),
      live: { 'instance/groups': groupList(100) },
      says: [],
    },
    {
      reason: 'twenty-six of a hundred are one too many',
      yaml: described(26),
      live: { 'instance/groups': groupList(100) },
      says: ['26 of the 100 entries of instance/groups would be changed (the bounds are 25, and 50 %)'],
    },
    {
      reason: 'the bounds of the configuration count instead',
      yaml: `guards: { max_changes: 0 }\n${described(1)}`,
      live: { 'instance/groups': groupList(100) },
      says: ['1 of the 100 entries of instance/groups would be changed (the bounds are 0, and 50 %)'],
    },
    { reason: 'what is made is no change', yaml: described(30), live: { 'instance/groups': [] }, says: [] },
  ],
  'scope-deletion': [
    {
      reason: 'a group is deleted',
      yaml: 'groups:\n  aa: { state: absent }',
      live: a,
      says: ['group[aa] would be deleted, with everything in it'],
    },
    {
      reason: 'a member is removed',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': people('eve') },
      says: [],
    },
    {
      reason: 'a group is gone already',
      yaml: 'groups:\n  aa: { state: absent }',
      live: { 'instance/groups': [group(1, 'aa', { marked_for_deletion_on: '2026-01-01' })] },
      says: [],
    },
  ],
  protected: [
    {
      reason: 'an entry is removed although it is protected',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent, protect: true } } }',
      live: { ...a, 'group[aa]/members': people('eve') },
      says: ['group[aa]/member[eve] is protected, and would be deleted'],
    },
    {
      reason: 'a role is replaced although it is protected',
      yaml: 'instance:\n  member_roles: { r: { base: guest, permissions: [read_code], protect: true } }',
      live: { 'instance/member_roles': [role(8, 'r')] },
      says: ['instance/member_role[r] is protected, and would be replaced'],
    },
    {
      reason: 'a protected group stands in one that is deleted',
      yaml: 'groups:\n  aa: { state: absent }\n  aa/bb: { state: absent, protect: true }',
      live: b,
      says: ['group[aa/bb] is protected, and would be deleted'],
    },
    {
      reason: 'a protected hook stands in a group that is deleted',
      yaml: 'groups:\n  aa: { state: absent }\n  aa/bb: { state: absent, hooks: { ci: { url: "https://ci", protect: true } } }',
      live: b,
      says: ['group[aa/bb]/hook[ci] is protected, and would be deleted together with group[aa]'],
    },
    {
      reason: 'a protected group is changed, and no more',
      yaml: 'groups:\n  aa: { description: new, protect: true }',
      live: a,
      says: [],
    },
    {
      reason: 'a group with a longer name is not in it',
      yaml: 'groups:\n  aa: { state: absent }\n  aab: { protect: true }',
      live: { 'instance/groups': [group(1, 'aa'), group(2, 'aab')] },
      says: [],
    },
  ],
  'last-owner': [
    {
      reason: 'the only owner becomes a developer',
      yaml: 'groups:\n  aa: { members: { eve: developer } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50)] },
      says: ['group[aa] would be left with 0 of at least 1 owner'],
    },
    {
      reason: 'another one is there',
      yaml: 'groups:\n  aa: { members: { eve: developer } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('zoe', 50)] },
      says: [],
    },
    {
      reason: 'another one is made in the same plan, before',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent }, zoe: owner } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50)] },
      says: [],
    },
    {
      reason: 'who is left is blocked',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('zoe', 50, { state: 'blocked' })] },
      says: ['group[aa] would be left with 0 of at least 1 owner (not counted: zoe, blocked)'],
    },
    {
      reason: 'who is left is a bot',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('group_1_bot_2f', 50)] },
      says: ['group[aa] would be left with 0 of at least 1 owner (not counted: group_1_bot_2f)'],
    },
    {
      reason: 'who is left is a service account',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('service_account_group_1_af', 50)] },
      says: ['group[aa] would be left with 0 of at least 1 owner (not counted: service_account_group_1_af)'],
    },
    {
      reason: 'who is left is deactivated',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('zoe', 50, { state: 'deactivated' })] },
      says: ['group[aa] would be left with 0 of at least 1 owner (not counted: zoe, deactivated)'],
    },
    {
      reason: 'who is left has been there until today',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('zoe', 50, { expires_at: TODAY })] },
      says: ['group[aa] would be left with 0 of at least 1 owner (not counted: zoe)'],
    },
    {
      reason: 'who is left stays until tomorrow',
      yaml: 'groups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('zoe', 50, { expires_at: '2026-02-01' })] },
      says: [],
    },
    {
      reason: 'who comes instead has a last day that has come',
      yaml: `groups:\n  aa: { members: { eve: { state: absent }, zoe: { access_level: owner, expires_at: ${TODAY} } } }`,
      live: { ...a, 'group[aa]/members': [member('eve', 50)] },
      says: ['group[aa] would be left with 0 of at least 1 owner'],
    },
    {
      reason: 'the last owner link of a directory goes, which lent it to who is left',
      yaml: 'groups:\n  aa: { prune: [ldap_links], ldap_links: [], members: { eve: developer } }',
      live: {
        ...a,
        'group[aa]/members': [member('eve', 30), member('zoe', 50, { override: false })],
        'group[aa]/ldap_links': [{ provider: 'ldapmain', cn: 'chiefs', group_access: 50 }],
      },
      says: [
        'group[aa] would be left with 0 of at least 1 owner, once the directory takes back what its last owner link gave',
      ],
    },
    {
      reason: 'the last owner link of SAML is lowered, and nobody else is declared',
      yaml: 'groups:\n  aa: { saml_links: { chiefs: guest } }',
      live: { ...a, 'group[aa]/saml_links': [{ name: 'chiefs', access_level: 50 }] },
      says: [
        'group[aa] would be left with 0 of at least 1 owner, once the directory takes back what its last owner link gave',
      ],
    },
    {
      reason: 'an owner link goes, and another one, or a declared owner, stays',
      yaml: 'groups:\n  aa: { prune: [saml_links], saml_links: { other: owner } }\n  bb: { prune: [saml_links], saml_links: {}, members: { eve: owner } }',
      live: {
        'instance/groups': [group(1, 'aa'), group(2, 'bb')],
        'group[aa]/saml_links': [
          { name: 'chiefs', access_level: 50 },
          { name: 'other', access_level: 50 },
        ],
        'group[bb]/saml_links': [{ name: 'chiefs', access_level: 50 }],
        'group[bb]/members': [member('eve', 50)],
      },
      says: [],
    },
    {
      reason: 'fewer are left than the configuration wants',
      yaml: 'guards: { min_owners: 2 }\ngroups:\n  aa: { members: { eve: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('zoe', 50)] },
      says: ['group[aa] would be left with 1 of at least 2 owners'],
    },
    {
      reason: 'fewer were there before, and none is taken away',
      yaml: 'guards: { min_owners: 2 }\ngroups:\n  aa: { members: { eve: owner, zoe: developer } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50)] },
      says: [],
    },
    {
      reason: 'a group further down can have its owners from above',
      yaml: 'groups:\n  aa/bb: { members: { eve: developer } }',
      live: { ...b, 'group[aa/bb]/members': [member('eve', 50)] },
      says: [],
    },
    {
      reason: 'an owner is given a custom role',
      yaml: 'instance:\n  member_roles: { r: { base: reporter, permissions: [read_code] } }\ngroups:\n  aa: { members: { eve: { role: r } } }',
      live: {
        'instance/groups': [group(1, 'aa')],
        'instance/member_roles': [role(9, 'r')],
        'group[aa]/members': [member('eve', 50)],
      },
      says: ['group[aa] would be left with 0 of at least 1 owner'],
    },
  ],
  'own-access': [
    {
      reason: 'it is lowered',
      yaml: 'groups:\n  aa: { members: { Root: developer } }',
      live: { ...a, 'group[aa]/members': [member('root', 50), member('zoe', 50)] },
      says: ["group[aa]/member[root] is the access of this token's own user, and would be lowered"],
    },
    {
      reason: 'it is removed',
      yaml: 'groups:\n  aa: { members: { root: { state: absent } } }',
      live: { ...a, 'group[aa]/members': [member('root', 20)] },
      says: ["group[aa]/member[root] is the access of this token's own user, and would be removed"],
    },
    {
      reason: 'it is raised',
      yaml: 'groups:\n  aa: { members: { root: owner } }',
      live: { ...a, 'group[aa]/members': [member('root', 20)] },
      says: [],
    },
    {
      reason: 'as much is inherited from the group above',
      yaml: 'groups:\n  aa: { members: { root: owner } }\n  aa/bb: { members: { root: { state: absent } } }',
      live: { ...b, 'group[aa]/members': [member('root', 50)], 'group[aa/bb]/members': [member('root', 50)] },
      says: [],
    },
    {
      reason: 'what is inherited goes in the same plan',
      yaml: 'groups:\n  aa: { members: { root: { state: absent }, zoe: owner } }\n  aa/bb: { members: { root: { state: absent } } }',
      live: {
        ...b,
        'group[aa]/members': [member('root', 50), member('zoe', 50)],
        'group[aa/bb]/members': [member('root', 50)],
      },
      says: [
        "group[aa]/member[root] is the access of this token's own user, and would be removed",
        "group[aa/bb]/member[root] is the access of this token's own user, and would be removed",
      ],
    },
    {
      reason: 'a link goes that may have lent it',
      yaml: 'groups:\n  aa: { prune: [ldap_links], ldap_links: [], members: { zoe: owner } }',
      live: {
        ...a,
        'group[aa]/members': [member('root', 30, { override: false }), member('zoe', 50)],
        'group[aa]/ldap_links': [{ provider: 'ldapmain', cn: 'devs', group_access: 30 }],
      },
      says: [
        "group[aa]/ldap_link[ldapmain:cn=devs] may be where this token's own user has the access from, and would be lowered or removed",
      ],
    },
    ...LOCKING.map(([name, from, to]) => ({
      reason: `the setting ${name} may shut the token out`,
      yaml: `instance:\n  settings: { ${name}: ${JSON.stringify(to)} }`,
      live: {
        'instance/settings': [
          {
            enforce_terms: true,
            external_authorization_service_enabled: true,
            enforce_granular_tokens: true,
            unique_ips_limit_enabled: true,
            throttle_authenticated_api_enabled: true,
            throttle_authenticated_api_requests_per_period: 60,
            throttle_authenticated_api_period_in_seconds: 3600,
            [name]: from,
          },
        ],
      },
      says: [
        expect.stringContaining(
          `instance/settings: ${name} may shut this token out, so that the next run could not undo it: `,
        ),
      ],
    })),
    {
      reason: 'a throttle that lets a request through every second shuts nobody out',
      yaml: 'instance:\n  settings: { throttle_authenticated_api_enabled: true, throttle_authenticated_api_requests_per_period: 60, throttle_authenticated_api_period_in_seconds: 60 }',
      live: { 'instance/settings': [{ throttle_authenticated_api_enabled: false }] },
      says: [],
    },
    {
      reason: 'terms are new, and nobody has to accept any',
      yaml: 'instance:\n  settings: { terms: new }',
      live: { 'instance/settings': [{ enforce_terms: false, terms: 'old' }] },
      says: [],
    },
    {
      reason: 'the addresses of a group are restricted, which spares administrators',
      yaml: 'groups:\n  aa: { ip_restriction_ranges: 10.0.0.0/8 }',
      live: { 'instance/groups': [group(1, 'aa', { ip_restriction_ranges: null })] },
      says: [],
    },
    {
      reason: 'its last day is changed, and no more',
      yaml: 'groups:\n  aa: { members: { root: { access_level: owner, expires_at: 2030-01-01 } } }',
      live: { ...a, 'group[aa]/members': [member('root', 50)] },
      says: [],
    },
    {
      reason: 'it is lowered among others that are raised',
      yaml: 'groups:\n  aa: { members: { adam: owner, root: maintainer, zoe: owner } }',
      live: { ...a, 'group[aa]/members': [member('adam', 20), member('root', 50), member('zoe', 30)] },
      says: ["group[aa]/member[root] is the access of this token's own user, and would be lowered"],
    },
    {
      reason: 'it is raised among others that are lowered',
      yaml: 'groups:\n  aa: { members: { adam: guest, root: owner, zoe: owner } }',
      live: { ...a, 'group[aa]/members': [member('adam', 30), member('root', 20), member('zoe', 50)] },
      says: [],
    },
    {
      reason: 'it is given where there was none',
      yaml: 'groups:\n  aa: { members: { root: guest } }',
      live: { ...a, 'group[aa]/members': [] },
      says: [],
    },
    {
      reason: 'a custom role takes its place',
      yaml: 'instance:\n  member_roles: { r: { base: reporter, permissions: [read_code] } }\ngroups:\n  aa: { members: { root: { role: r } } }',
      live: {
        ...a,
        'instance/member_roles': [role(9, 'r')],
        'group[aa]/members': [member('zoe', 50), member('root', 50)],
      },
      says: ["group[aa]/member[root] is the access of this token's own user, and would be lowered"],
    },
    {
      reason: "somebody else's is lowered",
      yaml: 'groups:\n  aa: { members: { eve: guest } }',
      live: { ...a, 'group[aa]/members': [member('eve', 20)] },
      says: [],
    },
    {
      reason: 'it is pruned from what is not declared',
      yaml: 'groups:\n  aa: { prune: [members], members: { eve: owner } }',
      live: { ...a, 'group[aa]/members': [member('eve', 50), member('root', 50)] },
      says: [],
    },
  ],
  'public-visibility': [
    {
      reason: 'a group becomes public',
      yaml: 'groups:\n  aa: { visibility: public }',
      live: a,
      says: ['group[aa] would become public'],
    },
    { reason: 'a group becomes internal', yaml: 'groups:\n  aa: { visibility: internal }', live: a, says: [] },
    {
      reason: 'a group is made public',
      yaml: 'groups:\n  aa: { visibility: public }',
      live: { 'instance/groups': [] },
      says: [],
    },
    {
      reason: 'a group is public',
      yaml: 'groups:\n  aa: { visibility: public, description: new }',
      live: { 'instance/groups': [group(1, 'aa', { visibility: 'public' })] },
      says: [],
    },
  ],
  'sign-in-closed': [
    {
      reason: 'passwords are switched off',
      yaml: 'instance:\n  settings: { password_authentication_enabled_for_web: false }',
      live: { 'instance/settings': [{ password_authentication_enabled_for_web: true }] },
      says: [
        expect.stringMatching(/^instance\/settings: \w+ would close a way to sign in; without another one nobody/),
      ],
    },
    {
      reason: 'a source is switched off',
      yaml: 'instance:\n  settings: { disabled_oauth_sign_in_sources: [github] }',
      live: { 'instance/settings': [{ disabled_oauth_sign_in_sources: [] }] },
      says: [
        expect.stringMatching(/^instance\/settings: \w+ would close a way to sign in; without another one nobody/),
      ],
    },
    ...SIGN_IN.map(([name, to]) => ({
      reason: `the setting ${name} closes a way`,
      yaml: `instance:\n  settings: { ${name}: ${JSON.stringify(to)} }`,
      live: { 'instance/settings': [{ [name]: !to }] },
      says: [expect.stringContaining(`instance/settings: ${name} would close a way to sign in`)],
    })),
    {
      reason: 'a setting that closes a way is written inside another',
      yaml: 'instance:\n  settings: { sign_in_restrictions: { disable_password_authentication_for_users_with_sso_identities: true } }',
      live: {
        'instance/settings': [
          {
            sign_in_restrictions: {
              disable_password_authentication_for_users_with_sso_identities: false,
              session_expire_from_init: false,
            },
          },
        ],
      },
      says: [
        expect.stringContaining(
          'instance/settings: sign_in_restrictions.disable_password_authentication_for_users_with_sso_identities would close a way to sign in',
        ),
      ],
    },
    {
      reason: 'what is written inside another stays open',
      yaml: 'instance:\n  settings: { sign_in_restrictions: { session_expire_from_init: true } }',
      live: {
        'instance/settings': [
          {
            sign_in_restrictions: {
              disable_password_authentication_for_users_with_sso_identities: true,
              session_expire_from_init: false,
            },
          },
        ],
      },
      says: [],
    },
    {
      reason: 'passwords are off already',
      yaml: 'instance:\n  settings: { password_authentication_enabled_for_web: false, signup_enabled: false }',
      live: { 'instance/settings': [{ password_authentication_enabled_for_web: false, signup_enabled: true }] },
      says: [],
    },
    {
      reason: 'passwords are switched on',
      yaml: 'instance:\n  settings: { password_authentication_enabled_for_web: true }',
      live: { 'instance/settings': [{ password_authentication_enabled_for_web: false }] },
      says: [],
    },
  ],
  'empty-configuration': [
    {
      reason: 'nothing is declared, and something goes',
      yaml: 'instance:\n  prune: [system_hooks]\n  system_hooks: {}',
      live: { 'instance/system_hooks': [{ id: 1, name: 'x', url: 'https://x' }] },
      says: ['the configuration declares nothing, and something would be removed'],
    },
    {
      reason: 'nothing is declared, and nothing goes',
      yaml: 'instance:\n  prune: [system_hooks]\n  system_hooks: {}',
      live: { 'instance/system_hooks': [] },
      says: [],
    },
    {
      reason: 'something is declared',
      yaml: 'instance:\n  prune: [system_hooks]\n  system_hooks: {}\n  settings: { signup_enabled: true }',
      live: {
        'instance/settings': [{ signup_enabled: true }],
        'instance/system_hooks': [{ id: 1, name: 'x', url: 'https://x' }],
      },
      says: [],
    },
  ],
};

describe.each(Object.entries(cases))('the guard %s', (guard, all) => {
  it.each(all)('$reason', ({ yaml, live, says }) => {
    const said = refusalsFor(yaml, live).filter((refusal) => refusal.guard === guard);
    expect(said.map(({ message }) => message)).toEqual(says);
    // Each names the changes that it is about, and nothing else.
    const changing = new Set(planFor(yaml, live).changes.map(({ address }) => address));
    for (const { addresses } of said) {
      expect(addresses).not.toEqual([]);
      expect(addresses.filter((address) => !changing.has(address))).toEqual([]);
    }
    expect(refusalsFor(yaml, live, [guard]).filter((refusal) => refusal.guard === guard)).toEqual([]);
  });
});

it('holds each owner against the bound after every part of the plan, not at its end alone', () => {
  const yaml = 'groups:\n  aa: { members: { eve: { state: absent }, zoe: owner } }';
  const desired = desiredOf(yaml);
  const world = worldOf({ ...a, 'group[aa]/members': [member('eve', 50)] });
  const made = plan(desired, world, kinds);
  const backwards = { ...made, changes: made.changes.toReversed() };
  const guardsOf = (plan: typeof made) =>
    refusalsOf({ plan, desired, world, kinds }, new Set()).map((one) => one.guard);
  expect(guardsOf(made)).not.toContain('last-owner');
  expect(guardsOf(backwards)).toContain('last-owner');
});

it('refuses where a guard cannot be evaluated, until that guard is waived', () => {
  const desired = desiredOf('groups:\n  aa: { description: new }');
  const world = worldOf(a);
  const made = plan(desired, world, kinds);
  const broken = { ...made, changes: made.changes.map((change) => ({ ...change, address: 'no[such]/kind[x]' })) };
  const refused = refusalsOf({ plan: broken, desired, world, kinds }, new Set());
  expect(refused.map(({ guard }) => guard)).toContain('own-access');
  expect(refused[0]?.message).toMatch(/^the guard could not be evaluated \(.+\)$/);
  const waived = new Set(refused.map(({ guard }) => guard));
  expect(refusalsOf({ plan: broken, desired, world, kinds }, waived)).toEqual([]);
});

it('restricted addresses of a group may shut out the token of who is no administrator', () => {
  const desired = desiredOf('groups:\n  aa: { ip_restriction_ranges: 10.0.0.0/8 }');
  const seen = worldOf({ 'instance/groups': [group(1, 'aa', { ip_restriction_ranges: null })] });
  const world = { ...seen, instance: { ...seen.instance, me: { ...seen.instance.me, admin: false } } };
  const refused = refusalsOf({ plan: plan(desired, world, kinds), desired, world, kinds }, new Set());
  expect(refused).toMatchObject([{ guard: 'own-access', addresses: ['group[aa]'] }]);
  expect(refused[0]?.message).toContain('group[aa]: ip_restriction_ranges may shut this token out');
});

it('a last day that has come takes access away, where a plan still sets one', () => {
  const world = worldOf({ ...a, 'group[aa]/members': [member('root', 50)] });
  const desired = desiredOf('groups:\n  aa: { members: { root: guest } }');
  const made = plan(desired, world, kinds);
  const fields = [{ path: 'expires_at', from: null, to: TODAY }];
  const ending = { ...made, changes: made.changes.map((change) => ({ ...change, fields })) };
  expect(refusalsOf({ plan: ending, desired, world, kinds }, new Set()).map(({ message }) => message)).toEqual([
    'group[aa] would be left with 0 of at least 1 owner',
    `group[aa]/member[root] is the access of this token's own user, and would end on ${TODAY}`,
  ]);
});

const NOTHING_FOUND: Findings = {
  contents: new Map(),
  uncounted: new Set(),
  firmMoves: new Set(),
  administrators: undefined,
  soleOwners: new Map(),
  harmlessShares: new Set(),
  tokenScopes: undefined,
};

describe('a subgroup that becomes a group at the top', () => {
  const yaml = (members: string) =>
    `groups:\n  top: { members: { root: owner, eve: owner } }\n  sub: { previously: top/sub${members} }`;
  const seen = (admin: boolean, ...own: readonly ReturnType<typeof member>[]) => {
    const world = withMoves(
      worldOf({
        'instance/groups': [group(1, 'top'), group(2, 'top/sub', { parent_id: 1 })],
        'group[top]/members': [member('root', 50), member('eve', 50)],
        'group[sub]/members': own,
      }),
      { 'top/sub': 'sub' },
    );
    return { ...world, instance: { ...world.instance, me: { ...world.instance.me, admin } } };
  };
  const refused = (members: string, world: ReturnType<typeof seen>, findings = NOTHING_FOUND) => {
    const desired = desiredOf(yaml(members));
    const made = plan(desired, world, kinds);
    expect(made.changes.map(({ address }) => address)).toContain('group[sub]');
    return refusalsOf({ plan: made, desired, world, kinds, findings }, new Set()).map(({ message }) => message);
  };
  const alone = 'group[sub] would be left with 0 of at least 1 owner of its own at the top, where it inherits none';
  const behind =
    "group[sub] would go where this token's own user is not seen to be its owner, so that the next run could not bring it back: make root a direct owner of it first";

  it('inherits no owners there, and needs one of its own', () => {
    expect(refused('', seen(true, member('zoe', 40)))).toEqual([alone]);
    expect(refused('', seen(true, member('zoe', 50)))).toEqual([]);
  });

  it('has those whom the same plan makes owners', () => {
    expect(refused(', members: { zoe: owner }', seen(true))).toEqual([]);
  });

  it('leaves behind the access of the own user, whom an administrator alone can do without', () => {
    const own = seen(false, member('root', 50));
    expect(refused('', own)).toEqual([behind]);
    expect(refused('', own, { ...NOTHING_FOUND, firmMoves: new Set(['group[sub]']) })).toEqual([]);
    expect(refused('', seen(true, member('zoe', 50)))).toEqual([]);
  });
});

it('what only the plans of all shards show is permitted where all of them were made with its flag', () => {
  const { plan: made, bounds } = together();
  const merged = (waived: readonly string[]) =>
    refusedTogether({ ...made, guards: { bounds, waived, looks: [] } }, kinds);
  const said = [{ guard: 'plan-removals', message: expect.stringContaining('26 entries of 26 sections') as string }];
  expect(merged([])).toMatchObject({ refusals: said });
  expect(merged([])).not.toHaveProperty('permitted');
  expect(merged(['plan-removals'])).toMatchObject({ permitted: said });
  expect(merged(['plan-removals'])).not.toHaveProperty('refusals');
});

/** A plan as that of all shards is, of which no guard has said anything. */
function together() {
  const desired = desiredOf(oneOutOfEach(26));
  return { plan: plan(desired, worldOf(oneInEach(26)), kinds), bounds: desired.guards };
}
