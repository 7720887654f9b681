import { expect, test } from 'vitest';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox } from './client.ts';
import { runner, world } from './runner-world.ts';

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
  [{ runner_type: 'group_type', group_id: 999 }, { message: '400 Bad request - Missing/invalid group' }],
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
  await gl.put('/application/settings', { valid_runner_registrars: ['project'], signup_enabled: true });
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
