import { describe, expect, test } from 'vitest';
import { column } from './cast.ts';
import { idOf, sandbox } from './client.ts';

test('no token and a wrong token answer 401', async () => {
  const gl = await sandbox();
  const none = await fetch(`${gl.sandbox.url}/api/v4/user`);
  expect([none.status, await none.json()]).toEqual([401, { message: '401 Unauthorized' }]);
  expect((await gl.get('/user', { 'PRIVATE-TOKEN': 'wrong' })).status).toBe(401);
  const job = await fetch(`${gl.sandbox.url}/api/v4/user`, { headers: { 'JOB-TOKEN': gl.token } });
  expect(job.status).toBe(401);
});

test('a token travels as Bearer or in the query too', async () => {
  const gl = await sandbox();
  const bearer = await fetch(`${gl.sandbox.url}/api/v4/user`, { headers: { Authorization: `Bearer ${gl.token}` } });
  expect(bearer.status).toBe(200);
  expect((await fetch(`${gl.sandbox.url}/api/v4/user?private_token=${gl.token}`)).status).toBe(200);
});

test('a read scope reads and does not write', async () => {
  const gl = await sandbox();
  const reader = gl.as('root', ['read_api']);
  expect((await reader.get('/groups')).status).toBe(200);
  const refused = await reader.post('/groups', { name: 'a', path: 'aa' });
  expect(refused.status).toBe(403);
  expect(refused.object).toMatchObject({ error: 'insufficient_scope', scope: 'api read_api' });
});

test('sudo acts as another user, and refuses in four ways', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  expect((await gl.get('/user', { Sudo: 'JANE' })).object['username']).toBe('jane');
  const nobody = await gl.get('/user', { Sudo: 'nobody' });
  expect([nobody.status, nobody.body]).toEqual([404, { message: "404 User with ID or username 'nobody' Not Found" }]);
  const plain = await gl.as('jane').get('/user', { Sudo: 'root' });
  expect(plain.body).toEqual({ message: '403 Forbidden - Must be admin to use sudo' });
  const unscoped = await gl.as('root', ['api']).get('/user', { Sudo: 'jane' });
  expect([unscoped.status, unscoped.object['scope']]).toEqual([403, 'sudo']);
});

test('unknown paths and undefined verbs are 404, malformed JSON and NUL bytes 400', async () => {
  const gl = await sandbox();
  const unknown = await gl.get('/nothing/here');
  expect([unknown.status, unknown.body]).toEqual([404, { error: '404 Not Found' }]);
  const verb = await gl.patch('/groups/1', {});
  expect([verb.status, verb.body]).toEqual([404, { error: '404 Not Found' }]);
  const broken = await fetch(`${gl.sandbox.url}/api/v4/groups`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': gl.token, 'Content-Type': 'application/json' },
    body: '{"name":',
  });
  expect(broken.status).toBe(400);
  const zero = await gl.get('/groups?search=%00');
  expect([zero.status, zero.body]).toEqual([400, 'Bad Request']);
});

test('a body over the limit is 413', async () => {
  const gl = await sandbox({ bodyLimit: 100 });
  const answer = await gl.post('/groups', { name: 'x'.repeat(200), path: 'x' });
  expect([answer.status, answer.body]).toEqual([413, { message: '413 Request Entity Too Large' }]);
});

test('pages carry their headers, and links carry the configured host', async () => {
  const gl = await sandbox({ externalUrl: 'https://gitlab.example.com' });
  for (const path of ['aa', 'bb', 'cc']) await gl.group(path);
  const first = await gl.get('/groups?per_page=2');
  const header = (name: string) => first.headers.get(name);
  expect(first.list.map((group) => group['path'])).toEqual(['aa', 'bb']);
  expect([header('x-total'), header('x-total-pages'), header('x-next-page'), header('x-prev-page')]).toEqual([
    ...['3', '2', '2', ''],
  ]);
  expect(header('link')).toContain('<https://gitlab.example.com/api/v4/groups?page=2&per_page=2>; rel="next"');
  expect((await gl.get('/groups?page=9')).list).toEqual([]);
  expect((await gl.get('/groups?per_page=0')).body).toEqual({ error: 'per_page has a value not allowed' });
  expect((await gl.get('/groups?per_page=500')).headers.get('x-per-page')).toBe('100');
});

test('an empty list has one page', async () => {
  const gl = await sandbox();
  expect((await gl.get('/groups')).headers.get('x-total-pages')).toBe('1');
});

test('users are walked by cursor to the end', async () => {
  const gl = await sandbox();
  for (const name of ['ann', 'bob', 'cyd', 'dan']) await gl.user(name);
  const seen: unknown[] = [];
  for (let path: string | undefined = '/users?pagination=keyset&per_page=2'; path !== undefined;) {
    const page = await gl.get(path);
    seen.push(...page.list.map((user) => user['username']));
    path = /api\/v4([^>]*)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
  }
  expect(seen).toEqual(['dan', 'cyd', 'bob', 'ann', 'root']);
});

test('an unchanged GET answers 304, a delete of something newer 412', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const etag = (await gl.get(`/groups/${group}`)).headers.get('etag') ?? '';
  expect(etag).toMatch(/^W\//);
  expect((await gl.get(`/groups/${group}`, { 'If-None-Match': etag })).status).toBe(304);
  const stale = await gl.delete(`/groups/${group}`, { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' });
  expect([stale.status, stale.body]).toEqual([412, { message: '412 Precondition Failed' }]);
  expect((await gl.delete(`/groups/${group}`, { 'If-Unmodified-Since': 'no date' })).status).toBe(202);
});

test('forms are read like JSON', async () => {
  const gl = await sandbox();
  const send = (body: URLSearchParams | FormData) =>
    fetch(`${gl.sandbox.url}/api/v4/groups`, { method: 'POST', headers: { 'PRIVATE-TOKEN': gl.token }, body });
  expect((await send(new URLSearchParams({ name: 'Form', path: 'form' }))).status).toBe(201);
  const parts = new FormData();
  parts.set('name', 'Partés');
  parts.set('path', 'parts');
  const made = await send(parts);
  expect([made.status, ((await made.json()) as { name: string }).name]).toEqual([201, 'Partés']);
});

test('a multipart form may have text around its parts, and no spaces in its headers', async () => {
  const gl = await sandbox();
  const part = (name: string, value: string) =>
    `--x\r\nContent-Disposition:form-data;name="${name}"\r\n\r\n${value}\r\n`;
  const made = await fetch(`${gl.sandbox.url}/api/v4/groups`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': gl.token, 'Content-Type': 'multipart/form-data; boundary=x' },
    body: `before\r\n${part('name', 'Parts')}${part('path', 'parts')}--x--\r\nafter`,
  });
  expect([made.status, ((await made.json()) as { name: string }).name]).toEqual([201, 'Parts']);
});

test('null for a list is the empty list, and clears it', async () => {
  const gl = await sandbox();
  const path = '/application/settings';
  await gl.put(path, { domain_allowlist: ['a.example', 'b.example'] });
  expect((await gl.put(path, { domain_allowlist: null })).object['domain_allowlist']).toEqual([]);
  const runner = { runner_type: 'instance_type', tag_list: ['linux'], run_untagged: true };
  const id = idOf(await gl.post('/user/runners', runner));
  expect((await gl.put(`/runners/${id}`, { tag_list: null })).object['tag_list']).toEqual([]);
  await gl.group('mine');
  expect(column(await gl.get('/groups?skip_groups='), 'path')).toEqual(['mine']);
});

test('the state is read and written as a whole', async () => {
  const gl = await sandbox();
  await gl.group('platform');
  const url = `${gl.sandbox.url}/sandbox/state`;
  const state = await (await fetch(url)).text();
  const other = await sandbox();
  const put = await fetch(`${other.sandbox.url}/sandbox/state`, { method: 'PUT', body: state });
  expect(put.status).toBe(204);
  expect((await other.get('/groups/platform')).status).toBe(200);
  expect(other.sandbox.state()).toMatchObject({ nextIds: { groups: 2 } });
});

test('a fault after execution loses the answer, not the change', async () => {
  const gl = await sandbox({ faults: 'reset-after:1x@POST /groups' });
  await expect(gl.post('/groups', { name: 'a', path: 'lost' })).rejects.toThrow();
  expect((await gl.get('/groups/lost')).status).toBe(200);
  expect(gl.sandbox.log[0]).toMatchObject({ method: 'POST', status: 'dropped', faults: ['reset-after'] });
});

test('faults before execution change nothing, and end when they are used up', async () => {
  const gl = await sandbox({ faults: 'reset-before:1x,429-text=7:1x@POST *' });
  await expect(gl.post('/groups', { name: 'a', path: 'aa' })).rejects.toThrow();
  const limited = await gl.post('/groups', { name: 'a', path: 'aa' });
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  expect((await gl.get('/groups/aa')).status).toBe(404);
});

test('the same seed gives the same faults', async () => {
  const run = async () => {
    const gl = await sandbox({ faults: 'seed=5,500:0.5' });
    const seen: number[] = [];
    for (let i = 0; i < 12; i += 1) seen.push((await gl.get('/version')).status);
    return seen;
  };
  const first = await run();
  expect(new Set(first)).toEqual(new Set([200, 500]));
  expect(await run()).toEqual(first);
});

// lib/gitlab/rack_attack/request.rb and spec/requests/rack_attack_global_spec.rb.
describe('the throttle_* settings', () => {
  const limit = (kind: string, requests: number) => ({
    [`throttle_${kind}_enabled`]: true,
    [`throttle_${kind}_requests_per_period`]: requests,
    [`throttle_${kind}_period_in_seconds`]: 3600,
  });

  test('throttle_authenticated_api counts by user, whatever the token, and answers 429 `Retry later`', async () => {
    const gl = await sandbox();
    await gl.user('alice');
    await gl.user('bob');
    await gl.put('/application/settings', limit('authenticated_api', 2));
    expect((await gl.as('alice').get('/user')).headers.get('ratelimit-name')).toBe('throttle_authenticated_api');
    expect((await gl.as('alice').get('/user')).status).toBe(200);
    const third = await gl.as('alice').get('/user');
    expect([third.status, third.body]).toEqual([429, 'Retry later\n']);
    expect(third.headers.get('content-type')).toMatch('text/plain');
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await gl.as('bob').get('/user')).status).toBe(200);
    gl.sandbox.platform.clock.advance(3_600_000);
    await gl.put('/application/settings', { rate_limiting_response_text: 'Slow down' });
    await gl.get('/user');
    expect((await gl.get('/user')).body).toBe('Slow down\n');
  });

  test('the files API and groups with their projects have throttles of their own, which count in place of that of the API', async () => {
    const gl = await sandbox();
    const group = await gl.group('acme');
    const id = idOf(await gl.post('/projects', { name: 'p', namespace_id: group, initialize_with_readme: true }));
    const file = `/projects/${id}/repository/files/README.md?ref=main`;
    await gl.put('/application/settings', {
      ...limit('authenticated_files_api', 1),
      ...limit('authenticated_deprecated_api', 1),
    });
    const statuses = [];
    for (const path of [file, file, `/groups/${group}`, `/groups/${group}`, `/groups/${group}?with_projects=false`]) {
      statuses.push((await gl.get(path)).status);
    }
    expect(statuses).toEqual([200, 429, 200, 429, 200]);
  });

  test('callers without a good token count together, and a POST to a protected path counts twice', async () => {
    const gl = await sandbox();
    await gl.put('/application/settings', {
      ...limit('unauthenticated_api', 1),
      ...limit('protected_paths', 1),
      protected_paths_raw: '/users/sign_in\n/api/v4/hooks',
    });
    const nobody = { 'PRIVATE-TOKEN': '' };
    expect((await gl.get('/projects', nobody)).status).toBe(200);
    expect((await gl.get('/projects', { 'PRIVATE-TOKEN': 'wrong' })).status).toBe(429);
    const hook = { url: 'https://hooks.example.com' };
    expect((await gl.post('/hooks', hook)).status).toBe(201);
    const refused = await gl.post('/hooks', hook);
    expect([refused.status, refused.headers.get('ratelimit-name')]).toEqual([
      429,
      'throttle_authenticated_protected_paths_api',
    ]);
    expect((await gl.get('/hooks')).status).toBe(200);
  });
});

test('the throttle tells its limit for a minute and what remains for the period', async () => {
  const gl = await sandbox({ rateLimit: { requests: 2, seconds: 3600 } });
  const first = await gl.get('/version');
  expect([first.headers.get('ratelimit-limit'), first.headers.get('ratelimit-remaining')]).toEqual(['1', '1']);
  await gl.get('/version');
  const third = await gl.get('/version');
  expect([third.status, third.body]).toEqual([429, 'Retry later\n']);
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0);
  gl.sandbox.platform.clock.advance(3_600_000);
  expect((await gl.get('/version')).status).toBe(200);
});
