import { expect, test } from 'vitest';
import { anonymous, cast, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

const names = Array.from({ length: 101 }, () => 'root');
const ids = Array.from({ length: 101 }, () => 1);
const settings = 'namespace_settings.unique_project_download_limit';

test.each<[JsonObject, JsonObject]>([
  [{ unique_project_download_limit: -1 }, { [settings]: ['must be greater than or equal to 0'] }],
  [{ unique_project_download_limit: 10_001 }, { [settings]: ['must be less than or equal to 10000'] }],
  [{ unique_project_download_limit: null }, { [settings]: ['is not a number', "can't be blank"] }],
  [
    { unique_project_download_limit_interval_in_seconds: 864_001 },
    { [`${settings}_interval_in_seconds`]: ['must be less than or equal to 864000'] },
  ],
  [
    { unique_project_download_limit_allowlist: names },
    { [`${settings}_allowlist`]: ['exceeds maximum length (100 usernames)'] },
  ],
  [
    { unique_project_download_limit_allowlist: ['root', 'nobody'] },
    { [`${settings}_allowlist`]: ['should be an array of existing usernames. nobody does not exist'] },
  ],
  [
    { unique_project_download_limit_alertlist: ids },
    { [`${settings}_alertlist`]: ['exceeds maximum length (100 user ids)'] },
  ],
  [
    { unique_project_download_limit_alertlist: [1, 999] },
    { [`${settings}_alertlist`]: ['should be an array of existing user ids. 999 does not exist'] },
  ],
  [
    { ip_restriction_ranges: '10.0.0.0/8,nonsense,10.0.0.0/99' },
    { 'ip_restrictions.range': ['is an invalid IP address range'] },
  ],
  [
    { allowed_email_domains_list: 'example.com,nonsense' },
    { 'allowed_email_domains.domain': ['The domain you entered is misformatted.'] },
  ],
  [
    { allowed_email_domains_list: 'gmail.com' },
    { 'allowed_email_domains.domain': ['The domain you entered is not allowed.'] },
  ],
])('the models behind a group refuse %j', async (sent, errors) => {
  const gl = await sandbox();
  const group = await gl.group('home');
  expect(told(await gl.put(`/groups/${group}`, sent))).toEqual([400, { message: errors }]);
});

test('addresses and domains are restricted at the top alone: 400 below, where emptying does no harm', async () => {
  const gl = await sandbox();
  await gl.group('home');
  const below = await gl.group('home/below');
  const put = (sent: JsonObject) => gl.put(`/groups/${below}`, sent);
  expect(told(await put({ ip_restriction_ranges: '10.0.0.0/8' }))).toEqual([
    400,
    { message: { 'ip_restrictions.base': ['IP subnet restriction only allowed for top-level groups'] } },
  ]);
  expect(told(await put({ allowed_email_domains_list: 'example.com' }))).toEqual([
    400,
    {
      message: {
        'allowed_email_domains.base': ['Allowed email domain restriction only permitted for top-level groups'],
      },
    },
  ]);
  expect((await put({ ip_restriction_ranges: '', allowed_email_domains_list: '' })).status).toBe(200);
});

test('who comes from elsewhere than a group lets in sees nothing of it, 404; its Owners see the groups alone', async () => {
  const gl = await sandbox();
  const { group, owner, maintainer } = await cast(gl);
  const below = await gl.group('platform/below', { visibility: 'private' });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: below, visibility: 'private' }));
  const places = [`/groups/${group}`, `/groups/${below}`, `/projects/${project}`];
  const seen = async (client: typeof owner) =>
    Promise.all(places.map(async (place) => (await client.get(place)).status));
  const restrict = (ip_restriction_ranges: string) => gl.put(`/groups/${group}`, { ip_restriction_ranges });
  expect((await restrict('192.168.0.0/24,10.0.0.0/8')).object['ip_restriction_ranges']).toBe(
    '192.168.0.0/24,10.0.0.0/8',
  );
  expect(await seen(maintainer)).toEqual([404, 404, 404]);
  expect(await seen(owner)).toEqual([200, 200, 404]);
  expect(await seen(gl)).toEqual([200, 200, 200]);
  await gl.put(`/groups/${group}`, { visibility: 'public' });
  expect((await gl.get(`/groups/${group}`, anonymous)).status).toBe(404);
  await restrict('192.168.0.0/24,127.0.0.0/8');
  expect(await seen(maintainer)).toEqual([200, 200, 200]);
  await restrict('192.168.0.0/24');
  expect(await seen(maintainer)).toEqual([404, 404, 404]);
  await restrict('');
  expect(await seen(maintainer)).toEqual([200, 200, 200]);
});

test('who manages runners by a custom role changes shared_runners_setting, and nothing else: 401', async () => {
  const gl = await sandbox();
  const { group, developer } = await cast(gl);
  const flags = { base_access_level: 10, read_runners: true, admin_runners: true };
  const member_role_id = idOf(await gl.post('/member_roles', { name: 'Runners', ...flags }));
  const user_id = await gl.user('ruth');
  await gl.post(`/groups/${group}/members`, { user_id, access_level: 10, member_role_id });
  const put = (sent: JsonObject) => gl.as('ruth').put(`/groups/${group}`, sent);
  const changed = await put({ shared_runners_setting: 'disabled_and_overridable' });
  expect([changed.status, changed.object['shared_runners_setting']]).toEqual([200, 'disabled_and_overridable']);
  const refused = [401, { message: '401 Unauthorized' }];
  expect(told(await put({ name: 'x' }))).toEqual(refused);
  expect(told(await put({ shared_runners_setting: 'enabled', description: 'x' }))).toEqual(refused);
  expect((await gl.get(`/groups/${group}`)).object).toMatchObject({ name: 'platform', description: null });
  expect((await developer.put(`/groups/${group}`, { shared_runners_setting: 'enabled' })).status).toBe(403);
});

test('a group that holds more visible groups and projects is not lowered, and both are named', async () => {
  const gl = await sandbox();
  const group = await gl.group('home', { visibility: 'public' });
  const projects = 'internal is not allowed since this group contains projects with higher visibility.';
  const groups = 'internal is not allowed since there are sub-groups with higher visibility.';
  const lower = async () => told(await gl.put(`/groups/${group}`, { visibility: 'internal' }));
  const below = await gl.group('home/below', { visibility: 'public' });
  expect(await lower()).toEqual([400, { message: { visibility_level: [groups] } }]);
  await gl.post('/projects', { name: 'api', namespace_id: group, visibility: 'public' });
  expect(await lower()).toEqual([400, { message: { visibility_level: [projects, groups] } }]);
  await gl.put(`/groups/${below}`, { visibility: 'private' });
  expect(await lower()).toEqual([400, { message: { visibility_level: [projects] } }]);
});

test('where nobody is to be told of downloads, the active Owners of the group itself are', async () => {
  const gl = await sandbox();
  const { group, owner, ids } = await cast(gl);
  const name = 'unique_project_download_limit_alertlist';
  const shown = async () => (await owner.get(`/groups/${group}`)).object[name];
  expect(await shown()).toEqual([1, ids.owner]);
  await gl.put(`/groups/${group}`, { [name]: [ids.developer] });
  expect(await shown()).toEqual([ids.developer]);
  await gl.put(`/groups/${group}`, { [name]: [] });
  await gl.post(`/users/${ids.owner}/block`);
  expect((await gl.get(`/groups/${group}`)).object[name]).toEqual([1]);
});

// Clients' suites found it on a real GitLab.
test('avatar_url answers with the picture: that of a user to everybody, that of a closed group to nobody without a session', async () => {
  const gl = await sandbox();
  const picture = new Uint8Array([137, 80, 78, 71, 0, 255]);
  const send = async (method: string, path: string, fields: Readonly<Record<string, string>> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('avatar', new Blob([picture]), 'my logo.png');
    const headers = { 'PRIVATE-TOKEN': gl.token };
    const answer = await fetch(`${gl.sandbox.url}/api/v4${path}`, { method, headers, body: form });
    return textOf(((await answer.json()) as JsonObject)['avatar_url']);
  };
  const [open, closed] = [await gl.group('open', { visibility: 'public' }), await gl.group('closed')];
  const user = await send('PUT', '/user/avatar');
  const project = await send('POST', '/projects', { name: 'p', namespace_id: String(open), visibility: 'public' });
  for (const address of [user, project, await send('PUT', `/groups/${open}`)]) {
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(picture);
  }
  const hidden = await send('PUT', `/groups/${closed}`);
  const refused = await fetch(hidden, { redirect: 'manual', headers: { 'PRIVATE-TOKEN': gl.token } });
  expect([refused.status, refused.headers.get('location')]).toEqual([302, `${gl.sandbox.url}/users/sign_in`]);
  expect((await fetch(hidden.replace('logo', 'other').replace(`/${closed}/`, `/${open}/`))).status).toBe(404);
});

test('GET /groups/:id/avatar is the picture as it was sent, for whoever sees the group; 404 where there is none', async () => {
  const gl = await sandbox();
  const group = await gl.group('home', { visibility: 'public' });
  const closed = await gl.group('closed', { visibility: 'private' });
  const url = `${gl.sandbox.url}/api/v4/groups/${group}`;
  const picture = new Uint8Array([137, 80, 78, 71, 13, 10, 0, 255]);
  const form = new FormData();
  form.set('avatar', new Blob([picture]), 'logo.png');
  const none = [404, { message: '404 Avatar Not Found' }];
  expect(told(await gl.get(`/groups/${group}/avatar`))).toEqual(none);
  await fetch(url, { method: 'PUT', headers: { 'PRIVATE-TOKEN': gl.token }, body: form });
  const answer = await fetch(`${url}/avatar`);
  expect([answer.status, answer.headers.get('content-disposition')]).toEqual([
    200,
    `attachment; filename="logo.png"; filename*=UTF-8''logo.png`,
  ]);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(picture);
  expect(told(await gl.get(`/groups/${closed}/avatar`, anonymous))).toEqual([404, { message: '404 Group Not Found' }]);
  await gl.put(`/groups/${group}`, { avatar: '' });
  expect(told(await gl.get(`/groups/${group}/avatar`))).toEqual(none);
});

test.each([
  ...['require_two_factor_authentication', 'emails_enabled', 'request_access_enabled', 'lock_duo_features_enabled'],
  ...['prevent_sharing_groups_outside_hierarchy', 'only_allow_merge_if_pipeline_succeeds', 'allow_personal_snippets'],
  ...['prevent_forking_outside_group', 'allowed_email_domains_list'],
])('null for %s breaks the platform, and changes nothing', async (name) => {
  const gl = await sandbox();
  await gl.group('top');
  const before = (await gl.get('/groups/top')).object;
  const answer = await gl.put('/groups/top', { [name]: null, description: 'changed' });
  expect(told(answer)).toEqual([500, { message: '500 Internal Server Error' }]);
  expect((await gl.get('/groups/top')).object).toEqual(before);
});

test.each(['duo_availability', 'duo_foundational_flows_availability', 'amazon_q_auto_review_enabled'])(
  'POST breaks on %s and makes no group; PUT takes it',
  async (name) => {
    const gl = await sandbox();
    const value = name === 'duo_availability' ? 'default_on' : true;
    expect((await gl.post('/groups', { name: 'x1', path: 'x1', [name]: value })).status).toBe(500);
    expect((await gl.get('/groups/x1')).status).toBe(404);
    await gl.group('x1');
    expect((await gl.put('/groups/x1', { [name]: value })).status).toBe(200);
  },
);

test('a group that its settings refuse is not made', async () => {
  const gl = await sandbox();
  expect((await gl.post('/groups', { name: 'x1', path: 'x1', two_factor_grace_period: -1 })).status).toBe(400);
  expect((await gl.get('/groups/x1')).status).toBe(404);
});

test('POST ignores show_diff_preview_in_email', async () => {
  const gl = await sandbox();
  const made = await gl.post('/groups', { name: 'x1', path: 'x1', show_diff_preview_in_email: false });
  expect(made.object['show_diff_preview_in_email']).toBe(true);
});

test('an empty protection is that of the instance, and a number is written out', async () => {
  const gl = await sandbox();
  await gl.group('top');
  const shown = async (body: JsonObject) =>
    (await gl.put('/groups/top', body)).object['default_branch_protection_defaults'];
  const full = { allowed_to_push: [{ access_level: 40 }], allowed_to_merge: [{ access_level: 40 }] };
  const plain = { allow_force_push: false, developer_can_initial_push: false };
  expect(await shown({ default_branch_protection: 0 })).toEqual({
    ...{ allowed_to_push: [{ access_level: 30 }], allowed_to_merge: [{ access_level: 30 }] },
    ...{ allow_force_push: true, developer_can_initial_push: false, code_owner_approval_required: false },
  });
  expect(await shown({ default_branch_protection_defaults: {} })).toEqual({ ...full, ...plain });
});

test('a default branch that git would not take is dropped in silence', async () => {
  const gl = await sandbox();
  await gl.group('top', { default_branch: 'trunk' });
  expect((await gl.put('/groups/top', { default_branch: 'some text' })).object['default_branch']).toBe('trunk');
  expect((await gl.put('/groups/top', { default_branch: '' })).object['default_branch']).toBeNull();
});

test('what 18.9 does not know is dropped, whatever it is', async () => {
  const gl = await sandbox();
  await gl.group('top');
  expect((await gl.put('/groups/top', { crm_enabled: 'x', description: 'd' })).status).toBe(200);
});

test('what an entry of a list must have is told, in all its depth', async () => {
  const gl = await sandbox();
  await gl.group('top');
  const rules = 'duo_namespace_access_rules[0]';
  expect(told(await gl.put('/groups/top', { duo_namespace_access_rules: [{ access_level: 40 }] }))).toEqual([
    400,
    {
      error: `${rules}[through_namespace] is missing, ${rules}[through_namespace][id] is missing, ${rules}[features] is missing`,
    },
  ]);
});

test('shared runners that are off for good above stay off, and the answer says which switch', async () => {
  const gl = await sandbox();
  await gl.group('top');
  await gl.group('top/sub');
  await gl.put('/groups/top', { shared_runners_setting: 'disabled_and_unoverridable' });
  const text = 'cannot be enabled because parent group does not allow it';
  expect(told(await gl.put('/groups/top%2Fsub', { shared_runners_setting: 'disabled_and_overridable' }))).toEqual([
    400,
    {
      message: {
        allow_descendants_override_disabled_shared_runners: [text],
        update_shared_runners: [`Validation failed: Allow descendants override disabled shared runners ${text}`],
      },
    },
  ]);
});

test('shared runners that are turned off above are off below, until they are turned on there', async () => {
  const gl = await sandbox();
  for (const path of ['top', 'top/on', 'top/off']) await gl.group(path);
  const set = (path: string, value: string) => gl.put(`/groups/${path}`, { shared_runners_setting: value });
  const below = async () => {
    const { list } = await gl.get('/groups/top/descendant_groups');
    return list.map(({ path, shared_runners_setting: value }) => [path, value]);
  };
  await set('top%2Foff', 'disabled_and_overridable');
  await set('top', 'disabled_and_overridable');
  expect(await below()).toEqual([
    ['off', 'disabled_and_overridable'],
    ['on', 'disabled_and_unoverridable'],
  ]);
  expect((await set('top%2Fon', 'enabled')).status).toBe(200);
  await set('top', 'disabled_and_overridable');
  expect((await below()).at(-1)).toEqual(['on', 'enabled']);
});

test('a group whose name a sibling at its destination has is not moved; names compare without case', async () => {
  const gl = await sandbox();
  const one = await gl.group('one');
  await gl.group('one/api');
  const other = await gl.group('other', { name: 'API' });
  expect(told(await gl.post(`/groups/${other}/transfer`, { group_id: one }))).toEqual([
    400,
    { message: 'Transfer failed: Validation failed: Name has already been taken' },
  ]);
  expect((await gl.get('/groups/other')).status).toBe(200);
});
