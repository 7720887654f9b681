import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { textOf } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of assigning, registering and verifying runners
// (spec/requests/api/ci/runners_spec.rb, runners_reset_registration_token_spec.rb and ci/runner/runners_*_spec.rb, 18.9).

/** Two projects of a Maintainer of both, each with a runner, and a runner of the instance and of a group. */
async function fleet() {
  const gl = await sandbox();
  const group = await gl.group('team', { visibility: 'public' });
  const one = idOf(await gl.post('/projects', { name: 'one', namespace_id: group, visibility: 'public' }));
  const two = idOf(await gl.post('/projects', { name: 'two', namespace_id: group, visibility: 'public' }));
  const join = async (username: string, access_level: number) => {
    const user_id = await gl.user(username);
    for (const id of [one, two]) await gl.post(`/projects/${id}/members`, { user_id, access_level });
    return gl.as(username);
  };
  const make = async (sent: JsonObject) => (await gl.post('/user/runners', sent)).object;
  const project = await make({ runner_type: 'project_type', project_id: one, description: 'of one' });
  return {
    gl,
    group,
    one,
    two,
    maintainer: await join('maintainer', 40),
    developer: await join('developer', 30),
    runner: Number(project['id']),
    token: textOf(project['token']),
    shared: Number((await make({ runner_type: 'instance_type' }))['id']),
    ofGroup: Number((await make({ runner_type: 'group_type', group_id: group }))['id']),
  };
}

describe('POST /projects/:id/runners', () => {
  test('201 with the runner; again, or without one, 400', async () => {
    const { maintainer, two, runner } = await fleet();
    const path = `/projects/${two}/runners`;
    const done = await maintainer.post(path, { runner_id: runner });
    expect([done.status, done.object]).toMatchObject([201, { id: runner, runner_type: 'project_type' }]);
    expect(column(await maintainer.get(`${path}?type=project_type`), 'id')).toEqual([runner]);
    const twice = await maintainer.post(path, { runner_id: runner });
    expect([twice.status, textOf(twice.object['message'])]).toEqual([
      400,
      expect.stringContaining('already been taken'),
    ]);
    expect(told(await maintainer.post(path))).toEqual([400, { error: 'runner_id is missing' }]);
    expect((await maintainer.post(path, { runner_id: 999999 })).status).toBe(404);
  });

  test('locked, shared and group runners are 403; administrators assign the locked one', async () => {
    const { gl, maintainer, two, runner, shared, ofGroup } = await fleet();
    const path = `/projects/${two}/runners`;
    await gl.put(`/runners/${runner}`, { locked: true });
    const assign = async (runner_id: number) => told(await maintainer.post(path, { runner_id }));
    expect(await assign(runner)).toEqual([403, { message: '403 Forbidden - Runner is locked' }]);
    expect(await assign(shared)).toEqual([403, { message: '403 Forbidden - No access granted' }]);
    expect(await assign(ofGroup)).toEqual([403, { message: '403 Forbidden - Runner is a group runner' }]);
    expect((await gl.post(path, { runner_id: runner })).status).toBe(201);
  });

  test('403 below Maintainer, 401 without a token, 403 by the scopes of runners, 400 over the limit', async () => {
    const { gl, developer, two, runner } = await fleet();
    const path = `/projects/${two}/runners`;
    expect((await developer.post(path, { runner_id: runner })).status).toBe(403);
    expect((await gl.post(path, { runner_id: runner }, anonymous)).status).toBe(401);
    for (const scope of ['create_runner', 'manage_runner'])
      expect((await gl.as('maintainer', [scope]).post(path, { runner_id: runner })).status).toBe(403);
    await gl.post('/user/runners', { runner_type: 'project_type', project_id: two });
    await gl.put('/application/plan_limits', { plan_name: 'default', ci_registered_project_runners: 1 });
    expect((await gl.post(path, { runner_id: runner })).status).toBe(400);
  });
});

describe('DELETE /projects/:id/runners/:runner_id', () => {
  test('204 of a further project, 403 of the owner’s, 404 of none, 412 when it changed since', async () => {
    const { gl, maintainer, developer, one, two, runner } = await fleet();
    await maintainer.post(`/projects/${two}/runners`, { runner_id: runner });
    const path = `/projects/${two}/runners/${runner}`;
    expect((await developer.delete(path)).status).toBe(403);
    expect((await gl.delete(path, anonymous)).status).toBe(401);
    expect((await maintainer.delete(`/projects/${one}/runners/${runner}`)).status).toBe(403);
    const unknown = await maintainer.delete(`/projects/${two}/runners/999999`);
    expect(told(unknown)).toEqual([404, { message: '404 Runner Not Found' }]);
    const stale = { 'If-Unmodified-Since': 'Fri, 30 Jan 1976 11:30:00 GMT' };
    expect((await maintainer.delete(path, stale)).status).toBe(412);
    expect((await maintainer.delete(path)).status).toBe(204);
    expect((await maintainer.get(`/projects/${two}/runners?type=project_type`)).list).toEqual([]);
    const only = await maintainer.delete(`/projects/${one}/runners/${runner}`);
    const text = 'You cannot unassign a runner from the owner project. Delete the runner instead';
    expect(told(only)).toEqual([403, { message: `403 Forbidden - ${text}` }]);
  });
});

describe('filters of the runners of a group and of a project', () => {
  test.each(['group', 'project'] as const)('%s: paused, status, tags, type; an odd word is 400', async (kind) => {
    const { gl, group, one, runner, ofGroup } = await fleet();
    const [at, id] = kind === 'group' ? [`/groups/${group}/runners`, ofGroup] : [`/projects/${one}/runners`, runner];
    await gl.put(`/runners/${id}`, { paused: true, tag_list: ['tag1', 'tag2'] });
    for (const query of ['paused=true', 'status=paused', 'tag_list=tag1,tag2', 'tag_list[]=tag1'])
      expect(column(await gl.get(`${at}?${query}`), 'id'), query).toEqual([id]);
    expect(column(await gl.get(`${at}?paused=false`), 'id')).not.toContain(id);
    expect((await gl.get(`${at}?tag_list=tag1,tag3`)).list).toEqual([]);
    expect((await gl.get(`${at}?type=${kind}_type`)).list).toHaveLength(1);
    for (const query of ['type=bogus', 'status=bogus']) expect((await gl.get(`${at}?${query}`)).status).toBe(400);
    if (kind === 'group') expect((await gl.get(`${at}?type=project_type`)).list).toEqual([]);
    const page = await gl.get(`${at}?per_page=1`);
    expect(page.headers.get('x-per-page')).toBe('1');
    for (const scope of ['create_runner', 'manage_runner'])
      expect((await gl.as('maintainer', [scope]).get(at)).status).toBe(403);
  });
});

describe('runner tokens', () => {
  test('verify: 400 without a token, 403 of an unknown and of an ended one, 200 with three fields', async () => {
    const { gl, runner, token } = await fleet();
    expect((await gl.post('/runners/verify', {}, anonymous)).status).toBe(400);
    expect((await gl.post('/runners/verify', { token: 'invalid-token' }, anonymous)).status).toBe(403);
    const verified = await gl.post('/runners/verify', { token }, anonymous);
    expect(told(verified)).toEqual([200, { id: runner, token, token_expires_at: null }]);
    expect((await gl.get(`/runners/${runner}`)).object['contacted_at']).toEqual(expect.any(String));
    await gl.post('/runners/verify', { token, system_id: 's_some_system_id' }, anonymous);
    expect(column(await gl.get(`/runners/${runner}/managers`), 'system_id')).toEqual(['s_some_system_id']);
    const { runners } = gl.sandbox.platform.state;
    const row = runners.get(runner);
    if (row === undefined) throw new Error('there is no such runner');
    runners.update(row, { token_expires_at: '2020-01-01T00:00:00.000Z' });
    for (const path of ['/runners/verify', '/runners/reset_authentication_token'])
      expect((await gl.post(path, { token }, anonymous)).status).toBe(403);
  });

  test('reset by the token itself: the new one, with its end where the instance sets one', async () => {
    const { gl, token } = await fleet();
    const path = '/runners/reset_authentication_token';
    const reset = await gl.post(path, { token }, anonymous);
    expect([reset.status, Object.keys(reset.object)]).toEqual([201, ['token', 'token_expires_at']]);
    expect(reset.object).toMatchObject({ token_expires_at: null });
    expect((await gl.post(path, { token }, anonymous)).status).toBe(403);
    expect((await gl.post(path, { token: 'garbage' }, anonymous)).status).toBe(403);
    await gl.put('/application/settings', { project_runner_token_expiration_interval: 432_000 });
    const again = await gl.post(path, { token: textOf(reset.object['token']) }, anonymous);
    const left = Date.parse(textOf(again.object['token_expires_at'])) - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(120);
  });

  test('DELETE /runners: 400 without a token, 403 of an unknown one, 412 when it changed since, 204', async () => {
    const { gl, runner, token } = await fleet();
    expect((await gl.delete('/runners', anonymous)).status).toBe(400);
    expect((await gl.delete('/runners?token=invalid', anonymous)).status).toBe(403);
    const stale = { ...anonymous, 'If-Unmodified-Since': 'Fri, 30 Jan 1976 11:30:00 GMT' };
    expect((await gl.delete(`/runners?token=${token}`, stale)).status).toBe(412);
    expect((await gl.delete(`/runners?token=${token}`, anonymous)).status).toBe(204);
    expect((await gl.get(`/runners/${runner}`)).status).toBe(404);
  });
});

describe('registration tokens', () => {
  test('of the instance: 401, 403 for others; 403 to administrators while they are switched off', async () => {
    const { gl, maintainer } = await fleet();
    const path = '/runners/reset_registration_token';
    expect((await gl.post(path, {}, anonymous)).status).toBe(401);
    expect((await maintainer.post(path)).status).toBe(403);
    await gl.put('/application/settings', { allow_runner_registration_token: false });
    expect(told(await gl.post(path))).toEqual([403, { message: '403 Forbidden' }]);
    await gl.put('/application/settings', { allow_runner_registration_token: true });
    const first = await gl.post(path);
    expect([first.status, Object.keys(first.object)]).toEqual([201, ['token']]);
    expect((await gl.post(path)).object['token']).not.toBe(first.object['token']);
  });

  test.each(['group', 'project'] as const)('of a %s: 404 for strangers, 403 for members, 201', async (kind) => {
    const gl = await sandbox();
    const group = await gl.group('team', { visibility: 'private' });
    const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
    const place = kind === 'group' ? `/groups/${group}` : `/projects/${project}`;
    const path = `${place}/runners/reset_registration_token`;
    await gl.user('stranger');
    await gl.post(`${place}/members`, { user_id: await gl.user('member'), access_level: 30 });
    await gl.post(`${place}/members`, { user_id: await gl.user('keeper'), access_level: 50 });
    const absent = [404, { message: `404 ${kind === 'group' ? 'Group' : 'Project'} Not Found` }];
    expect(told(await gl.as('stranger').post(path))).toEqual(absent);
    expect(told(await gl.as('keeper').post(`/${kind}s/some%20string/runners/reset_registration_token`))).toEqual(
      absent,
    );
    expect((await gl.as('member').post(path)).status).toBe(403);
    await gl.put('/application/settings', { allow_runner_registration_token: false });
    expect(told(await gl.as('keeper').post(path))).toEqual([403, { message: '403 Forbidden' }]);
    await gl.put('/application/settings', { allow_runner_registration_token: true });
    expect((await gl.as('keeper').post(path)).status).toBe(201);
  });

  test('POST /runners: 400 without a token, 403 of an unknown one, 201 with three fields and what was sent', async () => {
    const { gl } = await fleet();
    const token = textOf((await gl.post('/runners/reset_registration_token')).object['token']);
    const register = (sent: JsonObject) => gl.post('/runners', { token, ...sent }, anonymous);
    expect((await gl.post('/runners', {}, anonymous)).status).toBe(400);
    expect((await gl.post('/runners', { token: 'invalid' }, anonymous)).status).toBe(403);
    const sent = { description: 'server.hostname', maintenance_note: 'Some notes', run_untagged: false, locked: true };
    const made = await register({
      ...sent,
      tag_list: 'tag1, tag2',
      access_level: 'ref_protected',
      maximum_timeout: 9000,
    });
    expect([made.status, Object.keys(made.object)]).toEqual([201, ['id', 'token', 'token_expires_at']]);
    const seen = (await gl.get(`/runners/${idOf(made)}`)).object;
    expect(seen).toMatchObject({
      ...sent,
      tag_list: ['tag1', 'tag2'],
      access_level: 'ref_protected',
      maximum_timeout: 9000,
    });
    const old = idOf(await register({ maintainer_note: 'Some notes', active: false }));
    expect((await gl.get(`/runners/${old}`)).object).toMatchObject({ maintenance_note: 'Some notes', paused: true });
    const many = Array.from({ length: 51 }, (_none, at) => `tag${at}`);
    const text = 'Too many tags specified. Please limit the number of tags to 50';
    expect(told(await register({ tag_list: many }))).toEqual([400, { message: { tags_list: [text] } }]);
    expect((await register({ tag_list: many.slice(0, 20) })).status).toBe(201);
  });
});
