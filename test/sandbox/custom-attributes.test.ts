import { expect, test } from 'vitest';
import { anonymous, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

async function bearers() {
  const gl = await sandbox();
  const user = await gl.user('jane');
  const group = await gl.group('platform', { visibility: 'public' });
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group, visibility: 'public' }));
  return { gl, paths: [`/users/${user}`, `/groups/${group}`, `/projects/${project}`] };
}

test('PUT sets a custom attribute of a user, group or project; GET and DELETE find it by its key', async () => {
  const { gl, paths } = await bearers();
  for (const path of paths) {
    expect((await gl.get(`${path}/custom_attributes`)).list).toEqual([]);
    const set = await gl.put(`${path}/custom_attributes/region`, { value: 'eu' });
    expect(told(set)).toEqual([200, { key: 'region', value: 'eu' }]);
    await gl.put(`${path}/custom_attributes/region`, { value: 'us' });
    expect((await gl.get(`${path}/custom_attributes`)).list).toEqual([{ key: 'region', value: 'us' }]);
    expect((await gl.get(`${path}/custom_attributes/region`)).object['value']).toBe('us');
    expect((await gl.delete(`${path}/custom_attributes/region`)).status).toBe(204);
    expect(told(await gl.get(`${path}/custom_attributes/region`))).toEqual([404, { message: '404 Not found' }]);
    expect((await gl.delete(`${path}/custom_attributes/region`)).status).toBe(404);
  }
});

test('custom attributes are for administrators: 403 for others, also without a token', async () => {
  const { gl, paths } = await bearers();
  for (const path of paths) {
    expect((await gl.as('jane').get(`${path}/custom_attributes`)).status).toBe(403);
    expect((await gl.as('jane').put(`${path}/custom_attributes/a`, { value: 'b' })).status).toBe(403);
    expect(told(await gl.get(`${path}/custom_attributes`, anonymous))).toEqual([403, { message: '403 Forbidden' }]);
  }
  expect(told(await gl.get('/users/999/custom_attributes'))).toEqual([404, { message: '404 Not Found' }]);
  expect((await gl.put(`${paths[0] ?? ''}/custom_attributes/a`, {})).body).toEqual({ error: 'value is missing' });
});

test('lists and single answers show them on request, and filter by them, for administrators', async () => {
  const { gl, paths } = await bearers();
  const [user = '', group = ''] = paths;
  await gl.put(`${user}/custom_attributes/region`, { value: 'eu' });
  await gl.put(`${group}/custom_attributes/region`, { value: 'eu' });
  const shown = [{ key: 'region', value: 'eu' }];
  expect((await gl.get(user)).object).not.toHaveProperty('custom_attributes');
  expect((await gl.get(`${user}?with_custom_attributes=true`)).object['custom_attributes']).toEqual(shown);
  expect((await gl.get(`${group}?with_custom_attributes=true`)).object['custom_attributes']).toEqual(shown);
  expect((await gl.get('/groups?with_custom_attributes=true')).list[0]?.['custom_attributes']).toEqual(shown);
  expect(column(await gl.get('/users?custom_attributes[region]=eu'), 'username')).toEqual(['jane']);
  expect((await gl.get('/groups?custom_attributes[region]=us')).list).toEqual([]);
  expect((await gl.as('jane').get(`${group}?with_custom_attributes=true`)).object).not.toHaveProperty(
    'custom_attributes',
  );
});

test('a change of a custom attribute is in the audit log, with the old and the new value', async () => {
  const { gl, paths } = await bearers();
  const path = `${paths[1] ?? ''}/custom_attributes/region`;
  await gl.put(path, { value: 'eu' });
  await gl.put(path, { value: 'us' });
  const last = gl.sandbox.platform.state.auditEvents.all().at(-1);
  expect(last?.details).toMatchObject({ change: 'custom_attribute[region]', from: 'eu', to: 'us' });
});
