import { expect, test } from 'vitest';
import { idOf, sandbox, type Answer } from './client.ts';

const paths = (answer: Answer): unknown[] => answer.list.map(({ full_path: path }) => path);

async function stage() {
  const gl = await sandbox();
  const ids = new Map<string, number>();
  for (const path of ['team', 'team/sub', 'first', 'other', 'hidden']) ids.set(path, await gl.group(path));
  const id = (path: string): number => ids.get(path) ?? 0;
  const project = idOf(await gl.post('/projects', { name: 'app', path: 'app', namespace_id: id('team/sub') }));
  for (const name of ['owner', 'maint', 'dev']) ids.set(name, await gl.user(name));
  const give = (place: string, name: string, level: number) =>
    gl.post(`${place}/members`, { user_id: id(name), access_level: level });
  await give(`/groups/${id('team')}`, 'owner', 50);
  await give(`/groups/${id('team')}`, 'maint', 40);
  await give(`/groups/${id('team')}`, 'dev', 30);
  await give(`/groups/${id('other')}`, 'owner', 10);
  await give(`/groups/${id('first')}`, 'owner', 10);
  return { gl, id, project, at: `/projects/${project}` };
}

// What is answered here is recorded (test/recorded/exchanges, access, kinds and permissions), unless it says otherwise.
test('the groups that are invited to a project are its own and those of the groups above it, the newest first', async () => {
  const { gl, id, project, at } = await stage();
  await gl.post(`${at}/share`, { group_id: id('other'), group_access: 20 });
  await gl.post(`/groups/${id('team')}/share`, { group_id: id('first'), group_access: 20 });
  await gl.post(`${at}/share`, { group_id: id('hidden'), group_access: 20 });
  const all = await gl.get(`${at}/invited_groups`);
  expect(paths(all)).toEqual(['hidden', 'other', 'first']);
  expect(Object.keys(all.list[0] ?? {}).sort()).toEqual([
    ...['avatar_url', 'full_name', 'full_path', 'id', 'name', 'web_url'],
  ]);
  // A guess from the list of a group: the recorded calls have no relation.
  expect(paths(await gl.get(`${at}/invited_groups?relation[]=inherited`))).toEqual(['first']);
  // Each sees those that it may see, in the project itself as well.
  expect(paths(await gl.as('owner').get(`${at}/invited_groups`))).toEqual(['other', 'first']);
  expect(paths(await gl.as('maint').get(`${at}/invited_groups`))).toEqual([]);
  const { shared_with_groups: shown } = (await gl.as('owner').get(`/projects/${project}`)).object;
  expect(shown).toMatchObject([{ group_full_path: 'other', group_access_level: 20, expires_at: null }]);
});

test('a project may be shared with the groups of its Maintainers, but for those above it and those that are invited', async () => {
  const { gl, id, at } = await stage();
  expect(paths(await gl.as('owner').get(`${at}/share_locations`))).toEqual(['first', 'other']);
  await gl.post(`${at}/share`, { group_id: id('other'), group_access: 20 });
  expect(paths(await gl.as('owner').get(`${at}/share_locations`))).toEqual(['first']);
  expect(paths(await gl.as('dev').get(`${at}/share_locations`))).toEqual([]);
});

test('nothing changes a share: each of the same group is a conflict, until it is taken back', async () => {
  const { gl, id, at } = await stage();
  for (const place of [`/groups/${id('team')}`, at]) {
    expect((await gl.post(`${place}/share`, { group_id: id('other'), group_access: 20 })).status).toBe(201);
    const again = await gl.post(`${place}/share`, { group_id: id('other'), group_access: 30 });
    expect(again.status).toBe(409);
    expect((await gl.put(`${place}/share/${id('other')}`, { group_access: 30 })).status).toBe(404);
    expect((await gl.delete(`${place}/share/${id('other')}`)).status).toBe(204);
    expect((await gl.post(`${place}/share`, { group_id: id('other'), group_access: 30 })).status).toBe(201);
  }
});

test('the role of a share is shown of a group, and of a project in the answer alone', async () => {
  const { gl, id, at } = await stage();
  const role = idOf(
    await gl.post('/member_roles', { name: 'auditor', base_access_level: 20, read_vulnerability: true }),
  );
  const body = { group_id: id('other'), group_access: 20, member_role_id: role };
  expect((await gl.post(`${at}/share`, body)).object).toMatchObject({ member_role_id: role });
  const [ofProject] = (await gl.get(at)).object['shared_with_groups'] as object[];
  expect(ofProject).not.toHaveProperty('member_role_id');
  expect((await gl.post(`/groups/${id('team')}/share`, body)).object).toMatchObject({
    shared_with_groups: [{ member_role_id: role }],
  });
});

// Not recorded: the source of the platform says so (Projects::GroupLinks::CreateService, Groups::AcceptingProjectSharesFinder).
test('nothing in a group that keeps sharing inside is shared with groups outside of it', async () => {
  const { gl, id, at } = await stage();
  await gl.put('/groups/team', { prevent_sharing_groups_outside_hierarchy: true });
  for (const place of [`/groups/${id('team')}`, at])
    expect((await gl.post(`${place}/share`, { group_id: id('other'), group_access: 20 })).status).toBe(404);
  expect(paths(await gl.as('owner').get(`${at}/share_locations`))).toEqual([]);
});
