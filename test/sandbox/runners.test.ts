import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import { sandbox } from './client.ts';
import { runner, world } from './runner-world.ts';

test('a runner goes from never_contacted over online and offline to stale', async () => {
  const gl = await sandbox();
  const { id, token } = await runner(gl, { runner_type: 'instance_type' });
  const state = async () => {
    const { status, online } = (await gl.get(`/runners/${id}`)).object;
    return [status, online];
  };
  const hours = (count: number) => {
    gl.sandbox.platform.clock.advance(count * 3_600_000);
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
