import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox } from './client.ts';
import type { Answer, SandboxClient } from './client.ts';

const day = 86_400_000;
const brief = (answer: Answer) => [answer.status, answer.body];

/** A sandbox with a group `acme`, its project `app`, and a user of each role on the group. */
async function team(options = {}): Promise<{ gl: SandboxClient; group: number; project: number }> {
  const gl = await sandbox(options);
  const group = await gl.group('acme');
  for (const [name, level] of Object.entries({ guest: 10, dev: 30, maint: 40, owner: 50 })) {
    const user = await gl.user(name);
    await gl.post(`/groups/${group}/members`, { user_id: user, access_level: level });
  }
  await gl.user('stranger');
  const project = idOf(await gl.post('/projects', { name: 'App', path: 'app', namespace_id: group }));
  return { gl, group, project };
}

test('POST /projects without name and path is 400', async () => {
  const gl = await sandbox();
  expect(brief(await gl.post('/projects', {}))).toEqual([
    400,
    { error: 'name, path are missing, at least one parameter must be provided' },
  ]);
});

test('POST /projects makes the path from the name, and the name from the path', async () => {
  const gl = await sandbox();
  expect((await gl.post('/projects', { name: 'Foo Project' })).object['path']).toBe('foo-project');
  expect((await gl.post('/projects', { path: 'foo_project' })).object['name']).toBe('foo_project');
});

test('POST /projects with a taken name and path names the namespace, the name and the path', async () => {
  const { gl, group } = await team();
  const taken = ['has already been taken'];
  expect(brief(await gl.post('/projects', { name: 'App', path: 'app', namespace_id: group }))).toEqual([
    400,
    { message: { 'project_namespace.name': taken, name: taken, path: taken } },
  ]);
});

test('POST /projects into a group without the right, or into none, is 400 `namespace is not valid`', async () => {
  const { gl, group } = await team();
  const refused = [400, { message: { namespace: ['is not valid'] } }];
  expect(brief(await gl.as('guest').post('/projects', { name: 'x', namespace_id: group }))).toEqual(refused);
  expect(brief(await gl.as('dev').post('/projects', { name: 'x', namespace_id: 4711 }))).toEqual(refused);
  expect((await gl.as('maint').post('/projects', { name: 'x', namespace_id: group })).status).toBe(201);
});

test('POST /projects lowers a visibility beyond the group, PUT refuses it, and both one that is restricted', async () => {
  const { gl, group } = await team();
  const made = await gl.post('/projects', { name: 'x', namespace_id: group, visibility: 'public' });
  expect([made.status, made.object['visibility']]).toEqual([201, 'private']);
  expect(brief(await gl.put(`/projects/${idOf(made)}`, { visibility: 'public' }))).toEqual([
    400,
    { message: { visibility_level: ['public is not allowed in a private namespace.'] } },
  ]);
  await gl.put('/application/settings', { restricted_visibility_levels: ['internal'] });
  expect(brief(await gl.as('dev').post('/projects', { name: 'y', visibility: 'internal' }))).toEqual([
    400,
    { message: { visibility_level: ['internal has been restricted by your GitLab administrator'] } },
  ]);
  expect((await gl.post('/projects', { name: 'z', visibility: 'internal' })).status).toBe(201);
});

test('POST /projects with initialize_with_readme commits a README on the default branch', async () => {
  const gl = await sandbox();
  const made = (await gl.post('/projects', { name: 'Docs', initialize_with_readme: true, default_branch: 'trunk' }))
    .object;
  expect(made['empty_repo']).toBe(false);
  expect(made['default_branch']).toBe('trunk');
  expect(textOf(made['readme_url'])).toMatch(/\/root\/Docs\/-\/blob\/trunk\/README\.md$/);
});

test('POST /projects makes the owner of a personal project its member at level 50', async () => {
  const gl = await sandbox();
  await gl.user('dev');
  const dev = gl.as('dev');
  const id = idOf(await dev.post('/projects', { name: 'mine' }));
  const shown = (await dev.get(`/projects/${id}`)).object;
  expect(shown['permissions']).toEqual({
    project_access: { access_level: 50, notification_level: 3 },
    group_access: null,
  });
  expect(shown['owner']).toMatchObject({ username: 'dev' });
});

test('POST /projects beyond the limit of personal projects is 403', async () => {
  const gl = await sandbox();
  await gl.user('dev', { projects_limit: 1 });
  const dev = gl.as('dev');
  expect((await dev.post('/projects', { name: 'one' })).status).toBe(201);
  expect((await dev.post('/projects', { name: 'two' })).status).toBe(403);
});

// What a clients' suite found on a real GitLab: the setting is for users made later.
test('default_projects_limit holds for users that are made after it is set, and for no other', async () => {
  const gl = await sandbox();
  const early = await gl.user('early');
  await gl.put('/application/settings', { default_projects_limit: 1 });
  const late = await gl.user('late');
  await gl.put('/application/settings', { default_projects_limit: 7 });
  const limit = async (id: number) => (await gl.get(`/users/${id}`)).object['projects_limit'];
  expect([await limit(early), await limit(late)]).toEqual([100_000, 1]);
  const made = [];
  for (const name of ['one', 'two']) made.push((await gl.as('late').post('/projects', { name })).status);
  expect(made).toEqual([201, 403]);
  expect((await gl.as('early').post('/projects', { name: 'one' })).status).toBe(201);
  await gl.user('outsider', { external: true });
  expect((await gl.as('outsider').post('/projects', { name: 'one' })).status).toBe(403);
});

test('an old switch sets the access level, and the answer tells both', async () => {
  const { gl, project } = await team();
  const answer = (
    await gl.put(`/projects/${project}`, { wiki_enabled: false, container_registry_access_level: 'disabled' })
  ).object;
  expect(answer['wiki_access_level']).toBe('disabled');
  expect(answer['wiki_enabled']).toBe(false);
  expect(answer['container_registry_enabled']).toBe(false);
});

test('GET /projects/:id is 404 to strangers and to the anonymous, and shows Maintainers the CI settings', async () => {
  const { gl, project } = await team();
  const hidden = [404, { message: '404 Project Not Found' }];
  expect(brief(await gl.as('stranger').get(`/projects/${project}`))).toEqual(hidden);
  expect((await fetch(`${gl.sandbox.url}/api/v4/projects/${project}`)).status).toBe(404);
  expect((await gl.as('maint').get(`/projects/${project}`)).object).toHaveProperty('runners_token');
  const dev = (await gl.as('dev').get(`/projects/${project}`)).object;
  for (const name of ['runners_token', 'ci_default_git_depth', 'import_error']) expect(dev).not.toHaveProperty(name);
  expect(dev).toHaveProperty('default_branch', 'main');
  expect((await gl.as('guest').get(`/projects/${project}`)).object).not.toHaveProperty('default_branch');
});

test('GET /projects/:id has statistics when they are asked for', async () => {
  const { gl, project } = await team();
  expect((await gl.get(`/projects/${project}`)).object).not.toHaveProperty('statistics');
  expect((await gl.get(`/projects/${project}?statistics=true`)).object['statistics']).toMatchObject({
    commit_count: 0,
  });
});

test('paid fields are there with the licence that sells them', async () => {
  const free = await team({ tier: 'free' });
  expect((await free.gl.get(`/projects/${free.project}`)).object).not.toHaveProperty('mirror');
  const premium = await team({ tier: 'premium' });
  const shown = (await premium.gl.get(`/projects/${premium.project}`)).object;
  expect(shown).toHaveProperty('mirror', false);
  expect(shown).toHaveProperty('requirements_enabled', false);
  expect(shown).not.toHaveProperty('spp_repository_pipeline_access');
});

test('PUT /projects/:id: strangers 404, developers 403, Maintainers may, only Owners change the visibility', async () => {
  const { gl, project } = await team();
  const path = `/projects/${project}`;
  expect((await gl.as('stranger').put(path, { name: 'x' })).status).toBe(404);
  expect((await gl.as('dev').put(path, { name: 'x' })).status).toBe(403);
  expect((await gl.as('maint').put(path, { name: 'Better' })).object['name']).toBe('Better');
  expect((await gl.as('maint').put(path, { visibility: 'private' })).status).toBe(403);
  expect((await gl.as('owner').put(path, { visibility: 'private' })).status).toBe(200);
  const anonymous = await fetch(`${gl.sandbox.url}/api/v4${path}`, { method: 'PUT' });
  expect(anonymous.status).toBe(401);
});

test('PUT /projects/:id without a known parameter is 400', async () => {
  const { gl, project } = await team();
  const answer = await gl.put(`/projects/${project}`, { nmae: 'x' });
  expect(answer.status).toBe(400);
  expect(textOf(answer.object['error'])).toMatch(/are missing, at least one parameter must be provided$/);
});

test('PUT /projects/:id drops max_artifacts_size from all but administrators', async () => {
  const { gl, project } = await team();
  expect(
    (await gl.as('owner').put(`/projects/${project}`, { max_artifacts_size: 5 })).object['max_artifacts_size'],
  ).toBeNull();
  expect((await gl.put(`/projects/${project}`, { max_artifacts_size: 5 })).object['max_artifacts_size']).toBe(5);
});

test('PUT /projects/:id: the role for pipeline variables is raised to owner by Owners alone', async () => {
  const { gl, project } = await team();
  const change = { ci_pipeline_variables_minimum_override_role: 'owner' };
  expect(brief(await gl.as('maint').put(`/projects/${project}`, change))).toEqual([
    400,
    {
      message: 'Changing the ci_pipeline_variables_minimum_override_role to the owner role is not allowed',
    },
  ]);
  expect((await gl.as('owner').put(`/projects/${project}`, change)).object['restrict_user_defined_variables']).toBe(
    true,
  );
});

test('PUT /projects/:id refuses mr_default_target_self on what is no fork', async () => {
  const { gl, project } = await team();
  expect((await gl.put(`/projects/${project}`, { mr_default_target_self: true })).status).toBe(400);
});

test('PUT /projects/:id refuses a default branch that is not there', async () => {
  const gl = await sandbox();
  const id = idOf(await gl.post('/projects', { name: 'x', initialize_with_readme: true }));
  expect(brief(await gl.put(`/projects/${id}`, { default_branch: 'gone' }))).toEqual([
    400,
    { message: { base: ["Could not change HEAD: branch 'gone' does not exist"] } },
  ]);
});

test('a renamed project: GET by the old path is 301 to the numeric address, other verbs are 405', async () => {
  const { gl, project } = await team();
  await gl.put(`/projects/${project}`, { path: 'renamed' });
  const options = { headers: { 'PRIVATE-TOKEN': gl.token }, redirect: 'manual' } as const;
  const moved = await fetch(`${gl.sandbox.url}/api/v4/projects/acme%2Fapp?statistics=true`, options);
  expect(moved.status).toBe(301);
  expect(moved.headers.get('location')).toBe(`${gl.sandbox.url}/api/v4/projects/${project}?statistics=true`);
  expect(brief(await gl.put('/projects/acme%2Fapp', { name: 'x' }))).toEqual([
    405,
    { message: 'Non GET methods are not allowed for moved projects' },
  ]);
  expect((await gl.as('stranger').get('/projects/acme%2Fapp')).status).toBe(404);
  // Once another project stands there, the old path is its own.
  const other = idOf(
    await gl.post('/projects', { name: 'New', path: 'app', namespace_id: idOf(await gl.get('/groups/acme')) }),
  );
  expect((await gl.get('/projects/acme%2Fapp')).object['id']).toBe(other);
});

test('a project is found by its old path after its group was renamed, too', async () => {
  const { gl, group, project } = await team();
  await gl.put(`/groups/${group}`, { path: 'acme2' });
  expect((await gl.get('/projects/acme%2Fapp')).object['id']).toBe(project);
});

test('DELETE /projects/:id marks and renames; 403 for Maintainers; the second time is 400', async () => {
  const { gl, project } = await team();
  expect((await gl.as('maint').delete(`/projects/${project}`)).status).toBe(403);
  expect((await gl.as('stranger').delete(`/projects/${project}`)).status).toBe(404);
  expect(brief(await gl.as('owner').delete(`/projects/${project}`))).toEqual([202, { message: '202 Accepted' }]);
  const marked = (await gl.get(`/projects/${project}`)).object;
  expect(marked['path_with_namespace']).toBe(`acme/app-deletion_scheduled-${project}`);
  expect(marked['marked_for_deletion_on']).toBe(new Date().toISOString().slice(0, 10));
  expect(brief(await gl.delete(`/projects/${project}`))).toEqual([
    400,
    { message: 'Project has already been marked for deletion' },
  ]);
  gl.sandbox.platform.clock.advance(31 * day);
  expect((await gl.get(`/projects/${project}`)).status).toBe(404);
});

test('DELETE /projects/:id honours If-Unmodified-Since', async () => {
  const { gl, project } = await team();
  const headers = { 'If-Unmodified-Since': new Date(0).toUTCString() };
  expect((await gl.delete(`/projects/${project}`, headers)).status).toBe(412);
});

test('DELETE /projects/:id below a marked group is accepted and changes nothing', async () => {
  const { gl, group, project } = await team();
  await gl.delete(`/groups/${group}`);
  expect((await gl.delete(`/projects/${project}`)).status).toBe(202);
  expect((await gl.get(`/projects/${project}`)).object['marked_for_deletion_on']).toBeNull();
});

test('permanent removal of a project: the instance, the mark, the full path, in this order', async () => {
  const { gl, project } = await team();
  const owner = gl.as('owner');
  const remove = async (path: string, client = owner) =>
    (await client.delete(`/projects/${project}?permanently_remove=true&full_path=${encodeURIComponent(path)}`)).body;
  await gl.put('/application/settings', { allow_immediate_namespaces_deletion: false });
  expect(await remove('acme/app')).toEqual({
    message: '`permanently_remove` option is not permitted on this instance.',
  });
  expect(await remove('acme/app', gl)).toEqual({ message: 'Project must be marked for deletion first.' });
  await gl.delete(`/projects/${project}`);
  expect(await remove('acme/app', gl)).toEqual({
    message: '`full_path` is incorrect. You must enter the complete path for the project.',
  });
  expect(await remove(`acme/app-deletion_scheduled-${project}`, gl)).toEqual({ message: '202 Accepted' });
  expect((await gl.get(`/projects/${project}`)).status).toBe(404);
});

test('on 17.11 Free deletes at once, Premium marks with the older suffix', async () => {
  const free = await team({ version: '17.11.0-ee', tier: 'free' });
  await free.gl.delete(`/projects/${free.project}`);
  expect((await free.gl.get(`/projects/${free.project}`)).status).toBe(404);
  const premium = await team({ version: '17.11.0-ee', tier: 'premium' });
  await premium.gl.delete(`/projects/${premium.project}`);
  const marked = (await premium.gl.get(`/projects/${premium.project}`)).object;
  expect(marked['path']).toBe(`app-deleted-${premium.project}`);
});

test('POST /projects/:id/restore takes the suffix away, and needs a mark and an Owner', async () => {
  const { gl, project } = await team();
  expect(brief(await gl.post(`/projects/${project}/restore`))).toEqual([
    400,
    { message: 'Project has not been marked for deletion' },
  ]);
  await gl.delete(`/projects/${project}`);
  expect((await gl.as('maint').post(`/projects/${project}/restore`)).status).toBe(403);
  const restored = await gl.as('owner').post(`/projects/${project}/restore`);
  expect(restored.status).toBe(201);
  expect(restored.object).toMatchObject({
    path_with_namespace: 'acme/app',
    archived: false,
    marked_for_deletion_on: null,
  });
});

test("POST /projects/:id/archive and unarchive are 201 also when nothing changes, and are the Owners'", async () => {
  const { gl, project } = await team();
  expect((await gl.as('maint').post(`/projects/${project}/archive`)).status).toBe(403);
  for (const [verb, archived] of [
    ['archive', true],
    ['archive', true],
    ['unarchive', false],
    ['unarchive', false],
  ] as const) {
    const answer = await gl.as('owner').post(`/projects/${project}/${verb}`);
    expect([answer.status, answer.object['archived']]).toEqual([201, archived]);
  }
});

test('a project below an archived group is shown as archived', async () => {
  const { gl, group, project } = await team();
  await gl.post(`/groups/${group}/archive`);
  expect((await gl.get(`/projects/${project}`)).object['archived']).toBe(true);
});

test('POST /projects/:id/share: unknown group 404, twice 409, no access level 400, developers 403', async () => {
  const { gl, project } = await team();
  const guests = await gl.group('guests');
  const path = `/projects/${project}/share`;
  expect(brief(await gl.post(path, { group_id: 4711, group_access: 30 }))).toEqual([404, { message: 'Not Found' }]);
  expect((await gl.post(path, { group_id: guests })).status).toBe(400);
  expect(brief(await gl.post(path, { group_id: guests, group_access: 31 }))).toEqual([
    400,
    { error: 'group_access does not have a valid value' },
  ]);
  expect((await gl.as('dev').post(path, { group_id: guests, group_access: 30 })).status).toBe(403);
  // The Maintainer cannot see the private group.
  expect((await gl.as('maint').post(path, { group_id: guests, group_access: 30 })).status).toBe(404);
  const made = await gl.post(path, { group_id: guests, group_access: 30, expires_at: '2999-01-01' });
  expect([made.status, made.object]).toEqual([
    201,
    {
      id: idOf(made),
      project_id: project,
      group_id: guests,
      group_access: 30,
      expires_at: '2999-01-01',
      member_role_id: null,
    },
  ]);
  expect((await gl.post(path, { group_id: guests, group_access: 30 })).status).toBe(409);
  const shown = (await gl.get(`/projects/${project}`)).object['shared_with_groups'];
  expect(shown).toMatchObject([{ group_id: guests, group_access_level: 30 }]);
});

test('POST /projects/:id/share is 400 where the group forbids sharing', async () => {
  const { gl, group, project } = await team();
  const guests = await gl.group('guests');
  await gl.put(`/groups/${group}`, { share_with_group_lock: true });
  expect(brief(await gl.post(`/projects/${project}/share`, { group_id: guests, group_access: 30 }))).toEqual([
    400,
    { message: 'The project sharing with group is disabled' },
  ]);
});

test('DELETE /projects/:id/share/:group_id: 204, then 404; no number 400; ownership is taken by Owners alone', async () => {
  const { gl, project } = await team();
  const guests = await gl.group('guests');
  await gl.post(`/projects/${project}/share`, { group_id: guests, group_access: 50 });
  const path = `/projects/${project}/share/${guests}`;
  expect((await gl.as('maint').delete(path)).status).toBe(403);
  expect((await gl.as('owner').delete(path)).status).toBe(204);
  expect(brief(await gl.delete(path))).toEqual([404, { message: '404 Group Link Not Found' }]);
  expect(brief(await gl.delete(`/projects/${project}/share/foo`))).toEqual([400, { error: 'group_id is invalid' }]);
});

test('PUT /projects/:id/transfer moves, lowers the visibility, and leaves a redirect', async () => {
  const gl = await sandbox();
  const target = await gl.group('target');
  const id = idOf(await gl.post('/projects', { name: 'x', visibility: 'public' }));
  const moved = await gl.put(`/projects/${id}/transfer`, { namespace: 'target' });
  expect([moved.status, moved.object['path_with_namespace'], moved.object['visibility']]).toEqual([
    200,
    'target/x',
    'private',
  ]);
  expect((await gl.get('/projects/root%2Fx')).object['id']).toBe(id);
  expect(brief(await gl.put(`/projects/${id}/transfer`, { namespace: String(target) }))).toEqual([
    400,
    { message: 'Failed to transfer project {:new_namespace=>["Project is already in this namespace."]}' },
  ]);
});

test('PUT /projects/:id/transfer: hidden namespace 404, none 400, archived 403, Maintainers 403, a mere Developer there 400', async () => {
  const { gl, project } = await team();
  const target = await gl.group('target');
  const path = `/projects/${project}/transfer`;
  expect(brief(await gl.as('owner').put(path, { namespace: 'target' }))).toEqual([
    404,
    { message: '404 Namespace Not Found' },
  ]);
  expect((await gl.put(path)).status).toBe(400);
  expect((await gl.as('maint').put(path, { namespace: 'target' })).status).toBe(403);
  const owner = Number((await gl.get('/users?username=owner')).list[0]?.['id']);
  await gl.post(`/groups/${target}/members`, { user_id: owner, access_level: 30 });
  expect((await gl.as('owner').put(path, { namespace: 'target' })).status).toBe(400);
  await gl.post(`/projects/${project}/archive`);
  expect((await gl.put(path, { namespace: 'target' })).status).toBe(403);
});

test('GET /projects: everyone sees what they may; keyset links as long as there are rows', async () => {
  const { gl, project } = await team();
  const open = idOf(await gl.post('/projects', { name: 'Open', visibility: 'public' }));
  const ids = async (client: Pick<SandboxClient, 'get'>, query = '') =>
    (await client.get(`/projects${query}`)).list.map((row) => row['id']);
  expect(await ids(gl)).toEqual([open, project]);
  expect(await ids(gl.as('stranger'))).toEqual([open]);
  expect(await ids(gl.as('dev'), '?membership=true')).toEqual([project]);
  expect(await ids(gl.as('dev'), '?min_access_level=40')).toEqual([]);
  expect(await ids(gl, '?search=ope')).toEqual([open]);
  expect(await ids(gl, '?search=acme&search_namespaces=true')).toEqual([project]);
  expect(await ids(gl, '?order_by=name&sort=asc')).toEqual([project, open]);
  const first = await gl.get('/projects?pagination=keyset&order_by=id&sort=asc&per_page=2');
  expect(first.headers.get('link')).toContain(`id_after=${open}`);
  const last = await gl.get(`/projects?pagination=keyset&order_by=id&sort=asc&id_after=${open}`);
  expect([last.body, last.headers.get('link')]).toEqual([[], null]);
  expect((await gl.get('/projects?pagination=keyset&order_by=name')).status).toBe(405);
});

test('GET /projects: simple and anonymous answers are short', async () => {
  const gl = await sandbox();
  await gl.post('/projects', { name: 'Open', visibility: 'public' });
  expect((await gl.get('/projects')).list[0]).toHaveProperty('permissions');
  expect((await gl.get('/projects?simple=true')).list[0]).not.toHaveProperty('permissions');
  const anonymous = (await (await fetch(`${gl.sandbox.url}/api/v4/projects`)).json()) as readonly object[];
  expect(anonymous[0]).not.toHaveProperty('merge_method');
});

test('GET /projects: updated_at filter and another order do not go together', async () => {
  const gl = await sandbox();
  expect(brief(await gl.get('/projects?updated_after=2020-01-01T00:00:00Z&order_by=id'))).toEqual([
    400,
    { message: '400 Bad request - `updated_at` filter and `updated_at` sorting must be paired' },
  ]);
});

test('GET /projects: archived, active, visibility, topic, marked_for_deletion_on', async () => {
  const gl = await sandbox();
  const one = idOf(await gl.post('/projects', { name: 'one', topics: ['ruby', 'web'] }));
  const two = idOf(await gl.post('/projects', { name: 'two' }));
  await gl.post(`/projects/${two}/archive`);
  const ids = async (query: string) => (await gl.get(`/projects?${query}`)).list.map((row) => row['id']);
  expect(await ids('archived=true')).toEqual([two]);
  expect(await ids('active=true')).toEqual([one]);
  expect(await ids('visibility=public')).toEqual([]);
  expect(await ids('topic=ruby,web')).toEqual([one]);
  expect(await ids('topic=ruby,none')).toEqual([]);
  await gl.delete(`/projects/${one}`);
  expect(await ids(`marked_for_deletion_on=${new Date().toISOString().slice(0, 10)}`)).toEqual([one]);
});

test('GET /users/:user_id/projects takes an id or a name, and 404 for nobody', async () => {
  const gl = await sandbox();
  const user = await gl.user('dev');
  const id = idOf(await gl.as('dev').post('/projects', { name: 'mine' }));
  for (const key of ['dev', user]) {
    expect((await gl.get(`/users/${key}/projects`)).list.map((row) => row['id'])).toEqual([id]);
  }
  expect(brief(await gl.get('/users/4711/projects'))).toEqual([404, { message: '404 User Not Found' }]);
});

const nameRule =
  "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'.";
const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";
const addressRule =
  "can only include non-accented letters, digits, '_', '-' and '.'. It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'.";
const blank = "can't be blank";

test.each<[JsonObject, JsonObject]>([
  [{ name: '' }, { 'project_namespace.name': [blank], name: [blank, nameRule] }],
  [{ name: 'bad/name' }, { name: [nameRule] }],
  [{ path: 'Other Path' }, { 'project_namespace.path': [addressRule, pathRule], path: [pathRule, addressRule] }],
  [{ path: 'under__score' }, { 'project_namespace.path': [addressRule], path: [addressRule] }],
  [{ path: 'last-' }, { 'project_namespace.path': [addressRule], path: [addressRule] }],
  [{ path: 'x.git' }, { 'project_namespace.path': [pathRule], path: [pathRule] }],
  [{ path: 'Blob' }, { 'project_namespace.path': ['Blob is a reserved name'], path: ['Blob is a reserved name'] }],
  [{ build_timeout: 599 }, { build_timeout: ['needs to be between 10 minutes and 1 month'] }],
  [{ ci_default_git_depth: 1001 }, { 'ci_cd_settings.default_git_depth': ['must be less than or equal to 1000'] }],
  [
    { mr_default_target_self: true },
    { 'project_setting.mr_default_target_self': ['This setting is allowed for forked projects only'] },
  ],
])('PUT /projects refuses %j, and changes nothing', async (sent, told) => {
  const { gl } = await team();
  const path = `/projects/${idOf(await gl.post('/projects', { name: 'x' }))}`;
  const before = (await gl.get(path)).object;
  expect(brief(await gl.put(path, { description: 'new', ...sent }))).toEqual([400, { message: told }]);
  expect((await gl.get(path)).object).toEqual(before);
});

test('what is for mirrors alone changes nothing; a URL to import from speaks HTTP or Git', async () => {
  const { gl } = await team();
  const id = idOf(await gl.post('/projects', { name: 'x' }));
  expect((await gl.put(`/projects/${id}`, { only_mirror_protected_branches: true })).status).toBe(400);
  expect((await gl.put(`/projects/${id}`, { only_mirror_protected_branches: true, mirror: false })).status).toBe(200);
  expect(brief(await gl.post('/projects', { name: 'y', import_url: 'ftp://x' }))).toEqual([
    422,
    { message: 'Unable to access repository with the URL and credentials provided' },
  ]);
});
