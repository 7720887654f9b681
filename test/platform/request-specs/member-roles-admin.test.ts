import { expect, test } from 'vitest';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request spec says of roles for the admin area (ee/spec/requests/api/admin_member_roles_spec.rb, 18.9).

const path = '/admin_member_roles';
const reader = { name: 'Role with read_admin_users', description: 'My custom admin role', read_admin_users: true };

test('all three are 401 without a token, 403 for users and without the licence', async () => {
  const gl = await sandbox();
  await gl.user('user');
  const id = idOf(await gl.post(path, reader));
  expect((await gl.get(path, anonymous)).status).toBe(401);
  expect((await gl.post(path, reader, anonymous)).status).toBe(401);
  expect((await gl.delete(`${path}/${id}`, anonymous)).status).toBe(401);
  const user = gl.as('user');
  const premium = await sandbox({ tier: 'premium' });
  for (const client of [user, premium]) {
    const answers = [await client.get(path), await client.post(path, reader), await client.delete(`${path}/${id}`)];
    for (const answer of answers) expect(told(answer)).toEqual([403, { message: '403 Forbidden' }]);
  }
  expect(column(await gl.get(path), 'id')).toEqual([id]);
});

test('POST is 201 with the flags, and has a name where none is sent; no flag, or a name that is taken, is 400', async () => {
  const gl = await sandbox();
  const made = await gl.post(path, reader);
  expect([made.status, made.object]).toMatchObject([201, { ...reader, group_id: null, read_admin_cicd: false }]);
  const unnamed = await gl.post(path, { read_admin_groups: true });
  expect(unnamed.object).toMatchObject({ name: 'Admin role - custom', description: null });
  expect(told(await gl.post(path, { name: 'x' }))).toEqual([
    400,
    { message: 'Cannot create a member role with no enabled permissions' },
  ]);
  expect(told(await gl.post(path, reader))).toEqual([400, { message: 'Name has already been taken' }]);
  expect(column(await gl.get(path), 'name')).toEqual(['Admin role - custom', reader.name]);
  expect((await gl.get('/member_roles')).list).toEqual([]);
});

test('DELETE is 204, and 404 for a role that is not there', async () => {
  const gl = await sandbox();
  const id = idOf(await gl.post(path, reader));
  expect(told(await gl.delete(`${path}/0`))).toEqual([404, { message: '404 Member Role Not Found' }]);
  expect((await gl.delete(`${path}/${id}`)).status).toBe(204);
  expect((await gl.get(path)).list).toEqual([]);
});

test('there are none before 18.3', async () => {
  const gl = await sandbox({ version: '18.2.0' });
  expect((await gl.get(path)).status).toBe(404);
});

test('roles of both sorts are numbered and named together, and DELETE /member_roles/:id takes either', async () => {
  const gl = await sandbox();
  const area = idOf(await gl.post(path, reader));
  const plain = await gl.post('/member_roles', { name: 'Reader', base_access_level: 10, read_code: true });
  expect(idOf(plain)).not.toBe(area);
  const taken = { name: reader.name, base_access_level: 10, read_code: true };
  expect(told(await gl.post('/member_roles', taken))).toEqual([400, { message: 'Name has already been taken' }]);
  expect((await gl.delete(`/member_roles/${area}`)).status).toBe(204);
  expect((await gl.get(path)).list).toEqual([]);
  expect(column(await gl.get('/member_roles'), 'id')).toEqual([idOf(plain)]);
  expect((await gl.delete(`/member_roles/${area}`)).status).toBe(404);
});
