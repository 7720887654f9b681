import { expect, test } from 'vitest';
import { idOf } from './client.ts';
import { brief, codeProject } from './code.ts';

const TOKEN = { name: 'd', scopes: ['read_registry', 'read_repository'] };

// What is answered here is recorded (kinds, free, premium and permissions), unless it says otherwise.
test.each(['groups/acme', 'projects/acme%2Fapp'])('a token of /%s is shown once, and never changed', async (place) => {
  const { gl } = await codeProject();
  const path = `/${place}/deploy_tokens`;
  const made = await gl.post(path, { ...TOKEN, expires_at: '2099-01-01', username: 'vdep' });
  const { token, ...shown } = made.object;
  expect([made.status, shown]).toEqual([
    201,
    {
      ...{ id: idOf(made), name: 'd', username: 'vdep', expires_at: '2099-01-01T00:00:00.000Z' },
      ...{ scopes: ['read_repository', 'read_registry'], revoked: false, expired: false },
    },
  ]);
  expect(token).toMatch(/^gldt-/);
  expect((await gl.get(path)).list).toEqual([shown]);
  expect((await gl.get(`${path}/${idOf(made)}`)).object).toEqual(shown);
  const second = await gl.post(path, TOKEN);
  expect(second.object).toMatchObject({ username: `gitlab+deploy-token-${idOf(second)}`, expires_at: null });
  expect((await gl.get('/deploy_tokens')).list).toHaveLength(2);
  expect((await gl.delete(`${path}/${idOf(made)}`)).status).toBe(204);
  expect(brief(await gl.delete(`${path}/${idOf(made)}`))).toEqual([404, { message: '404 Not found' }]);
});

test('what is no token is refused, and so are others', async () => {
  const { gl, id } = await codeProject();
  const path = `/projects/${id}/deploy_tokens`;
  const said = async (body: object) => brief(await gl.post(path, { ...TOKEN, ...body }));
  expect(await said({ scopes: [] })).toEqual([400, { message: "Scopes can't be blank" }]);
  expect(await said({ scopes: ['nope'] })).toEqual([400, { error: 'scopes does not have a valid value' }]);
  // A guess, in the words of the model.
  expect(await said({ username: 'a b' })).toEqual([
    400,
    { message: "Username can contain only letters, digits, '_', '-', '+', and '.'" },
  ]);
  expect(brief(await gl.as('dev').get(path))).toEqual([403, { message: '403 Forbidden' }]);
  expect(brief(await gl.as('stranger').get(path))).toEqual([404, { message: '404 Project Not Found' }]);
  expect(brief(await gl.as('maint').get('/deploy_tokens'))).toEqual([403, { message: '403 Forbidden' }]);
  expect((await gl.as('maint').post(path, TOKEN)).status).toBe(201);
  // Maintainers see those of a group, and Owners make them (the second is a guess, by the documents).
  expect((await gl.as('maint').get('/groups/acme/deploy_tokens')).status).toBe(200);
  expect((await gl.as('maint').post('/groups/acme/deploy_tokens', TOKEN)).status).toBe(403);
  expect((await gl.as('owner').post('/groups/acme/deploy_tokens', TOKEN)).status).toBe(201);
});

test('one whose day has passed is shown as such, and is not active (the day is a guess)', async () => {
  const { gl, id } = await codeProject();
  const path = `/projects/${id}/deploy_tokens`;
  await gl.post(path, { ...TOKEN, name: 'past', expires_at: '2020-01-01' });
  await gl.post(path, { ...TOKEN, name: 'good' });
  expect((await gl.get(path)).list.map(({ name, expired }) => [name, expired])).toEqual([
    ['past', true],
    ['good', false],
  ]);
  expect((await gl.get(`${path}?active=true`)).list.map(({ name }) => name)).toEqual(['good']);
});

test('a token leaves events, and goes with what it belongs to', async () => {
  const { gl, id } = await codeProject();
  const made = await gl.post(`/projects/${id}/deploy_tokens`, TOKEN);
  await gl.delete(`/projects/${id}/deploy_tokens/${idOf(made)}`);
  await gl.post('/groups/acme/deploy_tokens', TOKEN);
  const eventsOf = async (place: string) =>
    (await gl.get(`/${place}/audit_events`)).list.map(({ event_name: name }) => name);
  expect((await eventsOf(`projects/${id}`)).slice(0, 2)).toEqual(['deploy_token_destroyed', 'deploy_token_created']);
  expect((await eventsOf('groups/acme'))[0]).toBe('group_deploy_token_created');
});
