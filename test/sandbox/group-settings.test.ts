import { expect, test } from 'vitest';
import { anonymous, cast, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { JsonObject } from '../../src/sandbox/json.ts';

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
