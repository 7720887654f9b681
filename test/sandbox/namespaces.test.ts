import { expect, test } from 'vitest';
import { anonymous, cast, column, told } from './cast.ts';
import { sandbox } from './client.ts';
import type { Client } from './client.ts';

test('GET /namespaces has the own space and groups of the caller, for administrators everything', async () => {
  const gl = await sandbox();
  const { developer, owner } = await cast(gl);
  await gl.group('other');
  await gl.group('platform/sub');
  const paths = async (client: typeof gl, query = '') => column(await client.get(`/namespaces?${query}`), 'full_path');
  expect(column(await developer.get('/namespaces'), 'full_path')).toEqual(['developer', 'platform']);
  expect(await paths(gl, 'top_level_only=true&search=platform')).toEqual(['platform']);
  expect(await paths(gl, 'search=platform/s&full_path_search=true')).toEqual(['platform/sub']);
  expect(await paths(gl)).toContain('other');
  expect(column(await developer.get('/namespaces?owned_only=true'), 'kind')).toEqual(['user']);
  expect((await owner.get('/namespaces/platform')).object).toMatchObject({
    kind: 'group',
    members_count_with_descendants: 4,
    projects_count: 0,
  });
  expect((await developer.get('/namespaces/platform')).object).not.toHaveProperty('projects_count');
  expect((await gl.get('/namespaces', anonymous)).status).toBe(401);
});

test('GET /namespaces/:id finds by id or path what the caller may see, else 404 Namespace', async () => {
  const gl = await sandbox();
  const { group, developer, stranger } = await cast(gl);
  expect((await developer.get(`/namespaces/${group}`)).object).toMatchObject({
    full_path: 'platform',
    parent_id: null,
  });
  expect((await developer.get('/namespaces/developer')).object).toMatchObject({ kind: 'user' });
  const hidden = [404, { message: '404 Namespace Not Found' }];
  expect(told(await stranger.get('/namespaces/platform'))).toEqual(hidden);
  expect(told(await stranger.get('/namespaces/developer'))).toEqual(hidden);
});

test('GET /namespaces/:id/exists tells whether a path is taken, with another to take', async () => {
  const gl = await sandbox();
  const { group, stranger } = await cast(gl);
  await gl.group('platform/sub');
  expect((await stranger.get('/namespaces/platform/exists')).body).toEqual({ exists: true, suggests: ['platform1'] });
  expect((await stranger.get('/namespaces/free/exists')).body).toEqual({ exists: false, suggests: [] });
  expect((await stranger.get('/namespaces/sub/exists')).object['exists']).toBe(false);
  expect((await stranger.get(`/namespaces/sub/exists?parent_id=${group}`)).object['exists']).toBe(true);
});

const common = [
  ...['id', 'name', 'path', 'kind', 'full_path', 'parent_id', 'avatar_url', 'web_url', 'billable_members_count'],
];
const managed = ['plan', 'trial', 'trial_ends_on'];
const counts = ['members_count_with_descendants', 'projects_count', 'root_repository_size'];

test('a namespace shows counts and plan to who manages it, billing to nobody else, and limits to nobody', async () => {
  const gl = await sandbox();
  const { owner, developer } = await cast(gl);
  const keys = async (client: Client, path: string) =>
    Object.keys((await client.get(`/namespaces/${path}`)).object).toSorted();
  expect(await keys(gl, 'platform')).toEqual([...common, ...managed, ...counts].toSorted());
  expect(await keys(gl, 'developer')).toEqual([...common, ...managed].toSorted());
  expect(await keys(owner, 'platform')).toEqual([...common, ...managed, ...counts].toSorted());
  expect(await keys(developer, 'platform')).toEqual(common.toSorted());
  expect(await keys(developer, 'developer')).toEqual([...common, ...managed].toSorted());
  const seats = async (client: Client) => (await client.get('/namespaces/platform')).object['billable_members_count'];
  expect([await seats(owner), await seats(developer)]).toEqual([4, null]);
});

test('before 18.9 everyone was told how many seats a namespace takes', async () => {
  const gl = await sandbox({ version: '18.8.0' });
  const { developer } = await cast(gl);
  expect((await developer.get('/namespaces/platform')).object['billable_members_count']).toBe(4);
});

test('PUT /namespaces/:id takes limits, which only a group tells: administrators alone, 400 for what is no number, 404 Namespace', async () => {
  const gl = await sandbox();
  const { group, owner } = await cast(gl);
  const sent = {
    shared_runners_minutes_limit: 9001,
    additional_purchased_storage_size: 10_000,
    additional_purchased_storage_ends_on: '2027-01-31',
  };
  for (const path of [`/namespaces/${group}`, '/namespaces/developer']) {
    const changed = await gl.put(path, sent);
    expect(Object.keys(sent).filter((name) => name in changed.object)).toEqual([]);
    expect(told(await gl.get(path))).toEqual([200, changed.object]);
  }
  const minutes = async () => (await gl.get(`/groups/${group}`)).object['shared_runners_minutes_limit'];
  expect(await minutes()).toBe(9001);
  await gl.put(`/namespaces/${group}`, { shared_runners_minutes_limit: null });
  expect(await minutes()).toBeNull();
  expect(told(await owner.put(`/namespaces/${group}`, sent))).toEqual([403, { message: '403 Forbidden' }]);
  expect((await gl.put(`/namespaces/${group}`, sent, anonymous)).status).toBe(401);
  expect(told(await gl.put('/namespaces/nowhere', sent))).toEqual([404, { message: '404 Namespace Not Found' }]);
  for (const name of Object.keys(sent)) {
    const refused = await gl.put(`/namespaces/${group}`, { [name]: 'unknown' });
    expect(told(refused)).toEqual([400, { error: `${name} is invalid` }]);
  }
});
