import { AccessLevel } from '@gitbeaker/rest';
import { expect, test } from 'vitest';
import { fits } from './fits.ts';
import { drive, refused } from './gitlab.ts';

const expiresAt = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const draft = (username: string) => ({
  username,
  name: username,
  email: `${username}@example.com`,
  forceRandomPassword: true,
});

test('users: create, show, edit, list over several pages, states, remove, refuse', async () => {
  const { api, as } = await drive({ backgroundDelay: 0 });
  const made = await api.Users.create(draft('anna'));
  fits('ExpandedUserSchema', made);
  expect(made).toMatchObject({ followers: 0, following: 0, is_followed: false });
  for (const name of ['bert', 'carl', 'dora']) await api.Users.create(draft(name));
  const shown = await as('bert').Users.show(made.id);
  fits('UserSchema', shown);
  expect(shown).toMatchObject({ followers: 0, following: 0, is_followed: false });
  fits('ExpandedUserSchema', await api.Users.showCurrentUser());
  fits('UserSchema', await as('anna').Users.showCurrentUser());
  expect(await api.Users.edit(made.id, { bio: 'from here' })).toMatchObject({ bio: 'from here' });
  expect(await api.Users.all({ perPage: 2 })).toHaveLength(5);
  await api.Users.block(made.id);
  expect((await api.Users.show(made.id)).state).toBe('blocked');
  await api.Users.unblock(made.id);
  await api.Users.ban(made.id);
  await api.Users.unban(made.id);
  expect((await api.Users.show(made.id)).state).toBe('active');
  await api.Users.remove(made.id);
  await refused(api.Users.show(999999), 404);
  expect(await refused(api.Users.create(draft('bert')), 409)).toContain('has already been taken');
});

test('what belongs to a user: memberships, activities, associations, impersonation tokens', async () => {
  const { api } = await drive();
  const { id } = await api.Users.create(draft('anna'));
  const group = await api.Groups.create('Platform', 'platform');
  await api.GroupMembers.add(group.id, AccessLevel.DEVELOPER, { userId: id });
  for (const one of await api.Users.allMemberships(id)) fits('UserMembershipSchema', one);
  expect((await api.Users.showAssociationsCount(id)).groups_count).toBe(1);
  expect((await api.Users.allActivities()).map(({ username }) => username)).toContain('root');
  for (const name of ['a', 'b', 'c'])
    fits('UserImpersonationTokenSchema', await api.UserImpersonationTokens.create(id, name, ['api'], { expiresAt }));
  const [first] = await api.UserImpersonationTokens.all(id, { perPage: 2 });
  if (first === undefined) throw new Error('there is no token');
  fits('UserImpersonationTokenSchema', await api.UserImpersonationTokens.show(id, first.id));
  await api.UserImpersonationTokens.revoke(id, first.id);
  await refused(api.UserImpersonationTokens.show(id, 999999), 404);
});

test('personal access tokens: create, show, list over several pages, rotate, remove, refuse', async () => {
  const { api } = await drive();
  const { id } = await api.Users.create(draft('anna'));
  const made = await api.Users.createPersonalAccessToken(id, 'one', ['api'], { expiresAt });
  for (const name of ['two', 'three']) await api.Users.createPersonalAccessToken(id, name, ['api'], { expiresAt });
  fits('PersonalAccessTokenSchema', await api.PersonalAccessTokens.show({ tokenId: made.id }));
  const list = await api.PersonalAccessTokens.all({ userId: id, perPage: 2 });
  expect(list).toHaveLength(3);
  for (const token of list) fits('PersonalAccessTokenSchema', token);
  const rotated = await api.PersonalAccessTokens.rotate(made.id);
  expect(rotated.id).not.toBe(made.id);
  await api.PersonalAccessTokens.remove({ tokenId: rotated.id });
  expect((await api.PersonalAccessTokens.show({ tokenId: rotated.id })).revoked).toBe(true);
  await refused(api.PersonalAccessTokens.show({ tokenId: 999999 }), 404);
});
