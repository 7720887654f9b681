import { describe, expect, it } from 'vitest';
import { ldapLinks } from '../../src/kinds/ldap-link.ts';
import { samlLinks } from '../../src/kinds/saml-link.ts';
import { declared, lookAt, siteAt } from './call-context.ts';

const group = { type: 'group', path: 'platform' } as const;
const others = { 'member_roles reviewer': { id: 7, spec: { base: 'reporter' } } };
const site = siteAt(group, others);
const look = lookAt(group, others);

describe('links of both sorts', () => {
  it('are read from the row of their group, which leaves an empty list out', () => {
    const read = { path: '/groups/platform' };
    const links = [{ name: 'devs', access_level: 30 }];
    expect(samlLinks.reads.rows?.({ id: 1, saml_group_links: links }, read)).toEqual(links);
    expect(samlLinks.reads.rows?.({ id: 1 }, read)).toEqual([]);
    expect(ldapLinks.reads.rows?.({ id: 1 }, read)).toEqual([]);
    expect(samlLinks.reads.all(group, [])).toEqual(ldapLinks.reads.all(group, []));
  });

  it('keep the level beside a role, so that nothing is lowered in silence', () => {
    expect(samlLinks.identity.normal?.({ name: 'devs', access_level: 40, role: 'reviewer' })).toEqual({
      name: 'devs',
      access_level: 'maintainer',
      role: 'reviewer',
    });
    expect(ldapLinks.identity.normal?.({ cn: 'devs', access_level: 40 })).toEqual({
      cn: 'devs',
      access_level: 'maintainer',
      role: null,
    });
  });

  it('have no update: a change of one is a replacement', () => {
    expect(samlLinks).not.toHaveProperty('update');
    expect(ldapLinks).not.toHaveProperty('update');
  });
});

describe('a SAML link', () => {
  it('is created and read back alike', () => {
    const [call] =
      samlLinks.calls.create?.(declared('okta:devs', { name: 'devs', provider: 'okta', role: 'reviewer' }), site) ?? [];
    expect(call).toEqual({
      method: 'POST',
      path: '/groups/platform/saml_group_links',
      body: { saml_group_name: 'devs', access_level: 20, provider: 'okta', member_role_id: 7 },
    });
    const answer = { name: 'devs', access_level: 20, provider: 'okta', member_role_id: 7 };
    expect(samlLinks.decode(answer, look)).toEqual({
      key: 'okta:devs',
      spec: { name: 'devs', provider: 'okta', access_level: 'reporter', role: 'reviewer' },
    });
  });

  it('is removed with its provider, even the empty one, where the platform knows providers', () => {
    const live = { name: 'a/b', access_level: 30 };
    const path = '/groups/platform/saml_group_links/a%2Fb';
    expect(samlLinks.calls.remove?.(live, site)).toEqual([{ method: 'DELETE', path, query: { provider: '' } }]);
    expect(samlLinks.calls.remove?.(live, siteAt(group, {}, '17.11.2'))).toEqual([{ method: 'DELETE', path }]);
    expect(samlLinks.calls.remove?.(live, siteAt(group, {}, '18.10.0'))).toHaveProperty('0.query');
  });
});

describe('an LDAP link', () => {
  it('is told apart by its provider and its cn or filter', () => {
    expect(ldapLinks.identity.key({ provider: 'ldapmain', cn: 'devs' })).toBe('ldapmain:cn=devs');
    const live = { provider: 'ldapmain', cn: '', filter: '(uid=x)', group_access: 30 };
    expect(ldapLinks.decode(live, look)).toEqual({
      key: 'ldapmain:filter=(uid=x)',
      spec: { provider: 'ldapmain', cn: null, filter: '(uid=x)', access_level: 'developer', role: null },
    });
  });

  it('is created with group_access and removed by its query', () => {
    const spec = { provider: 'ldapmain', cn: 'devs', access_level: 'guest' };
    expect(ldapLinks.calls.create?.(declared('ldapmain:cn=devs', spec), site)).toEqual([
      {
        method: 'POST',
        path: '/groups/platform/ldap_group_links',
        body: { provider: 'ldapmain', cn: 'devs', group_access: 10 },
      },
    ]);
    expect(
      ldapLinks.calls.remove?.({ provider: 'ldapmain', cn: 'devs', filter: null, group_access: 10 }, site),
    ).toEqual([
      { method: 'DELETE', path: '/groups/platform/ldap_group_links', query: { provider: 'ldapmain', cn: 'devs' } },
    ]);
  });
});
