import { expect, test } from 'vitest';
import { brief, codeProject } from './code.ts';

// What is answered here is recorded (test/recorded/exchanges, kinds, free and permissions), unless it says otherwise.
test('Maintainers protect a tag once, for Maintainers where nobody is named', async () => {
  const { gl, id } = await codeProject();
  const path = `/projects/${id}/protected_tags`;
  const maint = gl.as('maint');
  const made = await maint.post(path, { name: 'v*' });
  expect([made.status, made.object]).toMatchObject([
    201,
    { name: 'v*', create_access_levels: [{ access_level: 40, deploy_key_id: null, user_id: null, group_id: null }] },
  ]);
  expect(brief(await maint.post(path, { name: 'v*' }))).toEqual([422, { message: ['Name has already been taken'] }]);
  expect(brief(await maint.post(path, {}))).toEqual([400, { error: 'name is missing' }]);
  expect((await maint.get(`${path}/v*`)).object).toEqual(made.object);
  expect(brief(await gl.as('dev').get(path))).toEqual([403, { message: '403 Forbidden' }]);
  expect(brief(await gl.as('stranger').get(path))).toEqual([404, { message: '404 Project Not Found' }]);
  expect((await maint.delete(`${path}/v*`)).status).toBe(204);
  expect(brief(await maint.delete(`${path}/v*`))).toEqual([404, { message: '404 Not found' }]);
});

test('users are members, and groups have a share; both need a licence', async () => {
  const { gl, id } = await codeProject();
  const path = `/projects/${id}/protected_tags`;
  const userId = async (name: string) => (await gl.get(`/users?username=${name}`)).list[0]?.['id'] ?? null;
  const named = async (name: string) => ({ name: 'w', allowed_to_create: [{ user_id: await userId(name) }] });
  expect(brief(await gl.post(path, await named('stranger')))).toEqual([
    422,
    { message: ['Create access levels user is not a member of the project'] },
  ]);
  expect((await gl.post(path, await named('dev'))).object).toMatchObject({
    create_access_levels: [{ access_level: 40, user_id: await userId('dev') }],
  });
  const free = await codeProject({ tier: 'free' });
  expect(brief(await free.gl.post(`/projects/${free.id}/protected_tags`, await named('dev')))).toEqual([
    422,
    { message: ['Create access levels user must be blank'] },
  ]);
});

test('whom a protection does not let through makes no such tag (the words are guessed)', async () => {
  const { gl, id, repo } = await codeProject();
  await gl.post(`/projects/${id}/protected_tags`, { name: 'v*', create_access_level: 40 });
  const tag = { tag_name: 'v1', ref: 'main' };
  expect((await gl.as('dev').post(`${repo}/tags`, tag)).status).toBe(400);
  expect((await gl.as('dev').post(`${repo}/tags`, { ...tag, tag_name: 'x1' })).status).toBe(201);
  expect((await gl.as('maint').post(`${repo}/tags`, tag)).status).toBe(201);
});
