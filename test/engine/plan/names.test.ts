import { describe, expect, it } from 'vitest';
import { kinds as allKinds } from '../../../src/kinds/index.ts';
import { loadConfig } from '../../../src/config/load.ts';
import { filesOf } from '../../support/keelson.ts';
import { group, member } from '../live.ts';
import { planFor, steps } from '../world.ts';

function problemsOf(yaml: string) {
  return loadConfig('keelson.yaml', allKinds, filesOf({ 'keelson.yaml': yaml }), {}).diagnostics;
}

const top = { 'instance/groups': [group(1, 'platform')] };

it('each kind says how its names compare', () => {
  const compared = Object.fromEntries(allKinds.map(({ section, identity: { names } }) => [section, names]));
  expect(compared).toEqual({
    settings: 'exact',
    plan_limits: 'exact',
    snippet_storage: 'exact',
    member_roles: 'exact',
    system_hooks: 'exact',
    users: 'folded',
    service_accounts: 'folded',
    groups: 'folded',
    projects: 'folded',
    members: 'folded',
    shares: 'folded',
    saml_links: 'exact',
    ldap_links: 'exact',
    hooks: 'exact',
    integrations: 'exact',
    runners: 'exact',
    push_rules: 'exact',
    variables: 'exact',
    protected_branches: 'exact',
    protected_tags: 'exact',
    deploy_keys: 'exact',
    deploy_tokens: 'exact',
    error_tracking: 'exact',
    access_tokens: 'exact',
    personal_access_tokens: 'exact',
    impersonation_tokens: 'exact',
  });
});

describe('a name in another letter case', () => {
  it('is the same group, project and user, and nothing is to be done', () => {
    const live = {
      'instance/groups': [group(1, 'platform'), group(2, 'platform/infra', { parent_id: 1 })],
      'instance/projects': [{ id: 9, path_with_namespace: 'platform/api' }],
      'group[Platform/infra]/members': [member('alice', 50)],
    };
    const made = planFor(
      'groups:\n  Platform/infra: { members: { Alice: owner }, prune: [members] }\nprojects:\n  Platform/API: {}',
      live,
    );
    expect([steps(made), made.diagnostics, made.unchanged]).toEqual([[], [], 3]);
  });

  it('is another SAML or LDAP link, hook or role', () => {
    const live = {
      ...top,
      'instance/member_roles': [{ id: 4, name: 'Audit', base_access_level: 20, description: null, read_code: true }],
      'group[platform]/saml_links': [{ name: 'Devs', access_level: 30, provider: null, member_role_id: null }],
      'group[platform]/ldap_links': [{ provider: 'main', cn: 'A', group_access: 30, member_role_id: null }],
      'group[platform]/hooks': [{ id: 7, name: 'CI', url: 'https://a' }],
    };
    const made = planFor(
      `instance: { member_roles: { audit: { base: reporter, permissions: [read_code] } } }
groups:
  platform:
    saml_links: { devs: developer }
    ldap_links: [{ provider: main, cn: a, access_level: developer }]
    hooks: { ci: { url: https://b } }`,
      live,
    );
    expect(steps(made).sort()).toEqual([
      'create group[platform]/hook[ci]',
      'create group[platform]/ldap_link[main:cn=a]',
      'create group[platform]/saml_link[devs]',
      'create instance/member_role[audit]',
    ]);
    expect(made.unmanaged.map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  });

  it('lets two live links of which one is declared be two, under prune as well', () => {
    const link = (name: string) => ({ name, access_level: 30, provider: null, member_role_id: null });
    const live = { ...top, 'group[platform]/saml_links': [link('Devs'), link('devs')] };
    const yaml = 'groups: { platform: { prune: [saml_links], saml_links: { devs: developer } } }';
    const made = planFor(yaml, live);
    expect([steps(made), made.diagnostics]).toEqual([['delete group[platform]/saml_link[Devs]'], []]);
  });

  it('is twice the same in the YAML where it is one name, and two entries elsewhere', () => {
    const twice = problemsOf('groups: { aa: { members: { Alice: owner, alice: guest } } }').map(({ code }) => code);
    expect(twice).toEqual(['duplicate']);
    expect(problemsOf('groups: { aa: { saml_links: { Devs: owner, devs: guest } } }')).toEqual([]);
  });
});

it('a SAML provider that this version does not know is no part of the name of a link', () => {
  const yaml =
    'groups: { platform: { prune: [saml_links], saml_links: { devs: { provider: okta, access_level: 30 } } } }';
  const live = { ...top, 'group[platform]/saml_links': [{ name: 'devs', access_level: 30, member_role_id: null }] };
  const made = planFor(yaml, live, {}, '18.1.0');
  expect([steps(made), made.diagnostics.map(({ code }) => code)]).toEqual([[], ['unsupported-version']]);
  const links = '[{ name: devs, provider: azure, access_level: 30 }, { name: devs, provider: okta, access_level: 30 }]';
  const two = `groups: { platform: { prune: [saml_links], saml_links: ${links} } }`;
  const both = planFor(two, live, {}, '18.1.0');
  expect([steps(both), both.diagnostics.map(({ severity }) => severity).sort()]).toEqual([[], ['error', 'warning']]);
  expect(steps(planFor(two, live)).sort()).toEqual([
    'create group[platform]/saml_link[azure:devs]',
    'create group[platform]/saml_link[okta:devs]',
    'delete group[platform]/saml_link[devs]',
  ]);
});
