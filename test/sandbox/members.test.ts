import { expect, test } from 'vitest';
import { column } from './cast.ts';
import { sandbox } from './client.ts';

test('a new member is answered 201, a second time 409', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('platform');
  const body = { user_id: jane, access_level: 30, expires_at: '2100-01-31T10:00:00Z' };
  const made = await gl.post(`/groups/${group}/members`, body);
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({ id: jane, access_level: 30, expires_at: '2100-01-31' });
  expect(made.object).not.toHaveProperty('member_role');
  const again = await gl.post(`/groups/${group}/members`, body);
  expect([again.status, again.body]).toEqual([409, { message: 'Member already exists' }]);
});

test('exactly one of user_id and username is needed', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  const add = async (body: Record<string, string | number>) => (await gl.post(`/groups/${group}/members`, body)).body;
  expect(await add({ access_level: 30 })).toEqual({
    error: 'user_id, username are missing, at least one parameter must be provided',
  });
  expect(await add({ access_level: 30, user_id: 1, username: 'root' })).toEqual({
    error: 'user_id, username are mutually exclusive',
  });
  expect(await add({ user_id: 1 })).toEqual({ error: 'access_level is missing' });
  expect(await add({ user_id: 1, access_level: 'x' })).toEqual({ error: 'access_level is invalid' });
  expect(await add({ user_id: 999, access_level: 30 })).toEqual({ message: '404 User Not Found' });
});

test('levels outside the list, or below what is inherited, are refused by the model', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  const odd = await gl.post(`/groups/${top}/members`, { user_id: jane, access_level: 1234 });
  expect(odd.body).toEqual({ message: { access_level: ['is not included in the list'] } });
  await gl.post(`/groups/${top}/members`, { user_id: jane, access_level: 30 });
  const low = await gl.post(`/groups/${sub}/members`, { user_id: jane, access_level: 20 });
  expect([low.status, low.body]).toEqual([
    400,
    { message: { access_level: ['should be greater than or equal to Developer inherited membership from group top'] } },
  ]);
});

test('the conflict is told before the missing right', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('platform');
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 30 });
  const asJane = gl.as('jane');
  expect((await asJane.post(`/groups/${group}/members`, { user_id: jane, access_level: 30 })).status).toBe(409);
  const joe = await gl.user('joe');
  const refused = await asJane.post(`/groups/${group}/members`, { user_id: joe, access_level: 30 });
  expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
});

test('the last owner can be neither demoted nor removed, not even by an administrator', async () => {
  const gl = await sandbox();
  const group = await gl.group('platform');
  expect((await gl.put(`/groups/${group}/members/1`, { access_level: 30 })).status).toBe(403);
  expect((await gl.delete(`/groups/${group}/members/1`)).status).toBe(403);
  const jane = await gl.user('jane');
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 50 });
  expect((await gl.delete(`/groups/${group}/members/1`)).status).toBe(204);
});

test('a removal takes the rows below with it, unless it skips them', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  const add = async () => {
    await gl.post(`/groups/${top}/members`, { user_id: jane, access_level: 30 });
    await gl.post(`/groups/${sub}/members`, { user_id: jane, access_level: 40 });
  };
  await add();
  await gl.delete(`/groups/${top}/members/${jane}?skip_subresources=true`);
  expect((await gl.get(`/groups/${sub}/members/${jane}`)).status).toBe(200);
  await add();
  await gl.delete(`/groups/${top}/members/${jane}`);
  expect((await gl.get(`/groups/${sub}/members/${jane}`)).body).toEqual({ message: '404 Not found' });
});

test('inherited members and those of invited groups appear in `all` alone, with the capped level', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const joe = await gl.user('joe');
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  const guests = await gl.group('guests');
  await gl.post(`/groups/${top}/members`, { user_id: jane, access_level: 30 });
  await gl.post(`/groups/${guests}/members`, { user_id: joe, access_level: 40 });
  await gl.post(`/groups/${sub}/share`, { group_id: guests, group_access: 20 });
  // Who makes a subgroup is its direct Owner, too.
  expect(column(await gl.get(`/groups/${sub}/members`), 'username')).toEqual(['root']);
  const all = (await gl.get(`/groups/${sub}/members/all`)).list;
  expect(all.map((row) => [row['username'], row['access_level']])).toEqual([
    ['root', 50],
    ['jane', 30],
    ['joe', 20],
  ]);
});

test('a comma list always answers 201, and updates those who are members already', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const joe = await gl.user('joe');
  const group = await gl.group('platform');
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 20 });
  const many = await gl.post(`/groups/${group}/members`, { user_id: `${jane},${joe},999`, access_level: 30 });
  expect([many.status, many.body]).toEqual([201, { status: 'success' }]);
  expect((await gl.get(`/groups/${group}/members/${jane}`)).object['access_level']).toBe(30);
  const refused = await gl.as('joe').post(`/groups/${group}/members`, { user_id: `${jane},${joe}`, access_level: 40 });
  expect([refused.status, refused.object['status']]).toEqual([201, 'error']);
});

test('an absent expiry is kept on PUT, null clears it', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('platform');
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 30, expires_at: '2100-01-31' });
  const kept = await gl.put(`/groups/${group}/members/${jane}`, { access_level: 40 });
  expect(kept.object).toMatchObject({ access_level: 40, expires_at: '2100-01-31' });
  const cleared = await gl.put(`/groups/${group}/members/${jane}`, { access_level: 40, expires_at: null });
  expect(cleared.object['expires_at']).toBeNull();
});

test('every change is in the audit log, with its author', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('platform');
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 30 });
  await gl.put(`/groups/${group}/members/${jane}`, { access_level: 40 });
  const last = gl.sandbox.platform.state.auditEvents.all().at(-1);
  expect(last).toMatchObject({ author_id: 1, entity_type: 'Group', entity_id: group, event_name: 'member_updated' });
  expect(last?.details).toMatchObject({
    from: 'Default role: Developer',
    to: 'Default role: Maintainer',
    target_id: jane,
    author_name: 'Administrator',
  });
});
