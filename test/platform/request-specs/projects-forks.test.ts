import { describe, expect, test } from 'vitest';
import { isJsonObject, textOf } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of forks and stars (spec/requests/api/projects_spec.rb, 18.9).

const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];
const taken = ['has already been taken'];

/** A private project of `owner`, with a README, that `forker` may read; groups at each level of `forker`. */
async function world() {
  const gl = await sandbox();
  // A user's namespace is known by the id of the user here: these keep it apart from the groups' ids.
  for (const name of ['ann', 'bob']) await gl.user(name);
  const ids = { owner: await gl.user('owner'), forker: await gl.user('forker'), third: await gl.user('third') };
  const people = { owner: gl.as('owner'), forker: gl.as('forker'), third: gl.as('third') };
  const made = { name: 'source', visibility: 'private', initialize_with_readme: true, description: 'Mine' };
  const source = idOf(await people.owner.post('/projects', made));
  await gl.post(`/projects/${source}/members`, { user_id: ids.forker, access_level: 20 });
  for (const [path, access_level] of Object.entries({ owned: 50, maintained: 40, guested: 10 })) {
    const group = await gl.group(path, { visibility: 'public' });
    await gl.post(`/groups/${group}/members`, { user_id: ids.forker, access_level });
  }
  await gl.group('owned/below', { visibility: 'public' });
  return { gl, ids, ...people, source, path: `/projects/${source}/fork` };
}

describe('POST /projects/:id/fork', () => {
  test('into the own namespace: named as its source, with its code, still being copied', async () => {
    const { gl, ids, forker, source, path } = await world();
    const made = await forker.post(path);
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({
      ...{ name: 'source', path: 'source', description: 'Mine', visibility: 'private', import_status: 'scheduled' },
      ...{ owner: { id: ids.forker }, namespace: { full_path: 'forker' }, import_error: null },
      ...{ forked_from_project: { id: source, path_with_namespace: 'owner/source' }, mr_default_target_self: false },
    });
    gl.sandbox.platform.clock.advance(1_000);
    const fork = `/projects/${idOf(made)}`;
    expect((await forker.get(fork)).object['import_status']).toBe('finished');
    expect((await forker.get(`${fork}/repository/files/README.md?ref=main`)).status).toBe(200);
    expect((await gl.get(`/projects/${source}`)).object['forks_count']).toBe(1);
    expect((await gl.post(path)).object['owner']).toMatchObject({ username: 'root' });
  });

  test('who cannot see the project, or is nobody, does not fork it; nor anyone once forking is off', async () => {
    const { gl, third, owner, source, path } = await world();
    expect(told(await third.post(path))).toEqual(notThere('Project'));
    expect(told(await third.post('/projects/999999/fork'))).toEqual(notThere('Project'));
    expect(told(await gl.post(path, {}, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    await owner.put(`/projects/${source}`, { forking_access_level: 'disabled' });
    expect((await gl.post(path)).status).toBe(404);
  });

  test('a name or path that is taken is 409, and another one will do', async () => {
    const { owner, path } = await world();
    const clash = await owner.post(path);
    expect([clash.status, clash.object['message']]).toMatchObject([409, { name: taken, path: taken }]);
    const renamed = await owner.post(path, { path: 'path_2', name: 'name_2', description: 'A', visibility: 'private' });
    expect([renamed.status, renamed.object['name'], renamed.object['path']]).toEqual([201, 'name_2', 'path_2']);
    expect(renamed.object).toMatchObject({ description: 'A', visibility: 'private' });
    const again = await owner.post(path, { path: 'path_2', name: 'other' });
    expect([again.status, again.object['message']]).toMatchObject([409, { path: taken }]);
  });

  test('a namespace by id, path or both ways; groups where one may create projects', async () => {
    const { gl, ids, forker, path } = await world();
    let counter = 0;
    const into = async (body: Record<string, string | number>) => {
      counter += 1;
      const made = await forker.post(path, { ...body, path: `fork-${counter}`, name: `Fork ${counter}` });
      const web = textOf(made.object['path_with_namespace']).replace(/\/[^/]+$/, '');
      return [made.status, made.status === 201 ? web : made.body];
    };
    expect(await into({ namespace: ids.forker })).toEqual([201, 'forker']);
    expect(await into({ namespace: 'forker' })).toEqual([201, 'forker']);
    expect(await into({ namespace_id: ids.forker, namespace: 'root' })).toEqual([201, 'forker']);
    expect(await into({ namespace_path: 'forker', namespace: 'root' })).toEqual([201, 'forker']);
    expect(await into({ namespace: 'maintained' })).toEqual([201, 'maintained']);
    expect(await into({ namespace: 'owned/below' })).toEqual([201, 'owned/below']);
    expect(await into({ namespace: 'guested' })).toEqual(notThere('Target Namespace'));
    expect(await into({ namespace: 999999 })).toEqual(notThere('Namespace'));
    expect(await into({ namespace: 'root' })).toEqual(notThere('Namespace'));
    expect((await gl.post(path, { namespace: 'forker', path: 'by-admin', name: 'x' })).object['owner']).toMatchObject({
      id: ids.forker,
    });
    expect((await gl.post(path, { namespace: 'guested' })).status).toBe(201);
  });

  test('never more visible than its source; one branch alone on demand', async () => {
    const { forker, path } = await world();
    expect((await forker.post(path, { visibility: 'something' })).body).toEqual({
      error: 'visibility does not have a valid value',
    });
    expect((await forker.post(path, { visibility: 'public' })).status).toBe(409);
    expect(told(await forker.post(path, { branches: 'nowhere' }))).toEqual(notThere('Source Branch'));
    const made = idOf(await forker.post(path, { branches: 'main' }));
    expect(column(await forker.get(`/projects/${made}/repository/branches`), 'name')).toEqual(['main']);
  });
});

describe('saying that a project is a fork', () => {
  test('POST …/fork/:forked_from_id: Maintainers, of what they may fork, once', async () => {
    const { gl, ids, owner, forker, third, source } = await world();
    const open = idOf(await third.post('/projects', { name: 'open', visibility: 'public' }));
    const target = idOf(await owner.post('/projects', { name: 'target' }));
    for (const [user_id, access_level] of [
      [ids.forker, 30],
      [ids.third, 40],
    ] as const) {
      await gl.post(`/projects/${target}/members`, { user_id, access_level });
    }
    expect((await forker.post(`/projects/${target}/fork/${open}`)).status).toBe(403);
    expect((await third.post(`/projects/${target}/fork/${source}`)).status).toBe(404);
    expect((await gl.post(`/projects/${target}/fork/999999`)).status).toBe(404);
    await third.put(`/projects/${open}`, { forking_access_level: 'disabled' });
    expect((await owner.post(`/projects/${target}/fork/${open}`)).status).toBe(403);
    await third.put(`/projects/${open}`, { forking_access_level: 'enabled' });
    const made = await third.post(`/projects/${target}/fork/${open}`);
    expect([made.status, made.object['forked_from_project']]).toMatchObject([201, { id: open }]);
    expect(told(await gl.post(`/projects/${target}/fork/${source}`))).toEqual([
      409,
      { message: 'Project already forked' },
    ]);
    expect(column(await owner.get(`/projects/${open}/forks`), 'id')).toEqual([target]);
    expect((await gl.get(`/projects/${open}/forks`, anonymous)).body).toEqual([]);
  });

  test('DELETE …/fork: Owners; 304 without one, 412 when it changed meanwhile', async () => {
    const { gl, forker, third, source, path } = await world();
    const fork = `/projects/${idOf(await forker.post(path))}/fork`;
    expect((await third.delete(fork)).status).toBe(404);
    expect((await forker.delete(`/projects/${source}/fork`)).status).toBe(403);
    expect((await gl.delete(`/projects/${source}/fork`)).status).toBe(304);
    expect((await forker.delete(fork, { 'If-Unmodified-Since': '2001-01-01T00:00:00Z' })).status).toBe(412);
    expect((await forker.delete(fork)).status).toBe(204);
    const left = await forker.get(fork.replace('/fork', ''));
    expect(left.object).not.toHaveProperty('forked_from_project');
  });

  test('who cannot see the source is not told of it; only a fork may target itself by default', async () => {
    const { gl, ids, forker, third, path } = await world();
    const fork = `/projects/${idOf(await forker.post(path))}`;
    await gl.post(`${fork}/members`, { user_id: ids.third, access_level: 30 });
    expect((await third.get(fork)).object).not.toHaveProperty('forked_from_project');
    const changed = await forker.put(fork, { mr_default_target_self: true });
    expect([changed.status, changed.object['mr_default_target_self']]).toEqual([200, true]);
  });

  test('GET …/repository/compare between a fork and its source, for those who may see both', async () => {
    const { gl, ids, forker, owner, third, source, path } = await world();
    const fork = idOf(await forker.post(path));
    const actions = [{ action: 'create', file_path: 'new', content: 'x' }];
    const more = { branch: 'topic', start_branch: 'main', commit_message: 'Topic', actions };
    const sha = (await forker.post(`/projects/${fork}/repository/commits`, more)).object['id'];
    const compare = `/projects/${fork}/repository/compare?from=main&to=topic&from_project_id=${source}`;
    expect((await forker.get(compare)).object['commits']).toMatchObject([{ id: sha }]);
    const back = `/projects/${source}/repository/compare?from=topic&to=main&from_project_id=${fork}`;
    expect(told(await owner.get(back))).toEqual([
      403,
      { message: "403 Forbidden - You don't have access to this fork's parent project" },
    ]);
    await gl.post(`/projects/${source}/members`, { user_id: ids.third, access_level: 30 });
    const other = idOf(await third.post('/projects', { name: 'unrelated', initialize_with_readme: true }));
    const unrelated = await third.get(
      `/projects/${source}/repository/compare?from=main&to=main&from_project_id=${other}`,
    );
    const text = `Target project id:${other} is not a fork of project id:${source}`;
    expect(told(unrelated)).toEqual([400, { message: text }]);
  });
});

describe('stars', () => {
  test('a star counts once and is taken back once; the second time is 304', async () => {
    const { forker, source } = await world();
    const path = `/projects/${source}`;
    const starred = await forker.post(`${path}/star`);
    expect([starred.status, starred.object['star_count']]).toEqual([201, 1]);
    expect((await forker.post(`${path}/star`)).status).toBe(304);
    expect(column(await forker.get('/projects?starred=true'), 'id')).toEqual([source]);
    const taken = await forker.post(`${path}/unstar`);
    expect([taken.status, taken.object['star_count']]).toEqual([201, 0]);
    expect((await forker.post(`${path}/unstar`)).status).toBe(304);
    expect((await forker.get('/projects?starred=true')).body).toEqual([]);
  });

  test('starrers are told with their day, without those of private profiles', async () => {
    const { gl, ids, forker, third, source } = await world();
    const open = idOf(await third.post('/projects', { name: 'open', visibility: 'public' }));
    await gl.put(`/users/${ids.forker}`, { private_profile: true });
    await third.post(`/projects/${open}/star`);
    await forker.post(`/projects/${open}/star`);
    const names = async (headers = {}) => {
      const { list } = await gl.as('third').get(`/projects/${open}/starrers`, headers);
      return list.map((row) => (isJsonObject(row['user']) ? row['user']['username'] : undefined));
    };
    expect(await names(anonymous)).toEqual(['third']);
    expect(await names({ 'PRIVATE-TOKEN': forker.token })).toEqual(['third', 'forker']);
    expect(textOf((await gl.get(`/projects/${open}/starrers`)).list[0]?.['starred_since'])).toMatch(/^\d{4}-/);
    expect((await third.get(`/projects/${source}/starrers`)).status).toBe(404);
    expect((await gl.get('/projects/999999/starrers')).status).toBe(404);
    expect(column(await gl.get(`/users/${ids.third}/starred_projects`), 'id')).toEqual([open]);
    expect((await third.get(`/users/${ids.forker}/starred_projects`)).body).toEqual([]);
    expect(column(await gl.get(`/users/${ids.forker}/starred_projects`), 'id')).toEqual([open]);
    expect(told(await gl.get('/users/999999/starred_projects'))).toEqual(notThere('User'));
  });
});
