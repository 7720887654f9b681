import { expect, test } from 'vitest';
import { anonymous, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

test('a group lists its own projects and those shared with it, newest first', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const sub = await gl.group('platform/sub');
  const other = await gl.group('other');
  const add = async (name: string, namespace_id: number) => idOf(await gl.post('/projects', { name, namespace_id }));
  await add('alpha', group);
  await add('beta', group);
  await add('deep', sub);
  const lent = await add('lent', other);
  await gl.post(`/projects/${lent}/share`, { group_id: group, group_access: 30 });
  const names = async (query: string, place = group) =>
    column(await gl.get(`/groups/${place}/projects?${query}`), 'name');
  expect(await names('')).toEqual(['lent', 'beta', 'alpha']);
  expect(await names('with_shared=false')).toEqual(['beta', 'alpha']);
  expect(await names('with_shared=false&include_subgroups=true')).toEqual(['deep', 'beta', 'alpha']);
  expect(await names('include_ancestor_groups=true', sub)).toEqual(['deep', 'beta', 'alpha']);
  expect(await names('with_shared=false&order_by=name&sort=asc')).toEqual(['alpha', 'beta']);
  expect(await names('search=alp')).toEqual(['alpha']);
  expect(await names('owned=true&with_shared=false')).toEqual(['beta', 'alpha']);
  expect(await names('starred=true')).toEqual([]);
  expect(column(await gl.get(`/groups/${group}/projects/shared`), 'name')).toEqual(['lent']);
  expect(told(await gl.get(`/groups/${group}/projects?order_by=odd`))).toEqual([
    400,
    { error: 'order_by does not have a valid value' },
  ]);
});

test('projects of a group: only those that the caller may see', async () => {
  const gl = await sandbox();
  const { group, developer, stranger } = await cast(gl);
  const open = await gl.group('open', { visibility: 'public' });
  await gl.post('/projects', { name: 'closed', namespace_id: open, visibility: 'private' });
  await gl.post('/projects', { name: 'app', namespace_id: group, visibility: 'private' });
  expect(column(await developer.get(`/groups/${group}/projects`), 'name')).toEqual(['app']);
  expect((await stranger.get(`/groups/${group}/projects`)).status).toBe(404);
  expect((await gl.get(`/groups/${open}/projects`, anonymous)).list).toEqual([]);
});

test('POST /groups/:id/projects/:project_id moves a project in: administrators alone, 201 with the group', async () => {
  const gl = await sandbox();
  const { group, owner } = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'app' }));
  const path = `/groups/${group}/projects/${project}`;
  expect((await owner.post(path)).status).toBe(403);
  const moved = await gl.post(path);
  expect([moved.status, moved.object['id']]).toEqual([201, group]);
  expect((await gl.get(`/projects/${project}`)).object['path_with_namespace']).toBe('platform/app');
  expect((await gl.post(path)).status).toBe(400);
  expect(told(await gl.post(`/groups/${group}/projects/999`))).toEqual([404, { message: '404 Project Not Found' }]);
});

test('statistics of groups are for administrators who ask', async () => {
  const gl = await sandbox();
  await cast(gl);
  expect((await gl.get('/groups')).list[0]).not.toHaveProperty('statistics');
  expect((await gl.get('/groups?statistics=true')).list[0]?.['statistics']).toMatchObject({
    storage_size: 0,
    uploads_size: 0,
  });
  expect((await gl.as('owner').get('/groups?statistics=true')).list[0]).not.toHaveProperty('statistics');
});

test('without a token groups page by key, by name alone; with one they page by number all the same', async () => {
  const gl = await sandbox();
  for (const name of ['b', 'a', 'c']) await gl.group(`group-${name}`, { visibility: 'public' });
  const first = await gl.get('/groups?pagination=keyset&per_page=2', anonymous);
  expect(column(first, 'name')).toEqual(['group-a', 'group-b']);
  expect(first.headers.has('x-page')).toBe(false);
  const next = /<[^>]*\/api\/v4([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  expect(column(await gl.get(next, anonymous), 'name')).toEqual(['group-c']);
  expect(told(await gl.get('/groups?pagination=keyset&order_by=id', anonymous))).toEqual([
    405,
    { error: 'Keyset pagination is not yet available for this type of request' },
  ]);
  expect((await gl.get('/groups?pagination=keyset')).headers.get('x-page')).toBe('1');
});

test('a level that the instance restricts is refused to all but administrators', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  gl.sandbox.platform.state.settings['restricted_visibility_levels'] = ['public'];
  const jane = gl.as('jane');
  const text = 'public has been restricted by your GitLab administrator';
  const sent = { name: 'open', path: 'open', visibility: 'public' };
  expect(told(await jane.post('/groups', sent))).toEqual([
    400,
    { message: `Failed to save group {:visibility_level=>["${text}"]}` },
  ]);
  const id = idOf(await jane.post('/groups', { ...sent, visibility: 'private' }));
  expect(told(await jane.put(`/groups/${id}`, { visibility: 'public' }))).toEqual([
    400,
    { message: { visibility_level: [text] } },
  ]);
  expect((await gl.put(`/groups/${id}`, { visibility: 'public' })).status).toBe(200);
  expect((await jane.put(`/groups/${id}`, { description: 'still open' })).status).toBe(200);
});

test('ldap_sync answers 202 for Owners with Premium, 403 below, 404 without', async () => {
  const gl = await sandbox();
  const { group, owner, maintainer, stranger } = await cast(gl);
  expect((await owner.post(`/groups/${group}/ldap_sync`)).status).toBe(202);
  expect((await maintainer.post(`/groups/${group}/ldap_sync`)).status).toBe(403);
  expect((await stranger.post(`/groups/${group}/ldap_sync`)).status).toBe(404);
  const free = await sandbox({ tier: 'free' });
  const own = await free.group('platform');
  expect((await free.post(`/groups/${own}/ldap_sync`)).status).toBe(404);
});

test('an avatar of a group is uploaded, shown by its address, refused when large, and removed by empty text', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const put = async (size: number) => {
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(size)]), 'logo.png');
    const url = `${gl.sandbox.url}/api/v4/groups/${group}`;
    const response = await fetch(url, { method: 'PUT', body: form, headers: { 'PRIVATE-TOKEN': gl.token } });
    return [response.status, await response.json()] as const;
  };
  const [status] = await put(100);
  expect(status).toBe(200);
  expect((await gl.get(`/groups/${group}`)).object['avatar_url']).toBe(
    `${gl.sandbox.url}/uploads/-/system/group/avatar/${group}/logo.png`,
  );
  expect(await put(200 * 1024 + 1)).toEqual([400, { message: { avatar: ['is too big (should be at most 200 KiB)'] } }]);
  await gl.put(`/groups/${group}`, { avatar: '' });
  expect((await gl.get(`/groups/${group}`)).object['avatar_url']).toBeNull();
});
