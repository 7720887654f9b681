import { expect, test } from 'vitest';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

async function runner(gl: SandboxClient): Promise<{ id: number; token: string }> {
  const made = await gl.post('/user/runners', { runner_type: 'instance_type' });
  return { id: idOf(made), token: textOf(made.object['token']) };
}

/** A call without any access token: a runner speaks for itself. */
async function alone(gl: SandboxClient, method: string, path: string, body: JsonObject = {}) {
  const headers = { 'Content-Type': 'application/json' };
  const answer = await fetch(`${gl.sandbox.url}/api/v4${path}`, { method, headers, body: JSON.stringify(body) });
  const text = await answer.text();
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as JsonObject };
}

test('POST /runners/verify is 200 with the three fields, and makes the machine known', async () => {
  const gl = await sandbox();
  const { id, token } = await runner(gl);
  const info = { version: '17.0.0', platform: 'linux' };
  const verified = await alone(gl, 'POST', '/runners/verify', { token, system_id: 's_1', info });
  expect([verified.status, verified.body]).toEqual([200, { id, token, token_expires_at: null }]);
  await alone(gl, 'POST', '/runners/verify', { token, system_id: 's_1' });
  const managers = (await gl.get(`/runners/${id}/managers`)).list;
  expect(managers).toHaveLength(1);
  expect(managers[0]).toMatchObject({ system_id: 's_1', version: '17.0.0', platform: 'linux', status: 'online' });
  expect((await gl.get(`/runners/${id}`)).object).toMatchObject({ version: '17.0.0', platform: 'linux', online: true });
});

test('an unknown, an ended and a missing runner token are refused', async () => {
  const gl = await sandbox();
  const refused = await alone(gl, 'POST', '/runners/verify', { token: 'wrong' });
  expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
  expect((await alone(gl, 'POST', '/runners/verify')).body).toEqual({ error: 'token is missing' });
  await gl.put('/application/settings', { runner_token_expiration_interval: 7200 });
  const made = await gl.post('/user/runners', { runner_type: 'instance_type' });
  expect(made.object['token_expires_at']).toEqual(expect.any(String));
  const token = made.object['token'] ?? null;
  expect((await alone(gl, 'POST', '/runners/verify', { token })).status).toBe(200);
  gl.sandbox.platform.clock.advance(7_200_001);
  expect((await alone(gl, 'POST', '/runners/verify', { token })).status).toBe(403);
});

test('a reset makes a new token, by id or by the old token, and voids the old one', async () => {
  const gl = await sandbox();
  const { id, token } = await runner(gl);
  const byId = await gl.post(`/runners/${id}/reset_authentication_token`);
  expect([byId.status, Object.keys(byId.object)]).toEqual([201, ['token', 'token_expires_at']]);
  expect((await alone(gl, 'POST', '/runners/verify', { token })).status).toBe(403);
  const second = byId.object['token'] ?? null;
  const byToken = await alone(gl, 'POST', '/runners/reset_authentication_token', { token: second });
  expect(byToken.status).toBe(201);
  expect((await alone(gl, 'POST', '/runners/verify', { token: second })).status).toBe(403);
  await gl.user('jane');
  expect((await gl.as('jane').post(`/runners/${id}/reset_authentication_token`)).status).toBe(403);
});

test('a runner deletes its machines and itself', async () => {
  const gl = await sandbox();
  const { id, token } = await runner(gl);
  await alone(gl, 'POST', '/runners/verify', { token, system_id: 's_1' });
  const unknown = await alone(gl, 'DELETE', '/runners/managers', { token, system_id: 's_2' });
  expect([unknown.status, unknown.body]).toEqual([404, { message: '404 Runner manager not found Not Found' }]);
  expect((await alone(gl, 'DELETE', '/runners/managers', { token })).status).toBe(400);
  expect((await alone(gl, 'DELETE', '/runners/managers', { token, system_id: 's_1' })).status).toBe(204);
  expect((await gl.get(`/runners/${id}/managers`)).list).toEqual([]);
  expect((await alone(gl, 'DELETE', '/runners', { token: 'wrong' })).status).toBe(403);
  expect((await alone(gl, 'DELETE', '/runners', { token })).status).toBe(204);
  expect((await gl.get(`/runners/${id}`)).status).toBe(404);
});

test('legacy registration: 403 for an unknown token, 410 for one that is switched off, 201 otherwise', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const unknown = await alone(gl, 'POST', '/runners', { token: 'wrong' });
  expect([unknown.status, unknown.body]).toEqual([403, { message: '403 Forbidden - invalid token supplied' }]);
  const ofGroup = (await gl.get(`/groups/${group}`)).object['runners_token'] ?? null;
  const gone = await alone(gl, 'POST', '/runners', { token: ofGroup });
  expect([gone.status, gone.body]).toEqual([410, { message: '410 Gone - runner registration disallowed' }]);
  const instance = (await gl.post('/runners/reset_registration_token')).object['token'] ?? null;
  const body = { token: instance, description: 'old', maintainer_note: 'note', active: false };
  const made = await alone(gl, 'POST', '/runners', body);
  expect(made.status).toBe(201);
  const shown = await gl.get(`/runners/${textOf(made.body['id'])}`);
  expect(shown.object).toMatchObject({ description: 'old', maintenance_note: 'note', paused: true });
  await gl.put('/application/settings', { allow_runner_registration_token: false });
  expect((await alone(gl, 'POST', '/runners', { token: instance })).status).toBe(410);
});

test('registration tokens are reset by administrators, Owners and Maintainers, while they are allowed', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  for (const [name, level] of Object.entries({ maintainer: 40, developer: 30 })) {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level: level });
  }
  await gl.user('stranger');
  const reset = async (name: string, path: string) =>
    (await gl.as(name).post(`${path}/reset_registration_token`)).status;
  expect(await reset('root', '/runners')).toBe(201);
  expect(await reset('maintainer', '/runners')).toBe(403);
  expect(await reset('maintainer', `/groups/${group}/runners`)).toBe(403);
  expect(await reset('root', `/groups/${group}/runners`)).toBe(201);
  expect(await reset('maintainer', `/projects/${project}/runners`)).toBe(201);
  expect(await reset('developer', `/projects/${project}/runners`)).toBe(403);
  expect(await reset('stranger', `/groups/${group}/runners`)).toBe(404);
  const answer = await gl.post(`/groups/${group}/runners/reset_registration_token`);
  expect(Object.keys(answer.object)).toEqual(['token']);
  await gl.put('/application/settings', { allow_runner_registration_token: false });
  expect(await reset('root', `/groups/${group}/runners`)).toBe(403);
});

test('there is no job router: 501 for a runner, 403 for others', async () => {
  const gl = await sandbox();
  const { token } = await runner(gl);
  const url = `${gl.sandbox.url}/api/v4/runners/router/discovery`;
  expect((await fetch(url, { headers: { 'Runner-Token': token } })).status).toBe(501);
  expect((await fetch(url)).status).toBe(403);
});
