import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of changes to projects (spec/requests/api/projects_spec.rb, 18.9).

const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];
const taken = ['has already been taken'];

/** Two projects of `mine`, on the first of which `maint` and `dev` work, and `other`, who has one. */
async function world() {
  const gl = await sandbox();
  await gl.user('mine');
  const mine = gl.as('mine');
  const first = idOf(await mine.post('/projects', { name: 'first', visibility: 'private' }));
  const second = idOf(await mine.post('/projects', { name: 'second', visibility: 'private' }));
  for (const [name, access_level] of Object.entries({ maint: 40, dev: 30 })) {
    await gl.post(`/projects/${first}/members`, { user_id: await gl.user(name), access_level });
  }
  await gl.user('other');
  return { gl, mine, maint: gl.as('maint'), dev: gl.as('dev'), other: gl.as('other'), first, second };
}

/** Attributes that are answered as they were sent, on POST and PUT. */
const kept: readonly JsonObject[] = [
  { visibility: 'public' },
  { visibility: 'internal' },
  { visibility: 'private' },
  { description: 'new description' },
  { issues_enabled: false, wiki_enabled: false, jobs_enabled: false, merge_requests_enabled: false },
  { snippets_enabled: false },
  { forking_access_level: 'disabled', analytics_access_level: 'disabled' },
  { builds_access_level: 'private' },
  { pages_access_level: 'private' },
  { emails_disabled: true },
  { resolve_outdated_diff_discussions: true },
  { remove_source_branch_after_merge: false },
  { only_allow_merge_if_pipeline_succeeds: true },
  { allow_merge_on_skipped_pipeline: true },
  { only_allow_merge_if_all_discussions_are_resolved: true },
  { autoclose_referenced_issues: false },
  { request_access_enabled: false },
  { ci_config_path: 'a/custom/path' },
  { merge_method: 'rebase_merge' },
  { merge_method: 'ff' },
  { squash_option: 'always' },
  { build_git_strategy: 'clone' },
  { auto_devops_deploy_strategy: 'timed_incremental' },
  { auto_devops_enabled: false },
  { requirements_access_level: 'disabled' },
  { approvals_before_merge: 3 },
  { packages_enabled: false },
];

describe('POST /projects', () => {
  test('name and path follow from each other', async () => {
    const { mine } = await world();
    for (const [sent, made] of [
      [{ name: 'Foo Project' }, { name: 'Foo Project', path: 'foo-project' }],
      [{ path: 'foo_project' }, { name: 'foo_project', path: 'foo_project' }],
      [
        { path: 'path-project-Foo', name: 'Foo' },
        { path: 'path-project-Foo', name: 'Foo' },
      ],
    ] as const) {
      const answer = await mine.post('/projects', sent);
      expect([answer.status, answer.object]).toMatchObject([201, made]);
    }
    expect((await mine.post('/projects')).body).toEqual({
      error: 'name, path are missing, at least one parameter must be provided',
    });
  });

  test('answers what was sent', async () => {
    const { mine } = await world();
    let number = 0;
    for (const sent of kept) {
      const answer = await mine.post('/projects', { name: `new-${(number += 1)}`, ...sent });
      expect([answer.status, answer.object]).toMatchObject([201, sent]);
    }
    expect((await mine.post('/projects', { name: 'x', merge_method: 'no_method' })).status).toBe(400);
    expect((await mine.post('/projects', { name: 'y', import_url: null })).status).toBe(201);
  });

  test('topics come by their own name and by the old one; a README makes a branch', async () => {
    const { gl, mine } = await world();
    const old = await mine.post('/projects', { name: 'a', tag_list: ['tagFirst', 'tagSecond'] });
    expect(old.object['topics']).toEqual(['tagFirst', 'tagSecond']);
    const made = await mine.post('/projects', { name: 'b', topics: ['t1', 't2'], initialize_with_readme: true });
    expect(made.object).toMatchObject({
      topics: ['t1', 't2'],
      readme_url: `${gl.sandbox.platform.externalUrl}/mine/b/-/blob/main/README.md`,
    });
    const chosen = { name: 'c', initialize_with_readme: true, default_branch: 'stable' };
    expect((await mine.post('/projects', chosen)).object['default_branch']).toBe('stable');
  });

  test('templates: a known one will do, an unknown one is named; no two origins at once', async () => {
    const { mine } = await world();
    const send = async (body: JsonObject) => mine.post('/projects', { name: 'templated', ...body });
    const unknown = { message: { template_name: ["'unknown' is unknown or invalid"] } };
    expect(told(await send({ template_name: 'unknown' }))).toEqual([400, unknown]);
    const id = { message: { template_project_id: ['4711 is unknown or invalid'] } };
    expect(told(await send({ template_project_id: 4711 }))).toEqual([400, id]);
    const both = await send({ template_name: 'rails', import_url: 'http://example.com' });
    expect(told(both)).toEqual([400, { error: 'import_url, template_name are mutually exclusive' }]);
    expect((await send({ template_name: 'rails' })).status).toBe(201);
  });

  test('a restricted visibility is refused to all but administrators', async () => {
    const { gl, mine } = await world();
    await gl.put('/application/settings', { restricted_visibility_levels: ['public'] });
    const refused = await mine.post('/projects', { name: 'x', visibility: 'public' });
    const text = 'public has been restricted by your GitLab administrator';
    expect(told(refused)).toEqual([400, { message: { visibility_level: [text] } }]);
    expect((await gl.post('/projects', { name: 'x', visibility: 'public' })).object['visibility']).toBe('public');
  });

  test('POST /projects/user/:user_id: administrators, for a user who is there, with a name', async () => {
    const { gl, mine } = await world();
    const id = idOf(await mine.get('/user'));
    const made = await gl.post(`/projects/user/${id}`, { name: 'Foo Project', visibility: 'public' });
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({ path: 'foo-project', owner: { username: 'mine' }, visibility: 'public' });
    expect((await gl.post(`/projects/user/${id}`)).body).toEqual({ error: 'name is missing' });
    expect((await mine.post(`/projects/user/${id}`, { name: 'x' })).status).toBe(403);
    expect(told(await gl.post('/projects/user/999999', { name: 'x' }))).toEqual(notThere('User'));
  });
});

describe('PUT /projects/:id', () => {
  test('answers what was sent, to its Owners', async () => {
    const { mine, second } = await world();
    for (const sent of [...kept, { restrict_user_defined_variables: true }, { keep_latest_artifact: true }]) {
      const answer = await mine.put(`/projects/${second}`, sent);
      expect([answer.status, answer.object]).toMatchObject([200, sent]);
    }
    expect((await mine.put(`/projects/${second}`, { topics: 'topic2' })).object['topics']).toEqual(['topic2']);
    expect((await mine.put(`/projects/${second}`, { tag_list: 'topic1' })).object['topics']).toEqual(['topic1']);
    const templated = { issues_enabled: true, issues_template: '## New' };
    expect((await mine.put(`/projects/${second}`, templated)).object).toMatchObject(templated);
    for (const wrong of [{ merge_method: 'invalid' }, { build_git_strategy: 'invalid' }]) {
      const [name = ''] = Object.keys(wrong);
      expect((await mine.put(`/projects/${second}`, wrong)).body).toEqual({
        error: `${name} does not have a valid value`,
      });
    }
  });

  test('nothing is 400, nobody 401, Developers 403, strangers 404', async () => {
    const { gl, mine, dev, other, first } = await world();
    const empty = await mine.put(`/projects/${first}`, {});
    expect([empty.status, textOf(empty.object['error'])]).toEqual([
      400,
      expect.stringMatching(/at least one parameter must be provided$/) as string,
    ]);
    expect((await gl.put(`/projects/${first}`, { name: 'bar' }, anonymous)).status).toBe(401);
    expect((await dev.put(`/projects/${first}`, { path: 'bar', description: 'x' })).status).toBe(403);
    expect((await other.put(`/projects/${first}`, { path: 'bar' })).status).toBe(404);
  });

  test('Maintainers rename and move within the namespace; the visibility is the Owners’', async () => {
    const { mine, maint, other, first } = await world();
    expect((await maint.put(`/projects/${first}`, { path: 'bar' })).object['path']).toBe('bar');
    expect((await maint.put(`/projects/${first}`, { name: 'Bar' })).object['name']).toBe('Bar');
    expect((await maint.put(`/projects/${first}`, { visibility: 'public' })).status).toBe(403);
    const path = await maint.put(`/projects/${first}`, { path: 'second' });
    expect([path.status, path.object['message']]).toMatchObject([400, { path: taken }]);
    const name = await mine.put(`/projects/${first}`, { name: 'second' });
    expect([name.status, name.object['message']]).toMatchObject([400, { name: taken }]);
    await other.post('/projects', { name: 'elsewhere' });
    expect((await mine.put(`/projects/${first}`, { path: 'elsewhere', name: 'elsewhere' })).status).toBe(200);
  });

  test('the policy for container images takes what it knows, and refuses what is no number or no pattern', async () => {
    const { maint, first } = await world();
    const send = async (policy: JsonObject) =>
      maint.put(`/projects/${first}`, { container_expiration_policy_attributes: policy });
    const sent = { cadence: '1month', keep_n: 1, name_regex_keep: 'foo.*' };
    expect((await send(sent)).object['container_expiration_policy']).toMatchObject(sent);
    expect(told(await send({ ...sent, keep_n: 'not_int' }))).toEqual([
      400,
      { error: 'container_expiration_policy_attributes[keep_n] is invalid' },
    ]);
    expect(told(await send({ ...sent, enabled: true, name_regex_keep: '[' }))).toEqual([
      400,
      { message: { 'container_expiration_policy.name_regex_keep': ['not valid RE2 syntax: missing ]: ['] } },
    ]);
  });

  test('the number of approvals cannot be nothing', async () => {
    const { mine, second } = await world();
    expect((await mine.put(`/projects/${second}`, { approvals_before_merge: null })).status).toBe(400);
  });

  test('the templates are shown to those who may see what they are for', async () => {
    const { gl, mine, other, second } = await world();
    await mine.put(`/projects/${second}`, { visibility: 'public', issues_access_level: 'private' });
    const shown = (await other.get(`/projects/${second}`)).object;
    expect(shown).not.toHaveProperty('issues_template');
    expect(shown).toHaveProperty('merge_requests_template');
    expect((await gl.get(`/projects/${second}`)).object).toHaveProperty('issues_template');
  });

  test('only administrators move a repository to another storage, which must be there', async () => {
    const { gl, mine, second } = await world();
    const storage = { repository_storage: 'new-storage', issues_enabled: false };
    const answer = await mine.put(`/projects/${second}`, storage);
    expect([answer.status, answer.object['issues_enabled']]).toEqual([200, false]);
    expect(told(await gl.put(`/projects/${second}`, storage))).toEqual([
      400,
      { message: { repository_storage_moves: ['is invalid'] } },
    ]);
  });
});

describe('the picture of a project', () => {
  test('is uploaded with POST and PUT, and taken away by an empty one; no picture, or a large one, is 400', async () => {
    const { gl, mine, first } = await world();
    const send = async (method: string, path: string, filename: string, size: number) => {
      const form = new FormData();
      if (method === 'POST') form.set('name', 'Pictured');
      form.set('avatar', new Blob([new Uint8Array(size)]), filename);
      const headers = { 'PRIVATE-TOKEN': mine.token };
      const answer = await fetch(`${gl.sandbox.url}/api/v4${path}`, { method, body: form, headers });
      return [answer.status, (await answer.json()) as JsonObject] as const;
    };
    const address = (id: unknown, file: string) =>
      `${gl.sandbox.url}/uploads/-/system/project/avatar/${textOf(id)}/${file}`;
    const [made, project] = await send('POST', '/projects', 'banana_sample.gif', 10);
    expect([made, project['avatar_url']]).toEqual([201, address(project['id'], 'banana_sample.gif')]);
    const [changed, shown] = await send('PUT', `/projects/${first}`, 'dk.png', 10);
    expect([changed, shown['avatar_url']]).toEqual([200, address(first, 'dk.png')]);
    const [large, tooBig] = await send('PUT', `/projects/${first}`, 'dk.png', 200 * 1024 + 1);
    expect([large, tooBig]).toEqual([400, { message: { avatar: ['is too big (should be at most 200 KiB)'] } }]);
    const [odd, refused] = await send('POST', '/projects', 'notes.txt', 10);
    expect([odd, JSON.stringify(refused)]).toEqual([400, expect.stringContaining('file format is not supported')]);
    expect((await mine.put(`/projects/${first}`, { avatar: '' })).object['avatar_url']).toBeNull();
  });
});

describe('archive, delete, share and transfer', () => {
  test('archive and unarchive: 201 whatever it was before, 403 for Developers', async () => {
    const { mine, dev, first } = await world();
    for (const [verb, archived] of [
      ['archive', true],
      ['archive', true],
      ['unarchive', false],
      ['unarchive', false],
    ] as const) {
      const answer = await mine.post(`/projects/${first}/${verb}`);
      expect([answer.status, answer.object['archived']]).toEqual([201, archived]);
      expect((await dev.post(`/projects/${first}/${verb}`)).status).toBe(403);
    }
  });

  test('DELETE: 202 for Owners and administrators, 403 for Developers, 404 for what is hidden, 412 when stale', async () => {
    const { gl, mine, dev, other, first, second } = await world();
    const stale = { 'If-Unmodified-Since': '2001-01-01T00:00:00Z' };
    expect((await mine.delete(`/projects/${first}`, stale)).status).toBe(412);
    expect((await dev.delete(`/projects/${first}`)).status).toBe(403);
    expect((await other.delete(`/projects/${first}`)).status).toBe(404);
    expect((await mine.delete('/projects/999999')).status).toBe(404);
    expect(told(await mine.delete(`/projects/${first}`))).toEqual([202, { message: '202 Accepted' }]);
    expect(told(await gl.delete(`/projects/${second}`))).toEqual([202, { message: '202 Accepted' }]);
    const restored = await mine.post(`/projects/${first}/restore`);
    expect(restored.status).toBe(201);
    expect(restored.object).toMatchObject({
      archived: false,
      marked_for_deletion_at: null,
      marked_for_deletion_on: null,
    });
  });

  test('share: 201 with the link, and its members may read; 400 without group or level, 404 for a hidden group', async () => {
    const { gl, mine, other, second } = await world();
    const hidden = await gl.group('hidden', { visibility: 'private' });
    const group = await gl.group('mine-too', { visibility: 'private' });
    for (const client of [mine, other]) {
      await gl.post(`/groups/${group}/members`, { user_id: idOf(await client.get('/user')), access_level: 30 });
    }
    const path = `/projects/${second}/share`;
    expect((await mine.post(path, { group_access: 30 })).body).toEqual({ error: 'group_id is missing' });
    expect((await mine.post(path, { group_id: group })).status).toBe(400);
    expect((await mine.post(path, { group_id: group, group_access: 1234 })).body).toEqual({
      error: 'group_access does not have a valid value',
    });
    expect((await mine.post(path, { group_id: hidden, group_access: 30 })).status).toBe(404);
    expect((await mine.post(path, { group_id: 999999, group_access: 30 })).status).toBe(404);
    expect((await other.get(`/projects/${second}`)).status).toBe(404);
    const made = await mine.post(path, { group_id: group, group_access: 30, expires_at: '2099-01-01' });
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({ group_id: group, group_access: 30, expires_at: '2099-01-01' });
    const shown = (await mine.get(`/projects/${second}`)).object['shared_with_groups'];
    expect(shown).toEqual([
      {
        ...{ group_id: group, group_name: 'mine-too', group_full_path: 'mine-too', group_access_level: 30 },
        expires_at: '2099-01-01',
      },
    ]);
    expect((await other.get(`/projects/${second}`)).status).toBe(200);
    expect((await mine.delete(`${path}/${group}`, { 'If-Unmodified-Since': '2001-01-01T00:00:00Z' })).status).toBe(412);
    expect((await mine.delete(`${path}/foo`)).status).toBe(400);
    expect((await mine.delete(`${path}/999999`)).status).toBe(404);
    expect((await mine.delete(`${path}/${group}`)).status).toBe(204);
    expect((await other.get(`/projects/${second}`)).status).toBe(404);
  });

  test('transfer: into a group of one’s own; not into one that is hidden or unknown; Developers may not bring in', async () => {
    const { gl, mine, second } = await world();
    const path = `/projects/${second}/transfer`;
    const hidden = await gl.group('hidden', { visibility: 'private' });
    expect((await mine.put(path, { namespace: hidden })).status).toBe(404);
    expect((await mine.put(path, { namespace: 'unknown' })).status).toBe(404);
    expect((await mine.put(path)).body).toEqual({ error: 'namespace is missing' });
    const user_id = idOf(await mine.get('/user'));
    const lent = await gl.group('lent', { project_creation_level: 'developer' });
    await gl.post(`/groups/${lent}/members`, { user_id, access_level: 30 });
    expect((await mine.put(path, { namespace: 'lent' })).status).toBe(400);
    const owned = await gl.group('owned');
    await gl.post(`/groups/${owned}/members`, { user_id, access_level: 50 });
    const moved = await mine.put(path, { namespace: 'owned' });
    expect([moved.status, moved.object['path_with_namespace']]).toEqual([200, 'owned/second']);
  });
});
