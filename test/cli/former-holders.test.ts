import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { SandboxClient } from '../sandbox/client.ts';
import type { Workspace } from './keelson.ts';
import { team } from './team.ts';

async function rename(gitlab: SandboxClient, ...names: readonly (readonly [number, string])[]): Promise<void> {
  for (const [id, username] of names) expect((await gitlab.put(`/users/${id}`, { username })).status).toBe(200);
}

/** The group `team`, where these have so much. */
async function teamOf(gitlab: SandboxClient, people: readonly (readonly [number, number])[]): Promise<number> {
  const id = await gitlab.group('team');
  for (const [user_id, access_level] of people) await gitlab.post(`/groups/${id}/members`, { user_id, access_level });
  return id;
}

const members = (list: string): string => `groups:\n  team: { members: ${list} }\n`;

/** The exit status of a command, with what it says of names that were taken over. */
async function told(keelson: Workspace, ...command: readonly string[]): Promise<readonly [number | null, string]> {
  const { status, out, err } = await keelson.run(...command);
  const [found = ''] = /(error|warning)\[name-taken-over\]: .*/.exec(`${out}${err}`.replace(/\s+/g, ' ')) ?? [];
  return [status, found];
}

test('nobody is removed from the instance for a name that whoever is kept has taken over', async () => {
  const users = (names: string): string => `instance:\n  prune: [users]\n  users: { root: {}, ${names} }\n`;
  const { gitlab, keelson, bob } = await team(users('alice: {}, bob: {}'));
  const dave = await gitlab.user('dave');
  await rename(gitlab, [bob, 'bob2'], [dave, 'bob']);
  expect(await told(keelson, 'apply', '--auto-approve')).toEqual([
    1,
    expect.stringMatching(
      new RegExp(
        `^error.*: instance/user\\[bob\\] is about another user than before: bob is the one with the id ${dave} by now, and the one with the id ${bob}, who had that name, is called bob2, as the audit events tell; instance/user\\[bob2\\] would be removed`,
      ),
    ),
  ]);
  expect((await gitlab.get(`/users/${bob}`)).status).toBe(200);
  expect((await told(keelson, 'drift'))[1]).toContain('warning[name-taken-over]: instance/user[bob]');
  keelson.write('keelson.yaml', users('alice: {}, bob: {}, bob2: {}'));
  expect(await told(keelson, 'plan')).toEqual([0, '']);
});

test.each([
  ['is pruned', '  team: { prune: [members], members: { root: owner, bob: owner } }\n', 1, 'error'],
  ['is beside it undeclared', '  team: { members: { root: owner, bob: owner } }\n', 0, 'warning'],
  [
    'is ignored there',
    '  team: { prune: [members], ignore: { members: [bob2] }, members: { root: owner, bob: owner } }\n',
    0,
    undefined,
  ],
])(
  'a member whose name another one has taken, who looks as declared, is told where the first %s',
  async (_, groups, status, severity) => {
    const { gitlab, keelson, bob } = await team(`groups:\n${groups}`);
    const carol = await gitlab.user('carol');
    const id = await teamOf(gitlab, [
      [bob, 50],
      [carol, 50],
    ]);
    await rename(gitlab, [bob, 'bob2'], [carol, 'bob']);
    const found = await told(keelson, 'apply', '--auto-approve');
    expect(found).toEqual([
      status,
      severity === undefined ? '' : expect.stringContaining(`${severity}[name-taken-over]: group[team]/member[bob] is`),
    ]);
    expect((await gitlab.get(`/groups/${id}/members/${bob}`)).status).toBe(200);
  },
);

test('no events are read where nothing changes and nobody stands beside who is declared', async () => {
  const { gitlab, keelson, bob } = await team(members('{ bob: developer }'));
  await teamOf(gitlab, [[bob, 30]]);
  expect((await keelson.run('plan', '--har', 'traffic.har')).status).toBe(0);
  expect(readFileSync(join(keelson.folder, 'traffic.har'), 'utf8')).not.toContain('/audit_events');
});

test.each([
  ['under another name', true],
  ['under that name', false],
])(
  'who is gone %s is not followed by whoever took the name, unless that one is declared by address',
  async (_, isRenamed) => {
    const { gitlab, keelson, bob } = await team(members('{ bob: maintainer }'));
    const carol = await gitlab.user('carol');
    const id = await teamOf(gitlab, []);
    if (isRenamed) await rename(gitlab, [bob, 'bob2']);
    await gitlab.delete(`/users/${bob}`);
    await expect.poll(async () => (await gitlab.get(`/users/${bob}`)).status).toBe(404);
    await rename(gitlab, [carol, 'bob']);
    expect(await told(keelson, 'apply', '--auto-approve')).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `with the id ${bob}, who had that name, is gone, as .* help: Take the entry out, if who is gone is meant`,
        ),
      ),
    ]);
    expect((await gitlab.get(`/groups/${id}/members/${carol}`)).status).toBe(404);
    const people = (email: string): string => `instance: { users: { bob: { email: ${email} } } }\n`;
    // As it was written for the first one: the address would be changed.
    keelson.write('keelson.yaml', `${people('bob@example.com')}${members('{ bob: maintainer }')}`);
    expect(await told(keelson, 'plan')).toEqual([1, expect.stringContaining('error')]);
    keelson.write('keelson.yaml', `${people('carol@example.com')}${members('{ bob: maintainer }')}`);
    expect(await told(keelson, 'apply', '--auto-approve')).toEqual([0, '']);
    expect((await gitlab.get(`/groups/${id}/members/${carol}`)).object['access_level']).toBe(40);
  },
);

test('who was renamed to a name that nobody is known to have had is no other, nor who was made by the name of one who is gone', async () => {
  const { gitlab, keelson, bob } = await team(members('{ bob: maintainer, dora: guest }'));
  const carol = await gitlab.user('carol');
  await teamOf(gitlab, []);
  await rename(gitlab, [carol, 'dora']);
  await gitlab.delete(`/users/${bob}`);
  await expect.poll(async () => (await gitlab.get(`/users/${bob}`)).status).toBe(404);
  await gitlab.user('bob', { email: 'other@example.com' });
  expect(await told(keelson, 'apply', '--auto-approve')).toEqual([0, '']);
});

test('who had a name first and has it back is who is meant, whoever had it in between', async () => {
  const { gitlab, keelson, bob } = await team(members('{ bob: maintainer }'));
  const carol = await gitlab.user('carol');
  const id = await teamOf(gitlab, []);
  await rename(gitlab, [bob, 'bob2'], [carol, 'bob'], [carol, 'carol'], [bob, 'bob']);
  expect(await told(keelson, 'apply', '--auto-approve')).toEqual([0, '']);
  expect((await gitlab.get(`/groups/${id}/members/${bob}`)).object['access_level']).toBe(40);
});

test('of several who had a name before each has to be known', async () => {
  const { gitlab, keelson, bob } = await team(members('{ bob: maintainer, carol: guest }'));
  const [carol, dave] = [await gitlab.user('carol'), await gitlab.user('dave')];
  await teamOf(gitlab, [[carol, 10]]);
  await rename(gitlab, [bob, 'bob2'], [carol, 'bob'], [carol, 'carol'], [dave, 'bob']);
  expect(await told(keelson, 'plan')).toEqual([
    1,
    expect.stringMatching(
      new RegExp(`bob is the one with the id ${dave} by now, and the one with the id ${bob}, .* is called bob2`),
    ),
  ]);
});

test('a swap of people is let through by their addresses as they are now, as the help says, and not by their names', async () => {
  const both = members('{ bob: maintainer, carol: guest }');
  const { gitlab, keelson, bob } = await team(both);
  const carol = await gitlab.user('carol');
  const id = await teamOf(gitlab, []);
  await rename(gitlab, [bob, 'bob2'], [carol, 'bob'], [bob, 'carol']);
  const people = (ofBob: string, ofCarol: string): string =>
    `instance: { users: { bob: ${ofBob}, carol: ${ofCarol} } }\n`;
  keelson.write('keelson.yaml', `${people('{}', '{}')}${both}`);
  const [status, help] = await told(keelson, 'plan');
  expect([status, help]).toEqual([1, expect.stringContaining('`instance: { users: { bob: { email: … } } }`')]);
  // The first way out would not work here.
  expect(help).not.toContain('as well, beside it');
  keelson.write('keelson.yaml', `${people('{ email: carol@example.com }', '{ email: bob@example.com }')}${both}`);
  expect(await told(keelson, 'apply', '--auto-approve')).toEqual([0, '']);
  expect((await gitlab.get(`/groups/${id}/members/${carol}`)).object['access_level']).toBe(40);
  expect((await gitlab.get(`/groups/${id}/members/${bob}`)).object['access_level']).toBe(10);
});

test('who is given the name of one who is gone by `previously` is meant by it', async () => {
  const yaml = `instance: { users: { bob: { previously: carol } } }\n${members('{ bob: maintainer }')}`;
  const { gitlab, keelson, bob } = await team(yaml);
  const carol = await gitlab.user('carol');
  const id = await teamOf(gitlab, []);
  await gitlab.delete(`/users/${bob}`);
  await expect.poll(async () => (await gitlab.get(`/users/${bob}`)).status).toBe(404);
  await rename(gitlab, [carol, 'bob']);
  expect(await told(keelson, 'apply', '--auto-approve')).toEqual([0, '']);
  expect((await gitlab.get(`/groups/${id}/members/${carol}`)).object['access_level']).toBe(40);
});
