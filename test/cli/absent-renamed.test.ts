import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { inDays } from '../support/in-days.ts';
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

test.each(['personal_access_tokens', 'impersonation_tokens'])(
  'of %s that are to be gone, those of who is called otherwise by now are not passed over',
  async (section) => {
    const { gitlab, keelson, bob } = await team(`instance:\n  ${section}: { bob: { name: ci, state: absent } }\n`);
    const made = await gitlab.post(`/users/${bob}/${section}`, { name: 'ci', scopes: ['api'], expires_at: inDays(30) });
    expect(made.status).toBe(201);
    await gitlab.put(`/users/${bob}`, { username: 'robert' });
    const { status, err } = await keelson.run('plan');
    const kind = section.slice(0, -1);
    expect([status, err.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining(
        `error[renamed-by-hand]: instance/${kind}[bob/ci] is to be absent and is not there, and instance/${kind}[robert/ci] (id`,
      ),
    ]);
    keelson.write('keelson.yaml', `instance:\n  ${section}: { robert: { name: ci, state: absent } }\n`);
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
    // What is gone is no matter under either name.
    keelson.write('keelson.yaml', `instance:\n  ${section}: { bob: { name: ci, state: absent } }\n`);
    expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
  },
);

test('a project that is to be absent and was renamed by hand is not passed over', async () => {
  const { gitlab, keelson } = await team('projects:\n  team/a1: { state: absent }\n');
  const namespace_id = await gitlab.group('team');
  const id = idOf(await gitlab.post('/projects', { name: 'a1', path: 'a1', namespace_id }));
  await gitlab.put(`/projects/${id}`, { path: 'a2' });
  const { status, err } = await keelson.run('apply', '--auto-approve', '--allow-scope-deletion');
  expect([status, err.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(
      `error[renamed-by-hand]: project[team/a1] is to be absent and is not there, and its path leads to project[team/a2] (id ${id})`,
    ),
  ]);
  keelson.write('keelson.yaml', 'projects:\n  team/a1: { state: absent }\n  team/a2: {}\n');
  expect((await keelson.run('plan')).status).toBe(0);
});

test.each([
  ['at the top', 'team'],
  ['below another', 'above/team'],
])('a group %s that is to be absent and was renamed by hand is not passed over', async (_, path) => {
  const yaml = `groups:\n  ${path}: { state: absent }\n`;
  const { gitlab, keelson } = await team(yaml);
  if (path !== 'team') await gitlab.group('above');
  const id = await gitlab.group(path);
  await gitlab.put(`/groups/${id}`, { path: 'crew' });
  const apply = ['apply', '--auto-approve', '--allow-scope-deletion'];
  const { status, err } = await keelson.run(...apply);
  const now = path.replace('team', 'crew');
  expect([status, err.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(
      `error[renamed-by-hand]: group[${path}] is to be absent and is not there, and group[${now}] (id ${id}), which nobody declared, was at that path before`,
    ),
  ]);
  // Each of the two ways out.
  keelson.write('keelson.yaml', `${yaml}  ${now}: {}\n`);
  expect((await keelson.run('plan')).status).toBe(0);
  keelson.write('keelson.yaml', yaml.replace(path, now));
  expect((await keelson.run(...apply)).out).toContain(`- group[${now}]`);
  // What is gone, or waits for that, is no matter under either path.
  keelson.write('keelson.yaml', yaml);
  expect((await keelson.run('plan')).status).toBe(0);
});

test('a group with a path that another one had elsewhere is not that one', async () => {
  const { gitlab, keelson } = await team('groups:\n  team: { state: absent }\n');
  await gitlab.group('above');
  await gitlab.put(`/groups/${await gitlab.group('above/team')}`, { path: 'crew' });
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

test('the renames of people are read once, whoever asks for them', async () => {
  const { gitlab, keelson } = await team(`instance:
  users: { erin: { name: Erin, email: erin@example.com }, gone: { state: absent } }
groups:
  team: { members: { alice: owner, nobody: developer, left: { state: absent } } }
`);
  const id = await gitlab.group('team');
  await gitlab.post(`/groups/${id}/members`, { username: 'alice', access_level: 50 });
  gitlab.sandbox.log.length = 0;
  await keelson.run('plan');
  const events = gitlab.sandbox.log.filter(({ url }) => /audit_events.*entity_type=User/.test(url));
  expect(events).toHaveLength(1);
});
