import { describe, expect, test } from 'vitest';
import { bearing, cast, column, told } from './cast.ts';
import { sandbox } from './client.ts';

/** A day within the year that tokens may last. */
const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

describe('in maintenance mode', () => {
  const readOnly = [403, { message: 'You cannot perform write operations on a read-only instance' }];

  test('JSON is read, and not written, 403; the settings end it', async () => {
    const gl = await sandbox();
    const { group, owner } = await cast(gl);
    expect((await gl.put('/application/settings', { maintenance_mode: true })).status).toBe(200);
    expect(told(await owner.put(`/groups/${group}`, { name: 'x' }))).toEqual(readOnly);
    expect(told(await gl.post('/groups', { name: 'x', path: 'xx' }))).toEqual(readOnly);
    expect(told(await gl.post('/nowhere', { name: 'x' }))).toEqual(readOnly);
    expect((await owner.get(`/groups/${group}`)).object['name']).toBe('platform');
    expect((await gl.put('/application/settings', { maintenance_mode: false })).status).toBe(200);
    expect((await owner.put(`/groups/${group}`, { name: 'x' })).status).toBe(200);
  });

  test('what is no JSON is sent to the front page, and does nothing: a DELETE, and a form', async () => {
    const gl = await sandbox();
    const group = await gl.group('home');
    await gl.put('/application/settings', { maintenance_mode: true });
    const call = (method: string, path: string, body: URLSearchParams | null) =>
      fetch(`${gl.sandbox.url}/api/v4${path}`, {
        method,
        headers: { 'PRIVATE-TOKEN': gl.token },
        body,
        redirect: 'manual',
      });
    for (const answer of [
      await call('DELETE', `/groups/${group}`, null),
      await call('PUT', `/groups/${group}`, new URLSearchParams({ name: 'x' })),
    ]) {
      expect([answer.status, answer.headers.get('location')]).toEqual([301, `${gl.sandbox.url}/`]);
    }
    expect((await gl.get(`/groups/${group}`)).object).toMatchObject({ name: 'home', marked_for_deletion_on: null });
  });

  test('there is none without a licence', async () => {
    const gl = await sandbox({ tier: 'free' });
    await gl.put('/application/settings', { maintenance_mode: true });
    expect((await gl.post('/groups', { name: 'x', path: 'xx' })).status).toBe(201);
  });
});

test('with tokens disabled none is good any more, 401, and what needs none is still answered', async () => {
  const gl = await sandbox();
  await gl.group('open', { visibility: 'public' });
  const jane = await gl.user('jane');
  const body = { name: 'x', scopes: ['api'], expires_at: inAWhile };
  const lent = await gl.post(`/users/${jane}/impersonation_tokens`, body);
  expect((await gl.put('/application/settings', { disable_personal_access_tokens: true })).status).toBe(200);
  for (const headers of [{}, bearing(lent)]) {
    expect(told(await gl.get('/groups', headers))).toEqual([401, { message: '401 Unauthorized' }]);
  }
  expect(column(await gl.get('/groups', { 'PRIVATE-TOKEN': '' }), 'path')).toEqual(['open']);
});

test('tokens are not disabled without Premium', async () => {
  const gl = await sandbox({ tier: 'free' });
  gl.sandbox.platform.state.settings['disable_personal_access_tokens'] = true;
  expect((await gl.get('/groups')).status).toBe(200);
});
