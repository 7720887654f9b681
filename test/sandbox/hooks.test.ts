import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { idOf, sandbox } from './client.ts';

const url = 'https://ci.example.com/hook';

/** A sandbox with the group `platform`, a project in it, and the paths of the three families. */
async function withHooks(options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('platform');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  return { gl, group, project, paths: [`/groups/${group}/hooks`, `/projects/${project}/hooks`, '/hooks'] as const };
}

describe('POST …/hooks', () => {
  test('answers 201 with the defaults of each family', async () => {
    const { gl, group, project, paths } = await withHooks();
    const common = { url, enable_ssl_verification: true, alert_status: 'executable', disabled_until: null };
    const empty = {
      url_variables: [],
      custom_headers: [],
      push_events_branch_filter: null,
      custom_webhook_template: null,
    };
    const flags = { tag_push_events: false, merge_requests_events: false, branch_filter_strategy: 'wildcard' };
    const made = await Promise.all(paths.map((path) => gl.post(path, { url })));
    for (const answer of made) {
      expect(answer.status).toBe(201);
      expect(answer.object).toMatchObject({ ...common, ...empty, ...flags, name: null, description: null });
      expect(answer.object).not.toHaveProperty('token');
    }
    const below = {
      push_events: true,
      repository_update_events: false,
      confidential_note_events: null,
      job_events: false,
    };
    expect(made[0]?.object).toMatchObject({ ...below, group_id: group, subgroup_events: false, member_events: false });
    expect(made[1]?.object).toMatchObject({ ...below, project_id: project });
    expect(made[1]?.object).not.toHaveProperty('subgroup_events');
    expect(made[2]?.object).toMatchObject({ push_events: false, repository_update_events: true, organization_id: 1 });
    expect(made[2]?.object).not.toHaveProperty('job_events');
  });

  test('takes every field, shows the names of secrets and never their values', async () => {
    const { gl, paths } = await withHooks();
    const plain = { name: 'ci', description: 'to the CI', push_events: false, enable_ssl_verification: false };
    const secrets = {
      token: 'hush',
      url_variables: [{ key: 'room', value: 'secret1' }],
      custom_headers: [{ key: 'X-Key', value: 'secret2' }],
    };
    for (const path of paths) {
      const made = await gl.post(path, { url: `${url}/{room}`, ...plain, ...secrets });
      const names = { url_variables: [{ key: 'room' }], custom_headers: [{ key: 'X-Key' }] };
      expect(made.object).toMatchObject({ url: `${url}/{room}`, ...plain, ...names });
      expect(JSON.stringify(made.body)).not.toMatch(/hush|secret1|secret2/);
    }
    expect(gl.sandbox.platform.state.hooks.all().map((hook) => hook.token)).toEqual(['hush', 'hush', 'hush']);
  });

  test('without url is 400', async () => {
    const { gl, paths } = await withHooks();
    for (const path of paths) {
      const refused = await gl.post(path, { push_events: true });
      expect([refused.status, refused.body]).toEqual([400, { error: 'url is missing' }]);
    }
  });

  test.each<[JsonObject, number, string]>([
    [{ url: 'ftp://example.com' }, 422, 'Invalid url given'],
    [{ url: '' }, 422, 'Invalid url given'],
    [{ url: 'http://192.168.1.7/in' }, 422, 'Invalid url given'],
    [{ url: 'http://localhost/in' }, 422, 'Invalid url given'],
    [{ url: `${url}/{room}` }, 422, 'Invalid url given'],
    [{ url, branch_filter_strategy: 'all' }, 400, 'branch_filter_strategy does not have a valid value'],
    [{ url, push_events_branch_filter: '~badbranchname/' }, 422, 'Invalid branch filter given'],
    [{ url, push_events_branch_filter: '(', branch_filter_strategy: 'regex' }, 422, 'Invalid branch filter given'],
    [{ url, custom_headers: [{ key: 'a b', value: 'x' }] }, 422, 'Custom headers must be a valid json schema'],
    [{ url, custom_headers: [{ key: 'a', value: 'x%0Ay' }] }, 422, 'Custom headers must be a valid json schema'],
    [{ url, url_variables: [{ key: 'a_', value: 'x' }] }, 422, 'Url variables must be a valid json schema'],
    [{ url, token: 'a\nb' }, 422, 'Token is invalid'],
    [{ url, token: 't'.repeat(8193) }, 422, 'Token is too long (maximum is 8192 characters)'],
    [{ url: `${url}/${'u'.repeat(8193)}` }, 422, 'Invalid url given'],
    [
      { url, custom_webhook_template: 't'.repeat(4097) },
      422,
      'Custom webhook template is too long (maximum is 4096 characters)',
    ],
    [{ url, url_variables: [{ key: 'a', value: '' }] }, 422, 'Url variables must be a valid json schema'],
    [{ url, url_variables: [{ key: 'a', value: 'v'.repeat(2049) }] }, 422, 'Url variables must be a valid json schema'],
    [{ url, custom_headers: [{ key: 'a', value: ' x' }] }, 422, 'Custom headers must be a valid json schema'],
    [{ url, custom_headers: [{ key: 'a', value: 'x%0ay' }] }, 422, 'Custom headers must be a valid json schema'],
    [
      { url, token: 'a\nb', name: 'n'.repeat(256), description: 'd'.repeat(2049) },
      422,
      'Token is invalid, Name is too long (maximum is 255 characters), and Description is too long (maximum is 2048 characters)',
    ],
    [
      { url: 'ftp://{host}', url_variables: [{ key: 'host', value: 'a' }] },
      422,
      'Interpolated url is blocked: Only allowed schemes are http, https',
    ],
  ])('%j is refused with its own text', async (body, status, error) => {
    const { gl, paths } = await withHooks();
    const refused = await gl.post(paths[0], body);
    expect([refused.status, refused.body]).toEqual([status, { error }]);
    expect((await gl.get(paths[0])).list).toEqual([]);
  });

  test('texts of the greatest length, and twenty variables and headers, are taken', async () => {
    const { gl, paths } = await withHooks();
    const many = Array.from({ length: 20 }, (_, index) => ({ key: `k${index}`, value: 'v'.repeat(2048) }));
    const words = { name: 'n'.repeat(255), description: 'd'.repeat(2048), token: 't'.repeat(8192) };
    const more = { custom_webhook_template: 'c'.repeat(4096), url_variables: many, custom_headers: many };
    expect((await gl.post(paths[0], { url, ...words, ...more })).status).toBe(201);
    const one = [...many, { key: 'more', value: 'v' }];
    const refused = await gl.post(paths[0], { url, url_variables: one });
    expect([refused.status, refused.body]).toEqual([422, { error: 'Url variables must be a valid json schema' }]);
  });

  test('a key without a value is refused before the model sees it', async () => {
    const { gl, paths } = await withHooks();
    const refused = await gl.post(paths[0], { url, custom_headers: [{ key: 'a' }] });
    expect([refused.status, refused.body]).toEqual([400, { error: 'custom_headers[0][value] is missing' }]);
  });

  test('the local network is open to system hooks, and to the others once the instance allows it', async () => {
    const { gl, paths } = await withHooks();
    const local = { url: 'http://10.0.0.7/in' };
    expect((await gl.post('/hooks', local)).status).toBe(201);
    expect((await gl.post(paths[1], local)).status).toBe(422);
    const { state } = gl.sandbox.platform;
    state.settings = { ...state.settings, allow_local_requests_from_web_hooks_and_services: true };
    expect((await gl.post(paths[1], local)).status).toBe(201);
  });

  test.each([
    [0, 50, 'group'],
    [1, 100, 'project'],
  ] as const)('family %i holds %i hooks and no more', async (family, limit, name) => {
    const { gl, paths } = await withHooks();
    for (let made = 0; made < limit; made += 1) expect((await gl.post(paths[family], { url })).status).toBe(201);
    const refused = await gl.post(paths[family], { url });
    expect([refused.status, refused.body]).toEqual([
      422,
      { error: `Maximum number of ${name} hooks (${limit}) exceeded` },
    ]);
  });

  test('a filter is trimmed, and there is none where all branches count', async () => {
    const { gl, paths } = await withHooks();
    const made = await gl.post(paths[0], { url, push_events_branch_filter: '  release-*  ' });
    expect(made.object['push_events_branch_filter']).toBe('release-*');
    const all = { url, push_events_branch_filter: 'main', branch_filter_strategy: 'all_branches' };
    expect((await gl.post(paths[0], all)).object['push_events_branch_filter']).toBeNull();
  });

  test('what a family or a version does not know is dropped', async () => {
    const { gl, paths } = await withHooks();
    const sent = { url, subgroup_events: true, repository_update_events: true };
    expect((await gl.post(paths[0], sent)).object).toMatchObject({
      subgroup_events: true,
      repository_update_events: false,
    });
    expect((await gl.post(paths[1], sent)).object).not.toHaveProperty('subgroup_events');
    expect(
      (await gl.post('/hooks', { url, custom_webhook_template: '{}' })).object['custom_webhook_template'],
    ).toBeNull();
    const old = await withHooks({ version: '16.11.0-ee' });
    const made = await old.gl.post(old.paths[0], { url, name: 'ci', custom_headers: [{ key: 'a', value: 'b' }] });
    expect(made.status).toBe(201);
    for (const name of ['name', 'custom_headers', 'milestone_events']) expect(made.object).not.toHaveProperty(name);
    const older = await withHooks({ version: '17.11.0-ee' });
    const shown = (await older.gl.post(older.paths[0], { url, name: 'ci' })).object;
    expect(shown['name']).toBe('ci');
    expect(shown).not.toHaveProperty('project_events');
  });
});

describe('GET …/hooks', () => {
  test('lists in pages; only the list of a project leaves out the names of variables and headers', async () => {
    const { gl, paths } = await withHooks();
    const maps = { url_variables: [{ key: 'a', value: 'b' }], custom_headers: [{ key: 'c', value: 'd' }] };
    const names = { url_variables: [{ key: 'a' }], custom_headers: [{ key: 'c' }] };
    for (const path of paths) {
      const id = idOf(await gl.post(path, { url, ...maps }));
      await gl.post(path, { url });
      const listed = await gl.get(`${path}?per_page=1`);
      expect(listed.headers.get('x-total')).toBe('2');
      expect(listed.list.map((hook) => hook['id'])).toEqual([id]);
      if (path.startsWith('/projects')) {
        expect(listed.list[0]).not.toHaveProperty('url_variables');
        expect(listed.list[0]).not.toHaveProperty('custom_headers');
      } else expect(listed.list[0]).toMatchObject(names);
      expect((await gl.get(`${path}/${id}`)).object).toMatchObject(names);
    }
  });

  test('an unknown hook, and one of another place, is 404 with a small f', async () => {
    const { gl, paths } = await withHooks();
    const id = idOf(await gl.post(paths[0], { url }));
    for (const path of [`${paths[0]}/999`, `${paths[1]}/${id}`, `/hooks/${id}`]) {
      const missing = await gl.get(path);
      expect([missing.status, missing.body]).toEqual([404, { message: '404 Not found' }]);
    }
  });
});

describe('DELETE …/hooks', () => {
  test('is 204, then 404; the collection is an unknown path', async () => {
    const { gl, paths } = await withHooks();
    for (const path of paths) {
      const id = idOf(await gl.post(path, { url }));
      expect((await gl.delete(`${path}/${id}`)).status).toBe(204);
      expect((await gl.delete(`${path}/${id}`)).body).toEqual({ message: '404 Not found' });
      const all = await gl.delete(path);
      expect([all.status, all.body]).toEqual([404, { error: '404 Not Found' }]);
    }
  });

  test('honours If-Unmodified-Since', async () => {
    const { gl, paths } = await withHooks();
    const id = idOf(await gl.post(paths[0], { url }));
    const stale = await gl.delete(`${paths[0]}/${id}`, { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' });
    expect([stale.status, stale.body]).toEqual([412, { message: '412 Precondition Failed' }]);
  });
});

describe('who may manage hooks', () => {
  test('Owners of a group, Maintainers of a project, administrators of the instance', async () => {
    const { gl, group, project, paths } = await withHooks();
    const levels = { owner: 50, maintainer: 40, developer: 30 };
    for (const [name, access_level] of Object.entries(levels)) {
      const user_id = await gl.user(name);
      await gl.post(`/groups/${group}/members`, { user_id, access_level });
    }
    await gl.user('stranger');
    const post = async (name: string, path: string) => (await gl.as(name).post(path, { url })).status;
    const statuses = async (name: string) => [
      await post(name, paths[0]),
      await post(name, paths[1]),
      await post(name, '/hooks'),
    ];
    expect(await statuses('owner')).toEqual([201, 201, 403]);
    expect(await statuses('maintainer')).toEqual([403, 201, 403]);
    expect(await statuses('developer')).toEqual([403, 403, 403]);
    expect(await statuses('stranger')).toEqual([404, 404, 403]);
    expect((await gl.as('stranger').get(paths[0])).body).toEqual({ message: '404 Group Not Found' });
    expect((await gl.as('stranger').get(`/projects/${project}/hooks`)).body).toEqual({
      message: '404 Project Not Found',
    });
    for (const path of paths) {
      expect((await gl.as('developer').get(path)).body).toEqual({ message: '403 Forbidden' });
      expect((await fetch(`${gl.sandbox.url}/api/v4${path}`)).status).toBe(401);
    }
  });

  test('a custom role with admin_web_hook', async () => {
    const { gl, group, paths } = await withHooks();
    const body = { name: 'hooks', base_access_level: 10, admin_web_hook: true };
    const member_role_id = idOf(await gl.post('/member_roles', body));
    const user_id = await gl.user('jane');
    await gl.post(`/groups/${group}/members`, { user_id, access_level: 10, member_role_id });
    expect((await gl.as('jane').post(paths[0], { url })).status).toBe(201);
    expect((await gl.as('jane').get(paths[1])).status).toBe(200);
    expect((await gl.as('jane').get('/hooks')).status).toBe(403);
  });

  test('no hooks need a licence, those of groups neither', async () => {
    const { gl, paths } = await withHooks({ tier: 'free' });
    for (const path of [...paths, '/hooks']) {
      const id = idOf(await gl.post(path, { url }));
      expect((await gl.put(`${path}/${id}`, { push_events: true })).object).toMatchObject({ id, push_events: true });
      expect((await gl.delete(`${path}/${id}`)).status).toBe(204);
    }
  });
});
