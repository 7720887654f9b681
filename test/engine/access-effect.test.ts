import { expect, test } from 'vitest';
import { accessEffect } from '../../src/engine/access-effect.ts';
import { kindsByName } from '../../src/engine/kinds.ts';
import { kinds } from '../../src/kinds/index.ts';
import type { Action, FieldChange } from '../../src/model.ts';

const field = (path: string, from: FieldChange['from'], to: FieldChange['to']): FieldChange => ({ path, from, to });
const MEMBER = 'group[a]/member[alice]';
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
  ['group[a]/hook[ci]', 'delete', [], undefined],
  ['nothing that is an address', 'delete', [], undefined],
])('%s, %s %j: %s', (address, action, fields, effect) => {
  expect(accessEffect({ address, action, fields }, kindsByName(kinds))).toBe(effect);
});
