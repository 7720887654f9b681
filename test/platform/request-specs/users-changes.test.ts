import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import type { UserRow } from '../../../src/sandbox/users/rows.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import type { SandboxClient } from '../../sandbox/client.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of changes of users (spec/requests/api/users_spec.rb and
// ee/spec/requests/api/users_spec.rb, 18.9).

async function oneUser(more: JsonObject = {}) {
  const gl = await sandbox();
  const id = await gl.user('anna.dot', more);
  return { gl, id, anna: gl.as('anna.dot') };
}

function become(gl: SandboxClient, id: number, columns: Partial<Omit<UserRow, 'id'>>): void {
  const { users } = gl.sandbox.platform.state;
  const row = users.get(id);
  if (row === undefined) throw new Error('there is no such user');
  users.update(row, columns);
}

const fresh = { email: 'new@example.com', username: 'new', name: 'New', password: 'a long enough one' };

/** Sends a picture as a form would. */
async function upload(gl: SandboxClient, method: string, path: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('avatar', new Blob(['GIF89a']), 'banana_sample.gif');
  const headers = { 'PRIVATE-TOKEN': gl.token };
  const response = await fetch(`${gl.sandbox.url}/api/v4${path}`, { method, body: form, headers });
  return { status: response.status, body: (await response.json()) as JsonObject };
}

describe('POST and PUT /users', () => {
  test('a picture is uploaded with the user, or later; its address ends in its name', async () => {
    const { gl, id } = await oneUser();
    const made = await upload(gl, 'POST', '/users', fresh);
    expect([made.status, made.body['avatar_url']]).toEqual([201, expect.stringMatching(/\/banana_sample\.gif$/)]);
    const put = await upload(gl, 'PUT', `/users/${id}`, {});
    expect([put.status, put.body['avatar_url']]).toEqual([200, expect.stringContaining(`/user/avatar/${id}/`)]);
    expect((await gl.get(`/users/${id}`)).object['avatar_url']).toBe(put.body['avatar_url']);
  });

  test.each<[JsonObject, JsonObject]>([
    [
      { admin: true, can_create_group: true },
      { is_admin: true, can_create_group: true },
    ],
    [
      { admin: false, can_create_group: false },
      { is_admin: false, can_create_group: false },
    ],
    [{}, { is_admin: false, external: false, private_profile: false, theme_id: 3, color_scheme_id: 1 }],
    [
      { external: true, projects_limit: 3 },
      { external: true, projects_limit: 0, can_create_project: false, can_create_group: false },
    ],
    [
      { private_profile: true, note: 'Awesome' },
      { private_profile: true, note: 'Awesome' },
    ],
    [{ auditor: true }, { is_auditor: true }],
    [{ view_diffs_file_by_file: true }, { username: 'new' }],
  ])('POST with %j is 201 with %j', async (sent, seen) => {
    const { gl } = await oneUser();
    const made = await gl.post('/users', { ...fresh, ...sent });
    expect([made.status, made.object]).toMatchObject([201, seen]);
  });

  test.each(['reset_password', 'force_random_password'])('%s stands in for a password', async (name) => {
    const { gl } = await oneUser();
    const rest = { email: fresh.email, username: fresh.username, name: fresh.name };
    expect((await gl.post('/users', { ...rest, [name]: true })).status).toBe(201);
    const without =
      'password, reset_password, force_random_password are missing, at least one parameter must be provided';
    expect(told(await gl.post('/users', rest))).toEqual([400, { error: without }]);
  });

  test.each<[JsonObject, JsonObject]>([
    [{ bio: 'new test bio' }, { bio: 'new test bio' }],
    [{ bio: '' }, { bio: '' }],
    [{ organization: 'GitLab' }, { organization: 'GitLab' }],
    [{ name: 'New Name' }, { name: 'New Name' }],
    [{ admin: true }, { is_admin: true }],
    [{ external: true }, { external: true }],
    [{ private_profile: true }, { private_profile: true }],
    [{ note: 'new note' }, { note: 'new note' }],
    [{ auditor: true }, { is_auditor: true }],
    [{ shared_runners_minutes_limit: 133 }, { shared_runners_minutes_limit: 133 }],
    [{ provider: 'github', extern_uid: 'john' }, { identities: [{ provider: 'github', extern_uid: 'john' }] }],
    [{ password: 'another long one' }, { username: 'anna.dot' }],
    [{ view_diffs_file_by_file: true }, { username: 'anna.dot' }],
  ])('PUT with %j is 200 with %j, and 403 to the user itself', async (sent, seen) => {
    const { gl, id, anna } = await oneUser();
    expect((await anna.put(`/users/${id}`, sent)).status).toBe(403);
    const changed = await gl.put(`/users/${id}`, sent);
    expect([changed.status, changed.object]).toMatchObject([200, seen]);
    expect((await gl.get(`/users/${id}`)).object).toMatchObject(seen);
  });

  test('PUT says all that is wrong at once, as POST does', async () => {
    const { gl, id } = await oneUser();
    const wrong = { password: 'pass', email: 'test@example.com', username: 'test!', name: 'test' };
    const refused = await gl.put(`/users/${id}`, { ...wrong, bio: 'g'.repeat(256), projects_limit: -1 });
    expect([refused.status, refused.object['message']]).toMatchObject([
      400,
      {
        password: ['is too short (minimum is 8 characters)'],
        bio: ['is too long (maximum is 255 characters)'],
        projects_limit: ['must be greater than or equal to 0'],
        username: [expect.any(String), expect.any(String)],
      },
    ]);
    const weak = { password: ['must not contain commonly used combinations of words and letters'] };
    expect(told(await gl.put(`/users/${id}`, { password: 'password' }))).toEqual([400, { message: weak }]);
  });

  test('an auditor needs a licence, and is no administrator', async () => {
    const { gl, id } = await oneUser();
    const both = [400, { message: { admin: ['user cannot also be an Auditor.'] } }];
    expect(told(await gl.post('/users', { ...fresh, admin: true, auditor: true }))).toEqual(both);
    await gl.put(`/users/${id}`, { auditor: true });
    expect(told(await gl.put(`/users/${id}`, { admin: true }))).toEqual(both);
    const free = await sandbox({ tier: 'free' });
    const refused = await free.post('/users', { ...fresh, auditor: true });
    expect([refused.status, refused.object['is_auditor']]).toEqual([400, undefined]);
    expect((await free.put(`/users/${await free.user('bert')}`, { auditor: true })).status).toBe(400);
  });

  test('an identity of a group’s SAML needs its provider, and an external uid a provider at all', async () => {
    const { gl, id } = await oneUser();
    const saml = { provider: 'group_saml', extern_uid: '67890', group_id_for_saml: 15 };
    const blank = ["can't be blank"];
    expect(told(await gl.put(`/users/${id}`, saml))).toEqual([
      400,
      { message: { 'identities.saml_provider_id': blank } },
    ]);
    const none = await gl.put(`/users/${id}`, { ...saml, provider: null });
    expect(told(none)).toEqual([400, { message: { 'identities.provider': blank } }]);
  });

  test('scope read_user does not write', async () => {
    const { gl, id } = await oneUser();
    const reader = gl.as('root', ['read_user']);
    expect((await reader.post('/users', fresh)).status).toBe(403);
    expect((await reader.put(`/users/${id}`, { bio: 'x' })).status).toBe(403);
    expect((await reader.get(`/users/${id}`)).status).toBe(200);
  });
});

describe('GET /users and GET /user', () => {
  test('saml_provider_id was removed: 403, with where to ask instead', async () => {
    const { gl, anna } = await oneUser();
    const text =
      'saml_provider_id attribute was removed for security reasons. ' +
      "Consider using 'GET /groups/:id/saml_users' API endpoint instead, see ";
    const page = `${gl.sandbox.platform.externalUrl}/help/api/groups.md#list-all-saml-users`;
    const refused = await anna.get('/users?saml_provider_id=42');
    expect(told(refused)).toEqual([403, { message: `403 Forbidden - ${text}${page}` }]);
  });

  test('auditors=true, skip_ldap=true, humans and bots', async () => {
    const { gl, id } = await oneUser({ provider: 'ldapmain', extern_uid: 'cn=anna' });
    const auditor = await gl.user('auditor', { auditor: true });
    const bot = idOf(await gl.post('/service_accounts'));
    const ids = async (query: string) => column(await gl.get(`/users?${query}&sort=asc`), 'id');
    expect(await ids('auditors=true')).toEqual([auditor]);
    expect(await ids('skip_ldap=true')).not.toContain(id);
    expect(await ids('humans=true')).toEqual([1, id, auditor]);
    expect(await ids('exclude_humans=true')).toEqual([bot]);
    expect(await ids('exclude_external=true')).toEqual([1, id, auditor]);
    await gl.post(`/users/${auditor}/block`);
    expect(await ids('exclude_active=true')).toEqual([auditor]);
    await gl.post(`/users/${auditor}/unblock`);
    expect(await ids('two_factor=neither')).toEqual([1, id, auditor, bot]);
  });

  test('bots of tokens and internal users are listed, unless they are left out', async () => {
    const { gl } = await oneUser();
    const group = await gl.group('team');
    const token = await gl.post(`/groups/${group}/access_tokens`, { name: 'bot', scopes: ['api'], expires_at: null });
    const bot = Number(token.object['user_id']);
    const alert = await gl.user('alert-bot');
    become(gl, alert, { type: 'internal' });
    const ids = async (query: string) => column(await gl.get(`/users?${query}`), 'id');
    expect(await ids('without_project_bots=false&exclude_internal=false')).toEqual(
      expect.arrayContaining([bot, alert]),
    );
    expect(await ids('without_project_bots=true')).not.toContain(bot);
    expect(await ids('exclude_internal=true')).not.toContain(alert);
  });

  test('pages by number with their headers, and by cursor without a total', async () => {
    const { gl, id, anna } = await oneUser();
    const numbered = await anna.get('/users?per_page=1');
    expect([numbered.headers.get('x-total'), column(numbered, 'id')]).toEqual(['2', [id]]);
    const first = await anna.get('/users?pagination=keyset&per_page=1');
    expect([first.headers.get('x-total'), column(first, 'id')]).toEqual([null, [id]]);
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
    expect(column(await anna.get(next.slice(next.indexOf('/users'))), 'id')).toEqual([1]);
    expect((await gl.get('/users?pagination=keyset&order_by=id&sort=asc&per_page=1')).list[0]?.['id']).toBe(1);
  });

  test('created between two days', async () => {
    const { gl, id } = await oneUser();
    become(gl, id, { created_at: '2001-01-01T00:00:00.000Z' });
    const query = 'created_before=2001-01-02T00:00:00.060Z&created_after=1999-01-02T00:00:00.060Z';
    expect(column(await gl.get(`/users?${query}`), 'id')).toEqual([id]);
  });

  test('one user to administrators: plan and trial are there, and empty; to others neither', async () => {
    const { gl, id, anna } = await oneUser();
    const full = (await gl.get(`/users/${id}`)).object;
    expect(full).toMatchObject({ plan: null, trial: false, is_auditor: false, scim_identities: [] });
    for (const name of ['provisioned_by_group_id', 'namespace_id']) expect(full).toHaveProperty(name);
    const seen = (await anna.get('/users/1')).object;
    for (const name of ['plan', 'trial', 'is_auditor', 'provisioned_by_group_id', 'scim_identities'])
      expect(seen).not.toHaveProperty(name);
  });

  test('/user: 401 without a token; sudo without its scope, or by others, is 403; scope read_user will do', async () => {
    const { gl, id, anna } = await oneUser();
    expect((await gl.get('/user', anonymous)).status).toBe(401);
    expect((await anna.get(`/user?sudo=1`)).status).toBe(403);
    expect((await gl.as('root').get(`/user?sudo=${id}`)).status).toBe(403);
    const byToken = await gl.get(`/user?private_token=${anna.token}`, anonymous);
    expect([byToken.status, byToken.object['id']]).toEqual([200, id]);
    expect((await gl.as('anna.dot', ['read_user']).get('/user')).status).toBe(200);
    expect((await gl.as('root', ['sudo']).get(`/users?sudo=${id}`)).status).toBe(200);
  });

  test('/user by sudo of another administrator shows the note', async () => {
    const { gl } = await oneUser();
    const second = await gl.user('boss', { admin: true, note: 'hers' });
    expect((await gl.get(`/user?sudo=${second}`)).object).toMatchObject({ id: second, note: 'hers' });
  });
});

describe('the states of a user', () => {
  test('blocking and unblocking are remembered among the custom attributes', async () => {
    const { gl, id } = await oneUser();
    await gl.post(`/users/${id}/block`);
    const first = (await gl.get(`/users/${id}/custom_attributes/blocked_by`)).object;
    expect(first['value']).toMatch(/^root\/1\+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
    await gl.post(`/users/${id}/unblock`);
    const both = column(await gl.get(`/users/${id}/custom_attributes`), 'key');
    expect(both).toEqual(['blocked_by', 'unblocked_by']);
  });

  test('those of late activity are not deactivated: 403; those of none for longer are', async () => {
    const { gl, id } = await oneUser();
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    become(gl, id, { last_activity_on: ago(89) });
    const text = 'The user you are trying to deactivate has been active in the past 90 days and cannot be deactivated';
    expect(told(await gl.post(`/users/${id}/deactivate`))).toEqual([403, { message: text }]);
    become(gl, id, { last_activity_on: ago(91) });
    expect(told(await gl.post(`/users/${id}/deactivate`))).toEqual([201, true]);
    expect((await gl.get(`/users/${id}`)).object['state']).toBe('deactivated');
    expect(told(await gl.post(`/users/${id}/deactivate`))).toEqual([201, null]);
  });

  test('an internal user is neither blocked nor deactivated', async () => {
    const { gl, id } = await oneUser();
    become(gl, id, { type: 'internal' });
    const refused = (text: string) => [403, { message: text }];
    expect(told(await gl.post(`/users/${id}/block`))).toEqual(refused('An internal user cannot be blocked'));
    expect(told(await gl.post(`/users/${id}/deactivate`))).toEqual(refused('Internal users cannot be deactivated'));
  });

  test.each([
    ['ldap_blocked', 'block', '403 Forbidden - LDAP blocked users cannot be modified by the API'],
    ['ldap_blocked', 'unblock', '403 Forbidden - LDAP blocked users cannot be unblocked by the API'],
    ['deactivated', 'unblock', '403 Forbidden - Deactivated users cannot be unblocked by the API'],
  ] as const)('%s, %s: 403, and the state stays', async (state, verb, message) => {
    const { gl, id } = await oneUser();
    become(gl, id, { state });
    expect(told(await gl.post(`/users/${id}/${verb}`))).toEqual([403, { message }]);
    expect((await gl.get(`/users/${id}`)).object['state']).toBe(state);
  });

  test('a rejected user is gone; one that is not pending stays, whatever its state', async () => {
    const { gl, id } = await oneUser();
    for (const state of ['deactivated', 'active', 'blocked', 'ldap_blocked'] as const) {
      become(gl, id, { state });
      expect((await gl.post(`/users/${id}/approve`)).status).toBe(409);
      expect((await gl.post(`/users/${id}/reject`)).status).toBe(409);
    }
    become(gl, id, { state: 'blocked_pending_approval' });
    expect((await gl.post(`/users/${id}/reject`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await gl.get(`/users/${id}`)).status).toBe(404);
  });
});

describe('DELETE /users/:id', () => {
  test('401, 403 for others, 404 of nobody and of no number, 412 when it changed since, 204', async () => {
    const { gl, id, anna } = await oneUser();
    expect((await gl.delete(`/users/${id}`, anonymous)).status).toBe(401);
    expect((await anna.delete(`/users/${id}`)).status).toBe(403);
    expect(told(await gl.delete('/users/999999'))).toEqual([404, { message: '404 User Not Found' }]);
    expect((await gl.delete('/users/ASDF')).status).toBe(404);
    const stale = { 'If-Unmodified-Since': 'Fri, 30 Jan 1976 11:30:00 GMT' };
    expect((await gl.delete(`/users/${id}`, stale)).status).toBe(412);
    expect((await gl.delete(`/users/${id}`)).status).toBe(204);
  });

  test('the only Owner of a group is 409; with hard_delete the group goes too', async () => {
    const { gl, id, anna } = await oneUser();
    const own = idOf(await anna.post('/groups', { name: 'own', path: 'own' }));
    const text = 'User cannot be removed while is the sole-owner of a group';
    expect(told(await gl.delete(`/users/${id}`))).toEqual([409, { message: text }]);
    expect((await gl.delete(`/users/${id}?hard_delete=true`)).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await gl.get(`/groups/${own}`)).status).toBe(404);
    expect((await gl.get(`/users/${id}`)).status).toBe(404);
  });

  test('the Owner of a subgroup whose parent another owns goes without it', async () => {
    const { gl, id } = await oneUser();
    await gl.group('parent');
    const subgroup = await gl.group('parent/sub');
    await gl.post(`/groups/${subgroup}/members`, { user_id: id, access_level: 50 });
    expect((await gl.delete(`/users/${id}?hard_delete=true`)).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await gl.get(`/groups/${subgroup}`)).status).toBe(200);
  });
});

describe('user activities', () => {
  test('of the last six months, or since a day; oldest first', async () => {
    const { gl, id, anna } = await oneUser();
    const old = await gl.user('old');
    become(gl, old, { last_activity_on: '2000-01-01' });
    become(gl, id, { last_activity_on: '2001-01-01' });
    expect(column(await gl.get('/user/activities'), 'username')).not.toContain('old');
    const since = await gl.get('/user/activities?from=2000-1-1');
    expect(since.list[0]).toEqual({ username: 'old', last_activity_on: '2000-01-01', last_activity_at: '2000-01-01' });
    expect(since.headers.get('x-total')).toEqual(expect.any(String));
    expect((await anna.get('/user/activities?from=2000-1-1')).status).toBe(200);
  });
});

/** What only an administrator may do to a user, and what it answers. */
const administration: readonly (readonly [string, string, JsonObject, number])[] = [
  ['post', '/users', { ...fresh }, 201],
  ['put', '/users/:id', { bio: 'x' }, 200],
  ['delete', '/users/:id', {}, 204],
  ['post', '/users/:id/keys', { key: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx1', title: 'x' }, 201],
  ['post', '/users/:id/emails', { email: 'x@example.com' }, 201],
  ['get', '/users/:id/emails', {}, 200],
  ['post', '/users/:id/activate', {}, 201],
  ['post', '/users/:id/deactivate', {}, 201],
  ['post', '/users/:id/block', {}, 201],
  ['post', '/users/:id/unblock', {}, 201],
  ['post', '/users/:id/ban', {}, 201],
  ['get', '/users/:id/memberships', {}, 200],
  ['get', '/users/:id/associations_count', {}, 200],
  ['post', '/users/:id/personal_access_tokens', { name: 'x', scopes: ['api'] }, 201],
  ['get', '/users/:id/impersonation_tokens', {}, 200],
  ['post', '/users/:id/impersonation_tokens', { name: 'x', scopes: ['api'], expires_at: '2016-12-28' }, 201],
];

describe('with Admin Mode on', () => {
  test.each(administration)('%s %s needs scope admin_mode', async (method, path, body, status) => {
    const { gl, id } = await oneUser();
    await gl.put('/application/settings', { admin_mode: true });
    const call = async (scopes: readonly string[]) => {
      const client = gl.as('root', scopes);
      const at = path.replace(':id', String(id));
      if (method === 'get') return client.get(at);
      if (method === 'delete') return client.delete(at);
      return method === 'put' ? client.put(at, body) : client.post(at, body);
    };
    expect((await call(['api'])).status).toBe(403);
    expect((await call(['api', 'admin_mode'])).status).toBe(status);
  });
});
