import { expect, test } from 'vitest';
import { anonymous, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

const ed25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx1 jane@laptop';
const gpg = '-----BEGIN PGP PUBLIC KEY BLOCK-----\nmQENB\n-----END PGP PUBLIC KEY BLOCK-----';

async function withJane() {
  const gl = await sandbox();
  return { gl, jane: await gl.user('jane', { name: 'Jane Doe' }) };
}

test('an SSH key is added by administrators, seen by anyone by id or username, and removed', async () => {
  const { gl, jane } = await withJane();
  const made = await gl.post(`/users/${jane}/keys`, { title: 'laptop', key: ed25519 });
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    title: 'laptop',
    key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx1 Jane Doe (127.0.0.1)',
    usage_type: 'auth_and_signing',
    expires_at: null,
    last_used_at: null,
  });
  const id = idOf(made);
  expect(column(await gl.get('/users/jane/keys', anonymous), 'id')).toEqual([id]);
  expect((await gl.get(`/users/${jane}/keys/${id}`, anonymous)).object['title']).toBe('laptop');
  expect((await gl.as('jane').delete(`/users/${jane}/keys/${id}`)).status).toBe(403);
  expect((await gl.delete(`/users/${jane}/keys/${id}`)).status).toBe(204);
  expect(told(await gl.delete(`/users/${jane}/keys/${id}`))).toEqual([404, { message: '404 Key Not Found' }]);
});

test('an SSH key must be one, and belongs to one user alone', async () => {
  const { gl, jane } = await withJane();
  const post = async (user: number, body: Record<string, string>) => told(await gl.post(`/users/${user}/keys`, body));
  expect(await post(jane, {})).toEqual([400, { error: 'key is missing, title is missing' }]);
  expect(await post(jane, { title: 'x', key: 'nonsense' })).toEqual([400, { message: { key: ['is invalid'] } }]);
  await post(jane, { title: 'x', key: ed25519 });
  expect(await post(1, { title: 'y', key: `${ed25519} elsewhere` })).toEqual([
    400,
    { message: { key: ['has already been taken'] } },
  ]);
  expect(await post(999, { title: 'x', key: ed25519 })).toEqual([404, { message: '404 User Not Found' }]);
  expect((await gl.as('jane').post(`/users/${jane}/keys`, { title: 'x', key: ed25519 })).status).toBe(403);
  expect(told(await gl.get('/users/nobody/keys'))).toEqual([404, { message: '404 User Not Found' }]);
});

test('a GPG key is added, seen, revoked with 202 and removed with 204', async () => {
  const { gl, jane } = await withJane();
  const path = `/users/${jane}/gpg_keys`;
  const made = await gl.post(path, { key: gpg });
  expect([made.status, made.object['key']]).toEqual([201, gpg]);
  expect((await gl.get(`${path}/${idOf(made)}`, anonymous)).object['key']).toBe(gpg);
  expect((await gl.post(`${path}/${idOf(made)}/revoke`)).status).toBe(202);
  expect((await gl.get(path)).list).toEqual([]);
  const again = idOf(await gl.post(path, { key: gpg }));
  expect((await gl.delete(`${path}/${again}`)).status).toBe(204);
  expect(told(await gl.delete(`${path}/${again}`))).toEqual([404, { message: '404 GPG Key Not Found' }]);
  expect((await gl.post(path, { key: 'x' })).object['message']).toMatchObject({ key: ['is invalid'] });
  expect((await gl.as('jane').post(path, { key: gpg })).status).toBe(403);
});

test('addresses of a user: added unconfirmed unless told otherwise, unique, for administrators', async () => {
  const { gl, jane } = await withJane();
  const path = `/users/${jane}/emails`;
  const made = await gl.post(path, { email: 'Second@example.com' });
  expect(made.object).toMatchObject({ email: 'second@example.com', confirmed_at: null });
  const sure = await gl.post(path, { email: 'third@example.com', skip_confirmation: true });
  expect(sure.object['confirmed_at']).toEqual(expect.any(String));
  const taken = [400, { message: { email: ['has already been taken'] } }];
  expect(told(await gl.post(path, { email: 'second@example.com' }))).toEqual(taken);
  expect(told(await gl.post(path, { email: 'root@example.com' }))).toEqual(taken);
  expect((await gl.post(path, {})).body).toEqual({ error: 'email is missing' });
  expect(column(await gl.get(path), 'email')).toEqual(['second@example.com', 'third@example.com']);
  expect((await gl.as('jane').get(path)).status).toBe(403);
  expect((await gl.delete(`${path}/${idOf(made)}`)).status).toBe(204);
  expect(told(await gl.delete(`${path}/${idOf(made)}`))).toEqual([404, { message: '404 Email Not Found' }]);
});

test('memberships are direct, with a number for a level, for administrators alone', async () => {
  const gl = await sandbox();
  const { group, ids, developer } = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group }));
  await gl.post(`/projects/${project}/members`, { user_id: ids.developer, access_level: 40 });
  const path = `/users/${ids.developer}/memberships`;
  expect((await gl.get(path)).list).toEqual([
    { source_id: group, source_name: 'platform', source_type: 'Namespace', access_level: 30 },
    { source_id: project, source_name: 'app', source_type: 'Project', access_level: 40 },
  ]);
  expect(column(await gl.get(`${path}?type=Project`), 'source_id')).toEqual([project]);
  expect((await gl.get(`${path}?type=Odd`)).body).toEqual({ error: 'type does not have a valid value' });
  expect((await developer.get(path)).status).toBe(403);
});

test('associations are counted for oneself and for administrators', async () => {
  const gl = await sandbox();
  const { ids, developer, stranger } = await cast(gl);
  await developer.post('/projects', { name: 'own' });
  const path = `/users/${ids.developer}/associations_count`;
  const counts = { groups_count: 1, projects_count: 1, issues_count: 0, merge_requests_count: 0 };
  expect((await developer.get(path)).body).toEqual(counts);
  expect((await gl.get(path)).body).toEqual(counts);
  expect((await stranger.get(path)).status).toBe(403);
  expect(told(await gl.get('/users/999/associations_count'))).toEqual([404, { message: '404 User Not Found' }]);
});

test('two factors are turned off by administrators, not for them, and only where they are on', async () => {
  const { gl, jane } = await withJane();
  const path = `/users/${jane}/disable_two_factor`;
  expect(told(await gl.patch(path))).toEqual([
    400,
    { message: '400 Bad request - Two-factor authentication is not enabled for this user' },
  ]);
  const user = gl.sandbox.platform.state.users.get(jane);
  if (user === undefined) throw new Error('no jane');
  gl.sandbox.platform.state.users.update(user, { two_factor_enabled: true });
  expect((await gl.as('jane').patch(path)).status).toBe(403);
  expect((await gl.patch(path)).status).toBe(204);
  expect((await gl.get(`/users/${jane}`)).object['two_factor_enabled']).toBe(false);
  const text = 'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console';
  expect(told(await gl.patch('/users/1/disable_two_factor'))).toEqual([403, { message: `403 Forbidden - ${text}` }]);
});

test('an identity is removed by its provider', async () => {
  const { gl, jane } = await withJane();
  await gl.put(`/users/${jane}`, { provider: 'ldapmain', extern_uid: 'uid=jane' });
  expect((await gl.get(`/users/${jane}`)).object['identities']).toMatchObject([{ provider: 'ldapmain' }]);
  expect((await gl.as('jane').delete(`/users/${jane}/identities/ldapmain`)).status).toBe(403);
  expect((await gl.delete(`/users/${jane}/identities/ldapmain`)).status).toBe(204);
  expect((await gl.get(`/users/${jane}`)).object['identities']).toEqual([]);
  expect(told(await gl.delete(`/users/${jane}/identities/ldapmain`))).toEqual([
    404,
    { message: '404 Identity Not Found' },
  ]);
});

test('activities are oldest first; private profiles are for administrators', async () => {
  const { gl, jane } = await withJane();
  const joe = await gl.user('joe', { private_profile: true });
  const { users } = gl.sandbox.platform.state;
  const today = new Date().toISOString().slice(0, 10);
  const active = (id: number, on: string) => {
    const user = users.get(id);
    if (user !== undefined) users.update(user, { last_activity_on: on });
  };
  active(jane, today);
  active(joe, '2026-10-30');
  expect(column(await gl.get('/user/activities?from=2026-01-01'), 'username').toSorted()).toEqual([
    'jane',
    'joe',
    'root',
  ]);
  const seen = await gl.as('jane').get('/user/activities?from=2026-01-01');
  expect(seen.list).toContainEqual({ username: 'jane', last_activity_on: today, last_activity_at: today });
  expect(column(seen, 'username')).not.toContain('joe');
  expect((await gl.get('/user/activities', anonymous)).status).toBe(401);
});

test('an avatar is at most 200 KiB, and a file', async () => {
  const { gl } = await withJane();
  const put = async (size: number) => {
    const form = new FormData();
    form.set('avatar', new Blob([new Uint8Array(size)]), 'me.png');
    const url = `${gl.sandbox.url}/api/v4/user/avatar`;
    const response = await fetch(url, { method: 'PUT', body: form, headers: { 'PRIVATE-TOKEN': gl.token } });
    return [response.status, await response.json()] as const;
  };
  expect(await put(100)).toEqual([200, { avatar_url: `${gl.sandbox.url}/uploads/-/system/user/avatar/1/me.png` }]);
  expect(await put(200 * 1024 + 1)).toEqual([400, { message: 'Avatar is too big (should be at most 200 KiB)' }]);
  expect((await gl.put('/user/avatar', {})).body).toEqual({ error: 'avatar is missing' });
  expect((await gl.put('/user/avatar', { avatar: 'x' })).body).toEqual({ error: 'avatar is invalid' });
});

test('without a token: one user by name, no list, no single user, a status', async () => {
  const { gl, jane } = await withJane();
  expect(column(await gl.get('/users?username=jane', anonymous), 'id')).toEqual([jane]);
  expect(told(await gl.get('/users', anonymous))).toEqual([
    403,
    { message: '403 Forbidden - Not authorized to access /api/v4/users' },
  ]);
  expect(told(await gl.get(`/users/${jane}`, anonymous))).toEqual([
    403,
    { message: '403 Forbidden - Not authorized!' },
  ]);
  expect((await gl.get('/users/jane/status', anonymous)).object).toMatchObject({ emoji: null, message: null });
  expect(told(await gl.get('/users/nobody/status'))).toEqual([404, { message: '404 User Not Found' }]);
});

test('an identity needs both of its halves', async () => {
  const { gl, jane } = await withJane();
  const halves = { error: 'extern_uid, provider provide all or none of parameters' };
  expect(told(await gl.put(`/users/${jane}`, { provider: 'ldapmain' }))).toEqual([400, halves]);
  expect(told(await gl.get('/users?extern_uid=x'))).toEqual([400, halves]);
  expect((await gl.as('jane').get('/users?extern_uid=x&provider=y')).status).toBe(403);
});

test('what only administrators may filter by is dropped in silence for others, who may order as they like', async () => {
  const { gl } = await withJane();
  const all = ['jane', 'root'];
  const jane = gl.as('jane');
  for (const query of ['admins=true', 'created_before=2001-01-01', 'two_factor=enabled']) {
    expect(column(await jane.get(`/users?${query}`), 'username')).toEqual(all);
  }
  expect(column(await jane.get('/users?order_by=username&sort=desc'), 'username')).toEqual(['root', 'jane']);
  expect(column(await gl.get('/users?admins=true'), 'username')).toEqual(['root']);
});

test('a sole owner is told 409 before a stale header is told 412', async () => {
  const { gl, jane } = await withJane();
  await gl.as('jane').post('/groups', { name: 'own', path: 'own' });
  const stale = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
  expect((await gl.delete(`/users/${jane}`, stale)).status).toBe(409);
  expect((await gl.delete(`/users/${jane}?hard_delete=true`, stale)).status).toBe(412);
});
