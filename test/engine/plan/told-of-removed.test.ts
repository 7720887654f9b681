import { expect, it } from 'vitest';
import { group, type Live } from '../live.ts';
import { planFor } from '../world.ts';

it('of what goes it is told what it could do: a role beside a level, the scopes of a token, where a hook went', () => {
  const live: Live = {
    'instance/groups': [group(1, 'aa')],
    'instance/member_roles': [{ id: 7, name: 'releases', base_access_level: 30, read_code: true }],
    'group[aa]/members': [
      { id: 3, username: 'lena', access_level: 30, member_role: { id: 7, name: 'releases' }, expires_at: null },
    ],
    'group[aa]/hooks': [{ id: 4, name: 'ci', url: 'https://ci.example.com/in', push_events: true }],
  };
  const yaml =
    'groups:\n  aa: { members: { lena: { state: absent } }, hooks: { ci: { state: absent, url: https://ci.example.com/in } } }';
  const told = planFor(yaml, live).changes.map(({ address, fields }) => [
    address,
    Object.fromEntries(fields.map(({ path, from }) => [path, from])),
  ]);
  expect(Object.fromEntries(told)).toEqual({
    'group[aa]/member[lena]': { access_level: 'developer', role: 'releases' },
    'group[aa]/hook[ci]': { url: 'https://ci.example.com/in' },
  });
});
