import { expect, test } from 'vitest';
import { accessEffect, accessFields } from '../../src/engine/access-effect.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Action, FieldChange } from '../../src/model.ts';

const field = (path: string, from: FieldChange['from'], to: FieldChange['to']): FieldChange => ({ path, from, to });
const MEMBER = 'group[a]/member[alice]';
const ROLE = 'instance/member_role[reviewer]';
const SETTINGS = 'instance/settings';
const USER = 'instance/user[alice]';

test.each<readonly [string, Action, readonly FieldChange[], ReturnType<typeof accessEffect>]>([
  [MEMBER, 'create', [field('access_level', undefined, 'guest')], 'gives'],
  [MEMBER, 'delete', [field('access_level', 'guest', undefined)], 'takes'],
  [MEMBER, 'update', [field('access_level', 'developer', 'maintainer')], 'gives'],
  [MEMBER, 'update', [field('access_level', 'owner', 'maintainer')], 'takes'],
  [MEMBER, 'update', [field('expires_at', null, '2031-01-01')], 'takes'],
  [MEMBER, 'update', [field('expires_at', '2031-01-01', '2032-01-01')], 'gives'],
  [MEMBER, 'update', [field('expires_at', '2031-01-01', null)], 'gives'],
  [MEMBER, 'update', [field('access_level', 'guest', 'owner'), field('expires_at', null, '2031-01-01')], 'changes'],
  [MEMBER, 'update', [field('role', null, 'reviewer')], 'changes'],
  ['group[a]/share[b]', 'update', [field('access_level', 'owner', 'guest')], 'takes'],
  ['group[a]/saml_link[devs]', 'replace', [field('access_level', 'reporter', 'developer')], 'gives'],
  ['group[a]/ldap_link[main:cn=a]', 'delete', [], 'takes'],
  [USER, 'update', [field('admin', true, false)], 'takes'],
  [USER, 'update', [field('admin', false, true)], 'gives'],
  [USER, 'update', [field('state', 'active', 'blocked')], 'takes'],
  [USER, 'update', [field('state', 'blocked', 'active')], 'gives'],
  [USER, 'update', [field('note', 'a', 'b')], undefined],
  [USER, 'create', [field('name', undefined, 'Alice')], undefined],
  [USER, 'create', [field('admin', undefined, true)], 'gives'],
  [USER, 'delete', [], 'takes'],
  ['group[a]', 'delete', [], 'takes'],
  ['group[a]', 'update', [field('description', 'a', 'b')], undefined],
  ['group[a]', 'update', [field('visibility', 'private', 'internal')], 'gives'],
  ['project[a/b]', 'update', [field('visibility', 'public', 'internal')], 'takes'],
  ['group[a]', 'create', [field('visibility', undefined, 'public')], undefined],
  ['group[a]/access_token[ci]', 'create', [], 'gives'],
  ['group[a]/access_token[ci]', 'replace', [field('access_level', 'guest', 'owner')], 'gives'],
  ['group[a]/access_token[ci]', 'replace', [field('scopes', ['api'], ['read_api'])], 'changes'],
  ['group[a]/deploy_token[ci]', 'delete', [], 'takes'],
  ['project[a/b]/deploy_key[ci]', 'update', [field('can_push', false, true)], 'gives'],
  ['project[a/b]/deploy_key[ci]', 'update', [field('title', 'a', 'b')], undefined],
  ['project[a/b]/protected_branch[main]', 'create', [], 'takes'],
  ['project[a/b]/protected_branch[main]', 'delete', [], 'gives'],
  ['project[a/b]/protected_branch[main]', 'update', [field('push_access_level', 'no_access', 'developer')], 'gives'],
  ['project[a/b]/protected_branch[main]', 'update', [field('push_access_level', 'maintainer', ['admin'])], 'changes'],
  ['project[a/b]/protected_branch[main]', 'update', [field('code_owner_approval_required', true, false)], 'gives'],
  ['project[a/b]/protected_tag[v*]', 'replace', [field('create_access_level', 'developer', 'no_access')], 'takes'],
  ['group[a]/hook[ci]', 'delete', [], undefined],
  [ROLE, 'update', [field('permissions', ['read_code'], ['read_code', 'admin_runners'])], 'gives'],
  [ROLE, 'update', [field('permissions', ['read_code', 'admin_runners'], ['read_code'])], 'takes'],
  [ROLE, 'update', [field('permissions', ['read_code'], ['admin_runners'])], 'changes'],
  [ROLE, 'update', [field('permissions', ['a', 'b'], ['b', 'a'])], undefined],
  [ROLE, 'replace', [field('base', 'guest', 'developer')], 'gives'],
  [SETTINGS, 'update', [field('signup_enabled', false, true)], 'gives'],
  [SETTINGS, 'update', [field('require_admin_approval_after_user_signup', true, false)], 'gives'],
  [SETTINGS, 'update', [field('password_authentication_enabled_for_web', true, false)], 'takes'],
  [SETTINGS, 'update', [field('restricted_visibility_levels', ['public', 'internal'], ['public'])], 'gives'],
  [SETTINGS, 'update', [field('restricted_visibility_levels', [], ['public'])], undefined],
  [SETTINGS, 'update', [field('restricted_visibility_levels', undefined, [])], 'changes'],
  [SETTINGS, 'update', [field('domain_allowlist', ['example.com'], [])], 'gives'],
  [SETTINGS, 'update', [field('domain_allowlist', [], ['example.com'])], undefined],
  [SETTINGS, 'update', [field('signup_enabled', true, false)], undefined],
  [SETTINGS, 'update', [field('home_page_url', null, 'https://a')], undefined],
  ['group[a]', 'update', [field('membership_lock', true, false)], 'gives'],
  ['group[a]', 'update', [field('share_with_group_lock', false, true)], undefined],
  ['group[a]', 'update', [field('share_with_group_lock', true, false)], 'gives'],
  ['group[a]', 'update', [field('ip_restriction_ranges', '10.0.0.0/8', '10.0.0.0/8, 192.168.0.0/16')], 'gives'],
  ['group[a]', 'update', [field('ip_restriction_ranges', '10.0.0.0/8', null)], 'gives'],
  ['group[a]', 'update', [field('ip_restriction_ranges', null, '10.0.0.0/8')], 'takes'],
  ['group[a]', 'update', [field('ip_restriction_ranges', '10.0.0.0/8', '10.0.0.0/24')], 'changes'],
  ['project[a/b]', 'update', [field('repository_access_level', 'private', 'enabled')], 'gives'],
  ['nothing that is an address', 'delete', [], undefined],
])('%s, %s %j: %s', (address, action, fields, effect) => {
  expect(accessEffect({ address, action, fields }, kindsByName(kinds))).toBe(effect);
});

test('what a move gives counts beside the fields, and goes another way than they do where it does', () => {
  const all = kindsByName(kinds);
  const moved = { address: 'group[b/a]', action: 'update', access: 'gives' } as const;
  expect(accessEffect({ ...moved, fields: [field('full_path', 'a', 'b/a')] }, all)).toBe('gives');
  expect(accessEffect({ ...moved, fields: [field('visibility', 'public', 'private')] }, all)).toBe('changes');
});

test('the fields that give or take access are told apart from those beside them', () => {
  const [description, visibility] = [field('description', 'a', 'b'), field('visibility', 'private', 'public')];
  const fields = [description, visibility];
  expect(accessFields({ address: 'group[a]', action: 'update', fields }, kindsByName(kinds))).toEqual([visibility]);
  expect(accessFields({ address: MEMBER, action: 'create', fields }, kindsByName(kinds))).toEqual([]);
});

test('each field that is said to make something wider is one of its kind', () => {
  const unknown = kinds.flatMap(({ singular, admits, schema }) =>
    Object.keys(admits?.wider ?? {}).flatMap((name) =>
      Object.hasOwn(schema.properties, name) ? [] : [`${singular} ${name}`],
    ),
  );
  expect(unknown).toEqual([]);
});
