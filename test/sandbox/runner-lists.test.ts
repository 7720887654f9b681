import { expect, test } from 'vitest';
import { sandbox } from './client.ts';
import { descriptions, runner, world } from './runner-world.ts';

test('lists of a group and a project hold inherited and instance runners too; none shows tags', async () => {
  const { gl, top, sub, api, web } = await world();
  await runner(gl, { runner_type: 'instance_type', description: 'shared' });
  await runner(gl, { runner_type: 'group_type', group_id: top, description: 'top' });
  await runner(gl, { runner_type: 'group_type', group_id: sub, description: 'sub' });
  await runner(gl, { runner_type: 'project_type', project_id: web, description: 'web' });
  expect(descriptions((await gl.get(`/groups/${top}/runners`)).list)).toEqual(['shared', 'top']);
  expect(descriptions((await gl.get(`/groups/${sub}/runners`)).list)).toEqual(['shared', 'top', 'sub']);
  expect(descriptions((await gl.get(`/groups/${sub}/runners?type=group_type`)).list)).toEqual(['top', 'sub']);
  expect(descriptions((await gl.get(`/projects/${api}/runners`)).list)).toEqual(['shared', 'top']);
  expect(descriptions((await gl.get(`/projects/${web}/runners?scope=specific`)).list)).toEqual(['top', 'sub', 'web']);
  expect((await gl.get(`/groups/${top}/runners`)).list[0]).not.toHaveProperty('tag_list');
  expect(descriptions((await gl.as('owner').get('/runners')).list)).toEqual(['top', 'sub', 'web']);
  expect(descriptions((await gl.get('/runners/all')).list)).toEqual(['shared', 'top', 'sub', 'web']);
});

test('lists are for Maintainers on; the one of the whole instance for administrators and auditors', async () => {
  const { gl, top, api } = await world();
  await gl.user('auditor', { auditor: true });
  expect((await gl.as('maintainer').get(`/groups/${top}/runners`)).status).toBe(200);
  expect((await gl.as('developer').get(`/groups/${top}/runners`)).status).toBe(403);
  expect((await gl.as('developer').get(`/projects/${api}/runners`)).status).toBe(403);
  expect((await gl.as('stranger').get(`/groups/${top}/runners`)).status).toBe(404);
  expect((await gl.as('owner').get('/runners/all')).status).toBe(403);
  expect((await gl.as('auditor').get('/runners/all')).status).toBe(200);
  expect((await fetch(`${gl.sandbox.url}/api/v4/runners`)).status).toBe(401);
});

test('filters: every tag, the pause, the state, the machine’s version; odd values are 400', async () => {
  const gl = await sandbox();
  const both = await runner(gl, { runner_type: 'instance_type', description: 'both', tag_list: ['a', 'b'] });
  await runner(gl, { runner_type: 'instance_type', description: 'one', tag_list: ['b'], paused: true });
  await gl.post('/runners/verify', { token: both.token, system_id: 's1', info: { version: '16.1.0' } });
  const found = async (query: string) => descriptions((await gl.get(`/runners/all?${query}`)).list);
  expect(await found('tag_list=a,b')).toEqual(['both']);
  expect(await found('paused=true')).toEqual(['one']);
  expect(await found('status=online')).toEqual(['both']);
  expect(await found('status=never_contacted')).toEqual(['one']);
  expect(await found('version_prefix=16')).toEqual(['both']);
  expect((await gl.get('/runners/all?version_prefix=V15')).body).toEqual({ error: 'version_prefix is invalid' });
  expect((await gl.get('/runners?status=odd')).body).toEqual({ error: 'status does not have a valid value' });
  const scope = await gl.get('/runners?scope=specific');
  expect([scope.status, scope.body]).toEqual([400, { message: 'Scope contains invalid value' }]);
});

test('instance runners do not reach a group, and the projects below it, that has switched them off', async () => {
  const { gl, top, api } = await world();
  await runner(gl, { runner_type: 'instance_type', description: 'shared' });
  await gl.put(`/groups/${top}`, { shared_runners_setting: 'disabled_and_unoverridable' });
  expect((await gl.get(`/groups/${top}/runners`)).list).toEqual([]);
  expect((await gl.get(`/projects/${api}/runners`)).list).toEqual([]);
});
