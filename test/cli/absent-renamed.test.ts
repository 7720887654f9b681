import { expect, test } from 'vitest';
import { team } from './team.ts';

const member = 'groups:\n  team: { members: { alice: owner, bob: { state: absent } } }\n';
const user = 'instance:\n  users: { bob: { state: absent } }\n';

test.each([
  ['a member', member, 'group[team]/member[bob]', 'group[team]/member[robert]'],
  ['a user', user, 'instance/user[bob]', 'instance/user[robert]'],
])('%s who is to be absent and is called otherwise by now is not passed over', async (_, yaml, was, is) => {
  const { gitlab, keelson, bob } = await team(yaml);
  const id = await gitlab.group('team');
  await gitlab.post(`/groups/${id}/members`, { username: 'alice', access_level: 50 });
  await gitlab.post(`/groups/${id}/members`, { user_id: bob, access_level: 50 });
  await gitlab.put(`/users/${bob}`, { username: 'robert' });
  const { status, err } = await keelson.run('plan');
  expect([status, err.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(
      `error[renamed-by-hand]: ${was} is to be absent and is not there, and ${is} (id ${bob}), which nobody declared, was called that before`,
    ),
  ]);
  // Each of the two ways out.
  keelson.write('keelson.yaml', yaml.replace('bob', 'robert'));
  const gone = ['plan', '--allow-mass-removal', '--detailed-exitcode'];
  expect((await keelson.run(...gone)).out).toContain(is.slice(is.indexOf('/') + 1));
  keelson.write('keelson.yaml', yaml.replace(/bob: \{ state: absent \}/, 'xaver: { state: absent }'));
  expect((await keelson.run('plan')).status).toBe(0);
});

test('who was renamed and is declared by the new name may be absent by the old one', async () => {
  const { gitlab, keelson, bob } = await team(
    'groups:\n  team: { members: { alice: owner, robert: owner, bob: { state: absent } } }\n',
  );
  const id = await gitlab.group('team');
  await gitlab.post(`/groups/${id}/members`, { user_id: bob, access_level: 50 });
  await gitlab.post(`/groups/${id}/members`, { username: 'alice', access_level: 50 });
  await gitlab.put(`/users/${bob}`, { username: 'robert' });
  const { status, err } = await keelson.run('plan');
  expect([status, err]).toEqual([0, expect.not.stringContaining('renamed-by-hand')]);
});
