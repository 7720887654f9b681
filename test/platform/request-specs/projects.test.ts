import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of projects (spec/requests/api/projects_spec.rb, 18.9).

const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];

/** Three private projects of `mine`, one of `other`, a public one of the administrator, and `third`, who has none. */
async function world() {
  const gl = await sandbox();
  const ids = { mine: await gl.user('mine'), other: await gl.user('other'), third: await gl.user('third') };
  const people = { mine: gl.as('mine'), other: gl.as('other'), third: gl.as('third') };
  const open = idOf(await gl.post('/projects', { name: 'public_project', visibility: 'public' }));
  const make = async (who: 'mine' | 'other', name: string, more: JsonObject = {}) =>
    idOf(await people[who].post('/projects', { name, visibility: 'private', ...more }));
  const first = await make('mine', 'first_project');
  const second = await make('mine', 'second_project');
  const last = await make('mine', 'last_project');
  const others = await make('other', 'others_project');
  await gl.post(`/projects/${last}/members`, { user_id: ids.other, access_level: 40 });
  await gl.post(`/projects/${first}/members`, { user_id: ids.third, access_level: 30 });
  return { gl, ids, ...people, open, first, second, last, others };
}

describe('GET /projects', () => {
  test('the public and the own ones, newest first, with headers of pages; administrators see all', async () => {
    const { gl, mine, other, open, first, second, last, others } = await world();
    const list = await mine.get('/projects');
    expect([list.status, column(list, 'id')]).toEqual([200, [last, second, first, open]]);
    expect(list.headers.get('x-total')).toBe('4');
    expect(column(await other.get('/projects'), 'id')).toEqual([others, last, open]);
    expect(column(await gl.get('/projects'), 'id')).toEqual([others, last, second, first, open]);
    expect(column(await gl.get('/projects', anonymous), 'id')).toEqual([open]);
  });

  test('rows have tag_list, topics and permissions; statistics on demand; never a licence', async () => {
    const { mine, first } = await world();
    const row = (list: readonly JsonObject[]) => list.find((one) => one['id'] === first) ?? {};
    const plain = row((await mine.get('/projects')).list);
    expect(plain).toMatchObject({ tag_list: [], topics: [], open_issues_count: 0 });
    expect(plain['permissions']).toMatchObject({ project_access: { access_level: 50 }, group_access: null });
    expect(plain).not.toHaveProperty('statistics');
    expect(plain).not.toHaveProperty('repository_storage');
    const asked = row((await mine.get('/projects?statistics=true&license=true')).list);
    expect(asked).toHaveProperty('statistics');
    expect(asked).not.toHaveProperty('license');
    await mine.put(`/projects/${first}`, { issues_access_level: 'disabled' });
    expect(row((await mine.get('/projects')).list)).not.toHaveProperty('open_issues_count');
  });

  test('simple rows have these keys alone', async () => {
    const { mine } = await world();
    const [row] = (await mine.get('/projects?simple=true')).list;
    expect(Object.keys(row ?? {}).sort()).toEqual([
      ...['avatar_url', 'created_at', 'default_branch', 'description', 'forks_count', 'http_url_to_repo', 'id'],
      ...['last_activity_at', 'name', 'name_with_namespace', 'namespace', 'path', 'path_with_namespace', 'readme_url'],
      ...['ssh_url_to_repo', 'star_count', 'tag_list', 'topics', 'visibility', 'web_url'],
    ]);
  });

  test('filters, each by itself', async () => {
    const { gl, mine, open, first, second, last } = await world();
    const group = await gl.group('platform', { visibility: 'internal' });
    await gl.post(`/groups/${group}/members`, { user_id: idOf(await mine.get('/user')), access_level: 10 });
    const inside = idOf(await gl.post('/projects', { name: 'deep', namespace_id: group, visibility: 'internal' }));
    await mine.post(`/projects/${second}/archive`);
    const all = [inside, last, second, first, open];
    for (const [query, ids] of [
      ['', all],
      ['archived=true', [second]],
      ['archived=false', all.filter((id) => id !== second)],
      ['search=first_project', [first]],
      ['search=platform', []],
      ['search=platform&search_namespaces=true', [inside]],
      [`id_after=${first}`, [inside, last, second]],
      ['id_after=', all],
      [`id_before=${second}`, [first, open]],
      ['id_before=', all],
      [`id_after=${open}&id_before=${second}`, [first]],
      ['membership=true', [inside, last, second, first]],
      ['owned=true', [last, second, first]],
      ['visibility=private', [last, second, first]],
      ['visibility=internal', [inside]],
      ['visibility=public', [open]],
      ['order_by=id&sort=asc', all.toReversed()],
      ['order_by=repository_size', all],
      ['repository_storage=nfs-11', all],
      ['min_access_level=40', [last, second, first]],
      ['starred=true', []],
    ] as const) {
      expect([query, column(await mine.get(`/projects?${query}`), 'id')]).toEqual([query, ids]);
    }
    expect((await gl.get('/projects?repository_storage=nfs-11')).body).toEqual([]);
    expect((await mine.get('/projects?order_by=nothing')).body).toEqual({
      error: 'order_by does not have a valid value',
    });
  });

  test('with_issues_enabled leaves out those whose issues the caller cannot see', async () => {
    const { mine, third, first } = await world();
    await mine.put(`/projects/${first}`, { issues_access_level: 'disabled' });
    expect(column(await mine.get('/projects?with_issues_enabled=true'), 'id')).not.toContain(first);
    expect(column(await third.get('/projects?with_issues_enabled=true'), 'id')).not.toContain(first);
  });

  test('by language, in any case: the shares of a repository', async () => {
    const { gl, mine, third, first, open } = await world();
    const actions = [
      { action: 'create', file_path: 'a.rb', content: 'x'.repeat(75) },
      { action: 'create', file_path: 'web/a.js', content: 'x'.repeat(25) },
      { action: 'create', file_path: 'README.md', content: 'prose' },
    ];
    await mine.post(`/projects/${first}/repository/commits`, { branch: 'main', commit_message: 'x', actions });
    expect((await mine.get(`/projects/${first}/languages`)).body).toEqual({ Ruby: 75, JavaScript: 25 });
    expect(column(await mine.get('/projects?with_programming_language=javascript'), 'id')).toEqual([first]);
    expect((await gl.get(`/projects/${open}/languages`, anonymous)).body).toEqual({});
    expect((await gl.get('/projects/999999/languages')).status).toBe(404);
    expect((await gl.get(`/projects/${first}/languages`, anonymous)).status).toBe(404);
    expect((await third.get('/projects/999999/languages')).status).toBe(404);
  });

  test('by key: a link after each page that holds rows, none after an empty one; only by id', async () => {
    const { mine, open, first, last } = await world();
    const keyset = '/projects?pagination=keyset&order_by=id&per_page=1';
    const up = await mine.get(`${keyset}&sort=asc`);
    expect(column(up, 'id')).toEqual([open]);
    expect(up.headers.get('link')).toContain('pagination=keyset');
    expect(up.headers.get('link')).toContain(`id_after=${open}`);
    const end = await mine.get(`${keyset}&sort=asc&id_after=${last - 1}`);
    expect(end.headers.get('link')).toContain(`id_after=${last}`);
    const beyond = await mine.get(`${keyset}&sort=asc&id_after=999999`);
    expect([beyond.body, beyond.headers.get('link')]).toEqual([[], null]);
    expect((await mine.get(`${keyset}&sort=desc`)).headers.get('link')).toContain(`id_before=${last}`);
    expect((await mine.get(keyset.replace('=id', '=created_at'))).status).toBe(405);
    expect(first).toBeGreaterThan(open);
  });

  test('GET /users/:user_id/projects: by id or name, with the filters; unknown users are 404', async () => {
    const { gl, ids, third, first, second } = await world();
    expect(told(await gl.get('/users/999999/projects'))).toEqual(notThere('User'));
    expect(column(await gl.get(`/users/${ids.mine}/projects?id_before=${second}`), 'id')).toEqual([first]);
    expect(column(await third.get('/users/mine/projects'), 'id')).toEqual([first]);
    expect((await third.get('/users/mine/projects?min_access_level=40')).body).toEqual([]);
  });
});

describe('GET /projects/:id', () => {
  test('hidden and unknown ones are 404; without a token no permissions are told', async () => {
    const { gl, third, open, second } = await world();
    expect(told(await gl.get(`/projects/${second}`, anonymous))).toEqual(notThere('Project'));
    expect(told(await third.get(`/projects/${second}`))).toEqual(notThere('Project'));
    expect(told(await gl.get('/projects/999999'))).toEqual(notThere('Project'));
    const shown = (await gl.get(`/projects/${open}`, anonymous)).object;
    expect(shown).toMatchObject({ id: open, default_branch: 'main' });
    for (const key of ['permissions', 'ci_config_path']) expect(shown).not.toHaveProperty(key);
  });

  test('links lead to what is switched on; the namespace of a user is told in full', async () => {
    const { gl, mine, ids, first } = await world();
    const { _links, namespace } = (await mine.get(`/projects/${first}`)).object;
    const self = new RegExp(`/api/v4/projects/${first}$`);
    expect(_links).toMatchObject({ self: expect.stringMatching(self) as string });
    expect(Object.keys(_links ?? {}).sort()).toEqual([
      ...['cluster_agents', 'events', 'issues', 'labels', 'members', 'merge_requests', 'repo_branches', 'self'],
    ]);
    expect(namespace).toEqual({
      ...{ id: ids.mine, name: 'mine', path: 'mine', kind: 'user', full_path: 'mine', parent_id: null },
      ...{ avatar_url: null, web_url: `${gl.sandbox.platform.externalUrl}/mine` },
    });
    await mine.put(`/projects/${first}`, { issues_enabled: false, merge_requests_enabled: false });
    const links = Object.keys((await mine.get(`/projects/${first}`)).object['_links'] ?? {});
    expect(links).not.toContain('issues');
    expect(links).not.toContain('merge_requests');
  });

  test('a public project with a private repository hides branch and pipeline file from non-members', async () => {
    const { gl, mine, third, ids, first } = await world();
    const closed = { repository_access_level: 'private', merge_requests_access_level: 'private' };
    await mine.put(`/projects/${first}`, { visibility: 'public', builds_access_level: 'private', ...closed });
    await gl.delete(`/projects/${first}/members/${ids.third}`);
    const outside = (await third.get(`/projects/${first}?statistics=true`)).object;
    expect(outside).not.toHaveProperty('default_branch');
    expect(outside).not.toHaveProperty('ci_config_path');
    expect(outside).not.toHaveProperty('statistics');
    await gl.post(`/projects/${first}/members`, { user_id: ids.third, access_level: 30 });
    const inside = (await third.get(`/projects/${first}?statistics=true`)).object;
    expect(inside).toMatchObject({ default_branch: 'main', ci_config_path: null });
    expect(inside).toHaveProperty('statistics');
    expect(inside).not.toHaveProperty('import_error');
    expect((await mine.get(`/projects/${first}`)).object).toHaveProperty('import_error');
  });

  test('permissions: the highest of the groups above, and of the project itself', async () => {
    const { gl, third, ids } = await world();
    const root = await gl.group('root-group');
    const below = await gl.group('root-group/below');
    const project = idOf(await gl.post('/projects', { name: 'nested', namespace_id: below }));
    await gl.post(`/groups/${root}/members`, { user_id: ids.third, access_level: 40 });
    await gl.post(`/groups/${below}/members`, { user_id: ids.third, access_level: 50 });
    const { permissions } = (await third.get(`/projects/${project}`)).object;
    expect(permissions).toMatchObject({ project_access: null, group_access: { access_level: 50 } });
  });

  test('repository_storage is for administrators, service desk fields for all, a licence on demand', async () => {
    const { gl, mine, first } = await world();
    expect((await gl.get(`/projects/${first}`)).object['repository_storage']).toBe('default');
    const shown = (await mine.get(`/projects/${first}`)).object;
    expect(shown).not.toHaveProperty('repository_storage');
    expect(shown).toHaveProperty('service_desk_enabled');
    expect(shown).not.toHaveProperty('license');
    expect((await mine.get(`/projects/${first}?license=true`)).object).toHaveProperty('license');
  });

  test('GET …/storage: administrators; others 401 and 403, also for projects that are not there', async () => {
    const { gl, third, first } = await world();
    const shown = (await gl.get(`/projects/${first}/storage`)).object;
    expect(shown).toMatchObject({ project_id: first, repository_storage: 'default' });
    expect(textOf(shown['disk_path'])).toMatch(/^@hashed\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
    for (const id of [first, 999999]) {
      expect((await gl.get(`/projects/${id}/storage`, anonymous)).status).toBe(401);
      expect((await third.get(`/projects/${id}/storage`)).status).toBe(403);
    }
    expect((await gl.post(`/projects/${first}/housekeeping`)).status).toBe(201);
    expect((await third.post(`/projects/${first}/housekeeping`)).status).toBe(403);
    expect((await gl.post(`/projects/${first}/housekeeping`, {}, anonymous)).status).toBe(401);
  });
});

describe('who has to do with a project', () => {
  test('GET …/users: all with access, by id, in short; some left out on demand', async () => {
    const { gl, mine, ids, first } = await world();
    const list = await mine.get(`/projects/${first}/users`);
    expect([list.status, column(list, 'id')]).toEqual([200, [ids.mine, ids.third]]);
    expect(Object.keys(list.list[0] ?? {}).sort()).toEqual([
      ...['avatar_url', 'id', 'locked', 'name', 'public_email', 'state', 'username', 'web_url'],
    ]);
    expect(column(await mine.get(`/projects/${first}/users?skip_users=${ids.mine}`), 'id')).toEqual([ids.third]);
    expect(column(await mine.get(`/projects/${first}/users?search=thi`), 'id')).toEqual([ids.third]);
    expect(told(await gl.get('/projects/999999/users'))).toEqual(notThere('Project'));
    expect((await gl.get(`/projects/${first}/users`, anonymous)).status).toBe(404);
  });

  test('GET …/groups: those above, and the invited ones by level, sight and name', async () => {
    const { gl, third, ids } = await world();
    const top = await gl.group('top', { visibility: 'public' });
    const below = await gl.group('top/below', { visibility: 'public' });
    const hidden = await gl.group('shared-hidden', { visibility: 'private' });
    const seen = await gl.group('shared-seen', { visibility: 'public' });
    const project = idOf(await gl.post('/projects', { name: 'p', namespace_id: below, visibility: 'private' }));
    await gl.post(`/projects/${project}/share`, { group_id: hidden, group_access: 30 });
    await gl.post(`/projects/${project}/share`, { group_id: seen, group_access: 20 });
    await gl.post(`/projects/${project}/members`, { user_id: ids.third, access_level: 30 });
    const ask = async (query: string) => column(await third.get(`/projects/${project}/groups?${query}`), 'id');
    expect(await ask('')).toEqual([top, below]);
    expect(await ask('search=top')).toEqual([top]);
    expect(await ask('with_shared=true')).toEqual([top, below, hidden, seen]);
    expect(await ask('with_shared=true&shared_min_access_level=30')).toEqual([top, below, hidden]);
    expect(await ask('with_shared=true&shared_visible_only=true')).toEqual([top, below, seen]);
    expect(await ask('with_shared=true&search=shared')).toEqual([hidden, seen]);
    expect(await ask(`with_shared=true&skip_groups=${hidden},${top}`)).toEqual([below, seen]);
    expect((await gl.get(`/projects/${project}/groups`, anonymous)).status).toBe(404);
    expect((await gl.as('other').get(`/projects/${project}/groups`)).status).toBe(404);
  });
});
