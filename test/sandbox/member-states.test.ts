import { expect, test } from 'vitest';
import { cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

const lastDay = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const bad = [400, { message: '400 Bad request' }];

/** The membership of a user on a group, as the sandbox keeps it. */
function rowOf(gl: SandboxClient, group: number, user: number) {
  const { state } = gl.sandbox.platform;
  const row = state.membersByUser(user).find((one) => one.source_type === 'group' && one.source_id === group);
  if (row === undefined) throw new Error('no such membership');
  return row;
}

test('PUT …/state moves a member between active and awaiting, and awaiting takes the access away', async () => {
  const gl = await sandbox();
  const { group, ids, owner, developer } = await cast(gl);
  const path = `/groups/${group}/members/${ids.developer}/state`;
  expect(told(await owner.put(path, { state: 'awaiting' }))).toEqual([200, { success: true }]);
  expect((await developer.get(`/groups/${group}`)).status).toBe(404);
  expect(column(await owner.get(`/groups/${group}/members/all?state=awaiting`), 'id')).toEqual([ids.developer]);
  expect(told(await owner.put(path, { state: 'active' }))).toEqual([200, { success: true }]);
  expect((await developer.get(`/groups/${group}`)).status).toBe(200);
  expect(told(await owner.put(path, { state: 'active' }))).toEqual([422, { message: 'No memberships found' }]);
});

test('the state has two values; user, group, root and right are asked for in this order', async () => {
  const gl = await sandbox();
  const { group, ids, owner, maintainer } = await cast(gl);
  const sub = await gl.group('platform/sub');
  const put = async (place: number, user: number, state = 'awaiting') =>
    told(await owner.put(`/groups/${place}/members/${user}/state`, { state }));
  expect(await put(group, ids.developer, 'odd')).toEqual([400, { error: 'state does not have a valid value' }]);
  expect(await put(999, 0)).toEqual([404, { message: '404 User Not Found' }]);
  expect(await put(999, ids.developer)).toEqual([404, { message: '404 Group Not Found' }]);
  expect(await put(sub, ids.developer)).toEqual(bad);
  expect(told(await maintainer.put(`/groups/${group}/members/${ids.developer}/state`, { state: 'awaiting' }))).toEqual(
    bad,
  );
  expect(await put(group, ids.stranger)).toEqual([422, { message: 'No memberships found' }]);
});

test('neither the last owner nor the caller is set to awaiting', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  expect(told(await gl.put(`/groups/${group}/members/1/state`, { state: 'awaiting' }))).toEqual([
    422,
    { message: 'The last owner cannot be set to awaiting' },
  ]);
  const jane = await gl.user('jane');
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 50 });
  expect(told(await gl.put(`/groups/${group}/members/1/state`, { state: 'awaiting' }))).toEqual([
    422,
    { message: 'You cannot set yourself to awaiting' },
  ]);
});

test('PUT …/:member_id/approve goes by the id of the membership, also below the root', async () => {
  const gl = await sandbox();
  const { group, ids, owner, maintainer } = await cast(gl);
  const sub = await gl.group('platform/sub');
  await gl.post(`/groups/${sub}/members`, { user_id: ids.stranger, access_level: 30 });
  const row = rowOf(gl, sub, ids.stranger);
  gl.sandbox.platform.state.members.update(row, { state: 'awaiting' });
  const path = `/groups/${group}/members/${row.id}/approve`;
  expect(told(await maintainer.put(path))).toEqual(bad);
  expect(told(await owner.put(`/groups/${sub}/members/${row.id}/approve`))).toEqual(bad);
  expect(told(await owner.put(`/groups/${group}/members/9999/approve`))).toEqual([404, { message: '404 Not Found' }]);
  expect((await owner.put(path)).status).toBe(204);
  expect(row.state).toBe('active');
  expect(told(await owner.put(path))).toEqual([400, { message: '400 Bad request - No memberships found' }]);
});

test('POST …/approve_all approves everyone in the hierarchy, by Owners of the root alone', async () => {
  const gl = await sandbox();
  const { group, ids, owner, maintainer } = await cast(gl);
  const sub = await gl.group('platform/sub');
  const { state } = gl.sandbox.platform;
  await gl.post(`/groups/${sub}/members`, { user_id: ids.stranger, access_level: 30 });
  const rows = [rowOf(gl, group, ids.developer), rowOf(gl, sub, ids.stranger)];
  for (const row of rows) state.members.update(row, { state: 'awaiting' });
  expect(told(await maintainer.post(`/groups/${group}/members/approve_all`))).toEqual(bad);
  expect(told(await owner.post(`/groups/${sub}/members/approve_all`))).toEqual(bad);
  expect((await owner.post(`/groups/${group}/members/approve_all`)).status).toBe(204);
  expect(rows.map((row) => row.state)).toEqual(['active', 'active']);
});

test('pending members are those who wait and those invited, each once', async () => {
  const gl = await sandbox();
  const { group, ids, owner, maintainer } = await cast(gl);
  const sub = await gl.group('platform/sub');
  for (const place of [group, sub]) {
    await gl.post(`/groups/${place}/members`, { user_id: ids.stranger, access_level: 30 });
    gl.sandbox.platform.state.members.update(rowOf(gl, place, ids.stranger), { state: 'awaiting' });
    await gl.post(`/groups/${place}/invitations`, { email: 'new@example.com', access_level: 30 });
  }
  const shown = await owner.get(`/groups/${group}/pending_members`);
  expect(shown.list).toEqual([
    {
      id: rowOf(gl, group, ids.stranger).id,
      name: 'stranger',
      username: 'stranger',
      email: 'stranger@example.com',
      web_url: `${gl.sandbox.url}/stranger`,
      invited: false,
      avatar_url: null,
      approved: false,
    },
    { id: expect.any(Number) as number, email: 'new@example.com', invited: true, avatar_url: null, approved: true },
  ]);
  expect(told(await maintainer.get(`/groups/${group}/pending_members`))).toEqual(bad);
  expect(told(await owner.get(`/groups/${sub}/pending_members`))).toEqual(bad);
});

test('override: 201 and 200 with the member, for members of a directory alone; then PUT is allowed', async () => {
  const gl = await sandbox();
  const { group, ids, owner, maintainer } = await cast(gl);
  const path = `/groups/${group}/members/${ids.developer}`;
  expect((await owner.post(`${path}/override`)).status).toBe(403);
  gl.sandbox.platform.state.members.update(rowOf(gl, group, ids.developer), { ldap: true });
  expect((await owner.get(path)).object['override']).toBe(false);
  expect((await owner.put(path, { access_level: 40 })).status).toBe(403);
  expect((await maintainer.post(`${path}/override`)).status).toBe(403);
  const freed = await owner.post(`${path}/override`);
  expect([freed.status, freed.object['override'], freed.object['access_level']]).toEqual([201, true, 30]);
  expect((await owner.put(path, { access_level: 40 })).object).toMatchObject({ access_level: 40, override: true });
  const bound = await owner.delete(`${path}/override`);
  expect([bound.status, bound.object['override']]).toEqual([200, false]);
  expect((await owner.post(`/groups/${group}/members/${ids.stranger}/override`)).status).toBe(404);
});

test('minimal access: allowed at the root with Premium, two messages in a subgroup and without a licence', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  const add = async (group: number) =>
    told(await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 5 }));
  expect(await add(sub)).toEqual([
    400,
    { message: { access_level: ['is not included in the list', 'supported on top level groups only'] } },
  ]);
  expect((await add(top))[0]).toBe(201);
  expect(column(await gl.get(`/groups/${top}/members`), 'access_level')).toEqual([50, 5]);
  const free = await sandbox({ tier: 'free', seed: gl.sandbox.state() });
  expect(column(await free.get(`/groups/${top}/members`), 'access_level')).toEqual([50]);
  expect((await free.get(`/groups/${top}/members/${jane}`)).status).toBe(404);
  expect((await free.put(`/groups/${top}/members/${jane}`, { access_level: 5 })).status).toBe(404);
  expect((await free.delete(`/groups/${top}/members/${jane}`)).status).toBe(404);
  const joe = await free.user('joe');
  expect(told(await free.post(`/groups/${top}/members`, { user_id: joe, access_level: 5 }))).toEqual([
    400,
    { message: { access_level: ['is not included in the list', 'not supported by license'] } },
  ]);
});

test('with promotion management a first seat waits: 202 by name, `queued_users` in a list, and nothing changes', async () => {
  const gl = await sandbox();
  const { group, owner } = await cast(gl);
  gl.sandbox.platform.state.settings['enable_member_promotion_management'] = true;
  const jane = await gl.user('jane');
  const joe = await gl.user('joe');
  const waiting = 'Request queued for administrator approval.';
  const path = `/groups/${group}/members`;
  expect(told(await owner.post(path, { user_id: jane, access_level: 30 }))).toEqual([
    202,
    { message: { jane: waiting } },
  ]);
  expect((await owner.get(`${path}/${jane}`)).status).toBe(404);
  expect(told(await owner.post(path, { user_id: `${jane},${joe}`, access_level: 30 }))).toEqual([
    201,
    { status: 'success', queued_users: { jane: waiting, joe: waiting } },
  ]);
  expect((await owner.post(path, { user_id: jane, access_level: 10 })).status).toBe(201);
  expect(told(await owner.put(`${path}/${jane}`, { access_level: 30 }))).toEqual([202, { message: { jane: waiting } }]);
  expect((await owner.get(`${path}/${jane}`)).object['access_level']).toBe(10);
  expect((await gl.put(`${path}/${jane}`, { access_level: 30 })).status).toBe(200);
  expect((await owner.put(`${path}/${jane}`, { access_level: 40 })).status).toBe(200);
});

test('seats are told on request alone, and nobody takes one on an own instance', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  expect((await gl.get(`/groups/${group}/members`)).list[0]).not.toHaveProperty('is_using_seat');
  expect((await gl.get(`/groups/${group}/members?show_seat_info=false`)).list[0]).not.toHaveProperty('is_using_seat');
  expect(column(await gl.get(`/groups/${group}/members?show_seat_info=true`), 'is_using_seat')).toEqual([false]);
});

test('identities of single sign-on are for Owners of the root group, which they filter by', async () => {
  const gl = await sandbox({ samlProviders: ['saml', 'group_saml'] });
  const { group, ids, owner, maintainer } = await cast(gl);
  const sub = await gl.group('platform/sub');
  gl.sandbox.platform.state.samlLinks.insert({
    group_id: group,
    name: 'all',
    provider: null,
    access_level: 10,
    member_role_id: null,
  });
  const { users } = gl.sandbox.platform.state;
  const user = users.get(ids.developer);
  if (user === undefined) throw new Error('no developer');
  const identity = { provider: 'group_saml', extern_uid: 'u1', saml_provider_id: 1 };
  users.update(user, { profile: { identities: [identity] } });
  const path = `/groups/${group}/members`;
  expect((await owner.get(`${path}/${ids.developer}`)).object['group_saml_identity']).toEqual(identity);
  expect(column(await owner.get(`${path}?with_saml_identity=true`), 'id')).toEqual([ids.developer]);
  expect((await maintainer.get(`${path}/${ids.developer}`)).object).not.toHaveProperty('group_saml_identity');
  expect((await maintainer.get(`${path}?with_saml_identity=true`)).list).toHaveLength(4);
  await gl.post(`/groups/${sub}/members`, { user_id: ids.stranger, access_level: 30 });
  expect((await owner.get(`/groups/${sub}/members/${ids.stranger}`)).object).not.toHaveProperty('group_saml_identity');
});

test('the daily job removes expired members and shares, keeps bots, and says so in the audit log', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('platform');
  const guests = await gl.group('guests');
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 30, expires_at: tomorrow });
  await gl.post(`/groups/${group}/share`, { group_id: guests, group_access: 20, expires_at: tomorrow });
  const bot = Number(
    (await gl.post(`/groups/${group}/access_tokens`, { name: 'ci', scopes: ['api'], expires_at: lastDay })).object[
      'user_id'
    ],
  );
  gl.sandbox.platform.state.members.update(rowOf(gl, group, bot), { expires_at: tomorrow });
  expect((await gl.get(`/groups/${group}/members/${jane}`)).status).toBe(200);
  gl.sandbox.platform.clock.advance(86_400_000);
  expect((await gl.get(`/groups/${group}/members/${jane}`)).status).toBe(404);
  expect((await gl.get(`/groups/${group}`)).object['shared_with_groups']).toEqual([]);
  expect((await gl.get(`/groups/${group}/members/${bot}`)).status).toBe(200);
  const last = gl.sandbox.platform.state.auditEvents.all().at(-1);
  expect([last?.event_name, last?.author_id, last?.details['author_name']]).toEqual([
    'member_destroyed',
    -1,
    '(System)',
  ]);
});

test('where all memberships are locked to the directory, only administrators manage the members of groups', async () => {
  const gl = await sandbox();
  const { group, ids, owner } = await cast(gl);
  const { state } = gl.sandbox.platform;
  const added = { user_id: ids.stranger, access_level: 10 };
  state.settings['lock_memberships_to_ldap'] = true;
  expect((await owner.post(`/groups/${group}/members`, added)).status).toBe(403);
  expect((await owner.put(`/groups/${group}/members/${ids.developer}`, { access_level: 20 })).status).toBe(403);
  expect((await owner.post(`/groups/${group}/invitations`, { email: 'a@b.com', access_level: 10 })).status).toBe(403);
  expect((await gl.post(`/groups/${group}/members`, added)).status).toBe(201);
  state.settings['lock_memberships_to_ldap'] = false;
  expect((await owner.delete(`/groups/${group}/members/${ids.stranger}`)).status).toBe(204);
});

test('memberships locked to SAML stop Owners where the tree of the group has a SAML link', async () => {
  const gl = await sandbox();
  const { group, ids, owner } = await cast(gl);
  const below = await gl.group('platform/below');
  const add = () => owner.post(`/groups/${group}/members`, { user_id: ids.stranger, access_level: 10 });
  await gl.put('/application/settings', { lock_memberships_to_saml: true });
  expect((await add()).status).toBe(201);
  await gl.post(`/groups/${below}/saml_group_links`, { saml_group_name: 'staff', access_level: 10 });
  expect((await owner.delete(`/groups/${group}/members/${ids.stranger}`)).status).toBe(403);
  expect((await gl.delete(`/groups/${group}/members/${ids.stranger}`)).status).toBe(204);
  expect((await add()).status).toBe(403);
});

test('in a group that a directory keeps nobody adds or removes members, service accounts apart; Owners change levels', async () => {
  const gl = await sandbox();
  const { group, ids, owner } = await cast(gl);
  const members = `/groups/${group}/members`;
  const link = { cn: 'all', group_access: 30 };
  await gl.post(`/groups/${group}/ldap_group_links`, { ...link, provider: 'unknown' });
  const joe = await gl.user('joe');
  expect((await owner.post(members, { user_id: joe, access_level: 30 })).status).toBe(201);
  // The provider of the next link is one that the instance is set up with.
  await gl.post(`/groups/${group}/ldap_group_links`, { ...link, provider: 'ldapsecondary' });
  for (const client of [owner, gl]) {
    expect((await client.post(members, { user_id: ids.stranger, access_level: 30 })).status).toBe(403);
    expect((await client.delete(`${members}/${ids.developer}`)).status).toBe(403);
  }
  expect((await owner.put(`${members}/${ids.developer}`, { access_level: 20 })).status).toBe(200);
  const bot = idOf(await gl.post('/service_accounts', {}));
  expect((await owner.post(members, { user_id: bot, access_level: 30 })).status).toBe(201);
  expect((await owner.delete(`${members}/${bot}`)).status).toBe(204);
});

test('Owners of a project are made by Owners alone: 403, for a list too', async () => {
  const gl = await sandbox();
  const { group, ids, maintainer } = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'app', namespace_id: group }));
  const path = `/projects/${project}/members`;
  expect((await maintainer.post(path, { user_id: `${ids.stranger},${ids.developer}`, access_level: 50 })).status).toBe(
    403,
  );
  expect((await maintainer.post(path, { user_id: ids.stranger, access_level: 50 })).status).toBe(403);
});

test('a list of someone without the right is 201, with an error for each', async () => {
  const gl = await sandbox();
  const { group, ids, developer } = await cast(gl);
  const sent = { user_id: `${ids.stranger},${ids.maintainer}`, access_level: 20 };
  expect(told(await developer.post(`/groups/${group}/members`, sent))).toEqual([
    201,
    {
      status: 'error',
      message: 'stranger: not authorized to create member and maintainer: not authorized to update member',
    },
  ]);
});
