import { expect, test } from 'vitest';
import { anonymous, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

test('an invitation answers 201 `{"status":"success"}` and is listed with its token', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const path = `/groups/${group}/invitations`;
  const sent = { email: 'New@example.com', access_level: 30, expires_at: '2100-01-31' };
  expect(told(await gl.post(path, sent))).toEqual([201, { status: 'success' }]);
  const [row] = (await gl.get(path)).list;
  expect(row).toEqual({
    access_level: 30,
    created_at: expect.any(String) as string,
    expires_at: '2100-01-31',
    invite_email: 'new@example.com',
    invite_token: expect.any(String) as string,
    created_by_name: 'Administrator',
  });
});

test('a list of addresses and of user ids is taken in one call', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const joe = await gl.user('joe');
  const group = await gl.group('platform');
  const sent = { email: 'a@example.com,b@example.com', user_id: `${jane},${joe}`, access_level: 20 };
  expect((await gl.post(`/groups/${group}/invitations`, sent)).body).toEqual({ status: 'success' });
  expect(column(await gl.get(`/groups/${group}/invitations`), 'invite_email')).toEqual([
    'a@example.com',
    'b@example.com',
  ]);
  expect((await gl.get(`/groups/${group}/members/${joe}`)).object['access_level']).toBe(20);
});

test('an address of a user becomes a member at once, or changes the one there is', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('platform');
  const invite = (access_level: number) =>
    gl.post(`/groups/${group}/invitations`, { email: 'jane@example.com', access_level });
  await invite(30);
  expect((await gl.get(`/groups/${group}/members/${jane}`)).object['access_level']).toBe(30);
  expect((await invite(40)).body).toEqual({ status: 'success' });
  expect((await gl.get(`/groups/${group}/members/${jane}`)).object['access_level']).toBe(40);
  expect((await gl.get(`/groups/${group}/invitations`)).list).toEqual([]);
});

test('failures are told by address in a 201, and the others go through', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  await gl.post(`/groups/${top}/members`, { user_id: jane, access_level: 30 });
  const path = `/groups/${sub}/invitations`;
  await gl.post(path, { email: 'a@example.com', access_level: 20 });
  const answer = await gl.post(path, { email: 'a@example.com,jane@example.com,b@example.com', access_level: 20 });
  expect(told(answer)).toEqual([
    201,
    {
      status: 'error',
      message: {
        'a@example.com': 'Invite email has already been taken',
        'jane@example.com':
          'Access level should be greater than or equal to Developer inherited membership from group top',
      },
    },
  ]);
  expect(column(await gl.get(path), 'invite_email')).toEqual(['a@example.com', 'b@example.com']);
  const past = await gl.post(path, { email: 'c@example.com', access_level: 20, expires_at: '2001-01-01' });
  expect(past.object['message']).toEqual({ 'c@example.com': 'Expires at cannot be a date in the past' });
});

test('the bot of another place is refused by address', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const other = await gl.group('other');
  const made = await gl.post(`/groups/${other}/access_tokens`, { name: 'ci', scopes: ['api'], expires_at: lastDay });
  const { email } = gl.sandbox.platform.state.users.get(Number(made.object['user_id'])) ?? { email: '' };
  const answer = await gl.post(`/groups/${group}/invitations`, { email, access_level: 30 });
  expect(answer.object['message']).toEqual({ [email]: 'User project bots cannot be added to other groups / projects' });
});

test('what is missing or malformed is 400', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const post = async (body: JsonObject) => told(await gl.post(`/groups/${group}/invitations`, body));
  const neither = { message: '400 Bad request - Must provide either email or user_id as a parameter' };
  expect(await post({ access_level: 30 })).toEqual([400, neither]);
  expect(await post({ access_level: 30, email: '' })).toEqual([400, neither]);
  expect(await post({ access_level: 30, user_id: '' })).toEqual([400, neither]);
  expect(await post({ access_level: 30, email: 'a@example.com,not-an-email' })).toEqual([
    400,
    { error: 'email contains an invalid email address' },
  ]);
  expect(await post({ access_level: 11, email: 'a@example.com' })).toEqual([
    400,
    { error: 'access_level does not have a valid value' },
  ]);
});

test('invitations are for those who manage members: 403 below, 404 for strangers, 401 without a token', async () => {
  const gl = await sandbox();
  const { group, owner, maintainer, developer, stranger } = await cast(gl);
  const path = `/groups/${group}/invitations`;
  const sent = { email: 'a@example.com', access_level: 30 };
  expect((await owner.post(path, sent)).status).toBe(201);
  for (const client of [maintainer, developer]) {
    expect(told(await client.get(path))).toEqual([403, { message: '403 Forbidden' }]);
    expect((await client.post(path, sent)).status).toBe(403);
    expect((await client.put(`${path}/a@example.com`, { access_level: 40 })).status).toBe(403);
    expect((await client.delete(`${path}/a@example.com`)).status).toBe(403);
  }
  expect((await stranger.get(path)).status).toBe(404);
  expect((await gl.get(path, anonymous)).status).toBe(401);
});

test('a Maintainer of a project invites, but no Owner', async () => {
  const gl = await sandbox();
  const { group, maintainer } = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group }));
  const path = `/projects/${project}/invitations`;
  expect((await maintainer.post(path, { email: 'a@example.com', access_level: 40 })).body).toEqual({
    status: 'success',
  });
  expect((await maintainer.post(path, { email: 'b@example.com', access_level: 50 })).status).toBe(403);
});

test('`query` finds the whole address alone', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  await gl.post(`/groups/${group}/invitations`, { email: 'a@example.com,b@example.com', access_level: 30 });
  const found = async (query: string) =>
    column(await gl.get(`/groups/${group}/invitations?query=${query}`), 'invite_email');
  expect(await found('b@example.com')).toEqual(['b@example.com']);
  expect(await found('example')).toEqual([]);
  expect(await found('')).toHaveLength(2);
});

test('PUT changes level and expiry; 404 when unknown, 400 with nothing to change', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const path = `/groups/${group}/invitations/a@example.com`;
  expect(told(await gl.put(path, { access_level: 30 }))).toEqual([404, { message: '404 Not Found' }]);
  await gl.post(`/groups/${group}/invitations`, { email: 'a@example.com', access_level: 30 });
  const changed = await gl.put(path, { access_level: 40, expires_at: '2100-05-01' });
  expect(changed.object).toMatchObject({ access_level: 40, expires_at: '2100-05-01' });
  expect((await gl.put(path, { expires_at: null })).object).toMatchObject({ access_level: 40, expires_at: null });
  expect(told(await gl.put(path))).toEqual([400, { message: '400 Bad request' }]);
  expect(told(await gl.put(path, { expires_at: '2001-01-01' }))).toEqual([
    400,
    { message: { expires_at: ['cannot be a date in the past'] } },
  ]);
  expect((await gl.put(path, { access_level: 5 })).status).toBe(400);
});

test('DELETE takes an invitation back; 404 when unknown, 412 when it changed meanwhile', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const path = `/groups/${group}/invitations/a@example.com`;
  await gl.post(`/groups/${group}/invitations`, { email: 'a@example.com', access_level: 30 });
  expect((await gl.delete(path, { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(412);
  expect((await gl.delete(path)).status).toBe(204);
  expect(told(await gl.delete(path))).toEqual([404, { message: '404 Not Found' }]);
});

test('each invitation, change and withdrawal is in the audit log', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const path = `/groups/${group}/invitations`;
  await gl.post(path, { email: 'a@example.com', access_level: 30 });
  await gl.put(`${path}/a@example.com`, { access_level: 40 });
  await gl.delete(`${path}/a@example.com`);
  const events = gl.sandbox.platform.state.auditEvents
    .all()
    .filter((row) => row.details['target_details'] === 'a@example.com');
  expect(events.map((row) => [row.event_name, row.details['from'], row.details['to'] ?? row.details['as']])).toEqual([
    ['member_created', undefined, 'Default role: Developer'],
    ['member_updated', 'Default role: Developer', 'Default role: Maintainer'],
    ['member_destroyed', 'Default role: Maintainer', undefined],
  ]);
});

test('an invitation becomes a membership when its address gets a confirmed user', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const path = `/groups/${group}/invitations`;
  await gl.post(path, { email: 'late@example.com,later@example.com', access_level: 30 });
  const late = await gl.user('late', { skip_confirmation: true });
  await gl.user('later');
  expect((await gl.get(`/groups/${group}/members/${late}`)).object['access_level']).toBe(30);
  expect(column(await gl.get(path), 'invite_email')).toEqual(['later@example.com']);
});
