import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { anonymous, bearing, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

const unauthorized = [401, { message: '401 Unauthorized' }];
const day = 86_400_000;

async function withToken(gl: SandboxClient, base: string, more = {}) {
  const made = await gl.post(`${base}/access_tokens`, {
    ...{ name: 'ci', scopes: ['api'], expires_at: inDays(30) },
    ...more,
  });
  return { id: idOf(made), secret: textOf(made.object['token']), bot: Number(made.object['user_id']) };
}

function inDays(days: number): string {
  return new Date(Date.now() + days * day).toISOString().slice(0, 10);
}

test('POST /groups/:id/access_tokens answers 201 with the token once, and makes a bot that is a member', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const sent = { name: 'ci', description: 'of CI', scopes: ['api', 'read_repository'], access_level: 30 };
  const made = await gl.post(`/groups/${group}/access_tokens`, { ...sent, expires_at: inDays(30) });
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    ...sent,
    expires_at: inDays(30),
    active: true,
    revoked: false,
    last_used_at: null,
    resource_type: 'group',
    resource_id: group,
    token: expect.stringMatching(/^glpat-/) as string,
  });
  const bot = Number(made.object['user_id']);
  const member = await gl.get(`/groups/${group}/members/${bot}`);
  expect(member.object).toMatchObject({
    access_level: 30,
    username: expect.stringMatching(`group_${group}_bot_`) as string,
  });
  expect(told(await gl.delete(`/groups/${group}/members/${bot}`))[0]).toBe(403);
  const shown = await gl.get(`/groups/${group}/access_tokens/${idOf(made)}`);
  expect(shown.object).not.toHaveProperty('token');
});

test('a token without a level is a Maintainer, and without a date is refused', async () => {
  const gl = await sandbox();
  const project = idOf(await gl.post('/projects', { name: 'app' }));
  const sent = { name: 'ci', scopes: ['api'], access_level: null };
  expect(told(await gl.post(`/projects/${project}/access_tokens`, sent))).toEqual([
    400,
    { message: '400 Bad request - expires_at is missing' },
  ]);
  const made = await gl.post(`/projects/${project}/access_tokens`, { ...sent, expires_at: inDays(365) });
  expect(made.object).toMatchObject({ access_level: 40, expires_at: inDays(365), resource_type: 'project' });
});

test('a date beyond 365 days is 400 `Expiration date must be before`, unless expiry is not enforced', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const sent = { name: 'ci', scopes: ['api'], expires_at: inDays(366) };
  const text = `400 Bad request - Expiration date must be before ${inDays(365)}`;
  expect(told(await gl.post(`/groups/${group}/access_tokens`, sent))).toEqual([400, { message: text }]);
  gl.sandbox.platform.state.settings['require_personal_access_token_expiry'] = false;
  expect((await gl.post(`/groups/${group}/access_tokens`, sent)).status).toBe(201);
  const forever = await gl.post(`/groups/${group}/access_tokens`, { name: 'ci', scopes: ['api'] });
  expect(forever.object['expires_at']).toBeNull();
});

test('name, scopes and level of a new token are held by the parameter layer', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const refused = async (body: Record<string, unknown>) =>
    (await gl.post(`/groups/${group}/access_tokens`, { expires_at: inDays(30), ...body })).body;
  expect(await refused({ scopes: ['api'] })).toEqual({ error: 'name is missing' });
  expect(await refused({ name: 'x' })).toEqual({ error: 'scopes is missing, scopes does not have a valid value' });
  expect(await refused({ name: 'x', scopes: ['test'] })).toEqual({ error: 'scopes does not have a valid value' });
  expect(await refused({ name: 'x', scopes: ['read_user'] })).toEqual({ error: 'scopes does not have a valid value' });
  expect(await refused({ name: 'x', scopes: ['api'], access_level: 0 })).toEqual({
    error: 'access_level does not have a valid value',
  });
  expect(await refused({ name: 'x', scopes: [] })).toEqual({ message: "400 Bad request - Scopes can't be blank" });
});

test('tokens of a group are managed by Owners: 401 below, 404 for strangers, 401 without a token', async () => {
  const gl = await sandbox();
  const { group, owner, maintainer, developer, stranger } = await cast(gl);
  const { id } = await withToken(gl, `/groups/${group}`);
  const path = `/groups/${group}/access_tokens`;
  for (const url of [path, `${path}/${id}`]) {
    expect((await gl.get(url)).status).toBe(200);
    expect((await owner.get(url)).status).toBe(200);
    expect(told(await maintainer.get(url))).toEqual(unauthorized);
    expect(told(await developer.get(url))).toEqual(unauthorized);
    expect(told(await stranger.get(url))).toEqual([404, { message: '404 Group Not Found' }]);
    expect(told(await gl.get(url, anonymous))).toEqual(unauthorized);
  }
});

test('tokens of a project are managed by its Maintainers', async () => {
  const gl = await sandbox();
  const { group, maintainer, developer, stranger } = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group, visibility: 'private' }));
  const path = `/projects/${project}/access_tokens`;
  expect((await maintainer.get(path)).status).toBe(200);
  expect(told(await developer.get(path))).toEqual(unauthorized);
  expect(told(await stranger.get(path))).toEqual([404, { message: '404 Project Not Found' }]);
  expect((await maintainer.post(path, { name: 'ci', scopes: ['api'], expires_at: inDays(30) })).status).toBe(201);
});

test('without the right a new token is 400, and above the own level too', async () => {
  const gl = await sandbox();
  const { group, maintainer } = await cast(gl);
  const sent = { name: 'ci', scopes: ['api'] };
  expect(told(await maintainer.post(`/groups/${group}/access_tokens`, sent))).toEqual([
    400,
    { message: '400 Bad request - User does not have permission to create group access token' },
  ]);
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group }));
  expect(told(await maintainer.post(`/projects/${project}/access_tokens`, { ...sent, access_level: 50 }))).toEqual([
    400,
    { message: '400 Bad request - Access level of the token contains permissions not held by the creating user' },
  ]);
});

test('a group token of an Owner reads its siblings, and makes no further token', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const { secret } = await withToken(gl, `/groups/${group}`, { access_level: 50 });
  const headers = { 'PRIVATE-TOKEN': secret };
  expect((await gl.get(`/groups/${group}/access_tokens`, headers)).list).toHaveLength(1);
  const sent = { name: 'more', scopes: ['api'] };
  expect(told(await gl.post(`/groups/${group}/access_tokens`, sent, headers))).toEqual([
    400,
    { message: '400 Bad request - User does not have permission to create group access token' },
  ]);
});

test('an unknown token is 404 by its kind, also on DELETE and when it belongs elsewhere', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const other = await gl.group('other');
  const { id } = await withToken(gl, `/groups/${other}`);
  const missing = [404, { message: '404 group Access Token Not Found' }];
  expect(told(await gl.get(`/groups/${group}/access_tokens/${id}`))).toEqual(missing);
  expect(told(await gl.delete(`/groups/${group}/access_tokens/999`))).toEqual(missing);
});

test('DELETE revokes and keeps the bot for 30 days; without the right it is 400 with both names', async () => {
  const gl = await sandbox();
  const { group, maintainer } = await cast(gl);
  const { id, bot, secret } = await withToken(gl, `/groups/${group}`);
  const path = `/groups/${group}/access_tokens/${id}`;
  expect(told(await maintainer.delete(path))).toEqual([
    400,
    { message: '400 Bad request - maintainer cannot delete ci' },
  ]);
  expect((await gl.delete(path)).status).toBe(204);
  expect((await gl.get(path)).object).toMatchObject({ revoked: true, active: false });
  expect((await gl.get(`/groups/${group}`, { 'PRIVATE-TOKEN': secret })).object).toMatchObject({
    error: 'invalid_token',
    error_description: 'Token was revoked. You have to re-authorize from the user.',
  });
  expect((await gl.get(`/groups/${group}/members/${bot}`)).status).toBe(200);
  gl.sandbox.platform.clock.advance(31 * day);
  expect((await gl.get(`/groups/${group}/members/${bot}`)).status).toBe(404);
});

test('the list shows revoked tokens too, and filters by state, revoked, name and dates', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const base = `/groups/${group}`;
  const first = await withToken(gl, base, { name: 'deploy one', expires_at: inDays(10) });
  const second = await withToken(gl, base, { name: 'backup', expires_at: inDays(20) });
  await gl.delete(`${base}/access_tokens/${first.id}`);
  const names = async (query: string) => column(await gl.get(`${base}/access_tokens?${query}`), 'name');
  expect(await names('')).toEqual(['deploy one', 'backup']);
  expect(await names('revoked=true')).toEqual(['deploy one']);
  expect(await names('state=active')).toEqual(['backup']);
  expect(await names('state=inactive')).toEqual(['deploy one']);
  expect(await names('search=one+DEP')).toEqual(['deploy one']);
  expect(await names('search=ba')).toEqual([]);
  expect(await names(`expires_before=${inDays(20)}`)).toEqual(['deploy one']);
  expect(await names(`expires_after=${inDays(20)}`)).toEqual(['backup']);
  expect(await names(`created_after=${inDays(1)}`)).toEqual([]);
  expect(await names(`created_before=${inDays(1)}`)).toEqual(['deploy one', 'backup']);
  await gl.get(base, { 'PRIVATE-TOKEN': second.secret });
  expect(await names(`last_used_before=${inDays(1)}`)).toEqual(['backup']);
  expect((await gl.get(`${base}/access_tokens?state=odd`)).body).toEqual({
    error: 'state does not have a valid value',
  });
});

test('the list sorts by name, expiry and creation; an unknown order is ignored', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const base = `/groups/${group}`;
  await withToken(gl, base, { name: 'b', expires_at: inDays(9) });
  await withToken(gl, base, { name: 'c', expires_at: inDays(3) });
  await withToken(gl, base, { name: 'a', expires_at: inDays(6) });
  const sorted = async (sort: string) => column(await gl.get(`${base}/access_tokens?sort=${sort}`), 'name').join('');
  expect(await sorted('name_asc')).toBe('abc');
  expect(await sorted('name_desc')).toBe('cba');
  expect(await sorted('expires_asc')).toBe('cab');
  expect(await sorted('expires_desc')).toBe('bac');
  expect(await sorted('created_desc')).toBe('acb');
  expect(await sorted('created_asc')).toBe('bca');
  expect(await sorted('nonsense')).toBe('bca');
});

test('the list sorts by last use too', async () => {
  const gl = await sandbox();
  const base = `/groups/${await gl.group('platform')}`;
  for (const name of ['late', 'early']) await withToken(gl, base, { name });
  for (const [name, day] of [['late', '2026-02-01'] as const, ['early', '2026-01-01'] as const]) {
    const { tokens } = gl.sandbox.platform.state;
    const row = tokens.all().find((token) => token.name === name);
    if (row !== undefined) tokens.update(row, { last_used_at: `${day}T00:00:00.000Z` });
  }
  const sorted = async (sort: string) => column(await gl.get(`${base}/access_tokens?sort=${sort}`), 'name');
  expect(await sorted('last_used_asc')).toEqual(['early', 'late']);
  expect(await sorted('last_used_desc')).toEqual(['late', 'early']);
});

test('a rotation answers 200 with a new id and value, the same bot, and a week to live', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const { id, bot, secret } = await withToken(gl, `/groups/${group}`, { description: 'of CI', access_level: 20 });
  const rotated = await gl.post(`/groups/${group}/access_tokens/${id}/rotate`);
  expect(rotated.status).toBe(200);
  expect(rotated.object).toMatchObject({
    name: 'ci',
    description: 'of CI',
    scopes: ['api'],
    user_id: bot,
    access_level: 20,
    expires_at: inDays(7),
  });
  expect(rotated.object['id']).not.toBe(id);
  expect(rotated.object['token']).not.toBe(secret);
  expect((await gl.get(`/groups/${group}/access_tokens/${id}`)).object['revoked']).toBe(true);
  const again = await gl.post(`/groups/${group}/access_tokens/${idOf(rotated)}/rotate`, { expires_at: inDays(30) });
  expect(again.object['expires_at']).toBe(inDays(30));
});

test('rotating by id: 401 without the right or when unknown, 404 for administrators, 400 once revoked', async () => {
  const gl = await sandbox();
  const { group, owner, maintainer } = await cast(gl);
  const { id } = await withToken(gl, `/groups/${group}`);
  const path = (token: number) => `/groups/${group}/access_tokens/${token}/rotate`;
  expect(told(await maintainer.post(path(id)))).toEqual(unauthorized);
  expect(told(await owner.post(path(999)))).toEqual(unauthorized);
  expect(told(await gl.post(path(999)))).toEqual([404, { message: '404 Not Found' }]);
  const next = idOf(await owner.post(path(id)));
  expect(told(await owner.post(path(id)))).toEqual([400, { message: '400 Bad request - Token already revoked' }]);
  expect((await gl.get(`/groups/${group}/access_tokens/${next}`)).object['active']).toBe(true);
});

test('a Maintainer of a project does not rotate the token of an Owner', async () => {
  const gl = await sandbox();
  const { group, maintainer } = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group }));
  const { id } = await withToken(gl, `/projects/${project}`, { access_level: 50 });
  expect(told(await maintainer.post(`/projects/${project}/access_tokens/${id}/rotate`))).toEqual([
    400,
    { message: '400 Bad request - Not eligible to rotate tokens with permissions not held by the user' },
  ]);
});

test('a token rotates itself with api or self_rotate; 405 for a person, 403 for other scopes', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const path = `/groups/${group}/access_tokens/self/rotate`;
  const { secret } = await withToken(gl, `/groups/${group}`, { scopes: ['self_rotate'], access_level: 20 });
  const rotated = await gl.post(path, {}, { 'PRIVATE-TOKEN': secret });
  expect([rotated.status, rotated.object['resource_type']]).toEqual([200, 'group']);
  expect(told(await gl.post(path))).toEqual([405, { message: '405 Method Not Allowed' }]);
  const reader = await withToken(gl, `/groups/${group}`, { scopes: ['read_repository'] });
  const refused = await gl.post(path, {}, { 'PRIVATE-TOKEN': reader.secret });
  expect([refused.status, refused.object['error']]).toEqual([403, 'insufficient_scope']);
});

test('a token of another group does not rotate itself here: 401', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform', { visibility: 'public' });
  const other = await gl.group('other');
  const { secret } = await withToken(gl, `/groups/${other}`);
  const answer = await gl.post(`/groups/${group}/access_tokens/self/rotate`, {}, { 'PRIVATE-TOKEN': secret });
  expect(told(answer)).toEqual(unauthorized);
});

test('a revoked token that asks for its own rotation takes its family down', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const path = `/groups/${group}/access_tokens`;
  const { id, secret } = await withToken(gl, `/groups/${group}`);
  const next = idOf(await gl.post(`${path}/${id}/rotate`));
  const stolen = { 'PRIVATE-TOKEN': secret };
  expect((await gl.get(`/groups/${group}`, stolen)).status).toBe(401);
  expect((await gl.get(`${path}/${next}`)).object['active']).toBe(true);
  expect((await gl.post(`${path}/self/rotate`, {}, stolen)).status).toBe(401);
  expect((await gl.get(`${path}/${next}`)).object).toMatchObject({ active: false, revoked: true });
});

test('in 16.11 a token shows no description, and does not rotate itself', async () => {
  const gl = await sandbox({ version: '16.11.0-ee' });
  const group = await gl.group('platform');
  const made = await gl.post(`/groups/${group}/access_tokens`, {
    ...{ name: 'ci', scopes: ['api'], description: 'x' },
    expires_at: inDays(30),
  });
  expect(made.object).not.toHaveProperty('description');
  const secret = bearing(made);
  expect((await gl.post(`/groups/${group}/access_tokens/self/rotate`, {}, secret)).status).toBe(401);
});
