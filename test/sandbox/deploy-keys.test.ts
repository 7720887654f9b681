import { expect, test } from 'vitest';
import { idOf } from './client.ts';
import { brief, codeProject } from './code.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKeTe2S4yqWPA3IbtrrPXHjLI1/r4OcLG4TNmVQUYaCO';
const OTHER = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBY2eqy2ekoBfI2oq5VoLMs5CGN4D3EU3aCg4MVWRMfE';

// What is answered here is recorded (kinds, free, premium and permissions), unless it says otherwise.
test('Maintainers enable a key, and a second time get what is there', async () => {
  const { gl, id } = await codeProject();
  const path = `/projects/${id}/deploy_keys`;
  const maint = gl.as('maint');
  const made = await maint.post(path, { title: 'k', key: `${KEY} test`, can_push: true, expires_at: '2099-01-01' });
  expect([made.status, made.object]).toMatchObject([
    201,
    { title: 'k', key: `${KEY} test`, can_push: true, expires_at: '2099-01-01T00:00:00.000Z' },
  ]);
  const again = await maint.post(path, { title: 'another', key: `${KEY} test` });
  expect([again.status, again.object]).toEqual([201, made.object]);
  expect((await maint.get(`${path}/${idOf(made)}`)).object).toEqual(made.object);
  expect((await maint.put(`${path}/${idOf(made)}`, { title: 'k2', can_push: false })).object).toMatchObject({
    title: 'k2',
    can_push: false,
  });
  expect((await gl.get('/deploy_keys')).list).toMatchObject([
    { title: 'k2', projects_with_write_access: [], projects_with_readonly_access: [{ id }] },
  ]);
  expect((await maint.delete(`${path}/${idOf(made)}`)).status).toBe(204);
  expect(brief(await maint.delete(`${path}/${idOf(made)}`))).toEqual([404, { message: '404 Deploy key Not Found' }]);
  expect((await gl.get('/deploy_keys')).list).toEqual([]);
});

test('others are refused, and so is what is no key', async () => {
  const { gl, id } = await codeProject();
  const path = `/projects/${id}/deploy_keys`;
  expect(brief(await gl.as('dev').get(path))).toEqual([403, { message: '403 Forbidden' }]);
  expect(brief(await gl.as('stranger').get(path))).toEqual([404, { message: '404 Project Not Found' }]);
  expect(brief(await gl.as('maint').get('/deploy_keys'))).toEqual([403, { message: '403 Forbidden' }]);
  expect(brief(await gl.post(path, { title: 'k', key: 'nope' }))).toEqual([
    400,
    {
      message: {
        'deploy_key.key': [
          'type is forbidden. Must be RSA, DSA, ECDSA, ED25519, ECDSA_SK, or ED25519_SK',
          'is invalid',
        ],
        'deploy_key.fingerprint_sha256': ['cannot be generated'],
      },
    },
  ]);
  expect(brief(await gl.post(path, { title: 'k' }))).toEqual([400, { error: 'key is missing' }]);
});

test('a key is one in all projects; who maintains none that has it cannot enable it (the second is a guess)', async () => {
  const { gl, id } = await codeProject();
  const group = await gl.group('elsewhere');
  const other = idOf(await gl.post('/projects', { name: 'other', path: 'other', namespace_id: group }));
  const path = `/projects/${id}/deploy_keys`;
  const made = await gl.post(`/projects/${other}/deploy_keys`, { title: 'theirs', key: KEY });
  const joined = await gl.post(path, { title: 'ours', key: KEY, can_push: true });
  expect(joined.object).toMatchObject({ id: idOf(made), title: 'theirs', can_push: true });
  expect(brief(await gl.as('maint').post(path, { title: 'k', key: OTHER })).at(0)).toBe(201);
  expect(brief(await gl.as('maint').post(path, { title: 'k', key: `${KEY} with a comment` }))).toEqual([
    400,
    { message: { 'deploy_key.fingerprint_sha256': ['has already been taken'] } },
  ]);
  await gl.delete(`/projects/${other}/deploy_keys/${idOf(made)}`);
  expect((await gl.get(path)).list).toHaveLength(2);
});
