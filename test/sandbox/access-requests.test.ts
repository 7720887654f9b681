import { expect, test } from 'vitest';
import { column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

test('a Maintainer of a project approves no Owner: 403', async () => {
  const gl = await sandbox();
  const home = await gl.group('home', { visibility: 'public' });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: home, visibility: 'public' }));
  const path = `/projects/${project}/access_requests`;
  await gl.post(`/projects/${project}/members`, { user_id: await gl.user('mia'), access_level: 40 });
  const joe = await gl.user('joe');
  await gl.as('joe').post(path);
  expect((await gl.as('mia').put(`${path}/${joe}/approve`, { access_level: 50 })).status).toBe(403);
  expect((await gl.put(`${path}/${joe}/approve`, { access_level: 50 })).object['access_level']).toBe(50);
});

test('who waits for the group, or belongs to a group above, asks for no project of it: 403', async () => {
  const gl = await sandbox();
  const home = await gl.group('home', { visibility: 'public' });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: home, visibility: 'public' }));
  await gl.user('joe');
  await gl.post(`/groups/${home}/members`, { user_id: await gl.user('guest'), access_level: 10 });
  expect((await gl.as('joe').post(`/groups/${home}/access_requests`)).status).toBe(201);
  expect((await gl.as('joe').post(`/projects/${project}/access_requests`)).status).toBe(403);
  expect((await gl.as('guest').post(`/projects/${project}/access_requests`)).status).toBe(403);
});

test('an internal place takes requests, but from no external user, who does not see it', async () => {
  const gl = await sandbox();
  const group = await gl.group('home', { visibility: 'internal' });
  await gl.user('joe');
  await gl.user('guest', { external: true });
  expect((await gl.as('joe').post(`/groups/${group}/access_requests`)).status).toBe(201);
  expect((await gl.as('guest').post(`/groups/${group}/access_requests`)).status).toBe(404);
});

test('an approval at a level that does not exist answers 201, and the request stays', async () => {
  const gl = await sandbox();
  const group = await gl.group('home', { visibility: 'public' });
  const joe = await gl.user('joe');
  await gl.as('joe').post(`/groups/${group}/access_requests`);
  expect((await gl.put(`/groups/${group}/access_requests/${joe}/approve`, { access_level: 1234 })).status).toBe(201);
  expect(column(await gl.get(`/groups/${group}/access_requests`), 'id')).toEqual([joe]);
  expect((await gl.get(`/groups/${group}/members/${joe}`)).status).toBe(404);
});

test('an approval names who gave it, and is in the audit log as a new member', async () => {
  const gl = await sandbox();
  const group = await gl.group('home', { visibility: 'public' });
  const joe = await gl.user('joe');
  await gl.as('joe').post(`/groups/${group}/access_requests`);
  const member = await gl.put(`/groups/${group}/access_requests/${joe}/approve`);
  expect(member.object['created_by']).toMatchObject({ id: 1 });
  const [event] = (await gl.get(`/groups/${group}/audit_events`)).list;
  expect(event).toMatchObject({
    event_name: 'member_created',
    details: { target_id: joe, as: 'Default role: Developer' },
  });
});

test('requests go with the user and with the place', async () => {
  const gl = await sandbox();
  const group = await gl.group('home', { visibility: 'public' });
  const joe = await gl.user('joe');
  await gl.user('eve');
  for (const name of ['joe', 'eve']) await gl.as(name).post(`/groups/${group}/access_requests`);
  expect((await gl.get(`/groups/${group}/access_requests?per_page=1`)).headers.get('x-total')).toBe('2');
  await gl.delete(`/users/${joe}?hard_delete=true`);
  gl.sandbox.platform.clock.advance(60_000);
  expect(column(await gl.get(`/groups/${group}/access_requests`), 'username')).toEqual(['eve']);
  const path = `/groups/${group}`;
  await gl.delete(path);
  await gl.delete(`${path}?permanently_remove=true&full_path=home`);
  gl.sandbox.platform.clock.advance(40 * 86_400_000);
  expect(told(await gl.get(`${path}/access_requests`))[0]).toBe(404);
  expect(gl.sandbox.platform.state.accessRequests.all()).toEqual([]);
});

test('what is archived, or lies below what is, takes no requests: 403', async () => {
  const gl = await sandbox();
  const home = await gl.group('home', { visibility: 'public' });
  const below = await gl.group('home/below', { visibility: 'public' });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: below, visibility: 'public' }));
  const other = await gl.group('other', { visibility: 'public' });
  const old = idOf(await gl.post('/projects', { name: 'old', namespace_id: other, visibility: 'public' }));
  await gl.user('joe');
  await gl.post(`/groups/${home}/archive`);
  await gl.post(`/projects/${old}/archive`);
  for (const place of [`groups/${home}`, `groups/${below}`, `projects/${project}`, `projects/${old}`]) {
    const refused = await gl.as('joe').post(`/${place}/access_requests`);
    expect([place, ...told(refused)]).toEqual([place, 403, { message: '403 Forbidden' }]);
  }
  expect((await gl.as('joe').post(`/groups/${other}/access_requests`)).status).toBe(201);
});
