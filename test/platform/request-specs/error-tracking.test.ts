import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import type { Answer, Client } from '../../sandbox/client.ts';

// What GitLab's own request specs say of error tracking (error_tracking/client_keys_spec.rb and
// error_tracking/project_settings_spec.rb, 18.9).

async function place() {
  const gl = await sandbox({ features: ['integrated_error_tracking'] });
  const project = idOf(await gl.post('/projects', { name: 'api', visibility: 'private' }));
  for (const [name, access_level] of Object.entries({ maintainer: 40, developer: 30, reporter: 20, guest: 10 }))
    await gl.post(`/projects/${project}/members`, { user_id: await gl.user(name), access_level });
  await gl.user('stranger');
  return { gl, project, base: `/projects/${project}/error_tracking`, maintainer: gl.as('maintainer') };
}

/** Every call of error tracking, without anything in it. */
const calls: readonly (readonly [string, (client: Client, base: string) => Promise<Answer>])[] = [
  ['GET client_keys', (client, base) => client.get(`${base}/client_keys`)],
  ['POST client_keys', (client, base) => client.post(`${base}/client_keys`)],
  ['DELETE client_keys/1', (client, base) => client.delete(`${base}/client_keys/1`)],
  ['GET settings', (client, base) => client.get(`${base}/settings`)],
  ['PATCH settings', (client, base) => client.patch(`${base}/settings`, {})],
  ['PUT settings', (client, base) => client.put(`${base}/settings`, {})],
];

describe.each(calls)('%s', (_, ask) => {
  test('is 403 below Maintainer, 404 for strangers, whatever is sent', async () => {
    const { gl, base } = await place();
    for (const name of ['developer', 'reporter', 'guest'])
      expect(told(await ask(gl.as(name), base)), name).toEqual([403, { message: '403 Forbidden' }]);
    expect(told(await ask(gl.as('stranger'), base))).toEqual([404, { message: '404 Project Not Found' }]);
  });
});

test.each(['client_keys', 'settings'])('%s are 401 without a token', async (what) => {
  const { gl, base } = await place();
  expect(told(await gl.get(`${base}/${what}`, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
  expect((await gl.put(`${base}/settings`, { active: true, integrated: true }, anonymous)).status).toBe(401);
  expect((await gl.post(`${base}/client_keys`, {}, anonymous)).status).toBe(401);
  expect((await gl.delete(`${base}/client_keys/1`, anonymous)).status).toBe(401);
});

describe('client keys', () => {
  test('are listed in pages, made, and answered once more when deleted', async () => {
    const { maintainer, base } = await place();
    const made = await maintainer.post(`${base}/client_keys`);
    expect(made.status).toBe(201);
    const listed = await maintainer.get(`${base}/client_keys`);
    expect(listed.list.map((key) => key['id'])).toEqual([idOf(made)]);
    const headers = ['x-page', 'x-per-page', 'x-total', 'x-total-pages', 'x-next-page', 'x-prev-page'];
    expect(headers.map((name) => listed.headers.get(name))).toEqual(['1', '20', '1', '1', '', '']);
    const gone = await maintainer.delete(`${base}/client_keys/${idOf(made)}`);
    expect(gone.status).toBe(200);
    expect(Object.keys(gone.object).toSorted()).toEqual(['active', 'id', 'public_key', 'sentry_dsn']);
    expect((await maintainer.get(`${base}/client_keys`)).list).toEqual([]);
  });

  test('are each their own: two calls make two keys, of which one can go', async () => {
    const { maintainer, base } = await place();
    const [first, second] = [
      await maintainer.post(`${base}/client_keys`),
      await maintainer.post(`${base}/client_keys`),
    ];
    expect(first.object['public_key']).not.toBe(second.object['public_key']);
    await maintainer.delete(`${base}/client_keys/${idOf(first)}`);
    expect((await maintainer.get(`${base}/client_keys`)).body).toEqual([second.body]);
  });

  test('that are unknown, no number, or of another project are 404', async () => {
    const { gl, maintainer, base } = await place();
    const other = idOf(await gl.post('/projects', { name: 'other' }));
    const key = idOf(await gl.post(`/projects/${other}/error_tracking/client_keys`));
    for (const id of ['999', 'abc', String(key)])
      expect(told(await maintainer.delete(`${base}/client_keys/${id}`))).toEqual([404, { message: '404 Not found' }]);
  });

  test('are not guarded by If-Unmodified-Since', async () => {
    const { maintainer, base } = await place();
    const id = idOf(await maintainer.post(`${base}/client_keys`));
    const old = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
    expect((await maintainer.delete(`${base}/client_keys/${id}`, old)).status).toBe(200);
  });

  test('carry an address that names key and project', async () => {
    const { maintainer, project, base } = await place();
    const { public_key: key, sentry_dsn: dsn } = (await maintainer.post(`${base}/client_keys`)).object;
    expect(key).toMatch(/^glet_[0-9a-f]{32}$/);
    expect(textOf(dsn)).toContain(`://${textOf(key)}@`);
    expect(textOf(dsn)).toMatch(new RegExp(`/errortracking/api/v1/projects/${project}$`));
  });
});

describe('settings', () => {
  const none: readonly [number, JsonObject] = [404, { message: '404 Error Tracking Setting Not Found' }];
  const empty = { project_name: null, sentry_external_url: null, api_url: null };

  test('are 404 on GET and PATCH until PUT makes them', async () => {
    const { maintainer, base } = await place();
    expect(told(await maintainer.get(`${base}/settings`))).toEqual(none);
    expect(told(await maintainer.patch(`${base}/settings`, { active: false }))).toEqual(none);
    const whole = { ...empty, active: true, integrated: true };
    expect(told(await maintainer.put(`${base}/settings`, { active: true, integrated: true }))).toEqual([200, whole]);
    expect(told(await maintainer.get(`${base}/settings`))).toEqual([200, whole]);
  });

  test('are changed by PUT and by PATCH, which leaves integrated as it is', async () => {
    const { maintainer, base } = await place();
    await maintainer.put(`${base}/settings`, { active: true, integrated: true });
    const off = { ...empty, active: false, integrated: true };
    expect(told(await maintainer.put(`${base}/settings`, { active: false, integrated: true }))).toEqual([200, off]);
    expect(told(await maintainer.patch(`${base}/settings`, { active: true }))).toEqual([200, { ...off, active: true }]);
    const both = { active: true, integrated: false };
    expect(told(await maintainer.patch(`${base}/settings`, both))).toEqual([200, { ...empty, ...both }]);
  });

  test.each<['put' | 'patch', JsonObject, string]>([
    ['put', { active: true, integrated: 'invalid_string' }, 'integrated is invalid'],
    ['put', { active: true }, 'integrated is missing'],
    ['put', { integrated: true }, 'active is missing'],
    ['put', {}, 'active is missing, integrated is missing'],
    ['put', { active: '', integrated: true }, 'active is empty'],
    ['patch', { active: 'randomstring' }, 'active is invalid'],
    ['patch', { active: '' }, 'active is empty'],
    ['patch', {}, 'active is missing'],
  ])('%s %j is 400 `%s`', async (verb, body, error) => {
    const { maintainer, base } = await place();
    await maintainer.put(`${base}/settings`, { active: true, integrated: true });
    expect(told(await maintainer[verb](`${base}/settings`, body))).toEqual([400, { error }]);
  });
});
