import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { Client } from './client.ts';

/** A day within the year that tokens may last. */
const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

const ofSecrets = ['pre_receive_secret_detection_enabled', 'secret_push_protection_enabled'];

test('a project tells its service desk address from Planner on, its secret detection from Developer, its import error by itself alone', async () => {
  const gl = await sandbox();
  const { group, developer, maintainer } = await cast(gl);
  const path = `/projects/${idOf(await gl.post('/projects', { name: 'app', namespace_id: group, visibility: 'private' }))}`;
  const join = async (username: string, access_level: number) => {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(username), access_level });
    return gl.as(username);
  };
  await gl.user('eye', { auditor: true });
  const told = ['import_error', 'service_desk_address', ...ofSecrets];
  const shown = (object: object | undefined) => Object.keys(object ?? {}).filter((key) => told.includes(key));
  const alone = async (client: Client) => shown((await client.get(path)).object).toSorted();
  const listed = async (client: Client) => shown((await client.get('/projects')).list[0]).toSorted();
  for (const client of [await join('guest', 10), gl.as('eye')]) expect(await alone(client)).toEqual([]);
  for (const level of [15, 20]) expect(await alone(await join(`at${level}`, level))).toEqual(['service_desk_address']);
  expect(await alone(developer)).toEqual([...ofSecrets, 'service_desk_address'].toSorted());
  expect(await alone(maintainer)).toEqual(told.toSorted());
  expect(await listed(maintainer)).toEqual([...ofSecrets, 'service_desk_address'].toSorted());
});

test('an auditor sees users as administrators do and filters as they do, and finds nobody who is blocked', async () => {
  const gl = await sandbox();
  const eye = await gl.user('eye', { auditor: true });
  const blocked = await gl.user('gone');
  await gl.user('jane');
  await gl.post(`/users/${blocked}/block`, {});
  const [auditor, jane] = [gl.as('eye'), gl.as('jane')];
  expect((await auditor.get(`/users/${eye}`)).object).toHaveProperty('highest_role');
  expect((await auditor.get('/users')).list[0]).toHaveProperty('is_admin');
  expect(column(await auditor.get('/users?admins=true'), 'username')).toEqual(['root']);
  expect(column(await jane.get('/users?admins=true'), 'username')).toEqual(['jane', 'eye', 'root']);
  for (const client of [auditor, jane]) {
    for (const query of ['search=gone', 'username=gone', 'blocked=true']) {
      expect((await client.get(`/users?${query}`)).list, query).toEqual([]);
    }
    expect(column(await client.get('/users'), 'username')).not.toContain('gone');
  }
  expect(column(await gl.get('/users?blocked=true'), 'username')).toEqual(['gone']);
});

test('who is blocked tells others neither the day nor the followers', async () => {
  const gl = await sandbox();
  const id = await gl.user('gone');
  await gl.user('jane');
  await gl.user('eye', { auditor: true });
  const hidden = ['created_at', 'followers', 'following', 'is_followed'];
  for (const key of hidden) expect((await gl.as('jane').get(`/users/${id}`)).object).toHaveProperty(key);
  await gl.post(`/users/${id}/block`, {});
  for (const name of ['jane', 'eye'])
    for (const key of hidden) expect((await gl.as(name).get(`/users/${id}`)).object, name).not.toHaveProperty(key);
  for (const key of hidden) expect((await gl.get(`/users/${id}`)).object).toHaveProperty(key);
});

test('a user looked for by an identity: 401 without a token, 403 for who is no administrator', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  const path = '/users?extern_uid=x&provider=saml';
  expect(told(await gl.get(path, { 'PRIVATE-TOKEN': '' }))).toEqual([401, { message: '401 Unauthorized' }]);
  expect((await gl.as('jane').get(path)).status).toBe(403);
});

test('root, bots and service accounts have their primary address among their addresses', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const sent = { name: 'bot', scopes: ['api'], access_level: 30, expires_at: inAWhile };
  const token = (await gl.post(`/groups/${group}/access_tokens`, sent)).object;
  const robot = (await gl.post('/service_accounts', { name: 'robot' })).object;
  for (const id of [1, token['user_id'], robot['id']]) {
    const email = (await gl.get(`/users/${textOf(id)}`)).object['email'];
    expect(column(await gl.get(`/users/${textOf(id)}/emails`), 'email')).toEqual([email]);
  }
});

test('statistics of groups come with those of their root, and minimal access is among all that are available', async () => {
  const gl = await sandbox();
  const { group } = await cast(gl);
  await gl.group('open', { visibility: 'public' });
  await gl.user('eye', { auditor: true });
  await gl.post(`/groups/${group}/members`, { user_id: await gl.user('mini'), access_level: 5 });
  for (const client of [gl, gl.as('eye')]) {
    expect((await client.get('/groups?statistics=true')).list[0]).toHaveProperty('root_storage_statistics');
  }
  const seen = await gl.as('mini').get('/groups?all_available=true');
  expect(column(seen, 'full_path')).toEqual(['open', 'platform']);
});
