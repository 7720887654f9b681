import { describe, expect, test } from 'vitest';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request spec says of access requests (spec/requests/api/access_requests_spec.rb, 18.9).

const kinds = ['groups', 'projects'] as const;

/** A public group and project with an owner or maintainer, a developer, someone who asked to join, and a stranger. */
async function asked(kind: (typeof kinds)[number]) {
  const gl = await sandbox();
  const home = await gl.group('home', { visibility: 'public' });
  const project = () => gl.post('/projects', { name: 'api', namespace_id: home, visibility: 'public' });
  const place = kind === 'groups' ? await gl.group('team', { visibility: 'public' }) : idOf(await project());
  const path = `/${kind}/${place}`;
  const ids = {
    maintainer: await gl.user('maintainer'),
    developer: await gl.user('developer'),
    requester: await gl.user('requester'),
    stranger: await gl.user('stranger'),
  };
  const top = kind === 'groups' ? 50 : 40;
  await gl.post(`${path}/members`, { user_id: ids.maintainer, access_level: top });
  await gl.post(`${path}/members`, { user_id: ids.developer, access_level: 30 });
  const [maintainer, developer] = [gl.as('maintainer'), gl.as('developer')];
  const [requester, stranger] = [gl.as('requester'), gl.as('stranger')];
  const requests = `${path}/access_requests`;
  expect((await requester.post(requests)).status).toBe(201);
  return { gl, ids, path, requests, maintainer, developer, requester, stranger };
}

describe.each(kinds)('%s/:id/access_requests', (kind) => {
  test('of a private place all four are 404 to strangers, and 401 without a token', async () => {
    const { gl, ids, path, requests, stranger } = await asked(kind);
    await gl.put(path, { visibility: 'private' });
    const hidden = { message: `404 ${kind === 'groups' ? 'Group' : 'Project'} Not Found` };
    const one = `${requests}/${ids.requester}`;
    expect(told(await stranger.get(requests))).toEqual([404, hidden]);
    expect(told(await stranger.post(requests))).toEqual([404, hidden]);
    expect(told(await stranger.put(`${one}/approve`))).toEqual([404, hidden]);
    expect(told(await stranger.delete(one))).toEqual([404, hidden]);
    for (const answer of [await gl.get(requests, anonymous), await gl.post(requests, {}, anonymous)]) {
      expect(told(answer)).toEqual([401, { message: '401 Unauthorized' }]);
    }
  });

  test('GET lists them, paged, for who may answer; a developer, the requester and a stranger are 403', async () => {
    const { ids, requests, maintainer, developer, requester, stranger } = await asked(kind);
    for (const client of [developer, requester, stranger]) {
      expect(told(await client.get(requests))).toEqual([403, { message: '403 Forbidden' }]);
    }
    const list = await maintainer.get(requests);
    expect([list.status, list.headers.get('x-total')]).toEqual([200, '1']);
    expect(Object.keys(list.list[0] ?? {}).toSorted()).toEqual(
      ['avatar_url', 'id', 'locked', 'name', 'public_email', 'requested_at', 'state', 'username', 'web_url'].toSorted(),
    );
    expect(column(list, 'id')).toEqual([ids.requester]);
  });

  test('POST is 201 with the user and the moment of it; for members 403, the second time 400', async () => {
    const { gl, ids, path, requests, maintainer, developer, requester, stranger } = await asked(kind);
    for (const client of [developer, maintainer, gl]) expect((await client.post(requests)).status).toBe(403);
    expect(told(await requester.post(requests))).toEqual([400, { message: { user_id: ['already exists in source'] } }]);
    await gl.put(path, { request_access_enabled: false });
    expect(told(await stranger.post(requests))).toEqual([403, { message: '403 Forbidden' }]);
    await gl.put(path, { request_access_enabled: true });
    const made = await stranger.post(requests);
    expect([made.status, made.object]).toMatchObject([
      201,
      { id: ids.stranger, username: 'stranger', state: 'active' },
    ]);
    expect(made.object['requested_at']).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(column(await maintainer.get(requests), 'id')).toEqual([ids.requester, ids.stranger]);
  });

  test('PUT …/approve is 201 with the member: a developer, or the level that is sent', async () => {
    const { ids, path, requests, maintainer, developer, requester, stranger } = await asked(kind);
    const approve = `${requests}/${ids.requester}/approve`;
    for (const client of [developer, requester, stranger]) expect((await client.put(approve)).status).toBe(403);
    const made = await maintainer.put(approve, { access_level: 40 });
    expect([made.status, made.object]).toMatchObject([201, { id: ids.requester, access_level: 40, expires_at: null }]);
    expect((await maintainer.get(`${path}/members/${ids.requester}`)).object['access_level']).toBe(40);
    expect((await maintainer.get(requests)).list).toEqual([]);
    const unknown = `${requests}/${ids.stranger}/approve`;
    for (const client of [maintainer, developer]) {
      expect(told(await client.put(unknown))).toEqual([404, { message: '404 Not found' }]);
    }
    await stranger.post(requests);
    expect((await maintainer.put(unknown)).object['access_level']).toBe(30);
  });

  test('DELETE is 204 for who may answer and for the requester; 403 for others, 404 for a member, 412 when stale', async () => {
    const { ids, requests, maintainer, developer, requester, stranger } = await asked(kind);
    const one = `${requests}/${ids.requester}`;
    for (const client of [developer, stranger]) expect((await client.delete(one)).status).toBe(403);
    const past = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await maintainer.delete(one, past)).status).toBe(412);
    for (const id of [ids.developer, ids.stranger]) {
      expect(told(await maintainer.delete(`${requests}/${id}`))).toEqual([404, { message: '404 Not found' }]);
    }
    expect((await requester.delete(one)).status).toBe(204);
    await requester.post(requests);
    expect((await maintainer.delete(one)).status).toBe(204);
    expect((await maintainer.get(requests)).list).toEqual([]);
  });

  test('a requester is no member: not listed, not removed as one, and sees what a stranger sees', async () => {
    const { ids, path, maintainer, requester } = await asked(kind);
    expect(column(await requester.get(`${path}/members`), 'id')).not.toContain(ids.requester);
    expect((await maintainer.delete(`${path}/members/${ids.requester}`)).status).toBe(404);
    const change = { user_id: ids.developer, access_level: 10 };
    expect((await requester.put(`${path}/members/${ids.developer}`, change)).status).toBe(403);
    expect((await requester.get(`${path}/invitations`)).status).toBe(403);
  });

  test.each(['members', 'invitations'] as const)('POST …/%s turns a requester into a member', async (way) => {
    const { ids, path, requests, maintainer } = await asked(kind);
    const who = way === 'members' ? { user_id: ids.requester } : { email: 'requester@example.com' };
    expect((await maintainer.post(`${path}/${way}`, { ...who, access_level: 40 })).status).toBe(201);
    expect((await maintainer.get(requests)).list).toEqual([]);
    expect((await maintainer.get(`${path}/members/${ids.requester}`)).object['access_level']).toBe(40);
  });
});
