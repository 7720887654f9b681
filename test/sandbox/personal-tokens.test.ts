import { expect, test } from 'vitest';
import { anonymous, bearing, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

const unauthorized = [401, { message: '401 Unauthorized' }];
const day = 86_400_000;

function inDays(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}

async function issued() {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const sent = { name: 'laptop', scopes: ['api'], expires_at: inDays(30) };
  const made = await gl.post(`/users/${jane}/personal_access_tokens`, sent);
  return { gl, jane, made, id: idOf(made), secret: bearing(made) };
}

test('POST /users/:id/personal_access_tokens answers 201 with the token, by administrators alone', async () => {
  const { gl, jane, made, id, secret } = await issued();
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    name: 'laptop',
    user_id: jane,
    scopes: ['api'],
    expires_at: inDays(30),
    active: true,
  });
  expect((await gl.get('/user', secret)).object['id']).toBe(jane);
  const path = `/users/${jane}/personal_access_tokens`;
  const sent = { name: 'x', scopes: ['api'] };
  expect((await gl.as('jane').post(path, sent)).status).toBe(403);
  expect(told(await gl.post(path, sent, anonymous))).toEqual(unauthorized);
  expect(told(await gl.post('/users/999/personal_access_tokens', sent))).toEqual([
    404,
    { message: '404 User Not Found' },
  ]);
  expect((await gl.get(`/personal_access_tokens/${id}`)).object).not.toHaveProperty('token');
});

test('a personal token is refused by the parameter layer with 400, by the model with 422', async () => {
  const { gl, jane } = await issued();
  const post = async (body: Record<string, unknown>) =>
    told(await gl.post(`/users/${jane}/personal_access_tokens`, body as never));
  expect(await post({})).toEqual([400, { error: 'name is missing, scopes is missing' }]);
  expect(await post({ name: 'x', scopes: ['bogus'] })).toEqual([400, { error: 'scopes does not have a valid value' }]);
  expect(await post({ name: ' ', scopes: ['api'] })).toEqual([422, { message: "Name can't be blank" }]);
  expect(await post({ name: ' ', scopes: [] })).toEqual([
    422,
    { message: "Name can't be blank and Scopes can't be blank" },
  ]);
  expect(await post({ name: 'x', scopes: ['api'], expires_at: inDays(400) })).toEqual([
    422,
    { message: `Expiration date must be before ${inDays(365)}` },
  ]);
});

test('POST /user/personal_access_tokens gives k8s_proxy or self_rotate alone, for a day', async () => {
  const { gl, jane } = await issued();
  const asJane = gl.as('jane');
  const made = await asJane.post('/user/personal_access_tokens', {
    name: 'kube',
    scopes: ['k8s_proxy', 'self_rotate'],
  });
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({ user_id: jane, scopes: ['k8s_proxy', 'self_rotate'], expires_at: inDays(1) });
  const wide = await asJane.post('/user/personal_access_tokens', { name: 'x', scopes: ['api'] });
  expect(told(wide)).toEqual([400, { error: 'scopes does not have a valid value' }]);
  const without = await gl.post('/user/personal_access_tokens', { name: 'x', scopes: ['k8s_proxy'] }, anonymous);
  expect(without.status).toBe(401);
});

test('the list has all tokens for administrators and the own ones for others', async () => {
  const { gl, jane, id } = await issued();
  const all = await gl.get('/personal_access_tokens');
  expect(column(all, 'id')).toEqual(gl.sandbox.platform.state.tokens.all().map((token) => token.id));
  expect(column(await gl.get(`/personal_access_tokens?user_id=${jane}`), 'id')).toEqual([id]);
  const asJane = gl.as('jane');
  expect(new Set(column(await asJane.get('/personal_access_tokens'), 'user_id'))).toEqual(new Set([jane]));
  expect((await asJane.get(`/personal_access_tokens?user_id=${jane}`)).list).toHaveLength(2);
  expect(told(await asJane.get('/personal_access_tokens?user_id=1'))).toEqual(unauthorized);
  expect(told(await gl.get('/personal_access_tokens', anonymous))).toEqual(unauthorized);
});

test('an unknown or blank user_id is 404 for an administrator', async () => {
  const { gl } = await issued();
  const missing = [404, { message: '404 Not Found' }];
  expect(told(await gl.get('/personal_access_tokens?user_id=999'))).toEqual(missing);
  expect(told(await gl.get('/personal_access_tokens?user_id='))).toEqual(missing);
});

test('filters that are no flag or date are 400', async () => {
  const { gl } = await issued();
  const body = async (query: string) => (await gl.get(`/personal_access_tokens?${query}`)).body;
  expect(await body('revoked=asdf')).toEqual({ error: 'revoked is invalid' });
  expect(await body('created_before=asdf')).toEqual({ error: 'created_before is invalid' });
  expect(await body('last_used_after=asdf')).toEqual({ error: 'last_used_after is invalid' });
});

test("another's or an unknown token is 401, for administrators the unknown one is 404", async () => {
  const { gl, id } = await issued();
  const asJane = gl.as('jane');
  expect((await asJane.get(`/personal_access_tokens/${id}`)).object['id']).toBe(id);
  expect(told(await asJane.get('/personal_access_tokens/1'))).toEqual(unauthorized);
  expect(told(await asJane.get('/personal_access_tokens/999'))).toEqual(unauthorized);
  expect(told(await gl.get('/personal_access_tokens/999'))).toEqual([404, { message: '404 Not Found' }]);
  expect((await gl.get(`/personal_access_tokens/${id}`)).status).toBe(200);
  expect((await gl.as('jane', ['read_repository']).get(`/personal_access_tokens/${id}`)).status).toBe(403);
});

test('DELETE of an unknown token is 404 for everyone, of another one 400', async () => {
  const { gl, id } = await issued();
  const asJane = gl.as('jane');
  expect(told(await asJane.delete('/personal_access_tokens/999'))).toEqual([404, { message: '404 Not found' }]);
  expect((await asJane.delete('/personal_access_tokens/1')).status).toBe(400);
  expect((await asJane.delete(`/personal_access_tokens/${id}`)).status).toBe(204);
  expect((await gl.get(`/personal_access_tokens/${id}`)).object['revoked']).toBe(true);
});

test('an impersonation token is not for its user to revoke', async () => {
  const { gl, jane } = await issued();
  const sent = { name: 'as jane', scopes: ['api'], expires_at: inDays(3) };
  const id = idOf(await gl.post(`/users/${jane}/impersonation_tokens`, sent));
  expect((await gl.as('jane').delete(`/personal_access_tokens/${id}`)).status).toBe(400);
  expect((await gl.delete(`/personal_access_tokens/${id}`)).status).toBe(204);
});

test('a token of any scope sees and ends itself', async () => {
  const { gl } = await issued();
  const narrow = gl.as('jane', ['read_repository']);
  expect((await narrow.get('/personal_access_tokens/self')).object).toMatchObject({ scopes: ['read_repository'] });
  expect((await narrow.delete('/personal_access_tokens/self')).status).toBe(204);
  expect((await narrow.get('/personal_access_tokens/self')).object['error']).toBe('invalid_token');
});

test('a rotation is 200 with a new value and a week to live; 401 for a stranger, 404 for an administrator', async () => {
  const { gl, id } = await issued();
  const rotated = await gl.as('jane').post(`/personal_access_tokens/${id}/rotate`);
  expect(rotated.status).toBe(200);
  expect(rotated.object).toMatchObject({ name: 'laptop', scopes: ['api'], expires_at: inDays(7) });
  expect((await gl.get(`/personal_access_tokens/${id}`)).object['revoked']).toBe(true);
  expect(told(await gl.post(`/personal_access_tokens/${id}/rotate`))).toEqual([
    400,
    { message: '400 Bad request - Token already revoked' },
  ]);
  expect(told(await gl.as('jane').post('/personal_access_tokens/999/rotate'))).toEqual(unauthorized);
  expect(told(await gl.post('/personal_access_tokens/999/rotate'))).toEqual([404, { message: '404 Not Found' }]);
});

test('without enforced expiry a rotated token lives on without a date', async () => {
  const { gl, id } = await issued();
  gl.sandbox.platform.state.settings['require_personal_access_token_expiry'] = false;
  expect((await gl.post(`/personal_access_tokens/${id}/rotate`)).object['expires_at']).toBeNull();
});

test('a token of scope self_rotate rotates itself, and one of read_api does not', async () => {
  const { gl } = await issued();
  const own = await gl
    .as('jane', ['self_rotate'])
    .post('/personal_access_tokens/self/rotate', { expires_at: inDays(9) });
  expect([own.status, own.object['expires_at']]).toEqual([200, inDays(9)]);
  expect((await gl.as('jane', ['read_api']).post('/personal_access_tokens/self/rotate')).status).toBe(403);
});

test('a revoked token that asks for its rotation takes its descendants down; rotated by id it does not', async () => {
  const { gl, id, secret } = await issued();
  const next = idOf(await gl.post(`/personal_access_tokens/${id}/rotate`));
  await gl.post(`/personal_access_tokens/${id}/rotate`);
  expect((await gl.get(`/personal_access_tokens/${next}`)).object['active']).toBe(true);
  expect((await gl.post('/personal_access_tokens/self/rotate', {}, secret)).status).toBe(401);
  expect((await gl.get(`/personal_access_tokens/${next}`)).object['active']).toBe(false);
});

test('a token on its last day no longer opens anything', async () => {
  const { gl, secret } = await issued();
  gl.sandbox.platform.clock.advance(30 * day);
  expect((await gl.get('/user', secret)).object).toMatchObject({ error: 'invalid_token' });
});

test('impersonation tokens: made, listed by state, shown and revoked by administrators', async () => {
  const { gl, jane } = await issued();
  const path = `/users/${jane}/impersonation_tokens`;
  const made = await gl.post(path, { name: 'as jane', scopes: ['api'], expires_at: inDays(3) });
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({ impersonation: true, active: true, token: expect.any(String) as string });
  const id = idOf(made);
  expect((await gl.get('/user', bearing(made))).object['id']).toBe(jane);
  expect((await gl.get(`${path}/${id}`)).object).not.toHaveProperty('token');
  expect((await gl.delete(`${path}/${id}`)).status).toBe(204);
  expect(column(await gl.get(path), 'id')).toEqual([id]);
  expect((await gl.get(`${path}?state=active`)).list).toEqual([]);
  expect(column(await gl.get(`${path}?state=inactive`), 'id')).toEqual([id]);
  expect(told(await gl.get(`${path}/999`))).toEqual([404, { message: '404 Impersonation Token Not Found' }]);
  expect((await gl.as('jane').get(path)).status).toBe(403);
});

test('the model checks an impersonation token: scopes and date', async () => {
  const { gl, jane } = await issued();
  const post = async (body: Record<string, unknown>) =>
    told(await gl.post(`/users/${jane}/impersonation_tokens`, body as never));
  expect(await post({ name: 'x' })).toEqual([
    400,
    { message: { scopes: ["can't be blank"], expires_at: ["can't be blank"] } },
  ]);
  expect(await post({ name: 'x', scopes: ['bogus'], expires_at: inDays(2) })).toEqual([
    400,
    { message: { scopes: ['can only contain available scopes'] } },
  ]);
});

test('a personal token is no impersonation token, and those are not on the own list', async () => {
  const { gl, jane, id } = await issued();
  expect((await gl.get(`/users/${jane}/impersonation_tokens/${id}`)).status).toBe(404);
  await gl.post(`/users/${jane}/impersonation_tokens`, { name: 'as', scopes: ['api'], expires_at: inDays(2) });
  expect(column(await gl.as('jane').get('/personal_access_tokens'), 'name')).toEqual(['laptop', 'test']);
});

test('every token that is issued or revoked is in the audit log', async () => {
  const { gl, id } = await issued();
  await gl.delete(`/personal_access_tokens/${id}`);
  const events = gl.sandbox.platform.state.auditEvents.all().filter((event) => event.details['target_id'] === id);
  expect(events.map((event) => [event.event_name, event.author_id])).toEqual(
    expect.arrayContaining([
      ['personal_access_token_issued', 1],
      ['personal_access_token_revoked', 1],
    ]),
  );
});

test('a token of any scope learns which groups and projects it reaches, by level on request', async () => {
  const { gl, jane } = await issued();
  const open = await gl.group('open', { visibility: 'public' });
  const group = await gl.group('platform', { visibility: 'private' });
  await gl.group('hidden', { visibility: 'private' });
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 20 });
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group, visibility: 'private' }));
  const narrow = gl.as('jane', ['read_repository']);
  const path = '/personal_access_tokens/self/associations';
  const all = (await narrow.get(path)).object;
  expect(all['groups']).toMatchObject([
    { id: open, access_levels: null, visibility: 'public', organization_id: 1 },
    { id: group, access_levels: 20, parent_id: null },
  ]);
  expect(all['projects']).toMatchObject([
    {
      id: project,
      path_with_namespace: 'platform/app',
      access_levels: { project_access_level: null, group_access_level: 20 },
      namespace: { id: group, kind: 'group' },
    },
  ]);
  expect((await narrow.get(`${path}?min_access_level=20`)).object['groups']).toMatchObject([{ id: group }]);
  expect((await narrow.get(`${path}?min_access_level=30`)).object).toEqual({ groups: [], projects: [] });
});

test('every answer carries an id of its request', async () => {
  const { gl } = await issued();
  const one = (await gl.get('/version')).headers.get('x-request-id');
  const other = (await gl.get('/version')).headers.get('x-request-id');
  expect(one).toMatch(/^[0-9a-f-]{36}$/);
  expect(other).not.toBe(one);
});
