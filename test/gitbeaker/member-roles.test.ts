import { AccessLevel } from '@gitbeaker/rest';
import { expect, test } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import type { SandboxClient } from '../sandbox/client.ts';
import { fits } from './fits.ts';
import { drive, refused } from './gitlab.ts';

/** Gitbeaker has no way to make a role: its GroupMemberRoles.add calls POST /groups/:id/members. */
async function role(gl: SandboxClient, path = '/member_roles'): Promise<number> {
  return idOf(await gl.post(path, { name: 'reviewer', base_access_level: 10, read_code: true }));
}

test('a member takes a custom role, and gives it back by a null', async () => {
  const { gl, api } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform');
  const memberRoleId = await role(gl);
  const userId = await gl.user('joe');
  await api.GroupMembers.add(id, AccessLevel.GUEST, { userId });
  const made = await api.GroupMembers.edit(id, userId, AccessLevel.GUEST, { memberRoleId });
  fits('MemberSchema', made);
  expect(made['member_role']).toMatchObject({ id: memberRoleId, read_code: true, base_access_level: 10 });
  expect(await refused(api.GroupMembers.edit(id, userId, AccessLevel.DEVELOPER, { memberRoleId }), 400)).toContain(
    'base access level does not match',
  );
  await gl.put(`/groups/${id}/members/${userId}`, { access_level: 10, member_role_id: null });
  expect((await api.GroupMembers.show(id, userId))['member_role']).toBeUndefined();
});

test('links carry a custom role, whose removal leaves them their level', async () => {
  const { gl, api } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform');
  const memberRoleId = await role(gl);
  // Gitbeaker knows no role of a link.
  const sent = { saml_group_name: 'reviewers', access_level: 10, member_role_id: memberRoleId };
  await gl.post(`/groups/${id}/saml_group_links`, sent);
  const saml = await api.GroupSAMLLinks.show(id, 'reviewers', {});
  fits('SAMLGroupSchema', saml);
  expect(saml).toMatchObject({ access_level: 10, member_role_id: memberRoleId });
  await gl.post(`/groups/${id}/ldap_group_links`, {
    ...{ cn: 'reviewers', provider: 'ldapmain', group_access: 10, member_role_id: memberRoleId },
  });
  expect(await api.GroupLDAPLinks.all(id, {})).toMatchObject([{ cn: 'reviewers', member_role_id: memberRoleId }]);
  expect((await gl.delete(`/member_roles/${memberRoleId}`)).status).toBe(204);
  expect(await api.GroupSAMLLinks.show(id, 'reviewers', {})).toMatchObject({ access_level: 10, member_role_id: null });
  expect(await api.GroupLDAPLinks.all(id, {})).toMatchObject([{ group_access: 10, member_role_id: null }]);
});

test('roles of a group: refused since 17.0, listed and removed before', async () => {
  const { api } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform');
  expect(await refused(api.GroupMemberRoles.all(id, {}), 400)).toContain('deprecated on self-managed');
  expect(await refused(api.GroupMemberRoles.remove(id, 1), 400)).toContain('deprecated on self-managed');

  const early = await drive({ version: '16.11.0' });
  const group = await early.api.Groups.create('Platform', 'platform');
  const made = await role(early.gl, `/groups/${group.id}/member_roles`);
  expect(await early.api.GroupMemberRoles.all(group.id, {})).toMatchObject([
    { id: made, group_id: group.id, base_access_level: 10, read_code: true },
  ]);
  await early.api.GroupMemberRoles.remove(group.id, made);
  expect(await early.api.GroupMemberRoles.all(group.id, {})).toEqual([]);
  await refused(early.api.GroupMemberRoles.remove(group.id, made), 404);
});

test('requests for access to groups and projects: ask, list, approve, deny', async () => {
  const { gl, api, as } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform', { visibility: 'public' });
  const project = await api.Projects.create({ name: 'api', namespaceId: id, visibility: 'public' });
  for (const [index, requests] of [api.GroupAccessRequests, api.ProjectAccessRequests].entries()) {
    const place = index === 0 ? id : project.id;
    const own = (name: string) => (index === 0 ? as(name).GroupAccessRequests : as(name).ProjectAccessRequests);
    const [first, second] = [await gl.user(`anna${index}`), await gl.user(`bert${index}`)];
    expect(await own(`anna${index}`).request(place)).toMatchObject({ id: first, username: `anna${index}` });
    await own(`bert${index}`).request(place);
    expect(await requests.all(place, { perPage: 1 })).toHaveLength(2);
    expect(await requests.approve(place, first, { accessLevel: AccessLevel.GUEST })).toMatchObject({
      ...{ id: first, access_level: 10 },
    });
    await requests.deny(place, second);
    await refused(requests.deny(place, second), 404);
    expect(await requests.all(place)).toEqual([]);
  }
});

test('billable members with their memberships, and those who wait', async () => {
  const { gl, api } = await drive();
  const { id } = await api.Groups.create('Platform', 'platform');
  const userId = await gl.user('joe');
  await api.GroupMembers.add(id, AccessLevel.DEVELOPER, { userId });
  const billable = await api.GroupMembers.allBillable(id, { perPage: 1 });
  expect(billable.map((one) => one['membership_type'])).toEqual(['group_member', 'group_member']);
  expect(await api.GroupMembers.allBillableMemberships(id, userId)).toMatchObject([
    { source_id: id, access_level: { string_value: 'Developer', integer_value: 30 } },
  ]);
  await gl.put(`/groups/${id}/members/${userId}/state`, { state: 'awaiting' });
  const [pending] = await api.GroupMembers.allPending(id);
  expect(pending).toMatchObject({ username: 'joe', approved: false, invited: false });
  await api.GroupMembers.approve(id, pending?.id ?? 0);
  expect(await api.GroupMembers.allPending(id)).toEqual([]);
  await refused(api.GroupMembers.setOverrideFlag(id, userId), 403);
});
