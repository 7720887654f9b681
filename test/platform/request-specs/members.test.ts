import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import { sorted, sortedIds } from './sorted-column.ts';

// What GitLab's own request specs say of members and invitations (spec/requests/api/members_spec.rb and
// invitations_spec.rb, ee/spec/requests/api/members_spec.rb, 18.9).

const kinds = ['groups', 'projects'] as const;
const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
const yesterday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
const past = { message: { expires_at: ['cannot be a date in the past'] } };

/** A public group and a public project of it, each with an owner (a maintainer of the project) and a developer. */
async function places() {
  const gl = await sandbox();
  const ids = {
    owner: await gl.user('owner'),
    developer: await gl.user('developer'),
    stranger: await gl.user('stranger'),
  };
  const group = await gl.group('team', { visibility: 'public' });
  const home = await gl.group('home', { visibility: 'public' });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: home, visibility: 'public' }));
  await gl.post(`/groups/${group}/members`, { user_id: ids.owner, access_level: 50 });
  await gl.delete(`/groups/${group}/members/1`);
  await gl.post(`/projects/${project}/members`, { user_id: ids.owner, access_level: 40 });
  const [owner, developer, stranger] = [gl.as('owner'), gl.as('developer'), gl.as('stranger')];
  const paths = { groups: `/groups/${group}`, projects: `/projects/${project}` };
  for (const kind of kinds) await owner.post(`${paths[kind]}/members`, { user_id: ids.developer, access_level: 30 });
  return { gl, ids, group, home, project, owner, developer, stranger, paths };
}

describe.each(kinds)('%s/:id/members', (kind) => {
  test('POST: who may not is 403, a private place is 404', async () => {
    const { gl, ids, group, project, developer, stranger, paths } = await places();
    const member = { user_id: ids.stranger, access_level: 40 };
    expect((await developer.post(`${paths[kind]}/members`, member)).status).toBe(403);
    expect((await stranger.post(`${paths[kind]}/members`, member)).status).toBe(403);
    await gl.put(kind === 'groups' ? `/groups/${group}` : `/projects/${project}`, { visibility: 'private' });
    expect((await stranger.post(`${paths[kind]}/members`, member)).status).toBe(404);
  });

  test('POST: several at once, by ids or by names', async () => {
    const { gl, ids, owner, paths } = await places();
    await gl.user('second');
    const made = await owner.post(`${paths[kind]}/members`, { username: 'stranger,second', access_level: 30 });
    expect(told(made)).toEqual([201, { status: 'success' }]);
    expect(column(await owner.get(`${paths[kind]}/members`), 'id')).toContain(ids.stranger);
  });

  test('POST: what is wrong with the request', async () => {
    const { ids, owner, paths } = await places();
    const post = (sent: JsonObject) => owner.post(`${paths[kind]}/members`, sent);
    expect(told(await post({ user_id: ids.stranger, access_level: 30, expires_at: yesterday }))).toEqual([400, past]);
    expect((await post({ user_id: ids.owner, access_level: 40 })).status).toBe(409);
    expect(told(await post({ user_id: 999999, access_level: 40 }))).toEqual([404, { message: '404 User Not Found' }]);
    expect((await post({ access_level: 40 })).status).toBe(400);
    expect((await post({ user_id: ids.stranger })).status).toBe(400);
    expect((await post({ user_id: ids.stranger, access_level: 1234 })).status).toBe(400);
    const both = { user_id: ids.stranger, username: 'stranger', access_level: 30 };
    expect(told(await post(both))).toEqual([400, { error: 'user_id, username are mutually exclusive' }]);
    const made = await post({ user_id: ids.stranger, access_level: 30, expires_at: tomorrow });
    expect(made.object).toMatchObject({ id: ids.stranger, access_level: 30, expires_at: tomorrow });
  });

  test('POST: below the level that is inherited it is 400, with the name of the group', async () => {
    const { gl, ids } = await places();
    const parent = await gl.group('parent', { name: 'The Parent' });
    const below = await gl.group('parent/below');
    const project = idOf(await gl.post('/projects', { name: 'deep', namespace_id: below }));
    await gl.post(`/groups/${parent}/members`, { user_id: ids.stranger, access_level: 30 });
    const place = kind === 'groups' ? `/groups/${below}` : `/projects/${project}`;
    const text = 'should be greater than or equal to Developer inherited membership from group The Parent';
    expect(told(await gl.post(`${place}/members`, { user_id: ids.stranger, access_level: 20 }))).toEqual([
      400,
      { message: { access_level: [text] } },
    ]);
    expect((await gl.post(`${place}/members`, { user_id: ids.stranger, access_level: 40 })).status).toBe(201);
  });

  test('PUT: 403, 404, 400, and the new expiry', async () => {
    const { ids, owner, developer, stranger, paths } = await places();
    const at = `${paths[kind]}/members/${ids.developer}`;
    expect((await stranger.put(at, { access_level: 40 })).status).toBe(403);
    expect((await developer.put(at, { access_level: 40 })).status).toBe(403);
    expect(told(await owner.put(at, { access_level: 40, expires_at: yesterday }))).toEqual([400, past]);
    expect((await owner.put(`${paths[kind]}/members/999999`, { access_level: 40 })).status).toBe(404);
    expect((await owner.put(at)).status).toBe(400);
    expect((await owner.put(at, { access_level: 1234 })).status).toBe(400);
    const changed = await owner.put(at, { access_level: 20, expires_at: tomorrow });
    expect(changed.object).toMatchObject({ access_level: 20, expires_at: tomorrow });
  });

  test('DELETE: others are 403, oneself may go, an unknown member is 404, a stale condition is 412', async () => {
    const { ids, owner, developer, stranger, paths } = await places();
    const at = `${paths[kind]}/members/${ids.developer}`;
    expect((await stranger.delete(at)).status).toBe(403);
    expect((await owner.delete(at, { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' })).status).toBe(412);
    expect((await developer.delete(at)).status).toBe(204);
    expect((await owner.delete(`${paths[kind]}/members/999999`)).status).toBe(404);
  });

  test('GET: a stranger sees the members of a public place, with who made them where that is known', async () => {
    const { gl, ids, stranger, paths } = await places();
    for (const all of ['', '/all']) {
      const list = await stranger.get(`${paths[kind]}/members${all}`);
      expect(sortedIds(list)).toEqual(expect.arrayContaining([...sorted(ids.owner, ids.developer)]));
      expect(list.list.find((row) => row['id'] === ids.developer)?.['created_by']).toMatchObject({ id: ids.owner });
    }
    const by = async (query: string) => sortedIds(await stranger.get(`${paths[kind]}/members${query}`));
    expect(await by('?query=developer')).toEqual([ids.developer]);
    expect(await by(`?user_ids[]=${ids.developer}&user_ids[]=${ids.stranger}`)).toEqual([ids.developer]);
    const one = await stranger.get(`${paths[kind]}/members/${ids.developer}`);
    expect(one.object).toMatchObject({ id: ids.developer, username: 'developer', access_level: 30, state: 'active' });
    expect(gl.token).not.toBe('');
  });
});

describe('GET …/members/all', () => {
  /** A group below another, with a group invited into it and a project with another group invited into it. */
  async function shared(visibility: 'public' | 'private') {
    const { gl, ids, group, owner, developer, stranger } = await places();
    const nested = await gl.group('team/nested', { visibility: 'public' });
    await gl.delete(`/groups/${nested}/members/1`);
    const project = idOf(await gl.post('/projects', { name: 'deep', namespace_id: nested, visibility: 'public' }));
    const more = { invited: await gl.user('invited'), linked: await gl.user('linked') };
    for (const [name, id] of Object.entries(more)) {
      const path = await gl.group(name === 'invited' ? 'guests' : 'links', { visibility });
      await gl.post(`/groups/${path}/members`, { user_id: ids.owner, access_level: 50 });
      await gl.delete(`/groups/${path}/members/1`);
      await gl.as('owner').post(`/groups/${path}/members`, { user_id: id, access_level: 30 });
      const place = name === 'invited' ? `/groups/${nested}` : `/projects/${project}`;
      await gl.post(`${place}/share`, { group_id: path, group_access: name === 'invited' ? 10 : 30 });
    }
    return { gl, ids: { ...ids, ...more }, group, nested, project, owner, developer, stranger };
  }

  test('of a private invited group: for members of the place, without created_by, and not for others', async () => {
    const { ids, nested, project, developer, stranger, owner } = await shared('private');
    const members = await developer.get(`/projects/${project}/members/all`);
    expect(sortedIds(members)).toEqual(sorted(ids.owner, ids.developer, ids.invited, ids.linked));
    const invited = members.list.find((row) => row['id'] === ids.invited);
    expect(invited?.['created_by']).toBeUndefined();
    expect(invited?.['access_level']).toBe(10);
    const one = `/projects/${project}/members/all/${ids.linked}`;
    expect((await developer.get(one)).object).not.toHaveProperty('created_by');
    expect((await owner.get(one)).object).toHaveProperty('created_by');
    expect(sortedIds(await stranger.get(`/projects/${project}/members/all`))).toEqual(sorted(ids.owner, ids.developer));
    expect(sortedIds(await stranger.get(`/groups/${nested}/members/all`))).toEqual(sorted(ids.owner, ids.developer));
    expect((await stranger.get(one)).status).toBe(404);
  });

  test('of a public invited group: for everyone, once each with the highest level', async () => {
    const { ids, project, stranger, nested } = await shared('public');
    const list = await stranger.get(`/projects/${project}/members/all`);
    expect(sortedIds(list)).toEqual(sorted(ids.owner, ids.developer, ids.invited, ids.linked));
    expect(list.list.find((row) => row['id'] === ids.owner)?.['access_level']).toBe(50);
    expect((await stranger.get(`/groups/${nested}/members/all/${ids.invited}`)).object).toHaveProperty('created_by');
  });

  test('a member of a private subgroup may not list the parent: 403', async () => {
    const { gl, ids } = await places();
    const parent = await gl.group('closed', { visibility: 'private' });
    const below = await gl.group('closed/below', { visibility: 'private' });
    await gl.post('/projects', { name: 'deep', namespace_id: below });
    await gl.post(`/groups/${below}/members`, { user_id: ids.stranger, access_level: 30 });
    expect((await gl.as('stranger').get(`/groups/${parent}/members/all`)).status).toBe(403);
    expect((await gl.as('stranger').get(`/groups/${parent}/members/all/1`)).status).toBe(403);
  });
});

describe('minimal access', () => {
  test('is for top-level groups, says so twice below them, and needs its licence', async () => {
    const { gl, ids } = await places();
    const below = await gl.group('team/below');
    expect(told(await gl.post(`/groups/${below}/members`, { user_id: ids.stranger, access_level: 5 }))).toEqual([
      400,
      { message: { access_level: ['is not included in the list', 'supported on top level groups only'] } },
    ]);
    const free = await sandbox({ tier: 'free' });
    const group = await free.group('team');
    const user_id = await free.user('joe');
    expect(told(await free.post(`/groups/${group}/members`, { user_id, access_level: 5 }))).toEqual([
      400,
      { message: { access_level: ['is not included in the list', 'not supported by license'] } },
    ]);
  });
});

describe('custom roles of members', () => {
  test('a role is taken, an unknown one is not found, a wrong level is refused, null takes it away', async () => {
    const { gl, ids, paths } = await places();
    const role = idOf(await gl.post('/member_roles', { name: 'r', base_access_level: 10, read_code: true }));
    await gl.post(`${paths.groups}/members`, { user_id: ids.stranger, access_level: 10 });
    const at = `${paths.groups}/members/${ids.stranger}`;
    const put = (sent: JsonObject) => gl.put(at, sent);
    expect((await put({ access_level: 10, member_role_id: role })).object['member_role']).toMatchObject({ id: role });
    const other = idOf(await gl.post('/member_roles', { name: 'd', base_access_level: 30, read_vulnerability: true }));
    expect(told(await put({ access_level: 10, member_role_id: other }))).toEqual([
      400,
      { message: { member_role_id: ["the custom role's base access level does not match the current access level"] } },
    ]);
    const unknown = await put({ access_level: 10, member_role_id: 999999 });
    expect([unknown.status, unknown.object['message']]).toEqual([400, { member_role: ['not found'] }]);
    const without = await put({ access_level: 20, member_role_id: null });
    expect(without.object).toMatchObject({ access_level: 20 });
    expect(without.object).not.toHaveProperty('member_role');
  });

  test('without the licence the role is ignored', async () => {
    const gl = await sandbox({ tier: 'premium' });
    const group = await gl.group('team');
    const user_id = await gl.user('joe');
    await gl.post(`/groups/${group}/members`, { user_id, access_level: 10 });
    const changed = await gl.put(`/groups/${group}/members/${user_id}`, { access_level: 10, member_role_id: 1 });
    expect([changed.status, changed.object['member_role']]).toEqual([200, undefined]);
  });
});

describe('members of LDAP', () => {
  test('override makes them changeable; others are 403; without it a change is 403', async () => {
    const { gl, ids, group, owner } = await places();
    await gl.post(`/groups/${group}/ldap_group_links`, { cn: 'x', group_access: 30, provider: 'ldapmain' });
    const row = gl.sandbox.platform.state.membersByUser(ids.developer).find((member) => member.source_type === 'group');
    if (row === undefined) throw new Error('no such member');
    gl.sandbox.platform.state.members.update(row, { ldap: true });
    const at = `/groups/${group}/members/${ids.developer}`;
    expect((await owner.get(at)).object['override']).toBe(false);
    expect((await owner.get(`/groups/${group}/members/${ids.owner}`)).object['override'] ?? null).toBeNull();
    expect((await owner.put(at, { access_level: 40 })).status).toBe(403);
    expect((await owner.delete(at)).status).toBe(403);
    expect((await owner.post(`/groups/${group}/members/${ids.owner}/override`)).status).toBe(403);
    expect((await owner.post(`${at}/override`)).object).toMatchObject({ override: true, access_level: 30 });
    expect((await owner.put(at, { access_level: 40 })).object).toMatchObject({ override: true, access_level: 40 });
    expect((await owner.delete(`${at}/override`)).object['override']).toBe(false);
  });
});

describe('billable members', () => {
  test('the shape of a membership, and what is refused', async () => {
    const { gl, ids, group, owner, developer } = await places();
    const below = await gl.group('team/below');
    const at = `/groups/${group}/billable_members/${ids.developer}/memberships`;
    const [row] = (await owner.get(at)).list;
    expect(row).toMatchObject({
      source_id: group,
      source_full_name: 'team',
      expires_at: null,
      access_level: { string_value: 'Developer', integer_value: 30, custom_role: null },
    });
    expect(row?.['source_members_url']).toMatch(/\/groups\/team\/-\/group_members$/);
    const base = `/groups/${group}/billable_members`;
    expect(told(await owner.get(`${base}/999999/memberships`))).toEqual([404, { message: '404 Not found' }]);
    expect(told(await owner.get(`/groups/999999/billable_members/${ids.developer}/memberships`))).toEqual([
      404,
      { message: '404 Group Not Found' },
    ]);
    expect(told(await developer.get(at))).toEqual([400, { message: '400 Bad request' }]);
    expect((await owner.get(`/groups/${below}/billable_members`)).status).toBe(400);
    expect(told(await owner.get('/groups/foo/billable_members'))).toEqual([404, { message: '404 Group Not Found' }]);
    expect((await owner.get(`${base}?search=name&sort=fake_sorting`)).status).toBe(400);
    expect((await developer.delete(`${base}/${ids.owner}`)).status).toBe(400);
  });

  test('the state of a member: 200, 422 without a membership, 404, 400', async () => {
    const { gl, ids, group, owner, stranger } = await places();
    const put = (id: number | string, state: string) => owner.put(`/groups/${group}/members/${id}/state`, { state });
    expect((await put(ids.developer, 'awaiting')).status).toBe(200);
    expect(told(await put(ids.stranger, 'active'))).toEqual([422, { message: 'No memberships found' }]);
    expect(told(await put(ids.developer, 'non-existing'))).toEqual([
      400,
      { error: 'state does not have a valid value' },
    ]);
    expect(told(await put(0, 'active'))).toEqual([404, { message: '404 User Not Found' }]);
    expect((await stranger.put(`/groups/${group}/members/${ids.developer}/state`, { state: 'active' })).status).toBe(
      400,
    );
    expect(gl.token).not.toBe('');
  });
});

describe.each(kinds)('%s/:id/invitations', (kind) => {
  test('POST: 403 for others, 400 for what is no address, success and errors by address', async () => {
    const { gl, ids, owner, developer, stranger, paths } = await places();
    const at = `${paths[kind]}/invitations`;
    const sent = { email: 'one@example.com', access_level: 30 };
    for (const client of [developer, stranger]) expect((await client.post(at, sent)).status).toBe(403);
    const neither = '400 Bad request - Must provide either email or user_id as a parameter';
    for (const more of [{}, { email: '' }, { user_id: '' }])
      expect(told(await owner.post(at, { access_level: 30, ...more }))).toEqual([400, { message: neither }]);
    expect(told(await owner.post(at, { email: 'one@example.com,not-an-email', access_level: 30 }))).toEqual([
      400,
      { error: 'email contains an invalid email address' },
    ]);
    expect((await owner.post(at, { email: 'one@example.com' })).status).toBe(400);
    expect((await owner.post(at, { ...sent, access_level: 1234 })).status).toBe(400);
    expect(told(await owner.post(at, { ...sent, expires_at: yesterday }))).toEqual([
      201,
      { status: 'error', message: { 'one@example.com': 'Expires at cannot be a date in the past' } },
    ]);
    expect(told(await owner.post(at, { ...sent, user_id: String(ids.stranger) }))).toEqual([
      201,
      { status: 'success' },
    ]);
    expect(column(await owner.get(`${paths[kind]}/members`), 'id')).toContain(ids.stranger);
    expect(told(await owner.post(at, { email: 'developer@example.com', access_level: 20 }))).toEqual([
      201,
      { status: 'success' },
    ]);
    expect((await owner.get(`${paths[kind]}/members/${ids.developer}`)).object['access_level']).toBe(20);
    expect(gl.token).not.toBe('');
  });

  test('GET: 403 for others; by address; nobody who is a member', async () => {
    const { owner, developer, paths } = await places();
    const at = `${paths[kind]}/invitations`;
    await owner.post(at, { email: 'one@example.com,two@example.com', access_level: 30 });
    expect((await developer.get(at)).status).toBe(403);
    expect(column(await owner.get(`${at}?query=`), 'invite_email')).toEqual(
      expect.arrayContaining(['one@example.com', 'two@example.com']),
    );
    const found = await owner.get(`${at}?query=one@example.com`);
    expect(found.list).toHaveLength(1);
    expect(found.list[0]).toMatchObject({ invite_email: 'one@example.com', created_by_name: 'owner' });
  });

  test('PUT and DELETE: 403 for others, 404 for nobody, 400 for nothing or a past day', async () => {
    const { owner, stranger, paths } = await places();
    const at = `${paths[kind]}/invitations/one%40example.com`;
    await owner.post(`${paths[kind]}/invitations`, { email: 'one@example.com', access_level: 30 });
    expect((await stranger.put(at, { access_level: 40 })).status).toBe(403);
    expect((await owner.put(at, { access_level: 40 })).object['access_level']).toBe(40);
    expect((await owner.put(`${paths[kind]}/invitations/999999`, { access_level: 40 })).status).toBe(404);
    expect((await owner.put(at)).status).toBe(400);
    expect((await owner.put(at, { access_level: 1234 })).status).toBe(400);
    expect(told(await owner.put(at, { expires_at: yesterday }))).toEqual([400, past]);
    expect(textOf((await owner.put(at, { expires_at: tomorrow })).object['expires_at'])).toContain(tomorrow);
    expect((await stranger.delete(at)).status).toBe(403);
    expect((await owner.delete(at)).status).toBe(204);
    expect((await owner.delete(`${paths[kind]}/invitations/999999`)).status).toBe(404);
  });
});

describe.each(kinds)('%s/:id/members without a token', (kind) => {
  test('all of it is 401, of a public place too', async () => {
    const { gl, ids, paths } = await places();
    const at = `${paths[kind]}/members`;
    const one = `${at}/${ids.developer}`;
    for (const answer of [
      ...[await gl.get(at, anonymous), await gl.get(`${at}/all`, anonymous), await gl.get(one, anonymous)],
      await gl.post(at, { user_id: ids.stranger, access_level: 30 }, anonymous),
      ...[await gl.put(one, { access_level: 40 }, anonymous), await gl.delete(one, anonymous)],
    ]) {
      expect(told(answer)).toEqual([401, { message: '401 Unauthorized' }]);
    }
  });
});
