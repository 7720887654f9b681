import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { sandbox, type SandboxClient } from '../sandbox/client.ts';
import { workspace } from './keelson.ts';
import { team } from './team.ts';

const pruned = (members: string, more = ''): string =>
  `groups: { team: { prune: [members], ${more} members: { ${members} } } }\n`;

/** A team whose own service account has a name like anybody's, and a person, both of whom nobody declares. */
async function staffed() {
  const { gitlab, keelson } = await team(pruned('alice: owner, bob: developer'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  await addBoth(gitlab);
  return { gitlab, keelson };
}

async function addBoth(gitlab: SandboxClient): Promise<void> {
  const carol = await gitlab.user('carol');
  const made = await gitlab.post('/groups/team/service_accounts', { username: 'deployer', name: 'Deployer' });
  for (const user_id of [carol, made.object['id'] ?? null])
    expect((await gitlab.post('/groups/team/members', { user_id, access_level: 30 })).status).toBe(201);
}

test("a group's own service account that nobody declares is told and stays, and who is a person goes", async () => {
  const { keelson } = await staffed();
  const planned = await keelson.run('plan', '--verbose');
  expect(planned.out).toContain('- member[carol]: not declared, and members is pruned');
  expect(planned.out).not.toContain('- member[deployer]');
  expect(planned.out).toContain('Unmanaged: 1 live entry is not declared, and left alone');
  expect((await keelson.run('apply', '--auto-approve', '--allow-mass-removal')).status).toBe(0);
  const drift = await keelson.run('drift');
  expect([drift.status, drift.out]).toEqual([2, expect.stringContaining('group[team]/member[deployer]')]);
  keelson.write('keelson.yaml', pruned('alice: owner, bob: developer', 'ignore: { members: [deployer] },'));
  expect((await keelson.run('drift')).status).toBe(0);
});

test('a service account of the group can be declared and changed, and not be absent', async () => {
  const { keelson } = await staffed();
  keelson.write('keelson.yaml', pruned('alice: owner, bob: developer, carol: developer, deployer: reporter'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
  keelson.write('keelson.yaml', 'groups: { team: { members: { deployer: { state: absent } } } }\n');
  const { status, err } = await keelson.run('plan');
  expect([status, err]).toEqual([
    1,
    expect.stringContaining(
      'group[team]/member[deployer] cannot be removed here: it is a service account of this group',
    ),
  ]);
});

test('a service account of the whole instance is removed like anybody', async () => {
  const { gitlab, keelson } = await team(pruned('alice: owner, bob: developer'));
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const made = await gitlab.post('/service_accounts', { username: 'roamer', name: 'Roamer' });
  await gitlab.post('/groups/team/members', { user_id: made.object['id'] ?? null, access_level: 30 });
  const applied = await keelson.run('apply', '--auto-approve');
  expect([applied.status, applied.out]).toEqual([0, expect.stringContaining('- member[roamer]')]);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});

test('where GitLab lists none for want of a licence, whoever is no person is told as perhaps held, and people go', async () => {
  const licensed = await staffed();
  const gitlab = await sandbox({ tier: 'free', seed: licensed.gitlab.sandbox.state() });
  const env = { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: gitlab.token };
  const keelson = workspace({ 'keelson.yaml': pruned('alice: owner, bob: developer') }, env);
  const { status, out } = await keelson.run('plan');
  expect(status).toBe(0);
  expect(out).toContain('2 to delete');
  expect(out.match(/warning\[perhaps-held\].*/g)).toEqual([
    'warning[perhaps-held]: group[team]/member[deployer] may be a service account of this group, which GitLab does not tell this token, and would not be removed then',
  ]);
});

test('service accounts are asked for where something undeclared would go, once, and nowhere else', async () => {
  const { gitlab, keelson } = await staffed();
  const asked = (): number => gitlab.sandbox.log.filter(({ url }) => url.includes('service_accounts')).length;
  gitlab.sandbox.log.length = 0;
  await keelson.run('plan');
  expect(asked()).toBe(1);
  gitlab.sandbox.log.length = 0;
  keelson.write(
    'keelson.yaml',
    'groups: { team: { members: { alice: owner } }, team/sub: { prune: [members], members: {} } }\n',
  );
  await keelson.run('plan');
  keelson.write('keelson.yaml', pruned('alice: owner', 'ignore: { members: ["*"] },'));
  await keelson.run('plan');
  expect(asked()).toBe(0);
});

test("what a group's owner exports is valid: no service account and no bot of a token passes for a person", async () => {
  const { gitlab, keelson } = await team('groups: { team: { members: { alice: owner } } }\n');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  await gitlab.post('/groups/team/service_accounts', { username: 'deployer', name: 'Deployer' });
  const expires_at = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);
  const token = { name: 'ci', scopes: ['read_api'], expires_at };
  expect((await gitlab.post('/groups/team/access_tokens', token)).status).toBe(201);
  const [alice] = (await gitlab.get('/users?username=alice')).list;
  const own = await gitlab.post(`/users/${Number(alice?.['id'])}/personal_access_tokens`, {
    ...token,
    scopes: ['api'],
  });
  const asAlice = workspace({}, { KEELSON_URL: gitlab.sandbox.url, KEELSON_TOKEN: own.object['token'] as string });
  const exported = await asAlice.run('export');
  expect([exported.status, exported.err]).toEqual([0, expect.not.stringContaining('shared-name')]);
  const { instance, groups } = parse(exported.out) as { instance: { users: object }; groups: { team: object } };
  expect(Object.keys(instance.users)).toEqual(['alice', 'bob', 'root']);
  expect(groups.team).toMatchObject({ service_accounts: { deployer: { name: 'Deployer' } } });
  asAlice.write('keelson.yaml', exported.out);
  expect((await asAlice.run('plan')).out).toContain('Nothing to do');
});

test("an export takes the membership of the group's own service account with it, as it can be declared", async () => {
  const { keelson } = await staffed();
  const exported = await keelson.run('export');
  const { groups } = parse(exported.out) as { groups: { team: { members: object } } };
  expect(groups.team.members).toMatchObject({ alice: 'owner', deployer: 'developer' });
  keelson.write('keelson.yaml', exported.out);
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
});
