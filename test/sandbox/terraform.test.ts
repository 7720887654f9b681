import { expect, test } from 'vitest';
import { idOf, sandbox } from './client.ts';

async function world() {
  const gl = await sandbox();
  const group = await gl.group('top');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  for (const [name, level] of Object.entries({ maintainer: 40, developer: 30, reporter: 20 })) {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level: level });
  }
  await gl.user('stranger');
  return { gl, path: `/projects/${project}/terraform/state/keelson` };
}

const lock = { ID: '123-456', Operation: 'apply', Info: '', Who: 'me', Version: '1', Created: 'now', Path: '' };

test('a lock is answered with who holds it, to its holder with 200 and to the next with 409', async () => {
  const { gl, path } = await world();
  const taken = await gl.as('maintainer').post(`${path}/lock`, lock);
  expect(taken.status).toBe(200);
  const created = expect.stringMatching(/^\d{4}-/) as string;
  const info = {
    Operation: 'apply',
    Info: '',
    Version: '1',
    Path: '',
    ID: '123-456',
    Who: 'maintainer',
    Created: created,
  };
  expect(taken.body).toEqual(info);
  const second = await gl.post(`${path}/lock`, { ...lock, ID: 'other', Operation: 'plan' });
  expect([second.status, second.body]).toEqual([409, { ...info, Operation: 'plan' }]);
});

test('a lock opens with its own id, 409 with another one, and without one by force', async () => {
  const { gl, path } = await world();
  await gl.post(`${path}/lock`, lock);
  expect((await gl.delete(`${path}/lock?ID=456.789`)).status).toBe(409);
  expect((await gl.delete(`${path}/lock?ID=123-456`)).status).toBe(200);
  expect((await gl.post(`${path}/lock`, { ...lock, ID: 'other' })).status).toBe(200);
  expect((await gl.delete(`${path}/lock`)).status).toBe(200);
  expect((await gl.post(`${path}/lock`, lock)).status).toBe(200);
});

test('a lock needs all seven fields, and an id of 255 characters at most', async () => {
  const { gl, path } = await world();
  expect((await gl.post(`${path}/lock`, { ID: '1', Operation: 'apply' })).body).toEqual({
    error: 'Info is missing, Who is missing, Version is missing, Created is missing, Path is missing',
  });
  const long = { error: 'ID must be less than 255 characters' };
  expect((await gl.post(`${path}/lock`, { ...lock, ID: '0'.repeat(256) })).body).toEqual(long);
  expect((await gl.delete(`${path}/lock?ID=${'0'.repeat(256)}`)).body).toEqual(long);
});

test('states are read from Developer on, changed and locked from Maintainer on', async () => {
  const { gl, path } = await world();
  await gl.post(path, { serial: 1 });
  const read = async (name: string) => (await gl.as(name).get(path)).status;
  expect([await read('developer'), await read('reporter'), await read('stranger')]).toEqual([200, 403, 404]);
  expect((await fetch(`${gl.sandbox.url}/api/v4${path}`)).status).toBe(401);
  const developer = gl.as('developer');
  expect((await developer.post(`${path}/lock`, lock)).status).toBe(403);
  expect((await developer.delete(`${path}/lock`)).status).toBe(403);
  expect((await developer.post(path, { serial: 2 })).status).toBe(403);
  expect((await developer.delete(path)).status).toBe(403);
});

test('a state is uploaded in versions, each serial once, and read back', async () => {
  const { gl, path } = await world();
  expect((await gl.get(path)).body).toEqual({ message: '404 Not found' });
  expect((await gl.post(path)).status).toBe(204);
  expect((await gl.post(path, { version: 4 })).body).toEqual({ message: 'No serial in payload' });
  expect((await gl.post(path, { version: 4, serial: 1, lineage: 'a' })).status).toBe(200);
  expect((await gl.post(path, { version: 4, serial: 1 })).status).toBe(422);
  expect((await gl.post(path, { version: 4, serial: 2 })).status).toBe(200);
  expect((await gl.get(path)).body).toEqual({ version: 4, serial: 2 });
  expect((await gl.get(`${path}/versions/1`)).body).toEqual({ version: 4, serial: 1, lineage: 'a' });
  expect((await gl.delete(`${path}/versions/1`)).status).toBe(204);
  expect((await gl.get(`${path}/versions/1`)).status).toBe(404);
});

test('a locked state takes an upload with the lock’s id alone; beyond the instance’s limit it is 413', async () => {
  const { gl, path } = await world();
  await gl.post(`${path}/lock`, lock);
  expect((await gl.post(path, { serial: 1 })).status).toBe(500);
  expect((await gl.post(`${path}?ID=123-456`, { serial: 1 })).status).toBe(200);
  await gl.put('/application/settings', { max_terraform_state_size_bytes: 20 });
  const large = await gl.post(`${path}?ID=123-456`, { serial: 2, lineage: 'x'.repeat(20) });
  expect([large.status, large.body]).toEqual([413, { message: '413 Request Entity Too Large' }]);
});

test('a deleted state is 422 until the background is done, then gone', async () => {
  const { gl, path } = await world();
  await gl.post(path, { serial: 1 });
  expect((await gl.delete(path)).status).toBe(200);
  expect((await gl.get(path)).status).toBe(422);
  expect((await gl.post(`${path}/lock`, lock)).status).toBe(422);
  gl.sandbox.platform.clock.advance(1_000);
  expect((await gl.get(path)).status).toBe(404);
  expect((await gl.post(path, { serial: 1 })).status).toBe(200);
});

test('a name may hold a dot or an encoded slash, not a plain slash', async () => {
  const { gl, path } = await world();
  for (const name of ['test.state', 'test%2Ffoo']) {
    expect((await gl.post(path.replace('keelson', `${name}/lock`), lock)).status).toBe(200);
  }
  expect((await gl.get(path.replace('keelson', 'foo/bar'))).status).toBe(404);
});
