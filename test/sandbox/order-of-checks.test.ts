import { expect, test } from 'vitest';
import { cast, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

async function withProject(gl: SandboxClient) {
  const people = await cast(gl);
  const sent = { name: 'app', namespace_id: people.group, visibility: 'private' };
  return { ...people, project: idOf(await gl.post('/projects', sent)) };
}

const gone = [404, { message: 'Not Found' }];
const forbidden = [403, { message: '403 Forbidden' }];

test('sharing a project needs Owner there, and membership in the invited group', async () => {
  const gl = await sandbox();
  const { project, ids, owner, maintainer, developer } = await withProject(gl);
  const group_id = await gl.group('open', { visibility: 'public' });
  const share = (client: typeof owner) => client.post(`/projects/${project}/share`, { group_id, group_access: 20 });
  expect(told(await share(owner))).toEqual(gone);
  for (const user_id of [ids.owner, ids.maintainer])
    await gl.post(`/groups/${group_id}/members`, { user_id, access_level: 10 });
  expect(told(await share(maintainer))).toEqual(gone);
  expect(told(await share(developer))).toEqual(forbidden);
  expect((await share(owner)).status).toBe(201);
  expect(told(await maintainer.delete(`/projects/${project}/share/${group_id}`))).toEqual([
    403,
    { message: 'Forbidden' },
  ]);
  expect((await owner.delete(`/projects/${project}/share/${group_id}`)).status).toBe(204);
});

test('a project goes to no group of which its Owner is no member, though everybody may see it', async () => {
  const gl = await sandbox();
  const { project, ids, owner } = await withProject(gl);
  const there = await gl.group('open', { visibility: 'public' });
  const move = () => owner.put(`/projects/${project}/transfer`, { namespace: String(there) });
  expect(told(await move())).toEqual([404, { message: '404 Namespace Not Found' }]);
  await gl.post(`/groups/${there}/members`, { user_id: ids.owner, access_level: 10 });
  expect((await move()).status).toBe(400);
});

test('who may issue no token for others is refused before the parameters are looked at', async () => {
  const gl = await sandbox();
  const id = await gl.user('jane');
  for (const kind of ['personal_access_tokens', 'impersonation_tokens']) {
    expect(told(await gl.as('jane').post(`/users/${id}/${kind}`, {})), kind).toEqual(forbidden);
    expect((await gl.post(`/users/${id}/${kind}`, {})).status, kind).toBe(400);
  }
  const reader = gl.as('jane', ['read_user']);
  expect(told(await reader.get(`/users/${id}/impersonation_tokens`))).toEqual(forbidden);
  const stars = await reader.get(`/users/${id}/starred_projects`);
  expect([stars.status, stars.object['scope']]).toEqual([403, 'ai_workflows api read_api']);
});

test('an invitation has a token of 64 hexadecimal digits, and names no user', async () => {
  const gl = await sandbox();
  const { group } = await cast(gl);
  await gl.post(`/groups/${group}/invitations`, { email: 'new@example.com', access_level: 10 });
  const [invitation] = (await gl.get(`/groups/${group}/invitations`)).list;
  expect(invitation?.['invite_token']).toMatch(/^[0-9a-f]{64}$/);
  expect(invitation).not.toHaveProperty('user_name');
});

test('an archived project is archived still when it is restored', async () => {
  const gl = await sandbox();
  const { project } = await withProject(gl);
  await gl.post(`/projects/${project}/archive`, {});
  await gl.delete(`/projects/${project}`);
  expect((await gl.post(`/projects/${project}/restore`, {})).object['archived']).toBe(true);
});

test('a synchronisation with the directory answers with its status', async () => {
  const gl = await sandbox();
  const { group, owner } = await cast(gl);
  expect(told(await owner.post(`/groups/${group}/ldap_sync`, {}))).toEqual([202, 202]);
});
