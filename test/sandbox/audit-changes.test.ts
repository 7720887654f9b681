import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { cast } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

/** A day within the year that tokens may last. */
const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

/** The events that a change leaves, in order. */
async function eventsOf(gl: SandboxClient, change: () => Promise<unknown>) {
  const { auditEvents } = gl.sandbox.platform.state;
  const before = auditEvents.all().length;
  await change();
  return auditEvents.all().slice(before);
}

async function namesOf(gl: SandboxClient, change: () => Promise<unknown>): Promise<readonly string[]> {
  return (await eventsOf(gl, change)).map((event) => event.event_name);
}

test.each([
  [{ name: 'new' }, ['group_name_updated'], 'platform', 'new'],
  [{ path: 'new' }, ['group_path_updated'], 'platform', 'new'],
  [{ description: 'why' }, ['group_description_updated'], null, 'why'],
  [{ visibility: 'public' }, ['group_visibility_level_updated'], 'Private', 'Public'],
  [{ lfs_enabled: false }, ['group_lfs_enabled_updated'], true, false],
  [{ request_access_enabled: false }, ['group_request_access_enabled_updated'], true, false],
  [{ membership_lock: true }, ['group_membership_lock_updated'], false, true],
  [{ share_with_group_lock: true }, ['group_share_with_group_lock_updated'], false, true],
  [{ project_creation_level: 'noone' }, ['group_project_creation_level_updated'], 'developer', 'noone'],
])('PUT /groups/:id %j leaves %j, from and to', async (sent, names, from, to) => {
  const gl = await sandbox();
  const id = await gl.group('platform', { visibility: 'private' });
  const events = await eventsOf(gl, () => gl.put(`/groups/${id}`, sent));
  expect(events.map((event) => event.event_name)).toEqual(names);
  expect(events[0]).toMatchObject({
    entity_type: 'Group',
    entity_id: id,
    details: { change: Object.keys(sent)[0], from, to, target_type: 'Group' },
  });
  // The same once more changes nothing, and leaves nothing.
  expect(await namesOf(gl, () => gl.put(`/groups/${id}`, sent))).toEqual([]);
});

test('each attribute of one PUT leaves an event of its own; settings of the namespace are of a NamespaceSetting', async () => {
  const gl = await sandbox();
  const id = await gl.group('platform');
  const sent = { name: 'new', emails_enabled: false, default_branch: 'trunk' };
  const events = await eventsOf(gl, () => gl.put(`/groups/${id}`, sent));
  expect(events.map((event) => [event.event_name, event.details['target_type']]).toSorted()).toEqual([
    ['default_branch_name_updated', 'NamespaceSetting'],
    ['emails_enabled_updated', 'NamespaceSetting'],
    ['group_name_updated', 'Group'],
  ]);
});

test.each([
  { subgroup_creation_level: 'owner' },
  { shared_runners_setting: 'disabled_and_overridable' },
  { wiki_access_level: 'private' },
  { max_artifacts_size: 7 },
  { only_allow_merge_if_pipeline_succeeds: true },
  { default_branch_protection_defaults: { allow_force_push: true } },
])('PUT /groups/:id %j leaves nothing', async (sent) => {
  const gl = await sandbox();
  const id = await gl.group('platform');
  expect(
    await namesOf(gl, async () => {
      expect((await gl.put(`/groups/${id}`, sent)).status).toBe(200);
    }),
  ).toEqual([]);
});

test('a deletion and a restore tell the suffix of name and path, too; a transfer leaves nothing', async () => {
  const gl = await sandbox();
  const [id, other] = [await gl.group('platform'), await gl.group('other')];
  const marked = await eventsOf(gl, () => gl.delete(`/groups/${id}`));
  expect(marked.map((event) => event.event_name)).toEqual([
    ...['group_name_updated', 'group_path_updated', 'group_deletion_marked'],
  ]);
  expect(marked[1]?.details).toMatchObject({ from: 'platform', to: `platform-deletion_scheduled-${id}` });
  expect(await namesOf(gl, () => gl.post(`/groups/${id}/restore`))).toEqual([
    ...['group_name_updated', 'group_path_updated', 'group_restored'],
  ]);
  expect(
    await namesOf(gl, async () => {
      expect((await gl.post(`/groups/${id}/transfer`, { group_id: other })).status).toBe(201);
    }),
  ).toEqual([]);
});

test('a member is told by the role, and a change that changes nothing leaves nothing', async () => {
  const gl = await sandbox();
  const { group, ids } = await cast(gl);
  const role = idOf(await gl.post('/member_roles', { name: 'ops', base_access_level: 30, read_runners: true }));
  const at = `/groups/${group}/members/${ids.developer}`;
  expect(await namesOf(gl, () => gl.put(at, { access_level: 30 }))).toEqual([]);
  const [given] = await eventsOf(gl, () => gl.put(at, { access_level: 30, member_role_id: role }));
  expect(given).toMatchObject({
    event_name: 'member_updated',
    details: { from: 'Default role: Developer', to: 'Custom role: ops', target_id: ids.developer, target_type: 'User' },
  });
  const [expiring] = await eventsOf(gl, () => gl.put(at, { access_level: 30, expires_at: '2040-01-01' }));
  expect(expiring?.details).toMatchObject({ expiry_from: null, expiry_to: '2040-01-01' });
  const [gone] = await eventsOf(gl, () => gl.delete(at));
  expect(gone).toMatchObject({ event_name: 'member_destroyed', details: { from: 'Custom role: ops' } });
});

test('a project tells each attribute; its deletion and its shares stand in the list of a group', async () => {
  const gl = await sandbox();
  const [home, guests] = [await gl.group('platform'), await gl.group('guests')];
  const id = idOf(await gl.post('/projects', { name: 'app', namespace_id: home }));
  expect(await namesOf(gl, () => gl.put(`/projects/${id}`, { merge_method: 'ff' }))).toEqual([
    'project_merge_method_updated',
  ]);
  expect(await namesOf(gl, () => gl.put(`/projects/${id}`, { merge_method: 'ff' }))).toEqual([]);
  const [shared] = await eventsOf(gl, () => gl.post(`/projects/${id}/share`, { group_id: guests, group_access: 20 }));
  expect(shared).toMatchObject({
    ...{ event_name: 'project_group_link_created', entity_type: 'Group', entity_id: guests },
    details: { target_type: 'Project', target_id: id },
  });
  const [marked] = await eventsOf(gl, () => gl.delete(`/projects/${id}`));
  expect(marked).toMatchObject({ event_name: 'project_deletion_marked', entity_type: 'Group', entity_id: home });
  expect((await gl.get(`/projects/${id}`)).object['archived']).toBe(false);
});

test('a user is told by the attribute', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  expect(await namesOf(gl, () => gl.put(`/users/${jane}`, { username: 'jo', admin: true }))).toEqual([
    ...['user_username_updated', 'user_admin_status_updated'],
  ]);
  expect(await namesOf(gl, () => gl.put(`/users/${jane}`, { username: 'jo' }))).toEqual([]);
});

test('a token that is refused is told; a rotation does not stand in the list of its group', async () => {
  const gl = await sandbox();
  const { group, developer } = await cast(gl);
  const body = { name: 'bot', scopes: ['api'], access_level: 20, expires_at: inAWhile };
  expect(await namesOf(gl, () => developer.post(`/groups/${group}/access_tokens`, body))).toEqual([
    'group_access_token_creation_failed',
  ]);
  const token = await gl.post(`/groups/${group}/access_tokens`, body);
  const path = `/groups/${group}/access_tokens/${idOf(token)}`;
  expect(await namesOf(gl, () => developer.delete(path))).toEqual(['group_access_token_deletion_failed']);
  const events = await eventsOf(gl, () => gl.post(`${path}/rotate`, {}));
  expect(events.map((event) => [event.event_name, event.entity_type])).toEqual([
    ['group_access_token_rotated', 'User'],
  ]);
});

test('hooks, runners, links and integrations leave what a real 18.9 leaves: most changes nothing', async () => {
  const gl = await sandbox();
  const id = await gl.group('platform');
  const hook = await gl.post(`/groups/${id}/hooks`, { url: 'https://h.example.com' });
  const runner = await gl.post('/user/runners', { runner_type: 'group_type', group_id: id, tag_list: ['a'] });
  expect(
    await namesOf(gl, async () => {
      await gl.put(`/groups/${id}/hooks/${idOf(hook)}`, { url: 'https://i.example.com', push_events: false });
      await gl.put(`/runners/${idOf(runner)}`, { paused: true });
      await gl.post(`/groups/${id}/ldap_group_links`, { cn: 'a', group_access: 30, provider: 'ldapmain' });
      await gl.delete(`/groups/${id}/ldap_group_links?cn=a&provider=ldapmain`);
      await gl.put(`/groups/${id}/integrations/telegram`, { token: 'x', room: '31' });
      await gl.delete(`/groups/${id}/integrations/telegram`);
      await gl.put('/application/plan_limits', { plan_name: 'default', ci_active_jobs: 7 });
    }),
  ).toEqual([]);
  const [made] = await eventsOf(gl, () => gl.post('/hooks', { url: 'https://h.example.com' }));
  expect([made?.event_name, made?.entity_type, textOf(made?.details['target_type'])]).toEqual([
    ...['webhook_created', 'User', 'SystemHook'],
  ]);
});
