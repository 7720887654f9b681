import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { SandboxClient } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

const APPLY = ['apply', '--auto-approve'];
const document = (users: string, more = ''): { readonly [file: string]: string } => ({
  'keelson.yaml': `instance: { users: ${users} }\n${more}\n`,
});

const userNamed = async (gitlab: SandboxClient, username: string) =>
  (await gitlab.get(`/users?username=${username}`)).list[0];

describe('somebody who is renamed', () => {
  const renamed = (members: string) =>
    document('{ alina: { previously: alice } }', `groups: { top: { prune: [members], members: ${members} } }`);

  it('stays who it is: a member under the new name, by the same number', async () => {
    const { gitlab, keelson } = await stage(renamed('{ root: owner, alina: developer, bob: reporter }'));
    await gitlab.group('top');
    const alice = (await userNamed(gitlab, 'alice'))?.['id'] ?? null;
    await gitlab.post('/groups/top/members', { user_id: alice, access_level: 30 });
    gitlab.sandbox.log.length = 0;
    const { status, out, err } = await keelson.run(...APPLY);
    expect({ status }, out + err).toEqual({ status: 0 });
    expect(out).toContain('was alice');
    expect(writes(gitlab)).toEqual([
      `PUT /users/${textOf(alice)}`,
      expect.stringMatching(/^POST \/groups\/\d+\/members/),
    ]);
    expect((await keelson.run('plan')).out).toContain('Nothing to do');
    const { out: then, err: told } = await keelson.run('plan');
    expect(then + told).toContain('no alice any more');
  });

  it('is changed as a member after that, also by a saved plan', async () => {
    const { gitlab, keelson } = await stage(renamed('{ root: owner, alina: maintainer }'));
    await gitlab.group('top');
    const alice = (await userNamed(gitlab, 'alice'))?.['id'] ?? null;
    await gitlab.post('/groups/top/members', { user_id: alice, access_level: 30 });
    expect((await keelson.run('plan', '--out', 'saved.json')).status).toBe(0);
    gitlab.sandbox.log.length = 0;
    const applied = await keelson.run('apply', 'saved.json', '--auto-approve');
    expect({ status: applied.status }, applied.out + applied.err).toEqual({ status: 0 });
    expect(writes(gitlab)).toEqual([
      `PUT /users/${textOf(alice)}`,
      expect.stringMatching(new RegExp(`^PUT /groups/\\d+/members/${textOf(alice)}$`)),
    ]);
    expect((await keelson.run('apply', 'saved.json', '--auto-approve')).status).toBe(0);
  });

  it('is an error where the one of the new name is there, too', async () => {
    const { gitlab, keelson } = await stage(document('{ bob: { previously: alice } }'));
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...APPLY);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('and so is alice') as string });
    expect(writes(gitlab)).toEqual([]);
  });

  it('is never another one that is declared beside it', async () => {
    const { keelson } = await stage(document('{ alina: { previously: alice }, alice: { note: stays } }'));
    const { status, err } = await keelson.run('validate');
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('previously-stays') as string });
  });
});

describe('somebody new', () => {
  const dora = '{ dora: { name: Dora, email: dora@example.com } }';

  it('is made with a link by mail and without a password, before whoever names them', async () => {
    const project =
      'projects: { top/app: { members: { dora: maintainer }, protected_tags: { v*: [{ user: dora }] } } }';
    const { gitlab, keelson } = await stage(
      document(dora, `groups: { top: { members: { dora: developer } } }\n${project}`),
    );
    const top = await gitlab.group('top');
    await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: top });
    const plan = await keelson.run('plan');
    expect({ status: plan.status, err: plan.err }).toEqual({ status: 0, err: '' });
    gitlab.sandbox.log.length = 0;
    const { status, out } = await keelson.run(...APPLY);
    expect({ status }, out).toEqual({ status: 0 });
    const [first, ...others] = gitlab.sandbox.log.filter(({ method }) => method !== 'GET');
    expect(first).toMatchObject({ method: 'POST', url: '/api/v4/users' });
    expect(others).toHaveLength(3);
    expect(await userNamed(gitlab, 'dora')).toMatchObject({ email: 'dora@example.com', state: 'active' });
    expect((await keelson.run('plan')).out).toContain('Nothing to do');
  });

  it('lacks nothing that GitLab wants', async () => {
    const { gitlab, keelson } = await stage(document('{ dora: { note: who is that } }'));
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...APPLY);
    expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining('needs a `name`') as string });
    expect(writes(gitlab)).toEqual([]);
  });

  it('may be the owner who takes over from somebody who goes', async () => {
    const { gitlab, keelson } = await stage(
      document(
        '{ dora: { name: Dora, email: dora@example.com }, bob: { state: absent } }',
        'groups: { own: { members: { dora: owner } } }',
      ),
    );
    await gitlab.as('bob').post('/groups', { name: 'own', path: 'own' });
    expect((await keelson.run('plan', '--out', 'saved.json')).status).toBe(0);
    const { changes } = JSON.parse(readFileSync(join(keelson.folder, 'saved.json'), 'utf8')) as {
      readonly changes: readonly { readonly address: string; readonly needs: readonly string[] }[];
    };
    expect(changes.find(({ address }) => address === 'instance/user[bob]')?.needs).toEqual(['group[own]/member[dora]']);
    const { status, out, err } = await keelson.run(...APPLY);
    expect({ status }, out + err).toEqual({ status: 0 });
    expect(await userNamed(gitlab, 'bob')).toBeUndefined();
    expect((await keelson.run('plan')).out).toContain('Nothing to do');
  });
});

describe('somebody who goes', () => {
  it('is waited for, and not removed twice', async () => {
    const { gitlab, keelson } = await stage(document('{ alice: { state: absent } }'), { backgroundDelay: 400 });
    expect((await keelson.run(...APPLY)).status).toBe(0);
    expect(await userNamed(gitlab, 'alice')).toBeUndefined();
    expect(writes(gitlab).filter((one) => one.startsWith('DELETE'))).toHaveLength(1);
    expect((await keelson.run('plan')).out).toContain('Nothing to do');
  });

  it.each(['{ state: absent }', '{ state: blocked }'])(
    'is refused where a group would be without an owner: %s',
    async (fate) => {
      const { gitlab, keelson } = await stage(document(`{ bob: ${fate} }`));
      await gitlab.as('bob').post('/groups', { name: 'own', path: 'own' });
      gitlab.sandbox.log.length = 0;
      const { status, err } = await keelson.run(...APPLY);
      expect({ status, err }).toEqual({
        status: 3,
        err: expect.stringContaining('group[own] without an active owner') as string,
      });
      expect(writes(gitlab)).toEqual([]);
    },
  );

  it('is told with the projects that go along', async () => {
    const { gitlab, keelson } = await stage(document('{ bob: { state: absent } }'));
    await gitlab.as('bob').post('/projects', { name: 'mine' });
    const { out, err } = await keelson.run('plan');
    expect(out + err).toContain('goes with 1 project of its own: bob/mine');
  });

  it('is not the user whose token this is', async () => {
    for (const change of ['state: absent', 'state: blocked']) {
      const { gitlab, keelson } = await stage(document(`{ root: { ${change} } }`));
      gitlab.sandbox.log.length = 0;
      const { status, err } = await keelson.run(...APPLY, '--allow-own-access', '--allow-last-administrator');
      expect({ status, err }).toEqual({ status: 1, err: expect.stringContaining("this token's own user") as string });
      expect(writes(gitlab)).toEqual([]);
    }
  });

  it('leaves a person who administers the instance', async () => {
    const { gitlab, keelson } = await stage(document('{ root: { admin: false } }'));
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...APPLY, '--allow-own-access');
    expect({ status, err }).toEqual({ status: 3, err: expect.stringContaining('last-administrator') as string });
    expect((await keelson.run(...APPLY, '--allow-last-administrator')).err).toContain('own-access');
    expect(writes(gitlab)).toEqual([]);
  });
});

it('what is not named is left alone, and prune takes people alone', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': 'instance: { prune: [users], ignore: { users: [carol] }, users: { alice: { note: kept } } }\n',
  });
  await gitlab.post('/service_accounts', { username: 'robot' });
  await gitlab.group('top');
  const expires_at = new Date(Date.now() + 86_400_000 * 30).toISOString().slice(0, 10);
  await gitlab.post('/groups/top/access_tokens', { name: 'bot', scopes: ['api'], expires_at });
  const { status, out } = await keelson.run(...APPLY, '--allow-mass-removal');
  expect({ status }, out).toEqual({ status: 0 });
  const { list } = await gitlab.get('/users?per_page=100');
  expect(list.map(({ username }) => textOf(username).replace(/_bot_.*/, '_bot')).sort()).toEqual(
    expect.arrayContaining(['alice', 'carol', 'group_1_bot', 'robot', 'root']),
  );
  expect(list.map(({ username }) => username)).not.toContain('bob');
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});

it('many who are named are read from the list, few by name', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `person${index}`);
  const { gitlab, keelson } = await stage(
    document(`{ ${names.map((name) => `${name}: { private_profile: false }`).join(', ')} }`),
  );
  for (const name of names) await gitlab.user(name);
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
  expect(gitlab.sandbox.log.filter(({ url }) => url.startsWith('/api/v4/users'))).toHaveLength(1);
});

it('a bot is no person to change', async () => {
  const { gitlab, keelson } = await stage(document('{ robot: { note: mine } }'));
  await gitlab.post('/service_accounts', { username: 'robot' });
  const { status, err } = await keelson.run('plan');
  expect({ status, err }).toEqual({
    status: 1,
    err: expect.stringContaining('it is a bot or a service account') as string,
  });
});
