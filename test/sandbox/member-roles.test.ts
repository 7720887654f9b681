import { describe, expect, test } from 'vitest';
import { idOf, sandbox } from './client.ts';

const guest = {
  name: 'Guest + read_code',
  base_access_level: 10,
  read_code: true,
  description: 'My custom guest role',
};

describe('POST /member_roles', () => {
  test('answers 201 with every permission as a flag, and null for the group', async () => {
    const gl = await sandbox();
    const made = await gl.post('/member_roles', guest);
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({ ...guest, group_id: null, read_vulnerability: false, read_admin_users: false });
    expect(Object.keys(made.object)).toHaveLength(5 + 38);
  });

  test('without a name it is called after its base level, which collides the second time', async () => {
    const gl = await sandbox();
    const body = { base_access_level: 10, read_code: true };
    expect((await gl.post('/member_roles', body)).object['name']).toBe('Guest - custom');
    expect((await gl.post('/member_roles', { ...body, name: '', base_access_level: 30 })).object['name']).toBe(
      'Developer - custom',
    );
    const again = await gl.post('/member_roles', body);
    expect([again.status, again.body]).toEqual([400, { message: 'Name has already been taken' }]);
  });

  test('needs a base level out of the list', async () => {
    const gl = await sandbox();
    const post = async (body: Record<string, number | boolean>) => {
      const { status, body: answer } = await gl.post('/member_roles', body);
      return [status, answer];
    };
    const invalid = 'base_access_level does not have a valid value';
    expect(await post({ read_code: true })).toEqual([400, { error: `base_access_level is missing, ${invalid}` }]);
    expect(await post({ base_access_level: 1 })).toEqual([400, { error: invalid }]);
    expect(await post({ base_access_level: 5, read_code: true })).toEqual([400, { error: invalid }]);
  });

  test('Owner passes the parameters and fails in the model', async () => {
    const gl = await sandbox();
    const made = await gl.post('/member_roles', { ...guest, base_access_level: 50 });
    expect([made.status, made.body]).toEqual([400, { message: 'Base access level is not included in the list' }]);
  });

  test('a role without an enabled permission is refused', async () => {
    const gl = await sandbox();
    const made = await gl.post('/member_roles', { base_access_level: 10, read_code: false });
    expect([made.status, made.body]).toEqual([
      400,
      { message: 'Cannot create a member role with no enabled permissions' },
    ]);
  });

  test('a permission asks for its prerequisite, in words, and several sentences are joined', async () => {
    const gl = await sandbox();
    const made = await gl.post('/member_roles', {
      base_access_level: 10,
      admin_vulnerability: true,
      admin_runners: true,
    });
    expect([made.status, made.body]).toEqual([
      400,
      {
        message:
          'Read runners has to be enabled in order to enable Admin runners, ' +
          'Read vulnerability has to be enabled in order to enable Admin vulnerability',
      },
    ]);
    const both = { base_access_level: 10, admin_vulnerability: true, read_vulnerability: true };
    expect((await gl.post('/member_roles', both)).status).toBe(201);
  });

  test('a prerequisite is also met by a base level that includes it, and its flag stays false', async () => {
    const gl = await sandbox();
    const made = await gl.post('/member_roles', { base_access_level: 30, admin_vulnerability: true });
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({ admin_vulnerability: true, read_vulnerability: false });
  });

  test('a permission that the version does not know is dropped, and is not shown', async () => {
    const gl = await sandbox({ version: '16.11.0-ee' });
    const made = await gl.post('/member_roles', { ...guest, admin_runners: true });
    expect(made.status).toBe(201);
    expect(made.object).not.toHaveProperty('admin_runners');
    expect(made.object).not.toHaveProperty('read_admin_users');
    const planner = await gl.post('/member_roles', { ...guest, name: 'Planner', base_access_level: 15 });
    expect([planner.status, planner.body]).toEqual([400, { error: 'base_access_level does not have a valid value' }]);
    const newer = await sandbox({ version: '17.11.0-ee' });
    expect((await newer.post('/member_roles', { ...guest, base_access_level: 15 })).object).toMatchObject({
      admin_runners: false,
      base_access_level: 15,
    });
  });
});

test('GET /member_roles lists the roles by name, not paged', async () => {
  const gl = await sandbox();
  for (const name of ['b', 'c', 'a']) await gl.post('/member_roles', { ...guest, name });
  const listed = await gl.get('/member_roles?per_page=1');
  expect(listed.list.map((role) => role['name'])).toEqual(['a', 'b', 'c']);
  expect(listed.headers.get('x-total')).toBeNull();
});

describe('DELETE /member_roles/:id', () => {
  test('answers 204, and 404 for an unknown role', async () => {
    const gl = await sandbox();
    const role = idOf(await gl.post('/member_roles', guest));
    expect((await gl.delete(`/member_roles/${role}`)).status).toBe(204);
    const gone = await gl.delete(`/member_roles/${role}`);
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Member Role Not Found' }]);
  });

  test('is 400 while a member has the role, and 204 once no member has', async () => {
    const gl = await sandbox();
    const role = idOf(await gl.post('/member_roles', guest));
    const group = await gl.group('platform');
    const jane = await gl.user('jane');
    await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 10, member_role_id: role });
    const refused = await gl.delete(`/member_roles/${role}`);
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        message: 'Role is assigned to one or more group members. Remove role from all group members, then delete role.',
      },
    ]);
    await gl.put(`/groups/${group}/members/${jane}`, { access_level: 10, member_role_id: null });
    expect((await gl.delete(`/member_roles/${role}`)).status).toBe(204);
  });

  test('nulls the reference of a group share without a word, and keeps its level', async () => {
    const gl = await sandbox();
    const role = idOf(await gl.post('/member_roles', guest));
    const group = await gl.group('platform');
    const guests = await gl.group('guests');
    await gl.post(`/groups/${group}/share`, { group_id: guests, group_access: 10, member_role_id: role });
    const shared = async () => (await gl.get(`/groups/${group}`)).object['shared_with_groups'];
    expect(await shared()).toMatchObject([{ group_access_level: 10, member_role_id: role }]);
    expect((await gl.delete(`/member_roles/${role}`)).status).toBe(204);
    expect(await shared()).toMatchObject([{ group_access_level: 10, member_role_id: null }]);
  });
});

describe('who may manage custom roles', () => {
  test('only an administrator: 403 for the owner of a group, 401 for nobody', async () => {
    const gl = await sandbox();
    const role = idOf(await gl.post('/member_roles', guest));
    const group = await gl.group('platform');
    const jane = await gl.user('jane');
    await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 50 });
    const asJane = gl.as('jane');
    const refusals = [
      await asJane.get('/member_roles'),
      await asJane.post('/member_roles', { ...guest, name: 'other' }),
      await asJane.delete(`/member_roles/${role}`),
    ];
    for (const refusal of refusals) expect([refusal.status, refusal.body]).toEqual([403, { message: '403 Forbidden' }]);
    const anonymous = await fetch(`${gl.sandbox.url}/api/v4/member_roles`);
    expect(anonymous.status).toBe(401);
    expect((await gl.get('/member_roles')).list).toHaveLength(1);
  });

  test.each(['free', 'premium'] as const)('nobody on %s: 403', async (tier) => {
    const gl = await sandbox({ tier });
    expect((await gl.get('/member_roles')).status).toBe(403);
    expect((await gl.post('/member_roles', guest)).status).toBe(403);
    expect((await gl.delete('/member_roles/1')).status).toBe(403);
  });
});

test('there is no PUT and no PATCH for roles', async () => {
  const gl = await sandbox();
  const role = idOf(await gl.post('/member_roles', guest));
  expect((await gl.put(`/member_roles/${role}`, { name: 'new' })).status).toBe(404);
  expect((await gl.patch(`/member_roles/${role}`, { name: 'new' })).status).toBe(404);
});

test('roles of a group are refused with 400 on a self-managed instance, whoever asks for whatever group', async () => {
  const gl = await sandbox();
  await gl.group('platform');
  await gl.user('jane');
  const asJane = gl.as('jane');
  const answers = [
    await gl.get('/groups/platform/member_roles'),
    await gl.post('/groups/platform/member_roles', {}),
    await gl.delete('/groups/platform/member_roles/1'),
    await asJane.get('/groups/nowhere/member_roles'),
  ];
  for (const { status, object } of answers) {
    expect(status).toBe(400);
    expect(object['message']).toMatch(
      /^400 Bad request - Group-level custom roles are deprecated on self-managed instances\. See http\S+\/help\/update\/deprecations\.md#deprecate-custom-role-creation-for-group-owners-on-self-managed$/,
    );
  }
  expect((await fetch(`${gl.sandbox.url}/api/v4/groups/1/member_roles`)).status).toBe(401);
});
