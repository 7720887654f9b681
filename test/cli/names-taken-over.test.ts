import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SandboxClient } from '../sandbox/client.ts';
import { team } from './team.ts';

/** bob is called bob2 from now on, and carol takes the name. */
async function renamed(gitlab: SandboxClient, bob: number): Promise<number> {
  const carol = await gitlab.user('carol');
  await gitlab.put(`/users/${bob}`, { username: 'bob2' });
  await gitlab.put(`/users/${carol}`, { username: 'bob' });
  return carol;
}

const one = 'groups:\n  team: { members: { alice: owner, bob: maintainer } }\n';

const errorsOf = (text: string): string[] =>
  text.replace(/\s+/g, ' ').match(/error\[name-taken-over\]: .*?, as the audit events tell/g) ?? [];

test('nobody is let in by a name that another account had before, and each of the ways out works', async () => {
  const { gitlab, keelson, bob } = await team(one);
  const team1 = await gitlab.group('team');
  const carol = await renamed(gitlab, bob);
  await gitlab.post(`/groups/${team1}/members`, { user_id: bob, access_level: 40 });
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect([status, errorsOf(`${out}${err}`)]).toEqual([
    1,
    [
      `error[name-taken-over]: group[team]/member[bob] would be about another user than before: bob is the one with the id ${carol} by now, and the one with the id ${bob}, who had that name, is called bob2, as the audit events tell`,
    ],
  ]);
  expect((await gitlab.get(`/groups/${team1}/members/${carol}`)).status).toBe(404);
  keelson.write('keelson.yaml', one.replace('bob:', 'bob2:'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get(`/groups/${team1}/members/${carol}`)).status).toBe(404);
  keelson.write('keelson.yaml', one.replace('bob:', 'bob2: { state: absent }, bob:'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await gitlab.get(`/groups/${team1}/members/${bob}`)).status).toBe(404);
  expect((await gitlab.get(`/groups/${team1}/members/${carol}`)).object['access_level']).toBe(40);
});

test.each([
  [
    'more access',
    'groups:\n  team: { members: { alice: owner, bob: owner, carol: developer } }\n',
    'group[team]/member[bob]',
  ],
  [
    'no access any more',
    'groups:\n  team: { members: { alice: owner, bob: { state: absent } } }\n',
    'group[team]/member[bob]',
  ],
  ['the whole instance', 'instance:\n  users: { bob: { admin: true } }\n', 'instance/user[bob]'],
])('who has taken the name of another one gets %s by no plan', async (_, yaml, address) => {
  const { gitlab, keelson, bob } = await team(yaml);
  const team1 = await gitlab.group('team');
  const carol = await renamed(gitlab, bob);
  for (const user of [bob, carol]) await gitlab.post(`/groups/${team1}/members`, { user_id: user, access_level: 30 });
  const { status, out, err } = await keelson.run('plan');
  expect([status, errorsOf(`${out}${err}`)]).toEqual([
    1,
    [expect.stringContaining(`${address} would be about another`)],
  ]);
  const drift = await keelson.run('drift');
  expect(`${drift.out}${drift.err}`).toContain('warning[name-taken-over]');
});

test('two who have swapped their names are told both, though both names are declared', async () => {
  const yaml = 'groups:\n  team: { members: { alice: owner, bob: maintainer, carol: guest } }\n';
  const { gitlab, keelson, bob } = await team(yaml);
  const carol = await renamed(gitlab, bob);
  await gitlab.put(`/users/${bob}`, { username: 'carol' });
  const { out, err } = await keelson.run('plan');
  expect(errorsOf(`${out}${err}`).sort()).toEqual([
    expect.stringContaining(`member[bob] would be about another user than before: bob is the one with the id ${carol}`),
    expect.stringContaining(
      `member[carol] would be about another user than before: carol is the one with the id ${bob}`,
    ),
  ]);
});

test('who has got a name back, or has one that nobody had before, is nobody else; and no events are read where nobody is named', async () => {
  const { gitlab, keelson, bob } = await team(one);
  await gitlab.put(`/users/${bob}`, { username: 'bob2' });
  await gitlab.put(`/users/${bob}`, { username: 'bob' });
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect([status, errorsOf(`${out}${err}`)]).toEqual([0, []]);
  keelson.write('keelson.yaml', one.replace('members', 'description: Ours, members'));
  expect((await keelson.run('plan', '--har', 'traffic.har')).status).toBe(0);
  expect(readFileSync(join(keelson.folder, 'traffic.har'), 'utf8')).not.toContain('/audit_events');
});
