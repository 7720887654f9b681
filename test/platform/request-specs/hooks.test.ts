import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import { anonymous, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import type { Answer, Client } from '../../sandbox/client.ts';

// What GitLab's own request specs say of every family of hooks (hooks_shared_examples.rb, project_hooks_spec.rb,
// system_hooks_spec.rb, ee/spec/requests/api/group_hooks_spec.rb, 18.9).

const url = 'http://example.com';
const shared = ['push_events', 'tag_push_events', 'merge_requests_events'];
const below = [
  ...['issues_events', 'confidential_issues_events', 'note_events', 'confidential_note_events', 'pipeline_events'],
  ...['wiki_page_events', 'job_events', 'deployment_events', 'feature_flag_events', 'releases_events'],
  ...['milestone_events', 'emoji_events', 'resource_access_token_events', 'vulnerability_events'],
];

const families = [
  ['group', [...shared, ...below, 'subgroup_events', 'member_events', 'project_events']],
  ['project', [...shared, ...below]],
  ['system', [...shared, 'repository_update_events']],
] as const;

const fields = [
  ...['id', 'url', 'name', 'description', 'created_at', 'enable_ssl_verification', 'alert_status', 'disabled_until'],
  ...['url_variables', 'push_events_branch_filter', 'branch_filter_strategy', 'custom_webhook_template'],
  ...['custom_headers', 'repository_update_events'],
];

interface Place {
  readonly path: string;
  /** One who manages the hooks, and one who knows the place and may not. */
  readonly keeper: Client;
  readonly other: Client;
  /** A hook that is there, by its whole address. */
  readonly hook: string;
}

async function place(family: (typeof families)[number][0], options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('team');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  for (const [name, access_level] of Object.entries({ owner: 50, developer: 30 }))
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level });
  const path = { group: `/groups/${group}/hooks`, project: `/projects/${project}/hooks`, system: '/hooks' }[family];
  const keeper = family === 'system' ? gl : gl.as('owner');
  const hook = `${path}/${idOf(await keeper.post(path, { url }))}`;
  const found: Place = { path, keeper, other: gl.as('developer'), hook };
  return { gl, group, project, ...found };
}

const missing: readonly [number, JsonObject] = [404, { message: '404 Not found' }];

describe.each(families)('hooks of a %s', (family, events) => {
  test('are listed and shown with these fields and no others', async () => {
    const { path, keeper, hook } = await place(family);
    const owner = family === 'system' ? 'organization_id' : `${family}_id`;
    const listed = (await keeper.get(path)).list;
    expect(listed).toHaveLength(1);
    const whole = [...new Set([...fields, ...events, owner])].toSorted();
    expect(Object.keys((await keeper.get(hook)).object).toSorted()).toEqual(whole);
    const short = whole.filter((name) => family !== 'project' || !['url_variables', 'custom_headers'].includes(name));
    expect(Object.keys(listed[0] ?? {}).toSorted()).toEqual(short);
  });

  test('are for those who manage them: 401 without a token, 403 for others, whatever is asked', async () => {
    const { gl, path, other, hook } = await place(family);
    const asked = (client: Client): readonly Promise<Answer>[] => [
      client.get(path),
      client.get(hook),
      client.post(path, { url }),
      client.post(path, {}),
      client.put(hook, { push_events: false }),
      client.put(hook, {}),
      client.delete(hook),
      client.delete(`${path}/999`),
      client.put(`${hook}/url_variables/abc`, {}),
      client.delete(`${hook}/custom_headers/abc`),
    ];
    for (const refused of await Promise.all(asked(other)))
      expect(told(refused)).toEqual([403, { message: '403 Forbidden' }]);
    expect(told(await gl.get(path, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    expect(told(await gl.get(hook, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    expect((await gl.get(hook)).status).toBe(200);
  });

  test('take every event, show each as sent, and no secret', async () => {
    const { gl, path, keeper } = await place(family);
    const flags = Object.fromEntries(events.map((name) => [name, true]));
    const filter = { push_events_branch_filter: 'some-feature-branch' };
    const url_variables = [
      { key: 'token', value: 'very-secret' },
      { key: 'abc', value: 'other value' },
    ];
    const custom_headers = [
      { key: 'X-Custom-Header', value: 'custom value' },
      { key: 'abc', value: 'other value' },
    ];
    const made = await keeper.post(path, { url, ...flags, ...filter, url_variables, custom_headers });
    expect(told(made)).toMatchObject([201, { url, ...flags, ...filter }]);
    expect(made.object['url_variables']).toEqual([{ key: 'token' }, { key: 'abc' }]);
    expect(made.object['custom_headers']).toEqual([{ key: 'X-Custom-Header' }, { key: 'abc' }]);
    const secret = await keeper.post(path, { url, token: 'secret token' });
    expect(told(secret)).toMatchObject([201, { url }]);
    expect(secret.object).not.toHaveProperty('token');
    expect(gl.sandbox.platform.state.hooks.get(idOf(secret))?.token).toBe('secret token');
  });

  test('have their defaults: every event off, but for pushes or, on the instance, updates of repositories', async () => {
    const { path, keeper } = await place(family);
    const made = (await keeper.post(path, { url: 'http://mep.mep' })).object;
    const on = family === 'system' ? 'repository_update_events' : 'push_events';
    const off = Object.fromEntries(events.map((name) => [name, name === 'confidential_note_events' ? null : false]));
    expect(made).toMatchObject({ ...off, [on]: true, enable_ssl_verification: true, alert_status: 'executable' });
    expect(made).toMatchObject({ branch_filter_strategy: 'wildcard', push_events_branch_filter: null, name: null });
  });

  test.each<[JsonObject, number, string]>([
    [{}, 400, 'url is missing'],
    [{ push_events: true }, 400, 'url is missing'],
    [{ url: 'ftp://example.com' }, 422, 'Invalid url given'],
    [{ url, token: 'foo\nbar' }, 422, 'Token is invalid'],
    [{ url, push_events_branch_filter: '~badbranchname/' }, 422, 'Invalid branch filter given'],
    [
      { url, push_events_branch_filter: '~badbranchname/', branch_filter_strategy: 'bla' },
      400,
      'branch_filter_strategy does not have a valid value',
    ],
    [{ url, push_events: 'maybe' }, 400, 'push_events is invalid'],
  ])('are not made of %j: %i', async (body, status, error) => {
    const { path, keeper } = await place(family);
    expect(told(await keeper.post(path, body))).toEqual([status, { error }]);
    expect((await keeper.get(path)).list).toHaveLength(1);
  });

  test.each<[JsonObject, number, JsonObject]>([
    [{}, 400, { error: 'No parameters provided' }],
    [{ url: 'ftp://example.com' }, 422, { error: 'Invalid url given' }],
    [{ token: 'foo\nbar' }, 422, { message: { token: ['is invalid'] } }],
    [{ url, push_events_branch_filter: '~badbranchname/' }, 422, { error: 'Invalid branch filter given' }],
    [{ url, branch_filter_strategy: 'bla' }, 400, { error: 'branch_filter_strategy does not have a valid value' }],
  ])('are not changed by %j: %i', async (body, status, answer) => {
    const { keeper, hook } = await place(family);
    const before = (await keeper.get(hook)).body;
    expect(told(await keeper.put(hook, body))).toEqual([status, answer]);
    expect((await keeper.get(hook)).body).toEqual(before);
  });

  test.each<[JsonObject]>([
    [{ push_events_branch_filter: 'some-wildcard', branch_filter_strategy: 'wildcard' }],
    [{ push_events_branch_filter: 'some-regex', branch_filter_strategy: 'regex' }],
    [{ push_events_branch_filter: '^regex', branch_filter_strategy: 'regex' }],
  ])('take the filter %j on POST and on PUT', async (filter) => {
    const { path, keeper, hook } = await place(family);
    expect(told(await keeper.post(path, { url, ...filter }))).toMatchObject([201, filter]);
    expect(told(await keeper.put(hook, { url, ...filter }))).toMatchObject([200, filter]);
  });

  test('are changed by what is sent; variables and headers are added to those that are there', async () => {
    const { gl, keeper, hook } = await place(family);
    const words = { name: 'Updated name', description: 'Updated description' };
    const sent = { ...words, push_events: false, tag_push_events: true, push_events_branch_filter: 'updated-filter' };
    expect(told(await keeper.put(hook, sent))).toMatchObject([200, sent]);
    for (const map of ['url_variables', 'custom_headers']) {
      await keeper.put(hook, { [map]: [{ key: 'abc', value: 'some value' }] });
      const more = await keeper.put(hook, { [map]: [{ key: 'def', value: 'other value' }] });
      expect(told(more)).toMatchObject([200, { [map]: [{ key: 'abc' }, { key: 'def' }] }]);
    }
    const moved = await keeper.put(hook, { url: 'http://example.org', token: 'secret token' });
    expect(told(moved)).toMatchObject([200, { url: 'http://example.org' }]);
    expect(moved.object).not.toHaveProperty('token');
    expect(gl.sandbox.platform.state.hooks.get(idOf(moved))?.token).toBe('secret token');
  });

  test('that are unknown are 404, in every verb; DELETE without an id is an unknown path', async () => {
    const { path, keeper } = await place(family);
    const gone = `${path}/999`;
    const asked = [
      keeper.get(gone),
      keeper.put(gone, { url: 'http://example.org' }),
      keeper.put(gone, {}),
      keeper.delete(gone),
      keeper.put(`${gone}/url_variables/abc`, { value: 'xyz' }),
      keeper.delete(`${gone}/url_variables/abc`),
      keeper.put(`${gone}/custom_headers/abc`, { value: 'xyz' }),
      keeper.delete(`${gone}/custom_headers/abc`),
    ];
    for (const answer of await Promise.all(asked)) expect(told(answer)).toEqual(missing);
    expect(told(await keeper.delete(path))).toEqual([404, { error: '404 Not Found' }]);
    expect(told(await keeper.get(`${path}/abc`))).toEqual([400, { error: 'hook_id is invalid' }]);
  });

  test('are deleted with 204, unless they changed since', async () => {
    const { keeper, path, hook } = await place(family);
    const old = { 'If-Unmodified-Since': new Date(Date.now() - 86_400_000).toUTCString() };
    expect(told(await keeper.delete(hook, old))).toEqual([412, { message: '412 Precondition Failed' }]);
    const now = { 'If-Unmodified-Since': new Date(Date.now() + 1000).toUTCString() };
    expect((await keeper.delete(hook, now)).status).toBe(204);
    expect((await keeper.get(path)).list).toEqual([]);
  });

  test.each(['url_variables', 'custom_headers'] as const)('have %s set and unset one by one', async (map) => {
    const { gl, keeper, hook } = await place(family);
    const stored = () => gl.sandbox.platform.state.hooks.get(Number(hook.split('/').at(-1)))?.[map];
    const put = (key: string, value: string) => keeper.put(`${hook}/${map}/${key}`, { value });
    expect((await put('abc', 'xyz')).status).toBe(204);
    expect((await put('def', 'other value')).status).toBe(204);
    expect((await put('abc', 'some secret value')).status).toBe(204);
    expect(stored()).toEqual({ abc: 'some secret value', def: 'other value' });
    for (const refused of [await put('abc%20def', 'xyz'), await put('abc', '')])
      expect(told(refused)).toEqual([422, { error: 'Illegal key or value' }]);
    expect((await keeper.delete(`${hook}/${map}/abc`)).status).toBe(204);
    expect(stored()).toEqual({ def: 'other value' });
    const thing = map === 'url_variables' ? 'URL variable' : 'Custom header';
    expect(told(await keeper.delete(`${hook}/${map}/abc`))).toEqual([404, { message: `404 ${thing} Not Found` }]);
  });

  test('tell whether they are paused, or off for good; on the instance they never are', async () => {
    const { gl, keeper, hook } = await place(family);
    const { state, clock } = gl.sandbox.platform;
    const [row] = state.hooks.all();
    if (row === undefined) throw new Error('no hook');
    const until = new Date(clock.now().getTime() + 60_000).toISOString();
    state.hooks.update(row, { recent_failures: 4, disabled_until: until });
    const paused = (await keeper.get(hook)).object;
    expect(paused['alert_status']).toBe(family === 'system' ? 'executable' : 'temporarily_disabled');
    expect(paused['disabled_until']).toBe(until);
    state.hooks.update(row, { recent_failures: 40 });
    expect((await keeper.get(hook)).object['alert_status']).toBe(family === 'system' ? 'executable' : 'disabled');
  });
});

test('a guest whose role has admin_web_hook manages the hooks of a project and of a group', async () => {
  const { gl, group, project } = await place('group');
  const role = { name: 'hooks', base_access_level: 10, admin_web_hook: true };
  const member_role_id = idOf(await gl.post('/member_roles', role));
  await gl.post(`/groups/${group}/members`, { user_id: await gl.user('guest'), access_level: 10, member_role_id });
  const guest = gl.as('guest');
  for (const path of [`/groups/${group}/hooks`, `/projects/${project}/hooks`]) {
    const made = await guest.post(path, { url: 'http://example.test/' });
    const hook = `${path}/${idOf(made)}`;
    const statuses = [
      (await guest.get(path)).status,
      made.status,
      (await guest.get(hook)).status,
      (await guest.put(hook, { url: 'http://example1.test' })).status,
      (await guest.delete(hook)).status,
    ];
    expect(statuses, path).toEqual([200, 201, 200, 200, 204]);
  }
});

test('the test of a system hook answers its example with 201; others are 403', async () => {
  const { gl, hook, other } = await place('system');
  expect(told(await gl.post(hook))).toMatchObject([201, { event_name: 'project_create' }]);
  expect((await other.post(hook)).status).toBe(403);
  expect(textOf((await gl.post('/hooks/999')).object['message'])).toBe('404 Not found');
});

describe.each(['group', 'project'] as const)('the events of a %s hook', (family) => {
  /** Deliveries with these statuses, oldest first, and one of eight days ago. */
  async function withEvents(statuses: readonly string[]) {
    const { gl, hook, ...more } = await place(family);
    const id = Number(hook.split('/').at(-1));
    const { state, clock } = gl.sandbox.platform;
    const log = (status: string, at: string, sent_to = url) =>
      state.records.insert({
        ...{ kind: 'hook_event', owner: `hook:${id}`, key: `${id} ${status} ${at} ${sent_to}` },
        data: { url, trigger: 'push_hooks', payload: {}, status, body: '', sent_to, headers: {} },
        ...{ created_at: at, updated_at: at },
      }).id;
    log('200', new Date(clock.now().getTime() - 8 * 86_400_000).toISOString());
    const ids = new Map(statuses.map((status) => [status, log(status, clock.now().toISOString())]));
    return { gl, hook, ids, log, clock, ...more };
  }

  const all = ['200', '400', '404', '500', '502', 'internal error'];

  test.each<[string, readonly string[]]>([
    ['', all],
    ['?status=400', ['400']],
    ['?status=client_failure', ['400', '404']],
    ['?status=server_failure', ['500', '502', 'internal error']],
    ['?status=successful', ['200']],
    ['?status=successful,server_failure', ['200', '500', '502', 'internal error']],
    ['?page=2&per_page=2', ['404', '500']],
    ['?page=1&per_page=2', ['internal error', '502']],
  ])('are those of the last seven days: %s', async (query, expected) => {
    const { keeper, hook, ids } = await withEvents(all);
    const answer = await keeper.get(`${hook}/events${query}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-per-page')).toBe(query.includes('per_page=2') ? '2' : '20');
    const shown = answer.list.map((event) => event['id']);
    expect(new Set(shown)).toEqual(new Set(expected.map((status) => ids.get(status))));
  });

  test.each([
    ['?page=2&per_page=21', 'per_page does not have a valid value'],
    ['?status=invalid', 'status does not have a valid value'],
  ])('are not listed by %s', async (query, error) => {
    const { keeper, hook } = await withEvents([]);
    expect(told(await keeper.get(`${hook}/events${query}`))).toEqual([400, { error }]);
  });

  test('are for those who manage the hook', async () => {
    const { gl, hook, other, ids } = await withEvents(['404']);
    expect((await other.get(`${hook}/events`)).status).toBe(403);
    expect((await other.post(`${hook}/events/${ids.get('404') ?? 0}/resend`)).status).toBe(403);
    expect((await gl.get(`${hook}/events`, anonymous)).status).toBe(401);
  });

  test('are sent again, five in a minute, unless they are unknown or the URL changed', async () => {
    const { keeper, hook, ids, log, clock } = await withEvents(['404']);
    const path = `${hook}/events/${ids.get('404') ?? 0}/resend`;
    expect(told(await keeper.post(path))).toEqual([201, { response_status: 200 }]);
    expect(told(await keeper.post(`${hook}/events/99999/resend`))).toEqual(missing);
    const moved = log('404', clock.now().toISOString(), 'http://elsewhere.example.com');
    expect(told(await keeper.post(`${hook}/events/${moved}/resend`))).toEqual([
      422,
      { message: 'The hook URL has changed, and this log entry cannot be retried' },
    ]);
    for (let count = 3; count < 5; count += 1) expect((await keeper.post(path)).status).toBe(201);
    expect((await keeper.post(path)).status).toBe(429);
  });
});
