import { AccessLevel } from '@gitbeaker/rest';
import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { drive, refused } from './gitlab.ts';

const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

test('groups: create, show, edit, list over several pages, remove, restore, refuse', async () => {
  const { api } = await drive();
  const made = await api.Groups.create('Platform', 'platform', { visibility: 'private' });
  // What is meant for Owners alone is in no reply but that of GET and PUT.
  fits('GroupSchema', made);
  for (const name of ['a1', 'b2', 'c3', 'd4', 'e5']) await api.Groups.create(name, name, { parentId: made.id });
  fits('ExpandedGroupSchema', await api.Groups.show(made.id));
  const edited = await api.Groups.edit('platform', { description: 'of all', projectCreationLevel: 'maintainer' });
  expect(edited).toMatchObject({ description: 'of all', project_creation_level: 'maintainer' });
  const all = await api.Groups.all({ perPage: 2 });
  expect(all.map(({ path }) => path)).toEqual(['a1', 'b2', 'c3', 'd4', 'e5', 'platform']);
  for (const group of all) fits('GroupSchema', group);
  expect(await api.Groups.allSubgroups(made.id, { perPage: 2 })).toHaveLength(5);
  expect(await api.Groups.allDescendantGroups(made.id, { perPage: 3 })).toHaveLength(5);
  const page = await api.Groups.all({ pagination: 'offset', perPage: 2, page: 2, showExpanded: true });
  expect(page.paginationInfo).toMatchObject({ total: 6, current: 2, next: 3, previous: 1, perPage: 2, totalPages: 3 });
  await api.Groups.remove(made.id);
  await api.Groups.restore(made.id);
  expect(await refused(api.Groups.show('nothing'), 404)).toContain('404 Group Not Found');
  expect(await refused(api.Groups.create('Again', 'platform'), 400)).toContain('has already been taken');
});

test('groups: share, unshare, transfer, and their projects', async () => {
  const { api } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform');
  const other = await api.Groups.create('Other', 'other');
  const below = await api.Groups.create('Below', 'below', { parentId: id });
  fits('GroupSchema', await api.Groups.share(id, other.id, 30, {}));
  await api.Groups.unshare(id, other.id, {});
  await api.Groups.transfer(below.id, { groupId: other.id });
  expect((await api.Groups.show(below.id)).full_path).toBe('other/below');
  const project = await api.Projects.create({ name: 'api', namespaceId: id });
  // The list of a group leaves out what the caller may do in a project.
  for (const one of await api.Groups.allProjects(id)) fits('ProjectSchema', await api.Projects.show(one.id));
  await api.Groups.transferProject(other.id, project.id);
  expect(await api.Groups.allProjects(other.id)).toHaveLength(1);
});

test('members: add, show, edit, list over several pages with the inherited, remove, refuse', async () => {
  const { gl, api } = await drive();
  const group = await api.Groups.create('Platform', 'platform');
  const below = await api.Groups.create('Below', 'below', { parentId: group.id });
  const ids = await Promise.all(['anna', 'bert', 'carl', 'dora', 'emma'].map((name) => gl.user(name)));
  for (const userId of ids)
    fits('MemberSchema', await api.GroupMembers.add(group.id, AccessLevel.REPORTER, { userId }));
  const [first = 0] = ids;
  fits('MemberSchema', await api.GroupMembers.show(group.id, first));
  expect(await api.GroupMembers.edit(group.id, first, AccessLevel.DEVELOPER, { expiresAt })).toMatchObject({
    access_level: 30,
    expires_at: expiresAt,
  });
  expect(await api.GroupMembers.all(group.id, { perPage: 2 })).toHaveLength(6);
  expect(await api.GroupMembers.all(below.id, { perPage: 2, includeInherited: true })).toHaveLength(6);
  await api.GroupMembers.remove(group.id, first);
  await refused(api.GroupMembers.show(group.id, first), 404);
  expect(await refused(api.GroupMembers.add(group.id, AccessLevel.REPORTER, { userId: 1 }), 409)).toContain(
    'Member already exists',
  );
});

test('members of a project, and invitations', async () => {
  const { gl, api } = await drive();
  const group = await api.Groups.create('Platform', 'platform');
  const project = await api.Projects.create({ name: 'api', namespaceId: group.id });
  const userId = await gl.user('anna');
  fits('MemberSchema', await api.ProjectMembers.add(project.id, AccessLevel.DEVELOPER, { userId }));
  fits('MemberSchema', await api.ProjectMembers.edit(project.id, userId, AccessLevel.MAINTAINER));
  await api.ProjectMembers.remove(project.id, userId);
  for (const one of ['a', 'b', 'c'])
    await api.GroupInvitations.add(group.id, AccessLevel.DEVELOPER, { email: `${one}@example.org` });
  const list = await api.GroupInvitations.all(group.id, { perPage: 2 });
  expect(list).toHaveLength(3);
  for (const one of list) fits('InvitationSchema', one);
  fits(
    'InvitationSchema',
    await api.GroupInvitations.edit(group.id, 'a@example.org', { accessLevel: AccessLevel.MAINTAINER }),
  );
  await api.GroupInvitations.remove(group.id, 'a@example.org');
  await refused(api.GroupInvitations.remove(group.id, 'a@example.org'), 404);
});

test('hooks of groups and projects: add, show, edit, list, remove, refuse', async () => {
  const { api } = await drive();
  const group = await api.Groups.create('Platform', 'platform');
  const project = await api.Projects.create({ name: 'api', namespaceId: group.id });
  for (const [hooks, id] of [
    [api.GroupHooks, group.id],
    [api.ProjectHooks, project.id],
  ] as const) {
    const made = await hooks.add(id, 'https://ci.example.com/a', { pushEvents: true, token: 'hush' });
    fits('ExpandedHookSchema', made);
    await hooks.add(id, 'https://ci.example.com/b');
    await hooks.add(id, 'https://ci.example.com/c');
    fits('ExpandedHookSchema', await hooks.show(id, made.id));
    const edited = await hooks.edit(id, made.id, 'https://ci.example.com/d', { pushEvents: false });
    expect(edited).toMatchObject({ url: 'https://ci.example.com/d', push_events: false });
    const all = await hooks.all(id, { perPage: 2 });
    expect(all).toHaveLength(3);
    // The list of a project leaves out the names of its variables.
    for (const one of all) fits('HookSchema', one);
    await hooks.remove(id, made.id);
    await refused(hooks.show(id, made.id), 404);
    expect(await refused(hooks.add(id, 'ftp://example.com'), 422)).toContain('Invalid url given');
  }
});

test('links to directories and SAML groups: add, list, remove, refuse', async () => {
  const { api } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform');
  await api.GroupLDAPLinks.add(id, 30, 'ldapmain', { cn: 'team', groupAccess: AccessLevel.DEVELOPER });
  expect(await api.GroupLDAPLinks.all(id, {})).toHaveLength(1);
  await api.GroupLDAPLinks.remove(id, 'ldapmain', { cn: 'team' });
  expect(await refused(api.GroupLDAPLinks.all(id, {}), 404)).toContain('No linked LDAP groups found');
  fits('SAMLGroupSchema', await api.GroupSAMLLinks.create(id, 'developers', AccessLevel.DEVELOPER));
  for (const link of await api.GroupSAMLLinks.all(id, {})) fits('SAMLGroupSchema', link);
  fits('SAMLGroupSchema', await api.GroupSAMLLinks.show(id, 'developers', {}));
  await api.GroupSAMLLinks.remove(id, 'developers');
  await refused(api.GroupSAMLLinks.show(id, 'developers', {}), 404);
});

test('access tokens of groups and projects: create, show, list over pages, rotate, revoke, refuse', async () => {
  const { api } = await drive();
  const group = await api.Groups.create('Platform', 'platform');
  const project = await api.Projects.create({ name: 'api', namespaceId: group.id });
  for (const [tokens, id] of [
    [api.GroupAccessTokens, group.id],
    [api.ProjectAccessTokens, project.id],
  ] as const) {
    const made = await tokens.create(id, 'one', ['api'], expiresAt, { accessLevel: AccessLevel.DEVELOPER });
    fits('AccessTokenExposedSchema', made);
    await tokens.create(id, 'two', ['read_api'], expiresAt);
    await tokens.create(id, 'three', ['read_api'], expiresAt);
    fits('AccessTokenSchema', await tokens.show(id, made.id));
    const rotated = await tokens.rotate(id, made.id);
    fits('AccessTokenExposedSchema', rotated);
    expect(rotated.token).not.toBe(made.token);
    expect(await tokens.all(id, { perPage: 2 })).toHaveLength(4);
    await tokens.revoke(id, rotated.id);
    expect((await tokens.show(id, rotated.id)).revoked).toBe(true);
    await refused(tokens.show(id, 999999), 404);
  }
});

test('custom attributes and service accounts of a group', async () => {
  const { api } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform');
  fits('CustomAttributeSchema', await api.GroupCustomAttributes.set(id, 'cost', '42'));
  fits('CustomAttributeSchema', await api.GroupCustomAttributes.show(id, 'cost'));
  expect(await api.GroupCustomAttributes.all(id)).toHaveLength(1);
  await api.GroupCustomAttributes.remove(id, 'cost');
  await refused(api.GroupCustomAttributes.show(id, 'cost'), 404);
  fits('ServiceAccountSchema', await api.GroupServiceAccounts.create(id, { name: 'Robot', username: 'robot' }));
});
