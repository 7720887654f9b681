import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { anonymous, cast, told } from './cast.ts';
import { sandbox } from './client.ts';

const refused: readonly unknown[] = [
  429,
  { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
];

test('an endpoint refuses with JSON and the whole interval once its limit is passed, for each caller', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  const { group, owner, developer } = await cast(gl);
  gl.sandbox.platform.state.settings['group_api_limit'] = 2;
  const path = `/groups/${group}`;
  expect([(await owner.get(path)).status, (await owner.get(path)).status]).toEqual([200, 200]);
  const third = await owner.get(path);
  expect(told(third)).toEqual(refused);
  expect(third.headers.get('retry-after')).toBe('60');
  expect(third.headers.has('ratelimit-limit')).toBe(false);
  expect((await developer.get(path)).status).toBe(200);
  gl.sandbox.platform.clock.advance(60_000);
  expect((await owner.get(path)).status).toBe(200);
});

test('0 turns a limit off, and without the option nothing is counted', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  gl.sandbox.platform.state.settings['groups_api_limit'] = 0;
  expect([(await gl.get('/groups')).status, (await gl.get('/groups')).status]).toEqual([200, 200]);
  const plain = await sandbox();
  plain.sandbox.platform.state.settings['groups_api_limit'] = 1;
  expect([(await plain.get('/groups')).status, (await plain.get('/groups')).status]).toEqual([200, 200]);
});

test('removals of members are counted for each place apart: 60 in a minute', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  const group = await gl.group('platform');
  const other = await gl.group('other');
  for (let count = 0; count < 60; count += 1) await gl.delete(`/groups/${group}/members/999`);
  expect(told(await gl.delete(`/groups/${group}/members/999`))).toEqual(refused);
  expect((await gl.delete(`/groups/${other}/members/999`)).status).toBe(404);
});

test('single users are counted for all but administrators', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  await gl.user('jane');
  gl.sandbox.platform.state.settings['users_get_by_id_limit'] = 1;
  expect([(await gl.get('/users/1')).status, (await gl.get('/users/1')).status]).toEqual([200, 200]);
  const jane = gl.as('jane');
  expect([(await jane.get('/users/1')).status, (await jane.get('/users/1')).status]).toEqual([200, 429]);
});

const settings = [
  ['groups_api_limit', 200, '/groups', 60],
  ['group_api_limit', 400, '/groups/1', 60],
  ['group_projects_api_limit', 600, '/groups/1/projects', 60],
  ['group_shared_groups_api_limit', 60, '/groups/1/groups/shared', 60],
  ['group_invited_groups_api_limit', 60, '/groups/1/invited_groups', 60],
  ['project_api_limit', 400, '/projects/1', 60],
  ['projects_api_limit', 2000, '/projects', 600],
  ['project_members_api_limit', 200, '/projects/1/members/all', 60],
  ['project_members_api_limit', 200, '/groups/1/members/all', 60],
  ['users_api_limit_status', 240, '/users/1/status', 60],
  ['users_api_limit_ssh_keys', 120, '/users/1/keys', 60],
  ['users_api_limit_ssh_key', 120, '/users/1/keys/1', 60],
  ['users_api_limit_gpg_keys', 120, '/users/1/gpg_keys', 60],
  ['users_api_limit_gpg_key', 120, '/users/1/gpg_keys/1', 60],
  ['user_projects_api_limit', 300, '/users/1/projects', 60],
  ['users_api_limit_followers', 100, '/users/1/followers', 60],
  ['users_api_limit_following', 100, '/users/1/following', 60],
  ['user_contributed_projects_api_limit', 100, '/users/1/contributed_projects', 60],
  ['user_starred_projects_api_limit', 100, '/users/1/starred_projects', 60],
  ['project_invited_groups_api_limit', 60, '/projects/1/invited_groups', 60],
] as const;

test('every limit of an endpoint is a setting, with the number of a fresh instance, and refuses beyond it', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  const fresh = (await gl.get('/application/settings')).object;
  for (const [setting, requests, path, seconds] of settings) {
    expect([setting, fresh[setting]]).toEqual([setting, requests]);
    gl.sandbox.platform.clock.advance(seconds * 1000);
    gl.sandbox.platform.state.settings[setting] = 1;
    expect((await gl.get(path)).status, setting).not.toBe(429);
    const second = await gl.get(path);
    expect(told(second), setting).toEqual(refused);
    expect(second.headers.get('retry-after')).toBe(String(seconds));
    gl.sandbox.platform.clock.advance(seconds * 1000);
    expect((await gl.get(path)).status, setting).not.toBe(429);
  }
});

test('projects without a token have a limit of their own, 400 in ten minutes', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  const setting = 'projects_api_rate_limit_unauthenticated';
  expect((await gl.get('/application/settings')).object[setting]).toBe(400);
  gl.sandbox.platform.state.settings[setting] = 1;
  expect((await gl.get('/projects', anonymous)).status).toBe(200);
  const second = await gl.get('/projects', anonymous);
  expect([...told(second), second.headers.get('retry-after')]).toEqual([...refused, '600']);
  expect((await gl.get('/projects')).status).toBe(200);
});

test('archive and unarchive of groups share 60 in a minute', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  const group = await gl.group('platform');
  expect((await gl.get('/application/settings')).object['group_archive_unarchive_api_limit']).toBe(60);
  gl.sandbox.platform.state.settings['group_archive_unarchive_api_limit'] = 1;
  expect((await gl.post(`/groups/${group}/archive`)).status).toBe(200);
  expect(told(await gl.post(`/groups/${group}/unarchive`))).toEqual(refused);
});

test('whether a path is taken is told 20 times in a minute', async () => {
  const gl = await sandbox({ endpointLimits: 'on' });
  for (let count = 0; count < 20; count += 1) expect((await gl.get('/namespaces/free/exists')).status).toBe(200);
  expect(told(await gl.get('/namespaces/free/exists'))).toEqual(refused);
});

test('commits of more than 20 MB are three in half a minute, smaller ones as many as there are', async () => {
  const gl = await sandbox({ endpointLimits: 'on', bodyLimit: 30 * 1024 * 1024 });
  const path = '/projects/1/repository/commits';
  const headers = { 'PRIVATE-TOKEN': gl.token, 'Content-Type': 'text/plain' };
  const body = Buffer.alloc(20 * 1024 * 1024 + 1, 'x');
  const large = () => fetch(`${gl.sandbox.url}/api/v4${path}`, { method: 'POST', headers, body });
  for (let count = 0; count < 5; count += 1) expect((await gl.post(path, { branch: 'main' })).status).toBe(404);
  for (let count = 0; count < 3; count += 1) expect((await large()).status).not.toBe(429);
  const fourth = await large();
  expect([fourth.status, fourth.headers.get('retry-after')]).toEqual([429, '30']);
});

test('notes are 300 in a minute, and tests of a hook five, also where endpoints are not counted', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  expect((await gl.get('/application/settings')).object['notes_create_limit']).toBe(300);
  gl.sandbox.platform.state.settings['notes_create_limit'] = 1;
  const note = () => gl.post('/projects/1/merge_requests/1/notes', { body: 'x' });
  expect((await note()).status).toBe(404);
  expect(told(await note())).toEqual(refused);
  const hook = textOf((await gl.post(`/groups/${group}/hooks`, { url: 'https://example.com/hook' })).object['id']);
  const ring = () => gl.post(`/groups/${group}/hooks/${hook}/test/push_events`);
  for (let count = 0; count < 5; count += 1) expect((await ring()).status).not.toBe(429);
  expect(told(await ring())).toEqual(refused);
});
