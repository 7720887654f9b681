import { expect, test } from 'vitest';
import { addressTest, mayMean } from '../../../src/engine/parts/address-pattern.ts';

const addresses = [
  'instance/settings',
  'instance/member_role[reviewer]',
  'instance/plan_limit[default]',
  'group[a]',
  'group[a]/member[ann]',
  'group[a]/member[instance/member_role]',
  'group[a]/ldap_link[ldapmain:cn=a/b[c]]',
  'group[a/b]',
  'group[a/b]/member[ann]',
  'group[ab]',
  'group[ab/c]/member[ann]',
  'project[ab/p]/hook[ci]',
  'project[a/p]/hook[ci]',
];

test.each([
  ['instance', ['instance/settings', 'instance/member_role[reviewer]', 'instance/plan_limit[default]']],
  ['Instance', ['instance/settings', 'instance/member_role[reviewer]', 'instance/plan_limit[default]']],
  ['instance/settings', ['instance/settings']],
  ['instance/member_role', ['instance/member_role[reviewer]']],
  ['instance/member_role[reviewer]', ['instance/member_role[reviewer]']],
  ['group[a]', ['group[a]']],
  ['group[a]/member', ['group[a]/member[ann]', 'group[a]/member[instance/member_role]']],
  ['group[a]/ldap_link', ['group[a]/ldap_link[ldapmain:cn=a/b[c]]']],
  ['group[**]/member', addresses.filter((address) => /^group.*\/member\[/.test(address))],
  ['group[*/*]/member', ['group[a/b]/member[ann]', 'group[ab/c]/member[ann]']],
  ['*[a/*]/**', ['group[a/b]/member[ann]', 'project[a/p]/hook[ci]']],
  // A group with all that is in it, and nothing of one whose path begins in the same way.
  ['group[a]**', addresses.filter((address) => /^(group|project)\[a[\]/]/.test(address))],
  ['Group[A]***', addresses.filter((address) => /^(group|project)\[a[\]/]/.test(address))],
  ['group[a/b]**', ['group[a/b]', 'group[a/b]/member[ann]']],
  ['group[*]**', addresses.filter((address) => !address.startsWith('instance'))],
  ['group[a]/**', addresses.filter((address) => address.startsWith('group[a]/'))],
  ['group[a]*', ['group[a]']],
  ['group[a]/member[*]', ['group[a]/member[ann]']],
  ['project[a/p]**', ['project[a/p]/hook[ci]']],
  ['project[a/p]/hook', ['project[a/p]/hook[ci]']],
  // No more than they say.
  ['*', ['group[a]', 'group[ab]']],
  ['instance/*', ['instance/settings', 'instance/member_role[reviewer]', 'instance/plan_limit[default]']],
  ['inst', []],
  ['instance/', []],
  ['instance/member', []],
  ['group[a]/mem', []],
  ['group', []],
  ['group[a', []],
])('%s means %j', (pattern, meant) => {
  expect(addresses.filter(addressTest(pattern))).toEqual(meant);
  for (const address of meant) expect(mayMean(pattern, address.replace(/(?<=\/[a-z_]+\[).*/, ''))).toBe(true);
});

test.each(['group[*/*]/member', 'group[**]/member', '*[**]/member[*]'])(
  'a star of %s ends with the brackets, so that no other section of a group can hold what it means',
  (pattern) => {
    expect(mayMean(pattern, 'group[a/b]/member[')).toBe(true);
    expect(mayMean(pattern, 'group[a]/hook[')).toBe(false);
    expect(mayMean(pattern, 'instance/member_role[')).toBe(false);
  },
);
