import { expect, test } from 'vitest';
import { cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const bad = [400, { message: '400 Bad request' }];

/** A root group with a subgroup, a project below it, and a group invited into the project. */
async function hierarchy(gl: SandboxClient) {
  const people = await cast(gl);
  const sub = await gl.group('platform/sub');
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: sub }));
  const scott = await gl.user('scott', { name: 'Scott Anderson' });
  const ann = await gl.user('ann');
  const guest = await gl.user('lent', { name: 'Scott McNeil' });
  const lent = await gl.group('lent-group');
  await gl.post(`/groups/${sub}/members`, { user_id: scott, access_level: 30 });
  await gl.post(`/projects/${project}/members`, { user_id: ann, access_level: 30 });
  await gl.post(`/groups/${lent}/members`, { user_id: guest, access_level: 30 });
  await gl.delete(`/groups/${lent}/members/1`);
  gl.sandbox.platform.state.shares.insert({
    source_type: 'project',
    source_id: project,
    group_id: lent,
    group_access: 30,
    expires_at: null,
    member_role_id: null,
    created_at: '2026-01-01T00:00:00.000Z',
  });
  return { ...people, sub, project, scott, ann, guest, lent };
}

test('billable members are those of groups, projects and invited groups, with how they come by it', async () => {
  const gl = await sandbox();
  const { group, owner } = await hierarchy(gl);
  const shown = await owner.get(`/groups/${group}/billable_members`);
  expect(shown.list.map((row) => [row['username'], row['membership_type'], row['removable']])).toEqual([
    ['root', 'group_member', true],
    ['owner', 'group_member', true],
    ['maintainer', 'group_member', true],
    ['developer', 'group_member', true],
    ['scott', 'group_member', true],
    ['ann', 'project_member', true],
    ['lent', 'project_invite', false],
  ]);
  expect(shown.list[1]).toMatchObject({
    email: null,
    is_last_owner: false,
    last_login_at: null,
    last_activity_on: null,
  });
  expect((await gl.get(`/groups/${group}/billable_members`)).list[1]?.['email']).toBe('owner@example.com');
});

test('bots, blocked people and minimal access take no seat', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const jane = await gl.user('jane');
  const joe = await gl.user('joe');
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 5 });
  await gl.post(`/groups/${group}/members`, { user_id: joe, access_level: 30 });
  await gl.post(`/groups/${group}/access_tokens`, { name: 'ci', scopes: ['api'], expires_at: lastDay });
  await gl.post(`/users/${joe}/block`);
  const shown = await gl.get(`/groups/${group}/billable_members`);
  expect(column(shown, 'username')).toEqual(['root']);
  expect(column(shown, 'is_last_owner')).toEqual([true]);
});

test('search goes by name, and the ten orders are the only ones', async () => {
  const gl = await sandbox();
  const { group, owner } = await hierarchy(gl);
  const names = async (query: string) =>
    column(await owner.get(`/groups/${group}/billable_members?${query}`), 'username');
  expect(await names('search=Scott+A')).toEqual(['scott']);
  expect(await names('search=Scott&sort=name_desc')).toEqual(['lent', 'scott']);
  expect((await names('sort=access_level_desc'))[0]).toBe('root');
  expect((await names('sort=name_asc'))[0]).toBe('root');
  expect((await names('sort=name_asc&per_page=1&page=2'))[0]).toBe('ann');
  expect(told(await owner.get(`/groups/${group}/billable_members?sort=fake`))).toEqual([
    400,
    { error: 'sort does not have a valid value' },
  ]);
});

test('the order by sign-in and activity keeps those alike by id', async () => {
  const gl = await sandbox();
  const { group, ids } = await cast(gl);
  const { users } = gl.sandbox.platform.state;
  const set = (id: number, on: string, at: string) => {
    const user = users.get(id);
    if (user !== undefined) users.update(user, { last_activity_on: on, last_sign_in_at: at });
  };
  set(1, '2026-02-04', '2026-02-01T00:00:00.000Z');
  set(ids.owner, '2026-02-03', '2026-02-02T00:00:00.000Z');
  set(ids.maintainer, '2026-02-03', '2026-02-03T00:00:00.000Z');
  set(ids.developer, '2026-02-03', '2026-02-04T00:00:00.000Z');
  const names = async (sort: string) =>
    column(await gl.get(`/groups/${group}/billable_members?sort=${sort}`), 'username');
  expect(await names('last_activity_on_desc')).toEqual(['root', 'owner', 'maintainer', 'developer']);
  expect(await names('recent_sign_in')).toEqual(['developer', 'maintainer', 'owner', 'root']);
  expect(await names('oldest_sign_in')).toEqual(['root', 'owner', 'maintainer', 'developer']);
});

test('a subgroup and a missing right are 400 alike, an unknown group 404', async () => {
  const gl = await sandbox();
  const { group, sub, owner, maintainer, stranger } = await hierarchy(gl);
  expect(told(await owner.get(`/groups/${sub}/billable_members`))).toEqual(bad);
  expect(told(await maintainer.get(`/groups/${group}/billable_members`))).toEqual(bad);
  expect(told(await stranger.get(`/groups/${group}/billable_members`))).toEqual([
    404,
    { message: '404 Group Not Found' },
  ]);
});

test('memberships of a billable member are those inside the hierarchy, with a level of three parts', async () => {
  const gl = await sandbox();
  const { group, sub, owner, developer, ids, scott } = await hierarchy(gl);
  const path = (user: number) => `/groups/${group}/billable_members/${user}/memberships`;
  const [row] = (await owner.get(path(scott))).list;
  expect(row).toEqual({
    id: expect.any(Number) as number,
    source_id: sub,
    source_full_name: 'platform / sub',
    source_members_url: `${gl.sandbox.url}/groups/platform/sub/-/group_members`,
    created_at: expect.any(String) as string,
    expires_at: null,
    access_level: { string_value: 'Developer', integer_value: 30, custom_role: null },
  });
  expect(told(await developer.get(path(scott)))).toEqual(bad);
  expect(told(await owner.get(path(999)))).toEqual([404, { message: '404 Not found' }]);
  expect(told(await owner.get(path(ids.stranger)))).toEqual([404, { message: '404 User Not Found' }]);
  expect(told(await owner.get(`/groups/${sub}/billable_members/${scott}/memberships`))).toEqual(bad);
});

test('indirect memberships are those of invited groups', async () => {
  const gl = await sandbox();
  const { group, owner, lent, guest, scott } = await hierarchy(gl);
  const path = (user: number) => `/groups/${group}/billable_members/${user}/indirect`;
  expect((await owner.get(path(guest))).list).toMatchObject([{ source_id: lent, source_full_name: 'lent-group' }]);
  expect((await owner.get(path(scott))).list).toEqual([]);
});

test('DELETE is 204 and done in the background, in the whole hierarchy; 400 with a text for every refusal', async () => {
  const gl = await sandbox();
  const { group, sub, owner, maintainer, scott } = await hierarchy(gl);
  await gl.post(`/groups/${group}/members`, { user_id: scott, access_level: 30 });
  const path = `/groups/${group}/billable_members/${scott}`;
  expect(told(await maintainer.delete(path))).toEqual([400, { message: '400 Bad request - User not authorized' }]);
  expect(told(await owner.delete(`/groups/${sub}/billable_members/${scott}`))).toEqual([
    400,
    { message: '400 Bad request - Must be a root namespace' },
  ]);
  expect((await owner.delete(path)).status).toBe(204);
  expect((await owner.get(`/groups/${sub}/members/${scott}`)).status).toBe(200);
  gl.sandbox.platform.clock.advance(1000);
  expect((await owner.get(`/groups/${sub}/members/${scott}`)).status).toBe(404);
  expect((await owner.get(`/groups/${group}/members/${scott}`)).status).toBe(404);
});

test('no licence is needed to see who would be billed, who is provisioned and who comes by SAML', async () => {
  const gl = await sandbox({ tier: 'free' });
  const group = await gl.group('platform');
  expect(column(await gl.get(`/groups/${group}/billable_members`), 'username')).toEqual(['root']);
  for (const path of ['provisioned_users', 'saml_users']) {
    const answer = await gl.get(`/groups/${group}/${path}`);
    expect([answer.status, answer.body]).toEqual([200, []]);
  }
});
