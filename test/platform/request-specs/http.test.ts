import { describe, expect, test } from 'vitest';
import { anonymous, told } from '../../sandbox/cast.ts';
import { sandbox } from '../../sandbox/client.ts';
import type { SandboxClient } from '../../sandbox/client.ts';

// What GitLab's own request specs say of every endpoint (spec/requests/api/{api,api_guard,helpers,doorkeeper_access,
// metadata}_spec.rb, 18.9).

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

function send(gl: SandboxClient, method: string, path: string, init: Sent = {}): Promise<Response> {
  const headers = { 'PRIVATE-TOKEN': gl.token, ...init.headers };
  return fetch(`${gl.sandbox.url}/api/v4${path}`, { ...init, method, headers });
}

function day(gl: SandboxClient, days: number): string {
  return new Date(gl.sandbox.platform.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

describe('a token', () => {
  test('of scope read_api reads, by GET and by HEAD, and does not write', async () => {
    const gl = await sandbox();
    const group = await gl.group('platform');
    const reader = gl.as('root', ['read_api']);
    expect((await reader.get('/groups')).status).toBe(200);
    const head = await send(gl, 'HEAD', '/groups', { headers: { 'PRIVATE-TOKEN': reader.token } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await reader.post('/groups', { name: 'x', path: 'xx' })).status).toBe(403);
    expect((await reader.put(`/groups/${group}`, { name: 'Test' })).status).toBe(403);
    expect((await reader.delete(`/groups/${group}`)).status).toBe(403);
  });

  test('without a scope that will do is 403, and told all scopes that the endpoint knows', async () => {
    const gl = await sandbox();
    const narrow = gl.as('root', ['read_repository']);
    expect(told(await narrow.get('/groups'))).toEqual([
      403,
      {
        error: 'insufficient_scope',
        error_description: 'The request requires higher privileges than provided by the access token.',
        scope: 'ai_workflows api read_api',
      },
    ]);
  });

  test('that was revoked or is past its day is 401 invalid_token, one that nobody knows 401', async () => {
    const gl = await sandbox();
    const { state } = gl.sandbox.platform;
    const revoked = gl.as('root');
    const old = gl.as('root');
    for (const token of state.tokens.all()) {
      if (token.secret === revoked.token) state.tokens.update(token, { revoked: true });
      if (token.secret === old.token) state.tokens.update(token, { expires_at: day(gl, -1) });
    }
    expect(told(await revoked.get('/groups'))).toEqual([
      401,
      {
        error: 'invalid_token',
        error_description: 'Token was revoked. You have to re-authorize from the user.',
      },
    ]);
    expect(told(await old.get('/groups'))).toEqual([
      401,
      {
        error: 'invalid_token',
        error_description: 'Token is expired. You can either do re-authorization or token refresh.',
      },
    ]);
    expect(told(await gl.get('/user', { 'PRIVATE-TOKEN': 'invalid token' }))).toEqual([
      401,
      { message: '401 Unauthorized' },
    ]);
    expect((await gl.get('/user?access_token=123a', anonymous)).status).toBe(401);
    expect((await gl.get(`/user?access_token=${gl.token}`, anonymous)).status).toBe(200);
  });

  test.each([
    ['blocked', 'Your account has been blocked.'],
    ['ldap_blocked', 'Your account has been blocked.'],
    [
      'deactivated',
      'Your account has been deactivated by your administrator. ' +
        'Please log back in from a web browser to reactivate your account at HOST',
    ],
    ['blocked_pending_approval', 'Your account is pending approval from your administrator and hence blocked.'],
  ] as const)('of a user who is %s is 403, whatever its scopes', async (state, reason) => {
    const gl = await sandbox();
    const jane = await gl.user('jane');
    const { users } = gl.sandbox.platform.state;
    const row = users.get(jane);
    if (row !== undefined) users.update(row, { state });
    const text = `403 Forbidden - ${reason.replace('HOST', gl.sandbox.url)}`;
    for (const scopes of [['api'], ['read_repository']])
      expect(told(await gl.as('jane', scopes).get('/user'))).toEqual([403, { message: text }]);
  });

  test('that reaches the API is the activity of its user for the day', async () => {
    const gl = await sandbox();
    await gl.user('jane');
    await gl.as('jane').get('/groups');
    expect(gl.sandbox.platform.state.userByName('jane')?.last_activity_on).toBe(day(gl, 0));
  });

  test('of an administrator needs the scope admin_mode once the instance has Admin Mode', async () => {
    const gl = await sandbox();
    const plain = gl.as('root', ['api']);
    expect((await plain.get('/application/settings')).status).toBe(200);
    await gl.put('/application/settings', { admin_mode: true });
    expect((await plain.get('/application/settings')).status).toBe(403);
    expect((await gl.as('root', ['api', 'admin_mode']).get('/application/settings')).status).toBe(200);
  });
});

describe('sudo', () => {
  test('by name in any case and by id, as header and as parameter, with the scope sudo alone', async () => {
    const gl = await sandbox();
    const jane = await gl.user('jane');
    const root = gl.as('root', ['sudo']);
    for (const name of ['jane', 'JANE', String(jane)]) {
      expect((await root.get('/user', { Sudo: name })).object['username']).toBe('jane');
      expect((await root.get(`/user?sudo=${name}`)).object['username']).toBe('jane');
      expect((await gl.get(`/user?sudo=${name}&private_token=${root.token}`, anonymous)).status).toBe(200);
    }
  });

  test('for oneself is no sudo: the token needs the scope of the endpoint too', async () => {
    const gl = await sandbox();
    expect((await gl.as('root', ['sudo']).get('/user', { Sudo: 'root' })).status).toBe(403);
    expect((await gl.as('root', ['sudo', 'api']).get('/user', { Sudo: 'root' })).status).toBe(200);
  });

  test('is 404 for nobody, 403 without the scope, 403 for others than administrators, 401 without a token', async () => {
    const gl = await sandbox();
    await gl.user('jane');
    expect(told(await gl.get('/user?sudo=nonexistent'))).toEqual([
      404,
      { message: "404 User with ID or username 'nonexistent' Not Found" },
    ]);
    expect((await gl.as('root', ['api']).get('/user?sudo=jane')).object).toMatchObject({
      error: 'insufficient_scope',
      scope: 'sudo',
    });
    expect(told(await gl.as('jane', ['api', 'sudo']).get('/user?sudo=root'))).toEqual([
      403,
      { message: '403 Forbidden - Must be admin to use sudo' },
    ]);
    expect((await gl.get('/groups?sudo=jane', anonymous)).status).toBe(401);
  });
});

describe('a request', () => {
  test('with a body of a type that is neither form nor JSON is 415', async () => {
    const gl = await sandbox();
    const put = await send(gl, 'PUT', '/users/1', { body: 'x', headers: { 'Content-Type': 'image/png' } });
    expect([put.status, await put.json()]).toEqual([
      415,
      { error: "The provided content-type 'image/png' is not supported." },
    ]);
  });

  test('with JSON that cannot be read is 400, before anyone asks for a token', async () => {
    const gl = await sandbox();
    const body = String.raw`{"test":"random_\$escaped/symbols\;here"}`;
    const headers = { 'PRIVATE-TOKEN': '', 'Content-Type': 'application/json' };
    expect((await send(gl, 'POST', '/projects', { body, headers })).status).toBe(400);
  });

  test('OPTIONS is 204 and tells the verbs; a path outside of the API is 404, the old version 410', async () => {
    const gl = await sandbox();
    const options = await send(gl, 'OPTIONS', '/users');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'OPTIONS, GET, POST, HEAD']);
    const outside = await fetch(`${gl.sandbox.url}/api/v4_or_is_it`);
    expect([outside.status, await outside.json()]).toEqual([404, { error: '404 Not Found' }]);
    const old = await fetch(`${gl.sandbox.url}/api/v3/projects`);
    expect([old.status, await old.json()]).toEqual([
      410,
      { error: 'API V3 is no longer supported. Use API V4 instead.' },
    ]);
  });

  test('may end its path in .txt or .json: the answer is JSON all the same', async () => {
    const gl = await sandbox();
    for (const format of ['txt', 'json']) {
      const answer = await gl.get(`/users/1.${format}`);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
      expect(answer.object['id']).toBe(1);
    }
    const named = await gl.group('platform.txt');
    expect((await gl.get('/groups/platform.txt')).object['id']).toBe(named);
  });

  test('that only reads needs no token where it says so; one that writes always does', async () => {
    const gl = await sandbox();
    const group = await gl.group('open', { visibility: 'public' });
    expect((await gl.get(`/groups/${group}`, anonymous)).status).toBe(200);
    for (const answer of [
      await gl.post('/groups', {}, anonymous),
      await gl.put(`/groups/${group}`, {}, anonymous),
      await gl.delete(`/groups/${group}`, anonymous),
    ])
      expect(told(answer)).toEqual([401, { message: '401 Unauthorized' }]);
  });
});

describe.each(['/metadata', '/version'])('GET %s', (path) => {
  test('is 401 without a token, and shows version, revision, kas and enterprise', async () => {
    const gl = await sandbox();
    expect((await gl.get(path, anonymous)).status).toBe(401);
    const shown = await gl.get(path);
    expect([shown.status, Object.keys(shown.object)]).toEqual([200, ['version', 'revision', 'kas', 'enterprise']]);
    expect(shown.object['kas']).toEqual({
      enabled: false,
      externalUrl: null,
      externalK8sProxyUrl: null,
      version: null,
    });
    expect(shown.object).toMatchObject({ version: '18.9.0-ee', enterprise: true });
  });

  test.each(['api', 'read_api', 'read_user', 'ai_features'])('the scope %s will do, by HEAD too', async (scope) => {
    const gl = await sandbox();
    const client = gl.as('root', [scope]);
    expect((await client.get(path)).status).toBe(200);
    expect((await send(gl, 'HEAD', path, { headers: { 'PRIVATE-TOKEN': client.token } })).status).toBe(200);
  });

  test('another scope is 403', async () => {
    const gl = await sandbox();
    expect((await gl.as('root', ['read_repository']).get(path)).status).toBe(403);
  });
});
