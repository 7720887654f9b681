import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of runners (spec/requests/api/ci/runners_spec.rb and user_runners_spec.rb, 18.9).

/** Runners of the instance, a group, its subgroup, a project and two projects, with someone at each level of the group. */
async function fleet() {
  const gl = await sandbox();
  const people = { first: 50, guest: 10, reporter: 20, developer: 30, maintainer: 40, second: 0 } as const;
  const group = await gl.group('team', { visibility: 'public' });
  const home = await gl.group('home', { visibility: 'public' });
  const subgroup = await gl.group('team/sub', { visibility: 'public' });
  const project = idOf(await gl.post('/projects', { name: 'one', namespace_id: home, visibility: 'public' }));
  const project2 = idOf(await gl.post('/projects', { name: 'two', namespace_id: home, visibility: 'public' }));
  for (const [name, access_level] of Object.entries(people)) {
    const user_id = await gl.user(name);
    if (access_level > 0) await gl.post(`/groups/${group}/members`, { user_id, access_level });
    for (const id of name === 'first' ? [project, project2] : [])
      await gl.post(`/projects/${id}/members`, { user_id, access_level: 40 });
    if (name === 'second') await gl.post(`/projects/${project}/members`, { user_id, access_level: 20 });
  }
  const make = async (sent: JsonObject) =>
    idOf(await gl.post('/user/runners', { maintenance_note: 'Maintenance note', ...sent }));
  const ids = {
    shared: await make({ runner_type: 'instance_type', description: 'Shared runner' }),
    one: await make({ runner_type: 'project_type', project_id: project, description: 'Project runner' }),
    two: await make({ runner_type: 'project_type', project_id: project, description: 'Two projects runner' }),
    groupA: await make({ runner_type: 'group_type', group_id: group, description: 'Group runner A' }),
    groupB: await make({ runner_type: 'group_type', group_id: subgroup, description: 'Group runner B' }),
  };
  await gl.post(`/projects/${project2}/runners`, { runner_id: ids.two });
  return { gl, ids, group, project, project2, first: gl.as('first'), second: gl.as('second') };
}

const names = (answer: Parameters<typeof column>[0]) => column(answer, 'description').map(String).toSorted();

describe('GET /runners', () => {
  test('those that one may manage; 401 without a token; 403 by scopes for runners alone', async () => {
    const { gl, first } = await fleet();
    const mine = ['Group runner A', 'Group runner B', 'Project runner', 'Two projects runner'];
    expect(names(await first.get('/runners'))).toEqual(mine);
    expect((await gl.get('/runners', anonymous)).status).toBe(401);
    for (const scope of ['create_runner', 'manage_runner'])
      expect((await gl.as('first', [scope]).get('/runners')).status).toBe(403);
  });

  test.each(['scope=unknown', 'type=bogus', 'status=bogus'])('?%s is 400', async (query) => {
    const { first } = await fleet();
    expect((await first.get(`/runners?${query}`)).status).toBe(400);
  });

  test('filters: scope, type, paused, status=paused, tag_list', async () => {
    const { gl, first, ids } = await fleet();
    await gl.put(`/runners/${ids.one}`, { paused: true, tag_list: ['tag1', 'tag2'] });
    await gl.put(`/runners/${ids.two}`, { tag_list: ['tag2'] });
    for (const query of ['scope=paused', 'paused=true', 'status=paused', 'tag_list=tag1,tag2'])
      expect(names(await first.get(`/runners?${query}`)), query).toEqual(['Project runner']);
    expect(names(await first.get('/runners?type=project_type'))).toEqual(['Project runner', 'Two projects runner']);
    expect((await first.get('/runners')).list.every((row) => row['job_execution_status'] === 'idle')).toBe(true);
  });
});

describe('GET /runners/all', () => {
  test('is for administrators: 403, 401; shared and specific; a prefix that is none', async () => {
    const { gl, first } = await fleet();
    expect((await first.get('/runners/all')).status).toBe(403);
    expect((await gl.get('/runners/all', anonymous)).status).toBe(401);
    const all = await gl.get('/runners/all');
    expect(all.list.find((row) => row['description'] === 'Shared runner')).toMatchObject({
      is_shared: true,
      active: true,
      paused: false,
      runner_type: 'instance_type',
      created_by: { username: 'root' },
    });
    expect(names(await gl.get('/runners/all?scope=shared'))).toEqual(['Shared runner']);
    expect(names(await gl.get('/runners/all?scope=specific'))).toHaveLength(4);
    for (const query of ['scope=unknown', 'type=bogus', 'status=bogus', 'version_prefix=V15'])
      expect((await gl.get(`/runners/all?${query}`)).status, query).toBe(400);
    expect((await gl.get('/runners/all?version_prefix=25')).list).toEqual([]);
  });
});

describe('GET /runners/:id', () => {
  test('the note is for those who may change the runner', async () => {
    const { gl, ids, first, group } = await fleet();
    expect((await gl.get(`/runners/${ids.shared}`)).object).toMatchObject({
      description: 'Shared runner',
      maximum_timeout: null,
      status: 'never_contacted',
      active: true,
      paused: false,
      maintenance_note: 'Maintenance note',
    });
    expect((await first.get(`/runners/${ids.shared}`)).object['maintenance_note']).toBeNull();
    const mine = (await first.get(`/runners/${ids.groupA}`)).object;
    expect(mine).toMatchObject({ maintenance_note: 'Maintenance note', groups: [{ id: group }] });
    expect((await gl.as('maintainer').get(`/runners/${ids.groupA}`)).object['maintenance_note']).toBeNull();
  });

  test('projects are there, unless include_projects=false', async () => {
    const { ids, first, project } = await fleet();
    const shown = (await first.get(`/runners/${ids.one}`)).object;
    expect(shown['projects']).toMatchObject([{ id: project, name: 'one', path_with_namespace: 'home/one' }]);
    expect((await first.get(`/runners/${ids.one}?include_projects=false`)).object).not.toHaveProperty('projects');
  });

  test('403 for others, 401 without a token, 404 of nothing, and by scope', async () => {
    const { gl, ids, second } = await fleet();
    expect((await second.get(`/runners/${ids.one}`)).status).toBe(403);
    expect((await gl.get(`/runners/${ids.one}`, anonymous)).status).toBe(401);
    expect((await gl.get('/runners/999999')).status).toBe(404);
    expect((await gl.as('first', ['create_runner']).get(`/runners/${ids.one}`)).status).toBe(403);
    for (const scope of ['manage_runner', 'read_api'])
      expect((await gl.as('first', [scope]).get(`/runners/${ids.one}`)).status).toBe(200);
  });
});

describe('PUT /runners/:id', () => {
  test('each attribute, by texts too; nothing at all is 400', async () => {
    const { gl, ids } = await fleet();
    const sent = {
      tag_list: ['ruby2.1', 'pgsql'],
      run_untagged: 'false',
      locked: 'true',
      access_level: 'ref_protected',
    };
    expect((await gl.put(`/runners/${ids.shared}`, { ...sent, maximum_timeout: 1234 })).object).toMatchObject({
      run_untagged: false,
      locked: true,
      access_level: 'ref_protected',
      maximum_timeout: 1234,
    });
    expect((await gl.put(`/runners/${ids.shared}`, { active: false })).object).toMatchObject({ paused: true });
    expect((await gl.put(`/runners/${ids.shared}`, {})).status).toBe(400);
    expect((await gl.put('/runners/999999', { description: 'x' })).status).toBe(404);
  });

  test('who may not is 403, without a token 401, and by scope', async () => {
    const { gl, ids, first, second } = await fleet();
    const sent = { description: 'test' };
    expect((await first.put(`/runners/${ids.shared}`, sent)).status).toBe(403);
    expect((await first.put(`/runners/${ids.one}`, sent)).object['description']).toBe('test');
    expect((await second.put(`/runners/${ids.one}`, sent)).status).toBe(403);
    expect((await gl.put(`/runners/${ids.one}`, sent, anonymous)).status).toBe(401);
    for (const scope of ['create_runner', 'read_api'])
      expect((await gl.as('first', [scope]).put(`/runners/${ids.one}`, sent)).status).toBe(403);
    expect((await gl.as('first', ['manage_runner']).put(`/runners/${ids.one}`, sent)).status).toBe(200);
  });
});

describe('DELETE /runners/:id', () => {
  test('403 for those below Owner of the group, and for one with two projects', async () => {
    const { gl, ids, first, second } = await fleet();
    for (const name of ['guest', 'reporter', 'developer', 'maintainer'])
      expect((await gl.as(name).delete(`/runners/${ids.groupA}`)).status, name).toBe(403);
    expect((await first.delete(`/runners/${ids.two}`)).status).toBe(403);
    expect((await first.delete(`/runners/${ids.shared}`)).status).toBe(403);
    expect((await second.delete(`/runners/${ids.one}`)).status).toBe(403);
    expect((await gl.delete(`/runners/${ids.one}`, anonymous)).status).toBe(401);
    const stale = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await gl.delete(`/runners/${ids.shared}`, stale)).status).toBe(412);
    for (const id of [ids.one, ids.groupA, ids.groupB]) expect((await first.delete(`/runners/${id}`)).status).toBe(204);
    expect((await gl.delete('/runners/999999')).status).toBe(404);
  });
});

describe('what hangs from a runner', () => {
  test('projects: those that one may see, none of a group runner, 403 for others', async () => {
    const { gl, ids, first, second, project, project2 } = await fleet();
    expect(column(await first.get(`/runners/${ids.two}/projects`), 'id').toSorted()).toEqual(
      [project, project2].toSorted(),
    );
    expect((await first.get(`/runners/${ids.groupA}/projects`)).list).toEqual([]);
    expect((await second.get(`/runners/${ids.one}/projects`)).status).toBe(403);
    expect((await gl.get(`/runners/${ids.one}/projects`, anonymous)).status).toBe(401);
    expect((await gl.get('/runners/999999/projects')).status).toBe(404);
    const page = await first.get(`/runners/${ids.two}/projects?page=1&per_page=1`);
    expect([page.list.length, page.headers.get('x-total')]).toEqual([1, '2']);
  });

  test('managers: none of a new runner, 401 without a token', async () => {
    const { gl, ids, first } = await fleet();
    expect((await first.get(`/runners/${ids.one}/managers`)).list).toEqual([]);
    expect((await gl.get(`/runners/${ids.one}/managers`, anonymous)).status).toBe(401);
  });

  test('a reset of the token: 403 below Owner, 201 with the new one', async () => {
    const { gl, ids, first, second } = await fleet();
    for (const name of ['guest', 'reporter', 'developer', 'maintainer'])
      expect((await gl.as(name).post(`/runners/${ids.groupA}/reset_authentication_token`)).status).toBe(403);
    expect((await second.post(`/runners/${ids.one}/reset_authentication_token`)).status).toBe(403);
    const reset = await first.post(`/runners/${ids.groupA}/reset_authentication_token`);
    expect([reset.status, reset.object['token_expires_at']]).toEqual([201, null]);
    expect((await gl.post('/runners/999999/reset_authentication_token')).status).toBe(404);
  });

  test('jobs: 403 of the instance’s runner, 400 of unknown words', async () => {
    const { gl, ids, first, second } = await fleet();
    expect((await first.get(`/runners/${ids.shared}/jobs`)).status).toBe(403);
    expect((await second.get(`/runners/${ids.shared}/jobs`)).status).toBe(403);
    expect((await gl.get(`/runners/${ids.shared}/jobs`, anonymous)).status).toBe(401);
    expect((await gl.get('/runners/999999/jobs')).status).toBe(404);
    for (const query of ['status=non-existing', 'order_by=non-existing', 'sort=non-existing'])
      expect((await gl.get(`/runners/${ids.one}/jobs?${query}`)).status, query).toBe(400);
    expect((await first.get(`/runners/${ids.one}/jobs`)).list).toEqual([]);
  });
});

describe('runners of a place', () => {
  test('a project has its own and the instance’s; others are 403, 401', async () => {
    const { gl, first, second, project, group } = await fleet();
    const own = ['Project runner', 'Two projects runner'];
    expect(names(await first.get(`/projects/${project}/runners`))).toEqual([...own, 'Shared runner'].toSorted());
    expect(names(await first.get(`/projects/${project}/runners?scope=specific`))).toEqual(own);
    expect(names(await first.get(`/projects/${project}/runners?type=project_type`))).toEqual(own);
    for (const query of ['scope=unknown', 'type=bogus', 'status=bogus'])
      expect((await first.get(`/projects/${project}/runners?${query}`)).status).toBe(400);
    expect((await second.get(`/projects/${project}/runners`)).status).toBe(403);
    expect((await gl.get(`/projects/${project}/runners`, anonymous)).status).toBe(401);
    expect(names(await first.get(`/groups/${group}/runners`))).toEqual(['Group runner A', 'Shared runner']);
    expect(names(await first.get(`/groups/${group}/runners?type=group_type`))).toEqual(['Group runner A']);
    expect(names(await first.get(`/groups/${group}/runners?type=instance_type`))).toEqual(['Shared runner']);
  });
});

describe('POST /user/runners', () => {
  test('who may: administrators, Owners of the group, Maintainers of the project', async () => {
    const { gl, first, group, project } = await fleet();
    const group_type = { runner_type: 'group_type', group_id: group };
    expect((await first.post('/user/runners', { runner_type: 'instance_type' })).status).toBe(403);
    expect((await gl.as('maintainer').post('/user/runners', group_type)).status).toBe(403);
    expect(
      (await gl.as('second').post('/user/runners', { runner_type: 'project_type', project_id: project })).status,
    ).toBe(403);
    for (const scope of ['create_runner', 'api'])
      expect((await gl.as('first', [scope]).post('/user/runners', group_type)).status).toBe(201);
    const narrow = await gl.as('first', ['read_api']).post('/user/runners', group_type);
    expect([narrow.status, narrow.object['error']]).toEqual([403, 'insufficient_scope']);
    expect((await gl.post('/user/runners', group_type, anonymous)).status).toBe(401);
  });

  test.each<[JsonObject, string]>([
    [{}, 'runner_type is missing, runner_type does not have a valid value'],
    [{ runner_type: 'unknown' }, 'runner_type does not have a valid value'],
    [{ runner_type: 'group_type' }, 'group_id is missing'],
    [{ runner_type: 'project_type' }, 'project_id is missing'],
  ])('%j is 400', async (sent, error) => {
    const { gl } = await fleet();
    expect(told(await gl.post('/user/runners', sent))).toEqual([400, { error }]);
  });

  test('without tags it must take untagged jobs', async () => {
    const { gl } = await fleet();
    const refused = await gl.post('/user/runners', { runner_type: 'instance_type', run_untagged: false, tag_list: [] });
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('Tags list can not be empty');
  });
});
