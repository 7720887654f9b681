import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox } from './client.ts';

async function world() {
  const gl = await sandbox({ externalUrl: 'https://gitlab.example.com', features: ['integrated_error_tracking'] });
  const group = await gl.group('top');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  for (const [name, level] of Object.entries({ maintainer: 40, developer: 30 })) {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level: level });
  }
  await gl.user('stranger');
  return { gl, project, base: `/projects/${project}/error_tracking` };
}

test('client keys and settings are for Maintainers on', async () => {
  const { gl, base } = await world();
  for (const path of [`${base}/client_keys`, `${base}/settings`]) {
    expect((await gl.as('developer').get(path)).status).toBe(403);
    expect((await gl.as('stranger').get(path)).status).toBe(404);
    expect((await fetch(`${gl.sandbox.url}/api/v4${path}`)).status).toBe(401);
  }
  expect((await gl.as('maintainer').get(`${base}/client_keys`)).status).toBe(200);
  expect((await gl.as('developer').post(`${base}/client_keys`)).status).toBe(403);
  expect((await gl.as('developer').put(`${base}/settings`, {})).status).toBe(403);
});

test('a key is made of nothing, listed in pages, and deleted with 200 and itself', async () => {
  const { gl, project, base } = await world();
  const made = await gl.as('maintainer').post(`${base}/client_keys`);
  expect(made.status).toBe(201);
  const { public_key: key } = made.object;
  expect(key).toMatch(/^glet_[0-9a-f]{32}$/);
  const dsn = `https://${textOf(key)}@gitlab.example.com/errortracking/api/v1/projects/${project}`;
  expect(made.object).toEqual({ id: idOf(made), active: true, public_key: key, sentry_dsn: dsn });
  const list = await gl.get(`${base}/client_keys?per_page=1`);
  expect([list.body, list.headers.get('x-total')]).toEqual([[made.body], '1']);
  const gone = await gl.delete(`${base}/client_keys/${idOf(made)}`);
  expect([gone.status, gone.body]).toEqual([200, made.body]);
  const again = await gl.delete(`${base}/client_keys/${idOf(made)}`);
  expect([again.status, again.body]).toEqual([404, { message: '404 Not found' }]);
});

test('GET and PATCH of settings that were never made are 404; PUT makes them', async () => {
  const { gl, base } = await world();
  const none = { message: '404 Error Tracking Setting Not Found' };
  expect((await gl.get(`${base}/settings`)).body).toEqual(none);
  expect((await gl.patch(`${base}/settings`, { active: true })).body).toEqual(none);
  const whole = { active: true, project_name: null, sentry_external_url: null, api_url: null, integrated: true };
  const made = await gl.put(`${base}/settings`, { active: true, integrated: true });
  expect([made.status, made.body]).toEqual([200, whole]);
  expect((await gl.patch(`${base}/settings`, { active: false })).body).toEqual({ ...whole, active: false });
  expect((await gl.get(`${base}/settings`)).body).toEqual({ ...whole, active: false });
});

test('the flags of the settings: missing, empty and odd ones', async () => {
  const { gl, base } = await world();
  expect((await gl.put(`${base}/settings`, { active: true })).body).toEqual({ error: 'integrated is missing' });
  expect((await gl.put(`${base}/settings`, { active: true, integrated: 'odd' })).body).toEqual({
    error: 'integrated is invalid',
  });
  await gl.put(`${base}/settings`, { active: true, integrated: true });
  expect((await gl.patch(`${base}/settings`, { active: '' })).body).toEqual({ error: 'active is empty' });
  expect((await gl.patch(`${base}/settings`, {})).body).toEqual({ error: 'active is missing' });
});

test('no settings are made where the feature flag is off, as it is on a fresh instance', async () => {
  const gl = await sandbox();
  const project = idOf(await gl.post('/projects', { name: 'api' }));
  const base = `/projects/${project}/error_tracking`;
  const refused = await gl.put(`${base}/settings`, { active: true, integrated: true });
  expect([refused.status, refused.object['message']]).toEqual([404, '404 Not Found']);
  expect((await gl.get(`${base}/settings`)).object['message']).toBe('404 Error Tracking Setting Not Found');
});
