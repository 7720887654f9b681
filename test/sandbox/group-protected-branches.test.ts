import { expect, test } from 'vitest';
import { brief, codeProject } from './code.ts';
import { idOf } from './client.ts';

// All answers here are recorded (test/recorded/exchanges, kinds and permissions).
test('what a group protects is its Owners’ to say, and holds in the projects below', async () => {
  const code = await codeProject();
  const group = idOf(await code.gl.get('/groups/acme'));
  const path = `/groups/${group}/protected_branches`;
  const [owner, maint, dev] = [code.gl.as('owner'), code.gl.as('maint'), code.gl.as('dev')];
  expect((await maint.post(path, { name: 'rel/*' })).status).toBe(403);
  expect((await code.gl.as('stranger').get(path)).status).toBe(404);
  const body = { branch: 'rel/1', start_branch: 'main', commit_message: 'm', content: 'c' };
  const made = await owner.post(path, { name: 'rel/*', merge_access_level: 30 });
  expect([made.status, made.object]).toMatchObject([
    201,
    { name: 'rel/*', merge_access_levels: [{ access_level: 30 }] },
  ]);
  expect(Object.keys(made.object)).not.toContain('inherited');
  expect(brief(await owner.post(path, { name: 'rel/*' }))).toEqual([
    409,
    { message: "Protected branch 'rel/*' already exists" },
  ]);
  expect(brief(await owner.post(path, { name: 'y', allowed_to_push: [{ user_id: 2 }] }))).toEqual([
    422,
    { message: ['Push access levels user must be blank'] },
  ]);
  const shown = (await maint.get(`/projects/${code.id}/protected_branches`)).list;
  expect(shown.map(({ name, inherited }) => [name, inherited])).toEqual([
    ['rel/*', true],
    ['main', false],
  ]);
  expect((await dev.post(`${code.repo}/files/n`, body)).status).toBe(403);
  const one = `${path}/rel%2F*`;
  const wider = await owner.patch(one, { allowed_to_push: [{ access_level: 30 }] });
  expect(wider.object['push_access_levels']).toMatchObject([{ access_level: 40 }, { access_level: 30 }]);
  expect((await dev.post(`${code.repo}/files/n`, body)).status).toBe(201);
  const gone = await owner.delete(one);
  expect([gone.status, gone.object]).toMatchObject([200, { name: 'rel/*', push_access_levels: [] }]);
  expect(brief(await owner.delete(one))).toEqual([404, { message: '404 ProtectedBranch Not Found' }]);
});
