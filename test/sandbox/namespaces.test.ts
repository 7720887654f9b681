import { expect, test } from 'vitest';
import { anonymous, cast, column, told } from './cast.ts';
import { sandbox } from './client.ts';

test('GET /namespaces has the own space and groups of the caller, for administrators everything', async () => {
  const gl = await sandbox();
  const { developer, owner } = await cast(gl);
  await gl.group('other');
  await gl.group('platform/sub');
  const paths = async (client: typeof gl, query = '') => column(await client.get(`/namespaces?${query}`), 'full_path');
  expect(column(await developer.get('/namespaces'), 'full_path')).toEqual(['developer', 'platform', 'platform/sub']);
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
