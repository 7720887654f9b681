import { expect, test } from 'vitest';
import { idOf, sandbox } from '../../test/sandbox/client.ts';

/** A group that has no sample things yet, and the path of those to come. */
async function place() {
  const gl = await sandbox();
  const group = await gl.group('platform');
  return { gl, group, path: `/groups/${group}/sample_things` };
}

// TODO(new-kind): the cases of the platform's own specs, with its words; what a real instance answered is in test/recorded.
test('POST makes one, PUT changes it, DELETE removes it, and GET lists what there is', async () => {
  const { gl, path } = await place();
  const made = await gl.post(path, { name: 'first' });
  expect([made.status, made.object]).toMatchObject([201, { name: 'first', description: null }]);
  const id = idOf(made);
  const changed = await gl.put(`${path}/${id}`, { description: 'The first' });
  expect([changed.status, changed.object]).toMatchObject([200, { id, description: 'The first' }]);
  expect((await gl.get(path)).body).toEqual([changed.body]);
  expect((await gl.delete(`${path}/${id}`)).status).toBe(204);
  expect((await gl.get(path)).body).toEqual([]);
});

test('a name that is missing, blank or taken is refused, and what is not there is not found', async () => {
  const { gl, path } = await place();
  expect((await gl.post(path, {})).status).toBe(400);
  expect((await gl.post(path, { name: ' ' })).status).toBe(400);
  await gl.post(path, { name: 'first' });
  const again = await gl.post(path, { name: 'first' });
  expect([again.status, again.body]).toEqual([400, { message: { name: ['has already been taken'] } }]);
  expect((await gl.put(`${path}/999`, { description: 'none' })).status).toBe(404);
  expect((await gl.delete(`${path}/999`)).status).toBe(404);
});

test('they are for the Owners of the group', async () => {
  const { gl, group, path } = await place();
  await gl.post(path, { name: 'first' });
  for (const [name, level, status] of [
    ['owner', 50, 200],
    ['maintainer', 40, 403],
  ] as const) {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level: level });
    expect((await gl.as(name).get(path)).status).toBe(status);
  }
});
