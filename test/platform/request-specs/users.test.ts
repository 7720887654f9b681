import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of users (spec/requests/api/users_spec.rb, 18.9).

/** A sandbox with a user and a client that acts as that user. */
async function oneUser(more: JsonObject = {}) {
  const gl = await sandbox();
  const id = await gl.user('anna.dot', more);
  return { gl, id, anna: gl.as('anna.dot') };
}

const fresh = { email: 'new@example.com', username: 'new', name: 'New', password: 'a long enough one' };
const notFound = { message: '404 User Not Found' };

describe('GET /users', () => {
  test('without a token: 403 for the list, a user by name in any case, an empty list for nobody', async () => {
    const { gl } = await oneUser();
    expect((await gl.get('/users', anonymous)).status).toBe(403);
    expect(column(await gl.get('/users?username=ANNA.DOT', anonymous), 'username')).toEqual(['anna.dot']);
    expect((await gl.get('/users?username=invalid', anonymous)).list).toEqual([]);
  });

  test('without a token and the public level restricted even a name is 403; those signed in are served', async () => {
    const { gl, anna } = await oneUser();
    await gl.put('/application/settings', { restricted_visibility_levels: ['public'] });
    expect((await gl.get('/users?username=anna.dot', anonymous)).status).toBe(403);
    expect((await anna.get('/users')).status).toBe(200);
  });

  test('what is the administrators’ is not in the list of others', async () => {
    const { gl, anna } = await oneUser({ note: 'from the start' });
    const hidden = ['note', 'namespace_id', 'created_by', 'email_reset_offered_at', 'is_admin', 'highest_role'];
    for (const client of [anna, gl.as('root', ['read_user'])]) {
      const [row] = (await client.get('/users?username=anna.dot')).list;
      for (const name of client === anna ? hidden : []) expect(row).not.toHaveProperty(name);
    }
    expect((await gl.get('/users?username=anna.dot')).list[0]).toMatchObject({ note: 'from the start' });
  });

  test('created_by is null of oneself and a short user of another', async () => {
    const { gl, id } = await oneUser();
    expect((await gl.get(`/users/${id}`)).object['created_by']).toMatchObject({ id: 1, username: 'root' });
    expect((await gl.get('/users/1')).object['created_by']).toBeNull();
  });

  test('a search has the exact username first, unless an order is asked for', async () => {
    const { gl, anna } = await oneUser();
    await gl.user('a-user');
    await gl.user('a-user2');
    const names = async (query: string) => column(await anna.get(`/users?search=a-user${query}`), 'username');
    expect(await names('')).toEqual(['a-user', 'a-user2']);
    expect(await names('&sort=desc')).toEqual(['a-user2', 'a-user']);
    expect(await names('&order_by=name&sort=desc')).toEqual(['a-user2', 'a-user']);
  });

  test('by external uid is for administrators, with its provider', async () => {
    const { gl, anna } = await oneUser({ provider: 'github', extern_uid: '67890' });
    expect((await anna.get('/users?extern_uid=67890&provider=github')).status).toBe(403);
    expect(column(await gl.get('/users?extern_uid=67890&provider=github'), 'username')).toEqual(['anna.dot']);
    expect((await gl.get('/users?extern_uid=67890')).status).toBe(400);
    expect((await gl.get('/users?provider=github')).status).toBe(400);
  });

  test('admins=true narrows the list of an administrator alone', async () => {
    const { gl, anna } = await oneUser();
    expect(column(await anna.get('/users?admins=true'), 'username')).toEqual(['anna.dot', 'root']);
    expect(column(await gl.get('/users?admins=true'), 'username')).toEqual(['root']);
  });

  test('external, two_factor, without_projects, created_before, and an unknown order', async () => {
    const { gl, id } = await oneUser();
    const outside = await gl.user('outside', { external: true });
    expect(column(await gl.get('/users?external=true'), 'id')).toEqual([outside]);
    expect(column(await gl.get('/users?two_factor=enabled'), 'id')).toEqual([]);
    expect(column(await gl.get('/users?created_before=2000-01-02T00:00:00.060Z'), 'id')).toEqual([]);
    expect(column(await gl.get('/users?order_by=id&sort=asc'), 'id')).toEqual([1, id, outside]);
    expect((await gl.get('/users?order_by=magic&sort=asc')).status).toBe(400);
    const project = idOf(await gl.post('/projects', { name: 'own' }));
    await gl.post(`/projects/${project}/members`, { user_id: id, access_level: 30 });
    expect(column(await gl.get('/users?without_projects=true'), 'id')).toEqual([outside]);
  });

  test('blocked=true includes those blocked by LDAP', async () => {
    const { gl, id, anna } = await oneUser();
    await gl.user('other');
    gl.sandbox.platform.state.users.update(gl.sandbox.platform.state.users.get(id) ?? raise(), {
      state: 'ldap_blocked',
    });
    expect(column(await gl.get('/users?blocked=true'), 'state')).toEqual(['ldap_blocked']);
    expect(anna.token).not.toBe('');
  });
});

function raise(): never {
  throw new Error('there is no such user');
}

describe('GET /users/:id', () => {
  test('anonymous is 403, unknown is 404, no number is 404', async () => {
    const { gl, id, anna } = await oneUser();
    expect((await gl.get(`/users/${id}`, anonymous)).status).toBe(403);
    expect(told(await anna.get('/users/999999'))).toEqual([404, notFound]);
    expect((await anna.get('/users/1ASDF')).status).toBe(404);
  });

  test('a private profile hides created_at, followers and following from others, not from administrators', async () => {
    const { gl, anna } = await oneUser();
    const hidden = await gl.user('hidden', { private_profile: true });
    const seen = (await anna.get(`/users/${hidden}`)).object;
    for (const name of ['created_at', 'followers', 'following']) expect(seen).not.toHaveProperty(name);
    expect((await gl.get(`/users/${hidden}`)).object).toHaveProperty('created_at');
    const [open] = (await anna.get('/users?username=root')).list;
    expect((await anna.get(`/users/${Number(open?.['id'])}`)).object).toHaveProperty('followers');
  });

  test('administrators see highest_role, sign-in IPs and sign_in_count; others none of them', async () => {
    const { gl, id, anna } = await oneUser();
    const full = (await gl.get(`/users/${id}`)).object;
    expect(full).toMatchObject({ is_admin: false, highest_role: 0, current_sign_in_ip: null, last_sign_in_ip: null });
    expect(full).toHaveProperty('sign_in_count');
    const seen = (await anna.get('/users/1')).object;
    for (const name of ['is_admin', 'highest_role', 'current_sign_in_ip', 'sign_in_count', 'note', 'plan', 'trial'])
      expect(seen).not.toHaveProperty(name);
  });
});

describe('GET /user', () => {
  test('shows an administrator the own note, and nobody else theirs; sudo shows what the other sees', async () => {
    const { gl, id, anna } = await oneUser({ note: 'hers' });
    expect((await gl.get('/user')).object).toHaveProperty('note');
    for (const seen of [await anna.get('/user'), await gl.get(`/user?sudo=${id}`)]) {
      expect(seen.object).toMatchObject({ id });
      expect(seen.object).not.toHaveProperty('note');
      expect(seen.object).not.toHaveProperty('namespace_id');
    }
  });
});

describe('POST /users', () => {
  test.each(['name', 'password', 'email', 'username'])('without %s is 400', async (name) => {
    const { gl } = await oneUser();
    const rest = Object.fromEntries(Object.entries(fresh).filter(([key]) => key !== name));
    expect((await gl.post('/users', rest)).status).toBe(400);
  });

  test('is 401 without a token and 403 for others', async () => {
    const { gl, anna } = await oneUser();
    expect((await gl.post('/users', fresh, anonymous)).status).toBe(401);
    expect((await anna.post('/users', fresh)).status).toBe(403);
  });

  test('says all that is wrong at once', async () => {
    const { gl } = await oneUser();
    const wrong = { password: 'pass', email: 'test@example.com', username: 'test!', name: 'test' };
    const refused = await gl.post('/users', { ...wrong, bio: 'g'.repeat(256), projects_limit: -1 });
    expect(refused.status).toBe(400);
    expect(refused.object['message']).toMatchObject({
      password: ['is too short (minimum is 8 characters)'],
      bio: ['is too long (maximum is 255 characters)'],
      projects_limit: ['must be greater than or equal to 0'],
    });
    expect((refused.object['message'] as JsonObject)['username']).toHaveLength(2);
  });

  test('a common password is refused', async () => {
    const { gl } = await oneUser();
    expect(told(await gl.post('/users', { ...fresh, password: 'password' }))).toEqual([
      400,
      { message: { password: ['must not contain commonly used combinations of words and letters'] } },
    ]);
  });

  test('an email that is none, a theme or a colour scheme that does not exist', async () => {
    const { gl } = await oneUser();
    expect((await gl.post('/users', { ...fresh, email: 'invalid email' })).status).toBe(400);
    expect((await gl.post('/users', { ...fresh, theme_id: 50 })).status).toBe(400);
    expect((await gl.post('/users', { ...fresh, color_scheme_id: 50 })).status).toBe(400);
    expect((await gl.post('/users', { ...fresh, theme_id: 2, color_scheme_id: 4 })).status).toBe(201);
  });

  test('a taken email or username is 409, in any case', async () => {
    const { gl } = await oneUser();
    await gl.post('/users', fresh);
    const email = { ...fresh, username: 'other', email: fresh.email };
    expect(told(await gl.post('/users', email))).toEqual([409, { message: 'Email has already been taken' }]);
    const name = { ...fresh, email: 'other@example.com', username: 'NEW' };
    expect(told(await gl.post('/users', name))).toEqual([409, { message: 'Username has already been taken' }]);
  });

  test('a secondary email is 409 when confirmed and 400 when not', async () => {
    const { gl, id } = await oneUser();
    await gl.post(`/users/${id}/emails`, { email: 'sure@example.com', skip_confirmation: true });
    await gl.post(`/users/${id}/emails`, { email: 'unsure@example.com' });
    expect((await gl.post('/users', { ...fresh, email: 'sure@example.com' })).status).toBe(409);
    expect((await gl.post('/users', { ...fresh, email: 'unsure@example.com' })).status).toBe(400);
  });

  test('private_profile follows the setting when it is absent or null', async () => {
    const { gl } = await oneUser();
    await gl.put('/application/settings', { user_defaults_to_private_profile: true });
    const made = async (username: string, more: JsonObject) =>
      (await gl.post('/users', { ...fresh, username, email: `${username}@example.com`, ...more })).object[
        'private_profile'
      ];
    expect(await made('one', {})).toBe(true);
    expect(await made('two', { private_profile: null })).toBe(true);
    expect(await made('three', { private_profile: false })).toBe(false);
  });

  test('an identity stands in the answer', async () => {
    const { gl } = await oneUser();
    const made = await gl.post('/users', { ...fresh, provider: 'github', extern_uid: '67890' });
    expect(made.object['identities']).toMatchObject([{ provider: 'github', extern_uid: '67890' }]);
  });
});

describe('PUT /users/:id', () => {
  test('is for administrators; an unknown user is 404, no number too', async () => {
    const { gl, id, anna } = await oneUser();
    expect((await anna.put(`/users/${id}`, { note: 'mine' })).status).toBe(403);
    expect(told(await gl.put('/users/999999', { bio: 'x' }))).toEqual([404, notFound]);
    expect((await gl.put('/users/ASDF', {})).status).toBe(404);
  });

  test('a bio of null is empty', async () => {
    const { gl, id } = await oneUser({ bio: 'before' });
    expect((await gl.put(`/users/${id}`, { bio: null })).object['bio']).toBe('');
  });

  test('private_profile of null is the setting; absent it stays', async () => {
    const { gl, id } = await oneUser({ private_profile: false });
    await gl.put('/application/settings', { user_defaults_to_private_profile: true });
    expect((await gl.put(`/users/${id}`, {})).object['private_profile']).toBe(false);
    expect((await gl.put(`/users/${id}`, { private_profile: null })).object['private_profile']).toBe(true);
  });

  test('a new email waits for its confirmation, unless that is skipped', async () => {
    const { gl, id } = await oneUser();
    const waiting = await gl.put(`/users/${id}`, { email: 'new@email.com' });
    expect(waiting.object['email']).toBe('anna.dot@example.com');
    const skipped = await gl.put(`/users/${id}`, { email: 'new@email.com', skip_reconfirmation: true });
    expect(skipped.object['email']).toBe('new@email.com');
  });

  test('the own username is no conflict; a taken one or a taken email is 409', async () => {
    const { gl, id } = await oneUser();
    await gl.post('/users', fresh);
    expect((await gl.put(`/users/${id}`, { username: 'anna.dot' })).status).toBe(200);
    expect((await gl.put(`/users/${id}`, { username: 'NEW' })).status).toBe(409);
    expect((await gl.put(`/users/${id}`, { email: fresh.email })).status).toBe(409);
  });

  test('an identity needs both its halves', async () => {
    const { gl, id } = await oneUser();
    expect((await gl.put(`/users/${id}`, { extern_uid: '654321' })).status).toBe(400);
    expect((await gl.put(`/users/${id}`, { provider: 'ldap' })).status).toBe(400);
    await gl.put(`/users/${id}`, { provider: 'github', extern_uid: 'john' });
    const changed = await gl.put(`/users/${id}`, { provider: 'github', extern_uid: 'john2' });
    expect(changed.object['identities']).toMatchObject([{ provider: 'github', extern_uid: 'john2' }]);
  });

  test('a theme or a colour scheme that does not exist is 400', async () => {
    const { gl, id } = await oneUser();
    for (const wrong of [{ theme_id: 50 }, { color_scheme_id: 50 }, { email: 'invalid email' }])
      expect((await gl.put(`/users/${id}`, wrong)).status).toBe(400);
    expect((await gl.put(`/users/${id}`, { theme_id: 5, color_scheme_id: 5 })).object).toMatchObject({
      theme_id: 5,
      color_scheme_id: 5,
    });
  });

  test('not to name admin leaves an administrator one', async () => {
    const { gl, id } = await oneUser({ admin: true });
    const changed = await gl.put(`/users/${id}`, { can_create_group: false });
    expect(changed.object).toMatchObject({ is_admin: true, can_create_group: false });
  });
});

describe('DELETE /users/:id/identities/:provider', () => {
  test('204; an unknown user or identity is 404 by its name', async () => {
    const { gl, id } = await oneUser({ provider: 'ldapmain', extern_uid: 'cn=anna' });
    expect(told(await gl.delete('/users/999999/identities/ldapmain'))).toEqual([404, notFound]);
    expect(told(await gl.delete(`/users/${id}/identities/saml`))).toEqual([404, { message: '404 Identity Not Found' }]);
    expect((await gl.delete(`/users/${id}/identities/ldapmain`, anonymous)).status).toBe(401);
    expect((await gl.delete(`/users/${id}/identities/ldapmain`)).status).toBe(204);
  });
});

describe('PATCH /users/:id/disable_two_factor', () => {
  test('400 where it is not enabled, 403 for an administrator and by others, 404, 401', async () => {
    const { gl, id, anna } = await oneUser();
    const boss = await gl.user('boss', { admin: true });
    expect(told(await gl.patch(`/users/${id}/disable_two_factor`))).toEqual([
      400,
      { message: '400 Bad request - Two-factor authentication is not enabled for this user' },
    ]);
    const reserved = 'Two-factor authentication for admins cannot be disabled via the API. Use the Rails console';
    expect(told(await gl.patch(`/users/${boss}/disable_two_factor`))).toEqual([
      403,
      { message: `403 Forbidden - ${reserved}` },
    ]);
    expect(told(await gl.patch('/users/999999/disable_two_factor'))).toEqual([404, notFound]);
    expect(told(await anna.patch(`/users/${id}/disable_two_factor`))).toEqual([403, { message: '403 Forbidden' }]);
  });
});

/** The state of a user, and what each verb says to it. */
const refusals: readonly (readonly [string, string, number, unknown])[] = [
  ['blocked', 'activate', 403, { message: 'Error occurred. A blocked user must be unblocked to be activated' }],
  ['ldap_blocked', 'activate', 403, { message: 'Error occurred. A blocked user must be unblocked to be activated' }],
  ['blocked', 'deactivate', 403, { message: 'Error occurred. A blocked user cannot be deactivated' }],
  ['ldap_blocked', 'deactivate', 403, { message: 'Error occurred. A blocked user cannot be deactivated' }],
  ['ldap_blocked', 'ban', 403, { message: 'You cannot ban ldap_blocked users.' }],
  ['deactivated', 'ban', 403, { message: 'You cannot ban deactivated users.' }],
  ['banned', 'ban', 403, { message: 'You cannot ban banned users.' }],
  ['ldap_blocked', 'unban', 403, { message: 'You cannot unban ldap_blocked users.' }],
  ['deactivated', 'unban', 403, { message: 'You cannot unban deactivated users.' }],
  ['active', 'unban', 403, { message: 'You cannot unban active users.' }],
  ['active', 'approve', 409, { message: 'The user you are trying to approve is not pending approval' }],
  ['blocked', 'approve', 409, { message: 'The user you are trying to approve is not pending approval' }],
  ['deactivated', 'reject', 409, { message: 'User does not have a pending request' }],
  ['active', 'reject', 409, { message: 'User does not have a pending request' }],
  ['blocked_pending_approval', 'approve', 201, { message: 'Success' }],
  ['blocked_pending_approval', 'reject', 200, { message: 'Success' }],
  ['blocked', 'block', 201, null],
  ['active', 'block', 201, true],
  ['active', 'ban', 201, true],
  ['banned', 'unban', 201, true],
  ['blocked', 'unblock', 201, true],
  ['deactivated', 'activate', 201, true],
  ['active', 'activate', 201, true],
];

describe('the verbs of a user', () => {
  test.each(refusals)('%s, %s: %i', async (state, verb, status, body) => {
    const { gl, id } = await oneUser();
    const { users } = gl.sandbox.platform.state;
    const row = users.get(id) ?? raise();
    users.update(row, { state: state as typeof row.state });
    expect(told(await gl.post(`/users/${id}/${verb}`))).toEqual([status, body]);
  });

  test.each(['activate', 'deactivate', 'block', 'unblock', 'ban', 'unban', 'approve', 'reject'])(
    '%s is 403 for others and 404 for nobody',
    async (verb) => {
      const { gl, id, anna } = await oneUser();
      const words = {
        approve: 'You are not allowed to approve a user',
        reject: 'You are not allowed to reject a user',
      };
      const refused = await anna.post(`/users/${id}/${verb}`);
      expect(refused.status).toBe(403);
      if (verb in words) expect(Object.values(words)).toContain(refused.object['message']);
      expect(told(await gl.post(`/users/999999/${verb}`))).toEqual([404, notFound]);
      expect((await gl.post(`/users/ASDF/${verb}`)).status).toBe(404);
    },
  );

  test('the caller cannot be blocked by the own call', async () => {
    const { gl } = await oneUser();
    expect(told(await gl.post('/users/1/block'))).toEqual([
      403,
      { message: '403 Forbidden - The API initiating user cannot be blocked by the API' },
    ]);
  });
});

describe('keys, GPG keys and emails of a user', () => {
  test('a key needs a key and a title, before the user is looked for', async () => {
    const { gl, id } = await oneUser();
    expect(told(await gl.post(`/users/${id}/keys`, { title: 'x' }))).toEqual([400, { error: 'key is missing' }]);
    expect(told(await gl.post(`/users/${id}/keys`, { key: 'x' }))).toEqual([400, { error: 'title is missing' }]);
    expect((await gl.post('/users/999999/keys')).status).toBe(400);
    expect(told(await gl.post(`/users/${id}/gpg_keys`))).toEqual([400, { error: 'key is missing' }]);
  });

  test('what is unknown is 404 by its name', async () => {
    const { gl, id } = await oneUser();
    expect(told(await gl.get('/users/999999/keys', anonymous))).toEqual([404, notFound]);
    expect(told(await gl.get(`/users/${id}/keys/999999`))).toEqual([404, { message: '404 Key Not Found' }]);
    expect(told(await gl.delete(`/users/${id}/keys/999999`))).toEqual([404, { message: '404 Key Not Found' }]);
    expect(told(await gl.get(`/users/${id}/gpg_keys/999999`))).toEqual([404, { message: '404 GPG Key Not Found' }]);
  });
});

describe('memberships and activities', () => {
  test('memberships: both kinds, one by type, an unknown type is 400, others are 403', async () => {
    const { gl, id, anna } = await oneUser();
    const group = await gl.group('team');
    const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
    await gl.post(`/groups/${group}/members`, { user_id: id, access_level: 10 });
    await gl.post(`/projects/${project}/members`, { user_id: id, access_level: 10 });
    const types = async (query = '') => column(await gl.get(`/users/${id}/memberships${query}`), 'source_type');
    expect(await types()).toEqual(expect.arrayContaining(['Project', 'Namespace']));
    expect(await types('?type=Project')).toEqual(['Project']);
    expect(await types('?type=Namespace')).toEqual(['Namespace']);
    expect((await gl.get(`/users/${id}/memberships?type=foo`)).status).toBe(400);
    expect((await anna.get(`/users/${id}/memberships`)).status).toBe(403);
  });

  test('activities: 401 without a token; last_activity_at repeats the day', async () => {
    const { gl, anna } = await oneUser();
    expect((await gl.get('/user/activities', anonymous)).status).toBe(401);
    await anna.get('/user');
    const mine = (await anna.get('/user/activities')).list.find((row) => row['username'] === 'anna.dot');
    expect(mine?.['last_activity_at']).toBe(mine?.['last_activity_on']);
  });

  test('activities leave out private profiles, except for administrators', async () => {
    const { gl, anna } = await oneUser();
    await gl.user('hidden', { private_profile: true });
    await gl.as('hidden').get('/user');
    expect(column(await anna.get('/user/activities'), 'username')).not.toContain('hidden');
    expect(column(await gl.get('/user/activities'), 'username')).toContain('hidden');
  });
});
