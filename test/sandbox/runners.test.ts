import { expect, test } from 'vitest';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';
import { textOf } from '../../src/sandbox/json.ts';
import type { JsonObject } from '../../src/sandbox/json.ts';

/** A group with a subgroup, a project in each, and one user for each role on the group. */
async function world(options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  for (const [name, level] of Object.entries({ owner: 50, maintainer: 40, developer: 30 })) {
    const user = await gl.user(name);
    await gl.post(`/groups/${top}/members`, { user_id: user, access_level: level });
  }
  await gl.user('stranger');
  const api = idOf(await gl.post('/projects', { name: 'api', namespace_id: top }));
  const web = idOf(await gl.post('/projects', { name: 'web', namespace_id: sub }));
  return { gl, top, sub, api, web };
}

async function runner(gl: SandboxClient, body: JsonObject): Promise<{ id: number; token: string }> {
  const made = await gl.post('/user/runners', body);
  return { id: idOf(made), token: textOf(made.object['token']) };
}

const descriptions = (list: readonly JsonObject[]) => list.map((one) => one['description']);

test('POST /user/runners answers with three fields, and the token is never shown again', async () => {
  const { gl, top } = await world();
  const made = await gl.post('/user/runners', { runner_type: 'group_type', group_id: top, tag_list: 'a,b' });
  expect(made.status).toBe(201);
  expect(Object.keys(made.object).toSorted()).toEqual(['id', 'token', 'token_expires_at']);
  expect(made.object['token']).toMatch(/^glrt-/);
  expect(made.object['token_expires_at']).toBeNull();
  const shown = await gl.get(`/runners/${idOf(made)}`);
  expect(JSON.stringify(shown.body)).not.toContain(made.object['token']);
  expect(shown.object).toMatchObject({
    tag_list: ['a', 'b'],
    run_untagged: true,
    locked: false,
    access_level: 'not_protected',
    maximum_timeout: null,
    runner_type: 'group_type',
    is_shared: false,
    active: true,
    paused: false,
    online: null,
    status: 'never_contacted',
    ip_address: null,
  });
});

test.each([
  [{}, { error: 'runner_type is missing, runner_type does not have a valid value' }],
  [{ runner_type: 'other' }, { error: 'runner_type does not have a valid value' }],
  [{ runner_type: 'group_type' }, { error: 'group_id is missing' }],
  [{ runner_type: 'project_type' }, { error: 'project_id is missing' }],
  [{ runner_type: 'group_type', group_id: 999 }, { message: '400 Bad request - Missing/invalid scope' }],
  [
    { runner_type: 'instance_type', run_untagged: false, tag_list: [] },
    { message: '400 Bad request - Tags list can not be empty when runner is not allowed to pick untagged jobs' },
  ],
  [
    { runner_type: 'instance_type', maximum_timeout: 599 },
    { message: '400 Bad request - Maximum timeout needs to be at least 10 minutes' },
  ],
  [
    { runner_type: 'instance_type', description: 'x'.repeat(1025) },
    { message: '400 Bad request - Description is too long (maximum is 1024 characters)' },
  ],
])('POST /user/runners %j is 400', async (body, answer) => {
  const gl = await sandbox();
  const refused = await gl.post('/user/runners', body);
  expect([refused.status, refused.body]).toEqual([400, answer]);
});

test('creation is for administrators, Owners of the group and Maintainers of the project', async () => {
  const { gl, top, api } = await world();
  const attempt = async (name: string, body: JsonObject) => (await gl.as(name).post('/user/runners', body)).status;
  const inGroup = { runner_type: 'group_type', group_id: top };
  const inProject = { runner_type: 'project_type', project_id: api };
  expect(await attempt('owner', inGroup)).toBe(201);
  expect(await attempt('maintainer', inGroup)).toBe(403);
  expect(await attempt('maintainer', inProject)).toBe(201);
  expect(await attempt('developer', inProject)).toBe(403);
  expect(await attempt('stranger', inProject)).toBe(403);
  expect((await gl.as('owner').post('/user/runners', { runner_type: 'instance_type' })).body).toEqual({
    message: '403 Forbidden - Insufficient permissions',
  });
  const none = await fetch(`${gl.sandbox.url}/api/v4/user/runners`, { method: 'POST' });
  expect(none.status).toBe(401);
});

test('the scope create_runner opens creation alone, manage_runner the single runner alone', async () => {
  const { gl, top } = await world();
  const creator = gl.as('owner', ['create_runner']);
  const made = await creator.post('/user/runners', { runner_type: 'group_type', group_id: top });
  expect(made.status).toBe(201);
  expect((await creator.get(`/runners/${idOf(made)}`)).status).toBe(403);
  expect((await gl.as('owner', ['read_api']).post('/user/runners', { runner_type: 'group_type' })).status).toBe(403);
  const manager = gl.as('owner', ['manage_runner']);
  expect((await manager.get('/runners')).status).toBe(403);
  expect((await manager.put(`/runners/${idOf(made)}`, { description: 'x' })).status).toBe(200);
  expect((await manager.delete(`/runners/${idOf(made)}`)).status).toBe(204);
});

test('the instance may keep Owners from registering, not administrators', async () => {
  const { gl, top } = await world();
  await gl.put('/application/settings', { valid_runner_registrars: ['project'] });
  const body = { runner_type: 'group_type', group_id: top };
  expect((await gl.as('owner').post('/user/runners', body)).status).toBe(403);
  expect((await gl.post('/user/runners', body)).status).toBe(201);
});

test('a plan limit holds back further runners of a place', async () => {
  const { gl, top } = await world();
  await gl.put('/application/plan_limits', { plan_name: 'default', ci_registered_group_runners: 1 });
  await runner(gl, { runner_type: 'group_type', group_id: top });
  const second = await gl.post('/user/runners', { runner_type: 'group_type', group_id: top });
  const text = 'Runner namespaces base Maximum number of ci registered group runners (1) exceeded';
  expect([second.status, second.body]).toEqual([400, { message: `400 Bad request - ${text}` }]);
});

test('lists of a group and a project hold inherited and instance runners too; none shows tags', async () => {
  const { gl, top, sub, api, web } = await world();
  await runner(gl, { runner_type: 'instance_type', description: 'shared' });
  await runner(gl, { runner_type: 'group_type', group_id: top, description: 'top' });
  await runner(gl, { runner_type: 'group_type', group_id: sub, description: 'sub' });
  await runner(gl, { runner_type: 'project_type', project_id: web, description: 'web' });
  expect(descriptions((await gl.get(`/groups/${top}/runners`)).list)).toEqual(['shared', 'top']);
  expect(descriptions((await gl.get(`/groups/${sub}/runners`)).list)).toEqual(['shared', 'top', 'sub']);
  expect(descriptions((await gl.get(`/groups/${sub}/runners?type=group_type`)).list)).toEqual(['top', 'sub']);
  expect(descriptions((await gl.get(`/projects/${api}/runners`)).list)).toEqual(['shared', 'top']);
  expect(descriptions((await gl.get(`/projects/${web}/runners?scope=specific`)).list)).toEqual(['top', 'sub', 'web']);
  expect((await gl.get(`/groups/${top}/runners`)).list[0]).not.toHaveProperty('tag_list');
  expect(descriptions((await gl.as('owner').get('/runners')).list)).toEqual(['top', 'sub', 'web']);
  expect(descriptions((await gl.get('/runners/all')).list)).toEqual(['shared', 'top', 'sub', 'web']);
});

test('lists are for Maintainers on; the one of the whole instance for administrators and auditors', async () => {
  const { gl, top, api } = await world();
  await gl.user('auditor', { auditor: true });
  expect((await gl.as('maintainer').get(`/groups/${top}/runners`)).status).toBe(200);
  expect((await gl.as('developer').get(`/groups/${top}/runners`)).status).toBe(403);
  expect((await gl.as('developer').get(`/projects/${api}/runners`)).status).toBe(403);
  expect((await gl.as('stranger').get(`/groups/${top}/runners`)).status).toBe(404);
  expect((await gl.as('owner').get('/runners/all')).status).toBe(403);
  expect((await gl.as('auditor').get('/runners/all')).status).toBe(200);
  expect((await fetch(`${gl.sandbox.url}/api/v4/runners`)).status).toBe(401);
});

test('filters: every tag, the pause, the state, the machine’s version; odd values are 400', async () => {
  const gl = await sandbox();
  const both = await runner(gl, { runner_type: 'instance_type', description: 'both', tag_list: ['a', 'b'] });
  await runner(gl, { runner_type: 'instance_type', description: 'one', tag_list: ['b'], paused: true });
  await gl.post('/runners/verify', { token: both.token, system_id: 's1', info: { version: '16.1.0' } });
  const found = async (query: string) => descriptions((await gl.get(`/runners/all?${query}`)).list);
  expect(await found('tag_list=a,b')).toEqual(['both']);
  expect(await found('paused=true')).toEqual(['one']);
  expect(await found('status=online')).toEqual(['both']);
  expect(await found('status=never_contacted')).toEqual(['one']);
  expect(await found('version_prefix=16')).toEqual(['both']);
  expect((await gl.get('/runners/all?version_prefix=V15')).body).toEqual({ error: 'version_prefix is invalid' });
  expect((await gl.get('/runners?status=odd')).body).toEqual({ error: 'status does not have a valid value' });
  const scope = await gl.get('/runners?scope=specific');
  expect([scope.status, scope.body]).toEqual([400, { message: 'Scope contains invalid value' }]);
});

test('a runner goes from never_contacted over online and offline to stale', async () => {
  const gl = await sandbox();
  const { id, token } = await runner(gl, { runner_type: 'instance_type' });
  const state = async () => {
    const { status, online } = (await gl.get(`/runners/${id}`)).object;
    return [status, online];
  };
  const hours = (count: number) => {
    gl.sandbox.world.clock.advance(count * 3_600_000);
  };
  expect(await state()).toEqual(['never_contacted', null]);
  await gl.post('/runners/verify', { token });
  expect(await state()).toEqual(['online', true]);
  await gl.put(`/runners/${id}`, { paused: true });
  expect(await state()).toEqual(['paused', true]);
  await gl.put(`/runners/${id}`, { active: true });
  hours(3);
  expect(await state()).toEqual(['offline', false]);
  hours(7 * 24);
  expect(await state()).toEqual(['stale', false]);
  expect((await gl.get('/runners/all?status=offline')).list).toHaveLength(1);
});

test('details: instance runners for all, others from Maintainer on, the note for those who may change it', async () => {
  const { gl, top } = await world();
  const group = await runner(gl, { runner_type: 'group_type', group_id: top, maintenance_note: 'care' });
  const shared = await runner(gl, { runner_type: 'instance_type', maintenance_note: 'care' });
  const note = async (name: string, id: number) => (await gl.as(name).get(`/runners/${id}`)).object['maintenance_note'];
  expect(await note('owner', group.id)).toBe('care');
  expect(await note('maintainer', group.id)).toBeNull();
  expect(await note('stranger', shared.id)).toBeNull();
  const refused = await gl.as('developer').get(`/runners/${group.id}`);
  expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden - No access granted' }]);
  const unknown = await gl.get('/runners/999');
  expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Not found' }]);
  expect((await gl.get(`/runners/${group.id}`)).object['groups']).toEqual([
    { id: top, web_url: `${gl.sandbox.url}/groups/top`, name: 'top' },
  ]);
});

test('the projects of a runner: in the detail unless left out, by themselves, and not in the PUT reply', async () => {
  const { gl, api } = await world();
  const { id } = await runner(gl, { runner_type: 'project_type', project_id: api });
  const whole = (await gl.get(`/runners/${id}`)).object['projects'];
  expect(whole).toEqual([expect.objectContaining({ id: api, path_with_namespace: 'top/api' })]);
  expect((await gl.get(`/runners/${id}?include_projects=false`)).object).not.toHaveProperty('projects');
  expect((await gl.put(`/runners/${id}`, { locked: true })).object).not.toHaveProperty('projects');
  expect((await gl.get(`/runners/${id}/projects`)).body).toEqual(whole);
});

test('PUT /runners/:id replaces the tag list, and refuses in three ways', async () => {
  const gl = await sandbox();
  const { id } = await runner(gl, { runner_type: 'instance_type', tag_list: ['a', 'b'] });
  const put = async (body: JsonObject) => {
    const answer = await gl.put(`/runners/${id}`, body);
    return [answer.status, answer.body];
  };
  expect((await gl.put(`/runners/${id}`, { tag_list: ['c'], run_untagged: false })).object).toMatchObject({
    tag_list: ['c'],
    run_untagged: false,
  });
  const tags = ['can not be empty when runner is not allowed to pick untagged jobs'];
  expect(await put({ tag_list: [] })).toEqual([400, { message: { tags_list: tags } }]);
  expect(await put({ maximum_timeout: 1 })).toEqual([
    400,
    { message: { maximum_timeout: ['needs to be at least 10 minutes'] } },
  ]);
  expect(await put({ active: true, paused: true })).toEqual([400, { error: 'active, paused are mutually exclusive' }]);
  expect(await put({ unknown: 1 })).toEqual([
    400,
    {
      error:
        'description, active, paused, tag_list, run_untagged, locked, access_level, maximum_timeout, maintenance_note are missing, at least one parameter must be provided',
    },
  ]);
  expect((await gl.put(`/runners/${id}`, { tag_list: [], run_untagged: true })).object['tag_list']).toEqual([]);
});

test('DELETE /runners/:id: several projects need an administrator, and a stale precondition is 412', async () => {
  const { gl, api, web } = await world();
  const { id } = await runner(gl, { runner_type: 'project_type', project_id: api });
  await gl.post(`/projects/${web}/runners`, { runner_id: id });
  const refused = await gl.as('owner').delete(`/runners/${id}`);
  expect([refused.status, refused.body]).toEqual([
    403,
    { message: '403 Forbidden - Runner associated with more than one project' },
  ]);
  expect((await gl.delete(`/runners/${id}`, { 'If-Unmodified-Since': 'Mon, 01 Jan 2018 00:00:00 GMT' })).status).toBe(
    412,
  );
  expect((await gl.delete(`/runners/${id}`)).status).toBe(204);
  expect((await gl.get(`/runners/${id}`)).status).toBe(404);
});

test('a runner is assigned to further projects: not group, instance or locked ones, not twice', async () => {
  const { gl, top, api, web } = await world();
  const own = await runner(gl, { runner_type: 'project_type', project_id: api });
  const group = await runner(gl, { runner_type: 'group_type', group_id: top });
  const shared = await runner(gl, { runner_type: 'instance_type' });
  const assign = async (name: string, id: number) => {
    const answer = await gl.as(name).post(`/projects/${web}/runners`, { runner_id: id });
    return [answer.status, answer.object['message']];
  };
  expect(await assign('owner', group.id)).toEqual([403, '403 Forbidden - Runner is a group runner']);
  expect(await assign('owner', shared.id)).toEqual([403, '403 Forbidden - No access granted']);
  expect(await assign('developer', own.id)).toEqual([403, '403 Forbidden']);
  await gl.put(`/runners/${own.id}`, { locked: true });
  expect(await assign('owner', own.id)).toEqual([403, '403 Forbidden - Runner is locked']);
  await gl.put(`/runners/${own.id}`, { locked: false });
  expect((await assign('owner', own.id))[0]).toBe(201);
  const again = await assign('owner', own.id);
  expect([again[0], textOf(again[1]).endsWith(' - runner_error')]).toEqual([400, true]);
});

test('a runner leaves a project, but never its owner project', async () => {
  const { gl, api, web } = await world();
  const { id } = await runner(gl, { runner_type: 'project_type', project_id: api });
  const unknown = await gl.delete(`/projects/${web}/runners/${id}`);
  expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Runner Not Found' }]);
  await gl.post(`/projects/${web}/runners`, { runner_id: id });
  const owner = await gl.delete(`/projects/${api}/runners/${id}`);
  expect([owner.status, owner.body]).toEqual([
    403,
    { message: '403 Forbidden - You cannot unassign a runner from the owner project. Delete the runner instead' },
  ]);
  expect((await gl.as('developer').delete(`/projects/${web}/runners/${id}`)).status).toBe(403);
  expect((await gl.as('owner').delete(`/projects/${web}/runners/${id}`)).status).toBe(204);
});

test('the jobs of an instance runner are for administrators; nothing here runs jobs', async () => {
  const { gl, top } = await world();
  const shared = await runner(gl, { runner_type: 'instance_type' });
  const group = await runner(gl, { runner_type: 'group_type', group_id: top });
  expect((await gl.as('owner').get(`/runners/${shared.id}/jobs`)).status).toBe(403);
  const jobs = await gl.as('owner').get(`/runners/${group.id}/jobs`);
  expect([jobs.status, jobs.body, jobs.headers.get('x-total')]).toEqual([200, [], '0']);
  expect((await gl.get(`/runners/${group.id}/jobs?system_id=s1`)).headers.has('x-total')).toBe(false);
  expect((await gl.get(`/runners/${group.id}/jobs?order_by=name`)).status).toBe(400);
});

test('instance runners do not reach a group, and the projects below it, that has switched them off', async () => {
  const { gl, top, api } = await world();
  await runner(gl, { runner_type: 'instance_type', description: 'shared' });
  await gl.put(`/groups/${top}`, { shared_runners_setting: 'disabled_and_unoverridable' });
  expect((await gl.get(`/groups/${top}/runners`)).list).toEqual([]);
  expect((await gl.get(`/projects/${api}/runners`)).list).toEqual([]);
});
