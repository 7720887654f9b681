import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { follow } from '../../../src/sandbox/users/follows.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import type { Client } from '../../sandbox/client.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

// What GitLab's own request specs say of what belongs to a user (spec/requests/api/users_spec.rb, 18.9).

const ssh = (text: string): string => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAA${text}`;
const gpg = (text: string): string =>
  `-----BEGIN PGP PUBLIC KEY BLOCK-----\n${text}\n-----END PGP PUBLIC KEY BLOCK-----`;

async function oneUser(more: JsonObject = {}) {
  const gl = await sandbox();
  const id = await gl.user('anna.dot', more);
  return { gl, id, anna: gl.as('anna.dot'), reader: gl.as('anna.dot', ['read_user']) };
}

interface Belonging {
  readonly of: string;
  readonly thing: string;
  readonly missing: string;
  readonly field: string;
  readonly make: (text: string) => JsonObject;
}

const belongings: readonly Belonging[] = [
  { of: 'keys', thing: 'Key', missing: 'key is missing, title is missing', field: 'title', make: sshKey },
  { of: 'gpg_keys', thing: 'GPG Key', missing: 'key is missing', field: 'key', make: (text) => ({ key: gpg(text) }) },
  { of: 'emails', thing: 'Email', missing: 'email is missing', field: 'email', make: address },
];

function sshKey(text: string): JsonObject {
  return { key: ssh(text), title: text };
}

function address(text: string): JsonObject {
  return { email: `${text}@example.com` };
}

/** Whether a caller sees, of all that is listed there, exactly this. */
async function listed(client: Client, path: string): Promise<readonly unknown[]> {
  return column(await client.get(path), 'id');
}

describe.each(belongings)('/user/$of', ({ of, thing, missing, field, make }) => {
  test('what is added is listed with page headers, and shown by its id, by scope read_user too', async () => {
    const { anna, reader } = await oneUser();
    const made = await anna.post(`/user/${of}`, make('mine'));
    expect([made.status, made.object[field]]).toEqual([201, make('mine')[field]]);
    const list = await reader.get(`/user/${of}`);
    expect([list.status, column(list, 'id')]).toEqual([200, [idOf(made)]]);
    expect(list.headers.get('x-total')).toBe('1');
    const shown = await reader.get(`/user/${of}/${idOf(made)}`);
    expect(told(shown)).toEqual([200, list.list[0]]);
  });

  test('without a token every verb is 401; without what it takes POST is 400', async () => {
    const { gl, anna } = await oneUser();
    const id = idOf(await anna.post(`/user/${of}`, make('mine')));
    expect((await gl.get(`/user/${of}`, anonymous)).status).toBe(401);
    expect((await gl.post(`/user/${of}`, make('other'), anonymous)).status).toBe(401);
    expect((await gl.delete(`/user/${of}/${id}`, anonymous)).status).toBe(401);
    expect(told(await anna.post(`/user/${of}`, {}))).toEqual([400, { error: missing }]);
  });

  test('an unknown one is 404 by its name, and to administrators that of another too', async () => {
    const { gl, anna } = await oneUser();
    const id = idOf(await anna.post(`/user/${of}`, make('mine')));
    const notFound = [404, { message: `404 ${thing} Not Found` }];
    expect(told(await anna.get(`/user/${of}/999999`))).toEqual(notFound);
    expect(told(await anna.delete(`/user/${of}/999999`))).toEqual(notFound);
    expect(told(await gl.get(`/user/${of}/${id}`))).toEqual(notFound);
    expect((await anna.get(`/user/${of}/ASDF`)).status).toBe(400);
    expect((await gl.get(`/users/${of}/ASDF`)).status).toBe(404);
  });

  test('DELETE takes it away, unless it changed after If-Unmodified-Since: 412', async () => {
    const { anna } = await oneUser();
    const id = idOf(await anna.post(`/user/${of}`, make('mine')));
    const long = { 'If-Unmodified-Since': 'Fri, 30 Jan 1976 11:30:00 GMT' };
    expect((await anna.delete(`/user/${of}/${id}`, long)).status).toBe(412);
    expect((await anna.delete(`/user/${of}/${id}`)).status).toBe(204);
    expect(await listed(anna, `/user/${of}`)).toEqual([]);
  });

  test('administrators see it under /users/:id; scope read_user does not write', async () => {
    const { gl, id, anna, reader } = await oneUser();
    const made = idOf(await anna.post(`/user/${of}`, make('mine')));
    expect(await listed(gl, `/users/${id}/${of}`)).toEqual([made]);
    expect((await reader.post(`/user/${of}`, make('other'))).status).toBe(403);
    expect((await anna.delete(`/users/${id}/${of}/${made}`)).status).toBe(403);
    const admins = { 'If-Unmodified-Since': 'Fri, 30 Jan 1976 11:30:00 GMT' };
    expect((await gl.delete(`/users/${id}/${of}/${made}`, admins)).status).toBe(412);
    expect((await gl.delete(`/users/999999/${of}/${made}`)).status).toBe(404);
    expect((await gl.delete(`/users/${id}/${of}/${made}`)).status).toBe(204);
  });
});

describe('SSH and GPG keys', () => {
  test('an SSH key keeps its usage and its last day, and shows its owner in place of its comment', async () => {
    const { anna } = await oneUser();
    const sent = { key: `${ssh('mine')} anna@laptop`, title: 'laptop', usage_type: 'signing' };
    const made = await anna.post('/user/keys', { ...sent, expires_at: `${inAWhile}T00:00:00Z` });
    expect(made.object).toMatchObject({ title: 'laptop', usage_type: 'signing' });
    expect(made.object['expires_at']).toMatch(new RegExp(`^${inAWhile}T`));
    expect(made.object['key']).toBe(`${ssh('mine')} anna.dot (127.0.0.1)`);
    expect((await anna.post('/user/keys', { ...sent, usage_type: 'odd' })).status).toBe(400);
    expect(told(await anna.post('/user/keys', { key: 'some key' }))).toEqual([400, { error: 'title is missing' }]);
  });

  test('a GPG key is revoked by its owner: 202, and it is gone; unknown is 404, without a token 401', async () => {
    const { gl, anna } = await oneUser();
    const id = idOf(await anna.post('/user/gpg_keys', { key: gpg('mine') }));
    expect((await gl.post(`/user/gpg_keys/${id}/revoke`, {}, anonymous)).status).toBe(401);
    expect((await anna.post('/user/gpg_keys/999999/revoke')).status).toBe(404);
    expect((await anna.post(`/user/gpg_keys/${id}/revoke`)).status).toBe(202);
    expect(await listed(anna, '/user/gpg_keys')).toEqual([]);
  });

  test('others’ keys are readable by anyone, by id or name; deploy keys are not among them', async () => {
    const { gl, id, anna } = await oneUser();
    const made = idOf(await anna.post('/user/keys', sshKey('mine')));
    for (const path of [`/users/${id}/keys`, '/users/anna.dot/keys', '/users/ANNA.DOT/keys'])
      expect(column(await gl.get(path, anonymous), 'id')).toEqual([made]);
    expect((await gl.get(`/users/999999/keys/${made}`, anonymous)).status).toBe(404);
    const gone = await gl.get('/users/999999/gpg_keys', anonymous);
    expect(told(gone)).toEqual([404, { message: '404 User Not Found' }]);
  });
});

describe('emails', () => {
  test('a confirmed primary address is listed first; one that waits for confirmation is not', async () => {
    const { gl, id, anna } = await oneUser({ skip_confirmation: true });
    await anna.post('/user/emails', address('second'));
    const all = ['anna.dot@example.com', 'second@example.com'];
    expect(column(await anna.get('/user/emails'), 'email')).toEqual(all);
    expect(column(await gl.get(`/users/${id}/emails`), 'email')).toEqual(all);
    expect(column(await anna.get('/user/emails'), 'confirmed_at')).toEqual([expect.any(String), null]);
    const waiting = await gl.user('waiting');
    expect((await gl.get(`/users/${waiting}/emails`)).list).toEqual([]);
  });

  test('a former primary address stays among the addresses', async () => {
    const { gl, id } = await oneUser({ skip_confirmation: true });
    await gl.put(`/users/${id}`, { email: 'new@example.com', skip_reconfirmation: true });
    const emails = column(await gl.get(`/users/${id}/emails`), 'email');
    expect(emails).toEqual(['anna.dot@example.com', 'new@example.com']);
  });

  test.each([
    ['a primary address, confirmed', { skip_confirmation: true }],
    ['a primary address, unconfirmed', {}],
  ])('%s of another is 400 as a further address, 409 as a user’s', async (_, more) => {
    const { gl, id } = await oneUser();
    const other = await gl.user('other', more);
    const email = 'other@example.com';
    expect((await gl.post(`/users/${id}/emails`, { email })).status).toBe(400);
    expect((await gl.put(`/users/${id}`, { email })).status).toBe(409);
    expect((await gl.get(`/users/${other}`)).object['email']).toBe(email);
  });

  test('a further address of another is 400 as a further one; as a user’s 409 when confirmed, else 400', async () => {
    const { gl, id } = await oneUser();
    const other = await gl.user('other');
    await gl.post(`/users/${other}/emails`, { email: 'sure@example.com', skip_confirmation: true });
    await gl.post(`/users/${other}/emails`, { email: 'unsure@example.com' });
    for (const [email, status] of [
      ['sure@example.com', 409],
      ['unsure@example.com', 400],
    ] as const) {
      expect((await gl.post(`/users/${id}/emails`, { email })).status).toBe(400);
      expect((await gl.put(`/users/${id}`, { email })).status).toBe(status);
    }
  });

  test('the list is for administrators; an unknown user is 404, one that is no number too', async () => {
    const { gl, id, anna } = await oneUser();
    expect((await gl.get(`/users/${id}/emails`, anonymous)).status).toBe(401);
    expect((await anna.get(`/users/${id}/emails`)).status).toBe(403);
    expect(told(await gl.get('/users/999999/emails'))).toEqual([404, { message: '404 User Not Found' }]);
    expect((await gl.get('/users/ASDF/emails')).status).toBe(404);
    expect((await gl.delete('/users/ASDF/emails/bar')).status).toBe(404);
    expect((await gl.post('/users/999999/emails', {})).status).toBe(400);
  });
});

describe('status', () => {
  const hello = { emoji: 'smirk', message: 'hello world' };

  test.each(['put', 'patch'] as const)(
    '%s sets it; then anyone sees it, by id or by name in any case',
    async (verb) => {
      const { gl, id, anna } = await oneUser();
      const set = await anna[verb]('/user/status', hello);
      expect([set.status, set.object]).toMatchObject([
        200,
        { ...hello, availability: 'not_set', clear_status_at: null },
      ]);
      for (const path of [`/users/${id}/status`, '/users/anna.dot/status', '/users/ANNA.DOT/status'])
        expect((await gl.get(path, anonymous)).object).toMatchObject({ ...hello, message_html: 'hello world' });
      expect((await anna.get('/user/status')).object).toMatchObject(hello);
    },
  );

  test.each(['put', 'patch'] as const)('%s: an emoji that is none, and a time that is none, are 400', async (verb) => {
    const { anna } = await oneUser();
    const odd = await anna[verb]('/user/status', { ...hello, emoji: 'does not exist' });
    expect(told(odd)).toEqual([400, { message: { emoji: ['is not a valid emoji name'] } }]);
    expect((await anna[verb]('/user/status', { ...hello, clear_status_after: 'invalid' })).status).toBe(400);
  });

  test.each(['put', 'patch'] as const)('%s clears itself after a while, and for good with nulls', async (verb) => {
    const { anna } = await oneUser();
    const set = await anna[verb]('/user/status', { ...hello, clear_status_after: '3_hours' });
    const left = Date.parse(textOf(set.object['clear_status_at'])) - Date.now();
    expect(Math.round(left / 60_000)).toBe(180);
    const kept = await anna[verb]('/user/status', { ...hello, clear_status_after: null });
    expect(kept.object['clear_status_at']).toBeNull();
    expect((await anna[verb]('/user/status', { emoji: null, message: null, clear_status_after: null })).status).toBe(
      200,
    );
    expect((await anna.get('/user/status')).object).toMatchObject({ emoji: null, message: null });
  });

  test('PUT of nothing removes it, PATCH of nothing leaves it; PUT forgets the time, PATCH keeps it', async () => {
    const { anna } = await oneUser();
    await anna.put('/user/status', { ...hello, clear_status_after: '8_hours' });
    expect((await anna.patch('/user/status', {})).status).toBe(200);
    expect((await anna.patch('/user/status', hello)).object['clear_status_at']).toEqual(expect.any(String));
    expect((await anna.put('/user/status', hello)).object['clear_status_at']).toBeNull();
    expect((await anna.put('/user/status', {})).status).toBe(200);
    expect((await anna.get('/user/status')).object['message']).toBeNull();
  });

  test('a message without an emoji gets the balloon', async () => {
    const { anna } = await oneUser();
    const set = await anna.put('/user/status', { message: 'busy <b>', availability: 'busy' });
    expect(set.object).toMatchObject({ emoji: 'speech_balloon', availability: 'busy', message_html: 'busy &lt;b&gt;' });
    const odd = await anna.put('/user/status', { message: 'here', availability: 'away' });
    expect([odd.status, odd.object['availability']]).toEqual([200, 'not_set']);
  });
});

describe('preferences', () => {
  test('401 without a token; what is set is shown; nothing at all is 400', async () => {
    const { gl, anna } = await oneUser();
    expect((await gl.get('/user/preferences', anonymous)).status).toBe(401);
    expect((await gl.put('/user/preferences', {}, anonymous)).status).toBe(401);
    const first = { view_diffs_file_by_file: false, show_whitespace_in_diffs: true, policy_advanced_editor: false };
    expect((await anna.get('/user/preferences')).object).toMatchObject(first);
    const changed = { view_diffs_file_by_file: true, show_whitespace_in_diffs: false };
    const set = await anna.put('/user/preferences', changed);
    expect([set.status, set.object]).toMatchObject([200, changed]);
    expect((await anna.get('/user/preferences')).object).toMatchObject({ ...changed, policy_advanced_editor: false });
    const advanced = await gl.put('/user/preferences', { policy_advanced_editor: true });
    expect(advanced.object['policy_advanced_editor']).toBe(true);
    expect((await anna.put('/user/preferences', {})).status).toBe(400);
  });
});

describe('following', () => {
  test('follow: 201, then 304; the followed is counted and listed', async () => {
    const { gl, id, anna } = await oneUser();
    const other = await gl.user('other');
    const done = await anna.post(`/users/${other}/follow`);
    expect([done.status, done.object['id']]).toEqual([201, other]);
    expect((await anna.post(`/users/${other}/follow`)).status).toBe(304);
    expect((await anna.post(`/users/${id}/follow`)).status).toBe(304);
    expect(await listed(anna, `/users/${id}/following`)).toEqual([other]);
    expect(await listed(anna, `/users/${other}/followers`)).toEqual([id]);
    expect((await anna.get(`/users/${other}`)).object).toMatchObject({ followers: 1, following: 0, is_followed: true });
  });

  test('unfollow: 201, then 304; an unknown user is 404, without a token 401', async () => {
    const { gl, id, anna } = await oneUser();
    const other = await gl.user('other');
    await anna.post(`/users/${other}/follow`);
    expect((await anna.post(`/users/${other}/unfollow`)).status).toBe(201);
    expect((await anna.post(`/users/${other}/unfollow`)).status).toBe(304);
    expect(await listed(anna, `/users/${id}/following`)).toEqual([]);
    for (const verb of ['follow', 'unfollow']) {
      expect((await anna.post(`/users/999999/${verb}`)).status).toBe(404);
      expect((await gl.post(`/users/${other}/${verb}`, {}, anonymous)).status).toBe(401);
    }
  });

  test('more than 300 are too many: 400', async () => {
    const { gl, id, anna } = await oneUser();
    const { state } = gl.sandbox.platform;
    const caller = state.users.get(id);
    if (caller === undefined) throw new Error('there is no anna');
    for (let at = 0; at < 300; at += 1) {
      const name = `u${at}`;
      const other = state.users.insert({ ...caller, username: name, email: `${name}@example.com` });
      follow(state, caller, other, caller.created_at);
    }
    const text = "You can't follow more than 300 users. To follow more users, unfollow some others.";
    expect(told(await anna.post('/users/1/follow'))).toEqual([400, { message: text }]);
  });

  test('the lists are 403 without a token, and 404 of a private profile, except to administrators', async () => {
    const { gl, anna } = await oneUser();
    const hidden = await gl.user('hidden', { private_profile: true });
    await anna.post(`/users/${hidden}/follow`);
    for (const list of ['followers', 'following']) {
      expect((await gl.get(`/users/${hidden}/${list}`, anonymous)).status).toBe(403);
      const closed = await anna.get(`/users/${hidden}/${list}`);
      expect(told(closed)).toEqual([404, { message: '404 User Not Found' }]);
      expect((await gl.get(`/users/${hidden}/${list}`)).status).toBe(200);
    }
  });
});

describe('GET /users/:id/project_deploy_keys', () => {
  test('404 of nobody, 403 without a project that both maintain, else a list', async () => {
    const { gl, id, anna } = await oneUser();
    const gone = await gl.get('/users/999999/project_deploy_keys', anonymous);
    expect(told(gone)).toEqual([404, { message: '404 User Not Found' }]);
    const refused = [403, { message: '403 Forbidden - No common authorized project found' }];
    expect(told(await anna.get(`/users/${id}/project_deploy_keys`))).toEqual(refused);
    const project = idOf(await anna.post('/projects', { name: 'own' }));
    const dev = await gl.user('dev');
    await anna.post(`/projects/${project}/members`, { user_id: dev, access_level: 30 });
    expect((await anna.get(`/users/${id}/project_deploy_keys`)).list).toEqual([]);
    expect(told(await gl.as('dev').get(`/users/${id}/project_deploy_keys`))).toEqual(refused);
  });
});

describe('PUT /user/:id/credit_card_validation', () => {
  const card = {
    credit_card_validated_at: '2020-01-01T00:00:00.000Z',
    credit_card_expiration_year: 2036,
    credit_card_expiration_month: 1,
    credit_card_holder_name: 'John Smith',
    credit_card_mask_number: '1111',
    credit_card_type: 'American Express',
  };

  test('401 without a token, 403 for others, 404 of nobody, 400 without the day, 200', async () => {
    const { gl, id, anna } = await oneUser();
    const path = `/user/${id}/credit_card_validation`;
    expect((await gl.put(path, {}, anonymous)).status).toBe(401);
    expect((await anna.put(path, card)).status).toBe(403);
    const gone = await gl.put('/user/999999/credit_card_validation', card);
    expect(told(gone)).toEqual([404, { message: '404 User Not Found' }]);
    expect((await gl.put(path, {})).status).toBe(400);
    const kept = { user_id: id, credit_card_validated_at: card.credit_card_validated_at };
    expect(told(await gl.put(path, card))).toEqual([200, kept]);
  });
});

describe('GET /users/:id/associations_count', () => {
  test('counts groups, projects and merge requests; 401, 403 for others, 404 of nobody', async () => {
    const { gl, id, anna } = await oneUser();
    const group = await gl.group('team', { visibility: 'public' });
    const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group, visibility: 'public' }));
    await gl.post(`/groups/${group}/members`, { user_id: id, access_level: 50 });
    await gl.post(`/projects/${project}/members`, { user_id: id, access_level: 50 });
    const other = await gl.user('other');
    const counts = { groups_count: 1, projects_count: 1, issues_count: 0, merge_requests_count: 0 };
    expect(told(await anna.get(`/users/${id}/associations_count`))).toEqual([200, counts]);
    expect(told(await gl.get(`/users/${id}/associations_count`))).toEqual([200, counts]);
    expect((await gl.get(`/users/${id}/associations_count`, anonymous)).status).toBe(401);
    expect((await anna.get(`/users/${other}/associations_count`)).status).toBe(403);
    expect((await gl.get('/users/999999/associations_count')).status).toBe(404);
  });
});
