import { expect, test } from 'vitest';
import { told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

const day = 86_400_000;

test('a group needs a name and a path', async () => {
  const gl = await sandbox();
  const answer = await gl.post('/groups', {});
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ error: 'name is missing, path is missing' });
});

test('an enum outside its values is refused by the parameter layer', async () => {
  const gl = await sandbox();
  const answer = await gl.post('/groups', { name: 'a', path: 'aa', visibility: 'secret' });
  expect(answer.body).toEqual({ error: 'visibility does not have a valid value' });
});

test('a taken path is refused with a printed Ruby hash', async () => {
  const gl = await sandbox();
  await gl.group('platform');
  const answer = await gl.post('/groups', { name: 'Other', path: 'Platform' });
  expect(answer.status).toBe(400);
  expect(answer.body).toEqual({ message: 'Failed to save group {:path=>["has already been taken"]}' });
});

test('two top-level groups may share a name, two siblings may not', async () => {
  const gl = await sandbox();
  const top = await gl.group('one', { name: 'Same' });
  expect((await gl.post('/groups', { name: 'Same', path: 'two' })).status).toBe(201);
  await gl.post('/groups', { name: 'Child', path: 'a1', parent_id: top });
  const answer = await gl.post('/groups', { name: 'Child', path: 'a2', parent_id: top });
  expect(answer.body).toEqual({ message: 'Failed to save group {:name=>["has already been taken"]}' });
});

test('the creator becomes Owner, and unknown parameters are dropped in silence', async () => {
  const gl = await sandbox();
  const made = await gl.post('/groups', { name: 'a', path: 'aa', visibillity: 'public' });
  expect(made.status).toBe(201);
  expect(made.object['visibility']).toBe('private');
  const members = await gl.get(`/groups/${idOf(made)}/members`);
  expect(members.list.map((member) => [member['username'], member['access_level']])).toEqual([['root', 50]]);
});

test('a group that the caller cannot see answers 404, an unknown one the same', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  const id = await gl.group('hidden');
  const jane = gl.as('jane');
  const answer = await jane.get(`/groups/${id}`);
  expect(answer.status).toBe(404);
  expect(answer.body).toEqual({ message: '404 Group Not Found' });
  expect((await jane.get('/groups/nothing')).body).toEqual({ message: '404 Group Not Found' });
});

test('deletion marks and renames, frees the path, and refuses a second time', async () => {
  const gl = await sandbox();
  const id = await gl.group('platform');
  const first = await gl.delete(`/groups/${id}`);
  expect(first.status).toBe(202);
  expect(first.body).toEqual({ message: '202 Accepted' });
  const marked = (await gl.get(`/groups/${id}`)).object;
  expect(marked['full_path']).toBe(`platform-deletion_scheduled-${id}`);
  expect(marked['marked_for_deletion_on']).toBe(new Date().toISOString().slice(0, 10));
  expect((await gl.get('/groups/platform')).status).toBe(404);
  const second = await gl.delete(`/groups/${id}`);
  expect(second.status).toBe(400);
  expect(second.body).toEqual({ message: 'Group has already been marked for deletion' });
  expect(await gl.group('platform')).not.toBe(id);
});

test('a marked group is gone after the retention period', async () => {
  const gl = await sandbox();
  const id = await gl.group('platform');
  await gl.delete(`/groups/${id}`);
  gl.sandbox.platform.clock.advance(29 * day);
  expect((await gl.get(`/groups/${id}`)).status).toBe(200);
  gl.sandbox.platform.clock.advance(2 * day);
  expect((await gl.get(`/groups/${id}`)).status).toBe(404);
});

test('restore takes the suffix away, and adds another when the path was taken', async () => {
  const gl = await sandbox();
  const id = await gl.group('platform');
  await gl.delete(`/groups/${id}`);
  expect((await gl.post(`/groups/${id}/restore`)).object['full_path']).toBe('platform');
  await gl.delete(`/groups/${id}`);
  await gl.group('platform');
  const restored = await gl.post(`/groups/${id}/restore`);
  expect(restored.status).toBe(201);
  expect(restored.object['full_path']).toMatch(/^platform-[0-9a-f]{5}$/);
  const live = await gl.post(`/groups/${id}/restore`);
  expect(live.body).toEqual({ message: 'Group has not been marked for deletion' });
});

test('permanent removal checks in order: subgroup, marked, full path with suffix', async () => {
  const gl = await sandbox();
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  const remove = async (id: number, path: string) =>
    (await gl.delete(`/groups/${id}?permanently_remove=true&full_path=${encodeURIComponent(path)}`)).body;
  expect(await remove(top, 'top')).toEqual({
    message: '`permanently_remove` option is only available for subgroups.',
  });
  expect(await remove(sub, 'top/sub')).toEqual({ message: 'Group must be marked for deletion first.' });
  await gl.delete(`/groups/${sub}`);
  expect(await remove(sub, 'top/sub')).toEqual({
    message: '`full_path` is incorrect. You must enter the complete path for the subgroup.',
  });
  expect(await remove(sub, `top/sub-deletion_scheduled-${sub}`)).toEqual({ message: '202 Accepted' });
  expect((await gl.post(`/groups/${sub}/restore`)).body).toEqual({ message: 'Group deletion is in progress' });
  gl.sandbox.platform.clock.advance(1000);
  expect((await gl.get(`/groups/${sub}`)).status).toBe(404);
});

test('on Free before 18.0 a group is deleted at once, and 17.11 Premium marks without a new path', async () => {
  const free = await sandbox({ version: '16.11.0-ee', tier: 'free' });
  const gone = await free.group('old');
  await free.delete(`/groups/${gone}`);
  free.sandbox.platform.clock.advance(1000);
  expect((await free.get(`/groups/${gone}`)).status).toBe(404);
  const premium = await sandbox({ version: '17.11.0-ee', tier: 'premium' });
  const marked = await premium.group('kept');
  await premium.delete(`/groups/${marked}`);
  expect((await premium.get('/groups/kept')).object['marked_for_deletion_on']).not.toBeNull();
});

test('without a licence what is sold is dropped and never shown, and much else is taken all the same', async () => {
  const gl = await sandbox({ tier: 'free' });
  const id = await gl.group('plain');
  const sent = { membership_lock: true, wiki_access_level: 'private', shared_runners_minutes_limit: 3 };
  const answer = await gl.put(`/groups/${id}`, { ...sent, ip_restriction_ranges: 'nonsense', description: 'x' });
  expect(answer.status).toBe(200);
  expect(answer.object).toMatchObject({ ...sent, description: 'x', ldap_cn: null, duo_namespace_access_rules: [] });
  for (const name of ['ip_restriction_ranges', 'duo_features_enabled', 'repository_storage']) {
    expect(answer.object).not.toHaveProperty(name);
  }
});

test('a rename moves everything below', async () => {
  const gl = await sandbox();
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  expect((await gl.put(`/groups/${top}`, { path: 'new' })).object['full_path']).toBe('new');
  expect((await gl.get(`/groups/${sub}`)).object['full_path']).toBe('new/sub');
  expect((await gl.get('/groups/new%2Fsub')).object['id']).toBe(sub);
});

test('the old path of a renamed or moved group is 404 to every verb, and free again: nothing redirects', async () => {
  const gl = await sandbox();
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  await gl.put(`/groups/${top}`, { path: 'new' });
  await gl.post(`/groups/${sub}/transfer`);
  const gone = [404, { message: '404 Group Not Found' }];
  for (const path of ['/groups/top', '/groups/top%2Fsub', '/groups/new%2Fsub', '/groups/top/members']) {
    expect(told(await gl.get(path))).toEqual(gone);
  }
  expect(told(await gl.put('/groups/top', { name: 'x' }))).toEqual(gone);
  expect(told(await gl.delete('/groups/top%2Fsub'))).toEqual(gone);
  expect((await gl.get('/groups/sub')).object['id']).toBe(sub);
  expect((await gl.post('/groups', { name: 'top', path: 'top' })).status).toBe(201);
});

test('a path of digits is taken for an id, so that such a group is found by its id alone', async () => {
  const gl = await sandbox();
  const group = await gl.group('4711');
  expect(told(await gl.get('/groups/4711'))).toEqual([404, { message: '404 Group Not Found' }]);
  expect((await gl.get(`/groups/${group}`)).object['path']).toBe('4711');
  expect((await gl.get('/groups/-1')).status).toBe(404);
});

test('transfer moves, lowers the visibility, and tells its failures', async () => {
  const gl = await sandbox();
  const target = await gl.group('target');
  const moved = await gl.group('moved', { visibility: 'public' });
  const answer = await gl.post(`/groups/${moved}/transfer`, { group_id: target });
  expect(answer.status).toBe(201);
  expect([answer.object['full_path'], answer.object['visibility']]).toEqual(['target/moved', 'private']);
  const again = await gl.post(`/groups/${moved}/transfer`, { group_id: target });
  expect(again.body).toEqual({ message: 'Transfer failed: Group is already associated to the parent group.' });
});

test('archived is true below an archived group', async () => {
  const gl = await sandbox();
  const top = await gl.group('top');
  const sub = await gl.group('top/sub');
  expect((await gl.post(`/groups/${top}/archive`)).status).toBe(200);
  expect((await gl.get(`/groups/${sub}`)).object['archived']).toBe(true);
  const again = await gl.post(`/groups/${top}/archive`);
  expect([again.status, again.body]).toEqual([422, { message: 'Group is already archived!' }]);
});

test('unsharing without the right answers 204 and removes nothing', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const group = await gl.group('shared');
  const guest = await gl.group('invited');
  expect((await gl.post(`/groups/${group}/share`, { group_id: guest, group_access: 30 })).status).toBe(201);
  expect((await gl.post(`/groups/${group}/share`, { group_id: guest, group_access: 30 })).status).toBe(409);
  await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 30 });
  expect((await gl.as('jane').delete(`/groups/${group}/share/${guest}`)).status).toBe(204);
  expect((await gl.get(`/groups/${group}`)).object['shared_with_groups']).toHaveLength(1);
  expect((await gl.delete(`/groups/${group}/share/${guest}`)).status).toBe(204);
  const missing = await gl.delete(`/groups/${group}/share/${guest}`);
  expect([missing.status, missing.body]).toEqual([404, { message: '404 Group Link Not Found' }]);
});
