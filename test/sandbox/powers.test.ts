import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { anonymous, bearing, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { Client, SandboxClient } from './client.ts';

/** A day within the year that tokens may last. */
const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

const forbidden = [403, { message: '403 Forbidden' }];
const noGroup = [404, { message: '404 Group Not Found' }];
const noProject = [404, { message: '404 Project Not Found' }];

/** A private group with a subgroup and a project, its people, and somebody with further access to it. */
async function places(gl: SandboxClient, username: string, more: Record<string, number>) {
  const people = await cast(gl);
  const sub = await gl.group('platform/sub', { visibility: 'private' });
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: people.group, visibility: 'private' }));
  const user = await gl.user(username);
  await gl.post(`/groups/${people.group}/members`, { user_id: user, ...more });
  return { ...people, sub, project, user, client: gl.as(username) };
}

/** Somebody whose custom role, on top of Guest, has these permissions. */
async function custom(gl: SandboxClient, ...permissions: readonly string[]) {
  const flags = Object.fromEntries(permissions.map((name) => [name, true]));
  const role = idOf(await gl.post('/member_roles', { name: 'more', base_access_level: 10, ...flags }));
  return places(gl, 'jane', { access_level: 10, member_role_id: role });
}

test('minimal access opens neither a private group nor what is below it, and is shown in lists alone', async () => {
  const gl = await sandbox();
  const { group, sub, project, user, client, developer } = await places(gl, 'mini', { access_level: 5 });
  for (const path of ['', '/members', '/projects', '/hooks', '/access_requests']) {
    expect(told(await client.get(`/groups/${group}${path}`)), path).toEqual(noGroup);
  }
  expect(told(await client.get(`/groups/${sub}`))).toEqual(noGroup);
  expect(told(await client.delete(`/groups/${group}/members/${user}`))).toEqual(noGroup);
  expect(told(await client.get(`/projects/${project}`))).toEqual(noProject);
  expect(column(await client.get('/groups'), 'id')).toEqual([group]);
  expect((await client.get('/projects?membership=true')).list).toEqual([]);
  expect((await developer.get(`/groups/${group}/members/${user}`)).object['access_level']).toBe(5);
  expect(told(await developer.get(`/projects/${project}/members/all/${user}`))).toEqual([
    404,
    { message: '404 Not found' },
  ]);
  expect(column(await developer.get(`/projects/${project}/users`), 'username')).not.toContain('mini');
});

test('a membership further down shows the group above it, until it expires', async () => {
  const gl = await sandbox();
  const { group, project } = await cast(gl).then(async (people) => ({
    ...people,
    project: idOf(await gl.post('/projects', { name: 'app', namespace_id: people.group, visibility: 'private' })),
  }));
  const [joe, late] = [await gl.user('joe'), await gl.user('late')];
  const { state } = gl.sandbox.platform;
  const at = { source_type: 'project', source_id: project, member_role_id: null, created_by_id: null } as const;
  const now = gl.sandbox.platform.clock.now().toISOString();
  const rest = { created_at: now, updated_at: now, ldap: false, override: false, state: 'active' } as const;
  state.members.insert({ ...at, ...rest, user_id: joe, access_level: 10, expires_at: null });
  state.members.insert({ ...at, ...rest, user_id: late, access_level: 10, expires_at: '2000-01-01' });
  expect((await gl.as('joe').get(`/groups/${group}`)).status).toBe(200);
  expect(told(await gl.as('late').get(`/groups/${group}`))).toEqual(noGroup);
});

test('a custom role that manages members lowers and removes anybody, and hands out no more than its own level', async () => {
  const gl = await sandbox();
  const { group, ids, user, client } = await custom(gl, 'admin_group_member');
  const other = await gl.user('other');
  const at = `/groups/${group}/members`;
  expect((await client.put(`${at}/${ids.owner}`, { access_level: 10 })).status).toBe(200);
  expect(told(await client.put(`${at}/${ids.developer}`, { access_level: 40 }))).toEqual(forbidden);
  expect((await client.delete(`${at}/${ids.maintainer}`)).status).toBe(204);
  const text = "the member access level can't be higher than the current user's one";
  const refused = await client.post(at, { user_id: other, access_level: 30 });
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining(text)]);
  const invited = await client.post(`/groups/${group}/invitations`, { email: 'x@example.com', access_level: 30 });
  expect([invited.status, JSON.stringify(invited.body)]).toEqual([201, expect.stringContaining(text)]);
  expect((await client.post(at, { user_id: other, access_level: 10 })).status).toBe(201);
  expect((await client.get(`/groups/${group}/access_requests`)).status).toBe(200);
  const guests = await gl.group('guests');
  await gl.post(`/groups/${guests}/members`, { user_id: user, access_level: 30 });
  const share = await client.post(`/groups/${group}/share`, { group_id: guests, group_access: 10 });
  expect(told(share)).toEqual([404, { message: 'Not Found' }]);
});

test('a custom role reads runners, archives projects and restores groups, each with its own permission', async () => {
  const gl = await sandbox();
  const { group, sub, project, client } = await custom(gl, 'read_runners', 'archive_project', 'remove_group');
  const made = await gl.post('/user/runners', { runner_type: 'group_type', group_id: group, tag_list: ['a'] });
  expect((await client.get(`/runners/${idOf(made)}`)).status).toBe(200);
  expect((await client.get(`/runners/${idOf(made)}/managers`)).status).toBe(200);
  expect((await client.post(`/projects/${project}/archive`)).status).toBe(201);
  expect((await client.post(`/projects/${project}/unarchive`)).status).toBe(201);
  expect(told(await client.post(`/groups/${sub}/restore`))).toEqual(forbidden);
  await gl.delete(`/groups/${sub}`);
  expect((await client.post(`/groups/${sub}/restore`)).status).toBe(201);
});

test('a custom role without those permissions does none of it', async () => {
  const gl = await sandbox();
  const { group, project, ids, client } = await custom(gl, 'read_code');
  const made = await gl.post('/user/runners', { runner_type: 'group_type', group_id: group, tag_list: ['a'] });
  expect((await client.get(`/runners/${idOf(made)}`)).status).toBe(403);
  expect((await client.post(`/projects/${project}/archive`)).status).toBe(403);
  expect((await client.get(`/groups/${group}/access_requests`)).status).toBe(403);
  expect((await client.put(`/groups/${group}/members/${ids.owner}`, { access_level: 10 })).status).toBe(403);
  expect((await client.get(`/projects/${project}/merge_requests`)).status).toBe(403);
});

test('a custom role that administers runners changes their one setting, and renews no registration token', async () => {
  const gl = await sandbox();
  const { group, sub, client } = await custom(gl, 'read_runners', 'admin_runners');
  expect(told(await client.post(`/groups/${group}/runners/reset_registration_token`))).toEqual(forbidden);
  expect((await client.put(`/groups/${group}`, { shared_runners_setting: 'enabled' })).status).toBe(200);
  expect(told(await client.put(`/groups/${group}`, { unheard_of: 1 }))).toEqual([401, { message: '401 Unauthorized' }]);
  await gl.post(`/groups/${sub}/archive`);
  expect(told(await client.put(`/groups/${sub}`, { description: 'x' }))).toEqual(forbidden);
});

test('the bot of a token makes groups at the top, leaves, and rotates no other token', async () => {
  const gl = await sandbox();
  const { group, project } = await places(gl, 'jane', { access_level: 30 });
  const issue = (path: string, name: string, level: number) =>
    gl.post(`${path}/access_tokens`, { name, scopes: ['api'], expires_at: inAWhile, access_level: level });
  const token = await issue(`/groups/${group}`, 'one', 50);
  const other = await issue(`/groups/${group}`, 'two', 10);
  const bot = bearing(token);
  expect((await gl.get('/user', bot)).object['can_create_group']).toBe(true);
  expect((await gl.post('/groups', { name: 'made', path: 'made' }, bot)).status).toBe(201);
  const rotated = await gl.post(`/groups/${group}/access_tokens/${idOf(other)}/rotate`, {}, bot);
  expect(rotated.status).toBe(401);
  expect(told(await gl.post('/projects', { name: 'loose' }, bot))).toEqual([
    400,
    { message: { namespace: ['is not valid'] } },
  ]);
  const guest = await issue(`/projects/${project}`, 'three', 40);
  const self = `/projects/${project}/members/${textOf(guest.object['user_id'])}`;
  expect((await gl.delete(self)).status).toBe(403);
  expect((await gl.delete(self, bearing(guest))).status).toBe(204);
});

test('an auditor may ask for the audit events of a place and reads the own, and the tokens of a project but not of a group', async () => {
  const gl = await sandbox();
  const { group, project } = await cast(gl).then(async (people) => ({
    ...people,
    project: idOf(await gl.post('/projects', { name: 'app', namespace_id: people.group, visibility: 'private' })),
  }));
  await gl.user('eye', { auditor: true });
  const eye = gl.as('eye');
  for (const place of [`/groups/${group}`, `/projects/${project}`]) {
    expect(told(await eye.get(`${place}/audit_events`))).toEqual([200, []]);
    expect((await gl.get(`${place}/audit_events`)).list.length).toBeGreaterThan(0);
  }
  expect(told(await eye.get('/audit_events'))).toEqual(forbidden);
  expect((await eye.get(`/projects/${project}/access_tokens`)).status).toBe(200);
  expect((await eye.get(`/groups/${group}/access_tokens`)).status).toBe(401);
  expect((await eye.post(`/projects/${project}/access_tokens`, { name: 'x', scopes: ['api'] })).status).toBe(400);
});

test('a Planner reads protected branches, merge requests and where the code stands, a Guest does not', async () => {
  const gl = await sandbox();
  const { group, project, client } = await places(gl, 'planner', { access_level: 15 });
  await gl.post(`/groups/${group}/members`, { user_id: await gl.user('guest'), access_level: 10 });
  const status = async (who: Client, path: string) => (await who.get(`/projects/${project}${path}`)).status;
  for (const path of ['/protected_branches', '/merge_requests']) {
    expect([await status(client, path), await status(gl.as('guest'), path)], path).toEqual([200, 403]);
  }
  const shown = (await client.get(`/projects/${project}`)).object;
  const hidden = (await gl.as('guest').get(`/projects/${project}`)).object;
  for (const key of ['default_branch', 'readme_url', 'forks_count', 'ci_config_path', 'merge_requests_template']) {
    expect([key in shown, key in hidden], key).toEqual([true, false]);
  }
});

test('a namespace is there for its members alone, whoever may see the group', async () => {
  const gl = await sandbox();
  const { group, client } = await places(gl, 'mini', { access_level: 5 });
  await gl.group('inner', { visibility: 'internal' });
  await gl.user('eye', { auditor: true });
  const missing = [404, { message: '404 Namespace Not Found' }];
  expect(told(await client.get(`/namespaces/${group}`))).toEqual(missing);
  expect(told(await gl.as('eye').get(`/namespaces/${group}`))).toEqual(missing);
  expect(told(await client.get('/namespaces/inner'))).toEqual(missing);
  expect(column(await client.get('/namespaces'), 'full_path')).toEqual(['mini']);
});

test('who makes a subgroup is its direct Owner, whoever owns what is above', async () => {
  const gl = await sandbox();
  const { group, ids, owner } = await cast(gl);
  const sub = idOf(await owner.post('/groups', { name: 'sub', path: 'sub', parent_id: group }));
  expect(column(await owner.get(`/groups/${sub}/members`), 'id')).toEqual([ids.owner]);
  const second = await gl.group('platform/second');
  expect(column(await gl.get(`/groups/${second}/members`), 'username')).toEqual(['root']);
});

test('a transfer is offered to the groups that the caller owns, not to itself, its own or its parent', async () => {
  const gl = await sandbox();
  const { group, owner } = await cast(gl);
  const sub = await gl.group('platform/sub');
  const below = await gl.group('platform/sub/below');
  const other = idOf(await owner.post('/groups', { name: 'other', path: 'other' }));
  expect(column(await owner.get(`/groups/${sub}/transfer_locations`), 'id')).toEqual([other]);
  expect(column(await owner.get(`/groups/${below}/transfer_locations`), 'id')).toEqual([other, group]);
});

test('groups that it could move to stand by their own path, those invited by age, the newest first', async () => {
  const gl = await sandbox();
  const moving = await gl.group('moving');
  const [ant, zoo] = [await gl.group('ant'), await gl.group('zoo')];
  const bee = await gl.group('zoo/bee');
  expect(column(await gl.get(`/groups/${moving}/transfer_locations`), 'id')).toEqual([ant, bee, zoo]);
  for (const group_id of [ant, zoo]) await gl.post(`/groups/${moving}/share`, { group_id, group_access: 30 });
  expect(column(await gl.get(`/groups/${moving}/invited_groups`), 'id')).toEqual([zoo, ant]);
});

test('without a token a private place is not there, before any right is asked for', async () => {
  const gl = await sandbox();
  const { group, project } = await places(gl, 'jane', { access_level: 30 });
  expect(told(await gl.get(`/groups/${group}/audit_events`, anonymous))).toEqual(noGroup);
  expect(told(await gl.get(`/projects/${project}/audit_events`, anonymous))).toEqual(noProject);
  expect(told(await gl.get(`/projects/${project}/snippets`, anonymous))).toEqual(noProject);
});
