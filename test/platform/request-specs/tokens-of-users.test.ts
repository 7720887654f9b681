import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import type { TokenRow } from '../../../src/sandbox/tokens/rows.ts';
import { allScopes, botScopes } from '../../../src/sandbox/tokens/scopes.ts';
import { anonymous, bearing, column, told } from '../../sandbox/cast.ts';
import type { SandboxClient } from '../../sandbox/client.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of the tokens of users, and of tokens that act on themselves
// (spec/requests/api/users_spec.rb, personal_access_tokens_spec.rb, personal_access_tokens/self_*_spec.rb and
// resource_access_tokens/self_rotation_spec.rb, 18.9).

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const revokedText = 'Token was revoked. You have to re-authorize from the user.';

async function oneUser() {
  const gl = await sandbox();
  const id = await gl.user('anna');
  return { gl, id, anna: gl.as('anna'), tokens: `/users/${id}/personal_access_tokens` };
}

/** Changes a token behind the platform's back. */
function alter(gl: SandboxClient, id: number, columns: Partial<Omit<TokenRow, 'id'>>): void {
  const { tokens } = gl.sandbox.platform.state;
  const row = tokens.get(id);
  if (row === undefined) throw new Error('there is no such token');
  tokens.update(row, columns);
}

/** The id of the token that a client calls with. */
function ownId(gl: SandboxClient, secret: string): number {
  return gl.sandbox.platform.state.tokenBySecret(secret)?.id ?? 0;
}

const noUser = [404, { message: '404 User Not Found' }];
const denied = [403, { message: '403 Forbidden' }];

describe('POST /users/:user_id/personal_access_tokens', () => {
  const sent = { name: 'new pat', scopes: ['api', 'read_user'], expires_at: day(3) };

  test('is for administrators: 201 with the value', async () => {
    const { gl, id, tokens } = await oneUser();
    const made = await gl.post(tokens, { ...sent, description: 'why' });
    expect([made.status, made.object]).toMatchObject([
      201,
      { ...sent, description: 'why', user_id: id, active: true, revoked: false, last_used_at: null },
    ]);
    for (const name of ['id', 'created_at', 'token']) expect(made.object[name]).toBeTruthy();
  });

  test('401, 403, 404 of nobody, 400 without what it takes', async () => {
    const { gl, anna, tokens } = await oneUser();
    expect(told(await gl.post(tokens, sent, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    expect(told(await anna.post(tokens, sent))).toEqual(denied);
    expect(told(await gl.post('/users/999999/personal_access_tokens', sent))).toEqual(noUser);
    expect(told(await gl.post(tokens))).toEqual([400, { error: 'name is missing, scopes is missing' }]);
  });

  test('without a date it lives for the longest that is allowed', async () => {
    const { gl, tokens } = await oneUser();
    const made = await gl.post(tokens, { name: 'x', scopes: ['api'] });
    expect(made.object['expires_at']).toBe(day(365));
  });
});

describe('POST /user/personal_access_tokens', () => {
  const path = '/user/personal_access_tokens';
  const sent = { name: 'new pat', scopes: ['k8s_proxy'] };

  test('201, for a day unless a day is told; one in the past is not active', async () => {
    const { anna } = await oneUser();
    const made = await anna.post(path, sent);
    expect([made.status, made.object]).toMatchObject([
      201,
      { ...sent, expires_at: day(1), active: true, revoked: false },
    ]);
    expect(made.object['token']).toEqual(expect.any(String));
    const month = await anna.post(path, { ...sent, description: 'description', expires_at: day(30) });
    expect(month.object).toMatchObject({ description: 'description', expires_at: day(30), active: true });
    const past = await anna.post(path, { ...sent, expires_at: day(-1) });
    expect([past.status, past.object['active']]).toEqual([201, false]);
  });

  test('no other scope is to be had, alone or besides: 400', async () => {
    const { anna } = await oneUser();
    const refused = [400, { error: 'scopes does not have a valid value' }];
    for (const scope of allScopes.filter((one) => one !== 'k8s_proxy' && one !== 'self_rotate')) {
      expect(told(await anna.post(path, { ...sent, scopes: [scope] })), scope).toEqual(refused);
      expect(told(await anna.post(path, { ...sent, scopes: ['k8s_proxy', scope] })), scope).toEqual(refused);
    }
  });

  test('400 without what it takes, 401, 403 by scope read_api, 422 of no scope at all', async () => {
    const { gl, anna } = await oneUser();
    expect(told(await anna.post(path))).toEqual([400, { error: 'name is missing, scopes is missing' }]);
    expect(told(await gl.post(path, sent, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    expect((await gl.as('anna', ['read_api']).post(path, sent)).status).toBe(403);
    const none = await anna.post(path, { ...sent, scopes: [] });
    expect(told(none)).toEqual([422, { message: "Scopes can't be blank" }]);
  });
});

describe('/users/:user_id/impersonation_tokens', () => {
  const sent = { name: 'my new pat', scopes: ['api', 'read_user'], expires_at: '2016-12-28' };

  test('POST: 201 with the value; a day in the past makes one that is not active', async () => {
    const { gl, id } = await oneUser();
    const made = await gl.post(`/users/${id}/impersonation_tokens`, { ...sent, impersonation: true });
    expect([made.status, made.object]).toMatchObject([
      201,
      { ...sent, active: false, revoked: false, impersonation: true },
    ]);
    expect(made.object['token']).toEqual(expect.any(String));
    const without = await gl.post(`/users/${id}/impersonation_tokens`);
    expect(told(without)).toEqual([400, { error: 'name is missing' }]);
  });

  test('GET: all, by state, without personal ones; one shows no value', async () => {
    const { gl, id, tokens } = await oneUser();
    const personal = idOf(await gl.post(tokens, { name: 'p', scopes: ['api'] }));
    const path = `/users/${id}/impersonation_tokens`;
    const live = idOf(await gl.post(path, { ...sent, expires_at: day(5) }));
    const dead = idOf(await gl.post(path, { ...sent, expires_at: day(5) }));
    expect((await gl.delete(`${path}/${dead}`)).status).toBe(204);
    const list = await gl.get(path);
    expect([column(list, 'id'), list.headers.get('x-total')]).toEqual([[live, dead], '2']);
    expect(column(await gl.get(`${path}?state=active`), 'id')).toEqual([live]);
    expect(column(await gl.get(`${path}?state=inactive`), 'id')).toEqual([dead]);
    expect((await gl.get(`${path}?state=odd`)).status).toBe(400);
    const one = await gl.get(`${path}/${live}`);
    expect(one.object).toMatchObject({ id: live, impersonation: true });
    expect(one.object).not.toHaveProperty('token');
    const unknown = [404, { message: '404 Impersonation Token Not Found' }];
    for (const other of [999999, personal]) {
      expect(told(await gl.get(`${path}/${other}`))).toEqual(unknown);
      expect(told(await gl.delete(`${path}/${other}`))).toEqual(unknown);
    }
  });

  test('404 of nobody, 403 to others, also about nobody; 412 when it changed since', async () => {
    const { gl, id, anna } = await oneUser();
    const path = `/users/${id}/impersonation_tokens`;
    const made = idOf(await gl.post(path, { ...sent, expires_at: day(5) }));
    for (const at of ['/users/999999/impersonation_tokens', '/users/999999/impersonation_tokens/1'])
      expect(told(await gl.get(at))).toEqual(noUser);
    expect(told(await gl.post('/users/999999/impersonation_tokens', sent))).toEqual(noUser);
    expect(told(await gl.delete('/users/999999/impersonation_tokens/1'))).toEqual(noUser);
    expect(told(await anna.get('/users/999999/impersonation_tokens'))).toEqual(denied);
    expect(told(await anna.post(path, sent))).toEqual(denied);
    expect(told(await anna.get(`${path}/${made}`))).toEqual(denied);
    expect(told(await anna.delete(`${path}/${made}`))).toEqual(denied);
    const stale = { 'If-Unmodified-Since': 'Fri, 30 Jan 1976 11:30:00 GMT' };
    expect((await gl.delete(`${path}/${made}`, stale)).status).toBe(412);
    expect((await gl.delete(`${path}/${made}`)).status).toBe(204);
    expect((await gl.get(`${path}/${made}`)).object['revoked']).toBe(true);
  });
});

describe('GET /personal_access_tokens', () => {
  /** A token of a known day among others of today. */
  async function dated(columns: Partial<Omit<TokenRow, 'id'>>) {
    const { gl, tokens } = await oneUser();
    const old = idOf(await gl.post(tokens, { name: 'old', scopes: ['api'], expires_at: day(30) }));
    const young = idOf(await gl.post(tokens, { name: 'young', scopes: ['api'], expires_at: day(30) }));
    alter(gl, old, columns);
    alter(gl, ownId(gl, gl.token), { name: 'root', expires_at: day(60) });
    const found = async (query: string) => {
      const ids = column(await gl.get(`/personal_access_tokens?${query}`), 'id');
      return { old: ids.includes(old), young: ids.includes(young), caller: ids.includes(ownId(gl, gl.token)) };
    };
    return { gl, old, young, found };
  }

  test('times of creation are compared to the second, both ends included', async () => {
    const { found } = await dated({ created_at: '2022-01-01T12:30:25.000Z' });
    for (const [query, holds] of [
      ['created_before=2022-01-02', true],
      ['created_before=2022-01-01', false],
      ['created_before=2022-01-01T12:30:24', false],
      ['created_before=2022-01-01T12:30:25', true],
      ['created_after=2022-01-03', false],
      ['created_after=2022-01-01', true],
      ['created_after=2022-01-01T12:30:25', true],
      ['created_after=2022-01-01T12:30:26', false],
      ['created_before=2022-01-03&created_after=2022-01-01', true],
      ['created_before=2022-01-01&created_after=2022-01-03', false],
    ] as const)
      expect(await found(query), query).toMatchObject({ old: holds, young: !query.includes('before') });
  });

  test('times of the last use too; one that was never used is in neither', async () => {
    const { found } = await dated({ last_used_at: '2022-01-01T12:30:25.000Z' });
    for (const [query, holds] of [
      ['last_used_before=2022-01-02', true],
      ['last_used_before=2022-01-01', false],
      ['last_used_before=2022-01-01T12:30:24', false],
      ['last_used_before=2022-01-01T12:30:25', true],
      ['last_used_after=2022-01-03', false],
      ['last_used_after=2022-01-01', true],
      ['last_used_after=2022-01-01T12:30:26', false],
      ['last_used_after=2022-01-01T12:30:25', true],
    ] as const)
      expect(await found(query), query).toEqual({ old: holds, young: false, caller: query.includes('after') });
  });

  test('the last day is compared by day, and expires_before leaves it out', async () => {
    const { found } = await dated({ expires_at: '2022-01-01' });
    for (const [query, holds] of [
      ['expires_before=2022-01-02', true],
      ['expires_before=2022-01-01', false],
      ['expires_before=2022-01-01T12:30:24', false],
      ['expires_after=2022-01-03', false],
      ['expires_after=2022-01-01', true],
      ['expires_after=2022-01-01T12:30:26', true],
    ] as const)
      expect(await found(query), query).toEqual({
        old: holds,
        young: query.includes('after'),
        caller: query.includes('after'),
      });
  });

  test.each(['expires_before', 'expires_after'])('?%s=asdf is 400', async (name) => {
    const { gl } = await oneUser();
    const refused = await gl.get(`/personal_access_tokens?${name}=asdf`);
    expect(told(refused)).toEqual([400, { error: `${name} is invalid` }]);
  });

  test('revoked and inactive, to administrators of all, to others of their own', async () => {
    const { gl, old, young } = await dated({ revoked: true });
    const list = async (query: string) => column(await gl.get(`/personal_access_tokens?${query}`), 'id');
    expect(await list('revoked=true')).toEqual([old]);
    expect(await list('revoked=false')).toEqual(expect.arrayContaining([young]));
    expect(await list('state=inactive')).toEqual([old]);
    alter(gl, young, { expires_at: '2022-01-01' });
    expect(await list('state=inactive')).toEqual([old, young]);
    expect(await list('search=')).toEqual(expect.arrayContaining([old, young]));
    const anna = gl.as('anna');
    expect(column(await anna.get('/personal_access_tokens?state=inactive'), 'id')).toEqual([old, young]);
    expect(column(await anna.get('/personal_access_tokens?revoked=true'), 'id')).toEqual([old]);
  });

  test('by user_id also those that impersonate; to the user itself they are not shown', async () => {
    const { gl, id, anna } = await oneUser();
    const worn = { name: 'i', scopes: ['api'], expires_at: day(5) };
    const impersonating = idOf(await gl.post(`/users/${id}/impersonation_tokens`, worn));
    const own = ownId(gl, anna.token);
    expect(column(await gl.get(`/personal_access_tokens?user_id=${id}`), 'id')).toEqual([own, impersonating]);
    expect(column(await anna.get(`/personal_access_tokens?user_id=${id}`), 'id')).toEqual([own]);
  });
});

describe('/personal_access_tokens/self', () => {
  const path = '/personal_access_tokens/self';

  test('any scope will do to look at itself, and to end itself', async () => {
    const { gl } = await oneUser();
    for (const scope of allScopes) {
      const bearer = gl.as('anna', [scope]);
      expect((await bearer.get(path)).object['scopes']).toEqual([scope]);
      expect((await bearer.delete(path)).status, scope).toBe(204);
      expect(told(await bearer.get(path))).toEqual([401, { error: 'invalid_token', error_description: revokedText }]);
    }
  });

  test('an impersonation token ends itself for administrators alone: 400 to others', async () => {
    const { gl, id } = await oneUser();
    const worn = { name: 'i', scopes: ['api'], expires_at: day(5) };
    const hers = await gl.post(`/users/${id}/impersonation_tokens`, worn);
    expect((await gl.delete(path, bearing(hers))).status).toBe(400);
    const boss = await gl.post('/users/1/impersonation_tokens', worn);
    expect((await gl.delete(path, bearing(boss))).status).toBe(204);
  });

  test('an unknown and an ended token are 401', async () => {
    const { gl, anna } = await oneUser();
    expect((await gl.get(path, { 'PRIVATE-TOKEN': 'invalidtoken' })).status).toBe(401);
    alter(gl, ownId(gl, anna.token), { expires_at: day(-1) });
    expect((await anna.get(path)).object['error']).toBe('invalid_token');
    expect((await anna.post(`${path}/rotate`)).status).toBe(401);
  });
});

describe('POST /personal_access_tokens/self/rotate', () => {
  const path = '/personal_access_tokens/self/rotate';

  test('scope api or self_rotate, besides any other', async () => {
    const { gl } = await oneUser();
    for (const scope of allScopes) {
      const status = scope === 'api' || scope === 'self_rotate' ? 200 : 403;
      for (const user of ['anna', 'root']) expect((await gl.as(user, [scope]).post(path)).status, scope).toBe(status);
      expect((await gl.as('anna', [scope, 'self_rotate']).post(path)).status, scope).toBe(200);
    }
  });

  test('a week, or the day asked for; the old one is revoked; an impersonation token rotates too', async () => {
    const { gl, id, anna } = await oneUser();
    const rotated = await anna.post(path);
    expect([rotated.status, rotated.object['expires_at']]).toEqual([200, day(7)]);
    expect(rotated.object['token']).not.toBe(anna.token);
    expect((await anna.get('/user')).status).toBe(401);
    const later = await gl.post(path, { expires_at: day(30) }, bearing(rotated));
    expect(later.object['expires_at']).toBe(day(30));
    const worn = await gl.post(`/users/${id}/impersonation_tokens`, { name: 'i', scopes: ['api'], expires_at: day(5) });
    expect((await gl.post(path, {}, bearing(worn))).status).toBe(200);
  });

  test('a token that was rotated is 401, and takes its successor down', async () => {
    const { gl, anna } = await oneUser();
    const child = await anna.post(path);
    expect((await anna.post(path)).status).toBe(401);
    expect((await gl.get('/user', bearing(child))).status).toBe(401);
  });
});

describe.each(['group', 'project'] as const)('POST /%ss/:id/access_tokens/self/rotate', (kind) => {
  async function place(visibility = 'private') {
    const gl = await sandbox();
    const group = await gl.group('team', { visibility });
    const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group, visibility }));
    const other = await gl.group('other', { visibility: 'private' });
    const at = kind === 'group' ? `/groups/${group}` : `/projects/${project}`;
    const make = async (scopes: readonly string[]) =>
      bearing(
        await gl.post(`${at}/access_tokens`, { name: 'x', scopes: [...scopes], access_level: 10, expires_at: null }),
      );
    const foreign = bearing(
      await gl.post(`/groups/${other}/access_tokens`, { name: 'x', scopes: ['api'], expires_at: null }),
    );
    return { gl, path: `${at}/access_tokens/self/rotate`, make, foreign };
  }

  test('a token of a person is 405, an administrator’s too; an unknown one 401', async () => {
    const { gl, path } = await place('public');
    await gl.user('anna');
    const refused: readonly JsonObject[] = [{ message: '405 Method Not Allowed' }];
    for (const client of [gl, gl.as('anna')]) expect(told(await client.post(path))).toEqual([405, ...refused]);
    expect((await gl.post(path, {}, { 'PRIVATE-TOKEN': 'invalidtoken' })).status).toBe(401);
  });

  test('scope api or self_rotate, besides any other', async () => {
    const { gl, path, make } = await place();
    for (const scope of botScopes) {
      const status = scope === 'api' || scope === 'self_rotate' ? 200 : 403;
      expect((await gl.post(path, {}, await make([scope]))).status, scope).toBe(status);
      expect((await gl.post(path, {}, await make([scope, 'self_rotate']))).status, scope).toBe(200);
    }
  });

  test('a week, or the day asked for; rotated again by the old value it takes its successor down: 401', async () => {
    const { gl, path, make } = await place();
    const first = await make(['api']);
    const rotated = await gl.post(path, {}, first);
    expect([rotated.status, rotated.object['expires_at']]).toEqual([200, day(7)]);
    const later = await gl.post(path, { expires_at: day(30) }, bearing(rotated));
    expect(later.object['expires_at']).toBe(day(30));
    expect((await gl.post(path, {}, first)).status).toBe(401);
    expect((await gl.get('/user', bearing(later))).status).toBe(401);
  });

  test.each([
    ['public', 401],
    ['internal', 401],
    ['private', 404],
  ])('a token of another place, where this one is %s: %i', async (visibility, status) => {
    const { gl, path, foreign } = await place(visibility);
    expect(textOf(foreign['PRIVATE-TOKEN'])).not.toBe('');
    expect((await gl.post(path, {}, foreign)).status).toBe(status);
  });
});
