import { describe, expect, test } from 'vitest';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request spec says of custom roles (ee/spec/requests/api/member_roles_spec.rb, 18.9; for the roles
// of groups on a self-managed instance, the spec of 16.x).

const reader = { name: 'Guest + read_code', base_access_level: 10, read_code: true, description: 'My custom role' };

/** A group with an Owner, and someone who is nobody there. */
async function instance(version = '18.9.0') {
  const gl = await sandbox({ version });
  const group = await gl.group('team');
  await gl.post(`/groups/${group}/members`, { user_id: await gl.user('owner'), access_level: 50 });
  await gl.user('user');
  return { gl, group, owner: gl.as('owner'), user: gl.as('user') };
}

describe('of the instance', () => {
  test('all three are 401 without a token, and 403 for users and Owners of groups', async () => {
    const { gl, owner, user } = await instance();
    const role = idOf(await gl.post('/member_roles', reader));
    expect((await gl.get('/member_roles', anonymous)).status).toBe(401);
    expect((await gl.post('/member_roles', reader, anonymous)).status).toBe(401);
    expect((await gl.delete(`/member_roles/${role}`, anonymous)).status).toBe(401);
    for (const client of [owner, user]) {
      const refused = [await client.get('/member_roles'), await client.post('/member_roles', { ...reader, name: 'b' })];
      for (const answer of [...refused, await client.delete(`/member_roles/${role}`)]) {
        expect(told(answer)).toEqual([403, { message: '403 Forbidden' }]);
      }
    }
    expect(column(await gl.get('/member_roles'), 'id')).toEqual([role]);
  });

  test('GET shows name, description, base level, flags, and null for the group', async () => {
    const { gl } = await instance();
    const id = idOf(await gl.post('/member_roles', reader));
    const list = await gl.get('/member_roles');
    expect([list.status, list.list]).toMatchObject([200, [{ ...reader, id, group_id: null, read_dependency: false }]]);
  });

  test('POST is 201, with a name after the base level when none is sent', async () => {
    const { gl } = await instance();
    const made = await gl.post('/member_roles', reader);
    expect([made.status, made.object]).toMatchObject([201, { ...reader, group_id: null }]);
    const unnamed = await gl.post('/member_roles', { base_access_level: 10, read_code: true });
    expect(unnamed.object).toMatchObject({ name: 'Guest - custom', description: null });
    const reporter = await gl.post('/member_roles', { name: null, base_access_level: 20, read_vulnerability: true });
    expect(reporter.object).toMatchObject({ name: 'Reporter - custom', read_vulnerability: true });
  });

  test('POST without a base level, or with one that does not exist, is 400 and makes nothing', async () => {
    const { gl } = await instance();
    const missing = await gl.post('/member_roles', { read_code: false });
    expect([missing.status, missing.object['error']]).toEqual([
      400,
      expect.stringContaining('base_access_level is missing'),
    ]);
    expect(told(await gl.post('/member_roles', { base_access_level: 1 }))).toEqual([
      400,
      { error: 'base_access_level does not have a valid value' },
    ]);
    expect((await gl.get('/member_roles')).list).toEqual([]);
  });

  test('DELETE is 204, and 404 by name for a role that is not there', async () => {
    const { gl } = await instance();
    const id = idOf(await gl.post('/member_roles', reader));
    expect(told(await gl.delete('/member_roles/0'))).toEqual([404, { message: '404 Member Role Not Found' }]);
    expect((await gl.delete(`/member_roles/${id}`)).status).toBe(204);
    expect(told(await gl.delete(`/member_roles/${id}`))).toEqual([404, { message: '404 Member Role Not Found' }]);
  });
});

describe('of a group up to 16.11', () => {
  test('all three are 401 without a token, 403 for others, and 403 without the licence', async () => {
    const { gl, group, owner, user } = await instance('16.11.0');
    const path = `/groups/${group}/member_roles`;
    const id = idOf(await owner.post(path, reader));
    expect((await gl.get(path, anonymous)).status).toBe(401);
    expect((await gl.post(path, reader, anonymous)).status).toBe(401);
    expect((await gl.delete(`${path}/${id}`, anonymous)).status).toBe(401);
    await gl.put(`/groups/${group}`, { visibility: 'public' });
    for (const answer of [await user.get(path), await user.post(path, reader), await user.delete(`${path}/${id}`)]) {
      expect(answer.status).toBe(403);
    }
    const premium = await sandbox({ version: '16.11.0', tier: 'premium' });
    expect((await premium.get(`/groups/${await premium.group('team')}/member_roles`)).status).toBe(403);
  });

  test('an Owner lists, makes and deletes them; the group has its id in them, and the instance does not list them', async () => {
    const { gl, group, owner } = await instance('16.11.0');
    const path = `/groups/${group}/member_roles`;
    expect(told(await owner.get(path))).toEqual([200, []]);
    const made = await owner.post(path, reader);
    expect([made.status, made.object]).toMatchObject([201, { ...reader, group_id: group }]);
    expect(column(await owner.get('/groups/team/member_roles'), 'name')).toEqual([reader.name]);
    expect((await gl.get('/member_roles')).list).toEqual([]);
    expect((await owner.post(path, { base_access_level: 10, read_code: true })).object['name']).toBe('Guest - custom');
    expect((await owner.delete(`${path}/${idOf(made)}`)).status).toBe(204);
    expect(told(await owner.delete(`${path}/0`))).toEqual([404, { message: '404 Member Role Not Found' }]);
  });

  test('what is refused: no level, an unknown one, a subgroup, an eleventh role', async () => {
    const { gl, group, owner } = await instance('16.11.0');
    const path = `/groups/${group}/member_roles`;
    expect((await owner.post(path, { read_code: true })).object['error']).toContain('base_access_level is missing');
    expect(told(await owner.post(path, { base_access_level: 1 }))).toEqual([
      400,
      { error: 'base_access_level does not have a valid value' },
    ]);
    const below = await gl.group('team/below');
    expect(told(await owner.post(`/groups/${below}/member_roles`, reader))).toEqual([
      400,
      { message: 'Creation of member role is allowed only for root groups' },
    ]);
    for (let index = 0; index < 10; index += 1) await owner.post(path, { ...reader, name: `role ${index}` });
    const eleventh = await owner.post(path, { ...reader, name: 'one more' });
    expect([eleventh.status, eleventh.object['message']]).toEqual([
      400,
      expect.stringContaining('maximum number of Member Roles are already in use by the group hierarchy'),
    ]);
  });

  test('a role is for members in the tree of its group alone, and goes with the group', async () => {
    const { gl, group, owner } = await instance('16.11.0');
    const member_role_id = idOf(await owner.post(`/groups/${group}/member_roles`, reader));
    const [below, other] = [await gl.group('team/below'), await gl.group('other')];
    const sent = { user_id: await gl.user('joe'), access_level: 10, member_role_id };
    expect((await gl.post(`/groups/${below}/members`, sent)).object['member_role']).toMatchObject({
      id: member_role_id,
    });
    expect(told(await gl.post(`/groups/${other}/members`, sent))).toEqual([
      400,
      { message: { member_namespace: ["must be in same hierarchy as custom role's namespace"] } },
    ]);
    await gl.delete(`/groups/${group}`);
    gl.sandbox.platform.clock.advance(60 * 86_400_000);
    expect((await gl.get(`/groups/${group}`)).status).toBe(404);
    expect(gl.sandbox.platform.state.memberRoles.all()).toEqual([]);
  });
});

test('since 17.0 the roles of groups are refused with a page to read, to anyone with a token', async () => {
  const { gl, group, owner } = await instance();
  for (const client of [gl, owner]) {
    for (const answer of [
      await client.get(`/groups/${group}/member_roles`),
      await client.post(`/groups/${group}/member_roles`, reader),
      await client.delete(`/groups/${group}/member_roles/1`),
    ]) {
      expect([answer.status, answer.object['message']]).toEqual([
        400,
        expect.stringMatching(
          /^400 Bad request - Group-level custom roles are deprecated on self-managed instances\. See /,
        ),
      ]);
    }
  }
});
