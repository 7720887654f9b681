import { expect, test } from 'vitest';
import { anonymous, bearing, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

const day = 86_400_000;

function inDays(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}

test('POST /service_accounts answers 201 with defaults for what is left out', async () => {
  const gl = await sandbox();
  const made = await gl.post('/service_accounts');
  expect(made.status).toBe(201);
  expect(Object.keys(made.object).toSorted()).toEqual(['email', 'id', 'name', 'public_email', 'username']);
  expect(made.object).toMatchObject({
    name: 'Service account user',
    username: expect.stringMatching(/^service_account_[0-9a-f]{32}$/) as string,
    email: expect.stringMatching(/^service_account_[0-9a-f]{32}@noreply\./) as string,
  });
  const named = await gl.post('/service_accounts', { name: 'Deploy', username: 'deploy', email: 'Deploy@example.com' });
  expect(named.object).toMatchObject({ name: 'Deploy', username: 'deploy', email: 'deploy@example.com' });
  expect((await gl.get(`/users/${idOf(named)}`)).object).toMatchObject({ external: true, bot: true });
});

test('a username or email that is taken is 400, with both texts when both are', async () => {
  const gl = await sandbox();
  const sent = { username: 'deploy', email: 'deploy@example.com' };
  await gl.post('/service_accounts', sent);
  expect(told(await gl.post('/service_accounts', sent))).toEqual([
    400,
    { message: '400 Bad request - Email has already been taken and Username has already been taken' },
  ]);
});

test('service accounts of the instance are for administrators with Premium', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  expect((await gl.as('jane').get('/service_accounts')).status).toBe(403);
  expect((await gl.as('jane').post('/service_accounts')).status).toBe(403);
  expect((await gl.get('/service_accounts', anonymous)).status).toBe(401);
  const free = await sandbox({ tier: 'free' });
  expect(told(await free.post('/service_accounts'))).toEqual([
    403,
    { message: '403 Forbidden - User does not have permission to create a service account.' },
  ]);
  expect((await free.get('/service_accounts')).status).toBe(403);
});

test('those of a project are behind a flag that 18.9 has off', async () => {
  const gl = await sandbox();
  const project = idOf(await gl.post('/projects', { name: 'api' }));
  const path = `/projects/${project}/service_accounts`;
  const missing = [404, { message: '404 Not Found' }];
  expect([told(await gl.get(path)), told(await gl.post(path, { name: 'sa' }))]).toEqual([missing, missing]);
});

test('the list is by id descending, or by username, and pages by cursor', async () => {
  const gl = await sandbox();
  const b = idOf(await gl.post('/service_accounts', { username: 'b-deploy' }));
  const a = idOf(await gl.post('/service_accounts', { username: 'a-deploy' }));
  const ids = async (query: string) => column(await gl.get(`/service_accounts?${query}`), 'id');
  expect(await ids('')).toEqual([a, b]);
  expect(await ids('order_by=username')).toEqual([b, a]);
  expect(await ids('order_by=username&sort=asc')).toEqual([a, b]);
  expect((await gl.get('/service_accounts?order_by=name')).body).toEqual({
    error: 'order_by does not have a valid value',
  });
  const first = await gl.get('/service_accounts?pagination=keyset&per_page=1');
  expect([column(first, 'id'), first.headers.get('link')]).toEqual([[a], expect.stringContaining('cursor=')]);
});

test('PATCH changes at once, or keeps a new address waiting when the instance confirms addresses', async () => {
  const gl = await sandbox();
  const id = idOf(await gl.post('/service_accounts', { username: 'deploy', email: 'old@example.com' }));
  const changed = await gl.patch(`/service_accounts/${id}`, { name: 'D', email: 'new@example.com' });
  expect(changed.object).toMatchObject({ name: 'D', email: 'new@example.com' });
  expect(changed.object).not.toHaveProperty('unconfirmed_email');
  gl.sandbox.platform.state.settings['email_confirmation_setting'] = 'hard';
  const waiting = await gl.patch(`/service_accounts/${id}`, { email: 'third@example.com' });
  expect(waiting.object).toMatchObject({ email: 'new@example.com', unconfirmed_email: 'third@example.com' });
});

test('PATCH of someone else: 400 for a person, 404 `404 Not found` for nobody', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  expect(told(await gl.patch(`/service_accounts/${jane}`, { name: 'x' }))).toEqual([
    400,
    { message: '400 Bad request - User is not a service account' },
  ]);
  expect(told(await gl.patch('/service_accounts/999', { name: 'x' }))).toEqual([404, { message: '404 Not found' }]);
});

test("a group's service accounts: Owners list, administrators create, others 403 or 404", async () => {
  const gl = await sandbox();
  const { group, owner, maintainer, developer, stranger } = await cast(gl);
  const path = `/groups/${group}/service_accounts`;
  const made = await gl.post(path);
  expect(made.status).toBe(201);
  expect(made.object['username']).toMatch(new RegExp(`^service_account_group_${group}_[0-9a-f]{32}$`));
  expect(column(await owner.get(path), 'id')).toEqual([idOf(made)]);
  for (const client of [maintainer, developer]) {
    expect((await client.get(path)).status).toBe(403);
    expect((await client.post(path)).status).toBe(403);
  }
  expect(told(await stranger.get(path))).toEqual([404, { message: '404 Group Not Found' }]);
  expect((await gl.get(path, anonymous)).status).toBe(401);
});

test('Owners create them only where the instance lets them, and nobody in a subgroup', async () => {
  const gl = await sandbox();
  const { group, owner } = await cast(gl);
  const refused = {
    message: '400 Bad request - User does not have permission to create a service account in this group.',
  };
  expect(told(await owner.post(`/groups/${group}/service_accounts`))).toEqual([400, refused]);
  gl.sandbox.platform.state.settings['allow_top_level_group_owners_to_create_service_accounts'] = true;
  expect((await owner.post(`/groups/${group}/service_accounts`)).status).toBe(201);
  const sub = await gl.group('platform/sub');
  expect(told(await gl.post(`/groups/${sub}/service_accounts`))).toEqual([400, refused]);
});

test('an account of another group is 404 `404 User Not Found`', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const other = await gl.group('other');
  const id = idOf(await gl.post(`/groups/${other}/service_accounts`));
  const missing = [404, { message: '404 User Not Found' }];
  expect(told(await gl.patch(`/groups/${group}/service_accounts/${id}`, { name: 'x' }))).toEqual(missing);
  expect(told(await gl.delete(`/groups/${group}/service_accounts/${id}`))).toEqual(missing);
});

test('DELETE is done in the background, and refused with 409 for a sole owner', async () => {
  const gl = await sandbox({ backgroundDelay: 60_000 });
  const group = await gl.group('platform');
  const id = idOf(await gl.post(`/groups/${group}/service_accounts`, { username: 'deploy' }));
  const other = await gl.group('other');
  await gl.post(`/groups/${other}/members`, { user_id: id, access_level: 50 });
  const { state } = gl.sandbox.platform;
  for (const row of state.membersByUser(1).filter((member) => member.source_id === other)) state.members.remove(row);
  const path = `/groups/${group}/service_accounts/${id}`;
  expect(told(await gl.delete(path))).toEqual([
    409,
    { message: 'User cannot be removed while is the sole-owner of a group' },
  ]);
  expect((await gl.delete(`${path}?hard_delete=true`)).status).toBe(204);
  expect((await gl.get(`/users/${id}`)).object).toMatchObject({ state: 'blocked' });
  gl.sandbox.platform.clock.advance(60_000);
  expect((await gl.get(`/users/${id}`)).status).toBe(404);
});

test('tokens of a service account: made, listed, rotated for a week, revoked by Owners', async () => {
  const gl = await sandbox();
  const { group, owner, maintainer } = await cast(gl);
  const account = idOf(await gl.post(`/groups/${group}/service_accounts`));
  const path = `/groups/${group}/service_accounts/${account}/personal_access_tokens`;
  const sent = { name: 'ci', scopes: ['api', 'read_user'], expires_at: inDays(3) };
  const made = await owner.post(path, sent);
  expect([made.status, made.object['user_id'], made.object['expires_at']]).toEqual([201, account, inDays(3)]);
  expect((await gl.get('/user', bearing(made))).object['id']).toBe(account);
  const rotated = await owner.post(`${path}/${idOf(made)}/rotate`);
  expect([rotated.status, rotated.object['expires_at']]).toEqual([200, inDays(7)]);
  expect(told(await owner.post(`${path}/${idOf(made)}/rotate`))).toEqual([
    400,
    { message: '400 Bad request - Token already revoked' },
  ]);
  expect(column(await owner.get(`${path}?state=active`), 'id')).toEqual([idOf(rotated)]);
  expect((await owner.delete(`${path}/${idOf(rotated)}`)).status).toBe(204);
  expect(told(await owner.delete(`${path}/1`))).toEqual([404, { message: '404 Personal Access Token Not Found' }]);
  expect(told(await owner.post(`${path}/1/rotate`))).toEqual([404, { message: '404 Not Found' }]);
  expect((await maintainer.post(path, sent)).status).toBe(403);
});
