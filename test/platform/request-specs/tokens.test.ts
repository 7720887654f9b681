import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, bearing, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of access tokens (spec/requests/api/personal_access_tokens_spec.rb and
// resource_access_tokens_spec.rb, 18.9).

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe.each(['group', 'project'] as const)('access tokens of a %s', (kind) => {
  /** A place with an owner or maintainer, someone below that, and another place of the same owner. */
  async function place() {
    const gl = await sandbox();
    const ids = { keeper: await gl.user('keeper'), lower: await gl.user('lower') };
    const group = await gl.group('team', { visibility: 'private' });
    const other = await gl.group('other', { visibility: 'private' });
    const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
    const second = idOf(await gl.post('/projects', { name: 'second', namespace_id: other }));
    const at = kind === 'group' ? `/groups/${group}` : `/projects/${project}`;
    const elsewhere = kind === 'group' ? `/groups/${other}` : `/projects/${second}`;
    await gl.post(`${at}/members`, { user_id: ids.keeper, access_level: kind === 'group' ? 50 : 40 });
    await gl.post(`${elsewhere}/members`, { user_id: ids.keeper, access_level: kind === 'group' ? 50 : 40 });
    await gl.post(`${at}/members`, { user_id: ids.lower, access_level: kind === 'group' ? 40 : 30 });
    const tokens = `${at}/access_tokens`;
    const make = (more: JsonObject = {}) =>
      gl.as('keeper').post(tokens, { name: 'test', scopes: ['api'], expires_at: day(30), ...more });
    return { gl, at, tokens, elsewhere, make, keeper: gl.as('keeper'), lower: gl.as('lower') };
  }

  test('the list: no secret, nothing of another place, 401 below the level, 404 of nothing', async () => {
    const { tokens, elsewhere, make, keeper, lower } = await place();
    const made = idOf(await make({ access_level: 20 }));
    const list = await keeper.get(tokens);
    expect(column(list, 'id')).toEqual([made]);
    expect(list.list[0]).toMatchObject({ name: 'test', scopes: ['api'], access_level: 20, expires_at: day(30) });
    expect(list.list[0]).not.toHaveProperty('token');
    expect((await keeper.get(`${elsewhere}/access_tokens`)).list).toEqual([]);
    expect((await lower.get(tokens)).status).toBe(401);
    expect((await keeper.get(`/${kind}s/999999/access_tokens`)).status).toBe(404);
  });

  test('one: 404 of nothing and of what belongs elsewhere, 401 below the level', async () => {
    const { tokens, elsewhere, make, keeper, lower } = await place();
    const id = idOf(await make());
    expect((await keeper.get(`${tokens}/${id}`)).object).toMatchObject({ id, name: 'test' });
    expect((await lower.get(`${tokens}/${id}`)).status).toBe(401);
    for (const [at, unknown] of [
      [tokens, 999999],
      [`${elsewhere}/access_tokens`, id],
    ] as const) {
      expect((await keeper.get(`${at}/${unknown}`)).status).toBe(404);
      expect((await keeper.delete(`${at}/${unknown}`)).status).toBe(404);
    }
  });

  test('DELETE revokes, 400 for those below, with both names', async () => {
    const { tokens, make, keeper, lower } = await place();
    const id = idOf(await make());
    const refused = await lower.delete(`${tokens}/${id}`);
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toMatch(/lower cannot delete/);
    expect((await keeper.delete(`${tokens}/${id}`)).status).toBe(204);
    expect((await keeper.get(`${tokens}/${id}`)).object['revoked']).toBe(true);
  });

  test('POST: defaults, and what is wrong', async () => {
    const { gl, tokens, make, keeper, lower } = await place();
    expect((await make()).object).toMatchObject({ access_level: 40, expires_at: day(30) });
    const without = await keeper.post(tokens, { name: 'test', scopes: ['api'], expires_at: null });
    expect(without.object['expires_at']).toBe(day(365));
    const post = async (sent: JsonObject) => JSON.stringify((await keeper.post(tokens, sent)).body);
    expect(await post({ scopes: ['api'] })).toContain('name is missing');
    expect(await post({ name: 'test' })).toContain('scopes is missing');
    expect(await post({ name: 'test', scopes: ['test'] })).toContain('scopes does not have a valid value');
    const none = { name: 'test', scopes: ['api'], access_level: 0 };
    expect(await post(none)).toContain('access_level does not have a valid value');
    const text = `User does not have permission to create ${kind} access token`;
    const refused = await lower.post(tokens, { name: 'test', scopes: ['api'], expires_at: day(5) });
    expect(told(refused)).toEqual([400, { message: `400 Bad request - ${text}` }]);
    const bot = bearing(await make());
    const byBot = await gl.post(tokens, { name: 'x', scopes: ['api'], access_level: 20, expires_at: day(5) }, bot);
    expect(told(byBot)).toEqual([400, { message: `400 Bad request - ${text}` }]);
  });

  test('rotate: a week or the day asked for, 401 for those below, and of nothing', async () => {
    const { tokens, make, keeper, lower, gl } = await place();
    const id = idOf(await make());
    expect((await lower.post(`${tokens}/${id}/rotate`)).status).toBe(401);
    expect((await lower.post(`${tokens}/999999/rotate`)).status).toBe(401);
    const rotated = await keeper.post(`${tokens}/${id}/rotate`);
    expect([rotated.status, rotated.object['expires_at']]).toEqual([200, day(7)]);
    const again = await keeper.post(`${tokens}/${idOf(rotated)}/rotate`, { expires_at: day(30) });
    expect(again.object['expires_at']).toBe(day(30));
    expect(again.object['token']).not.toBe(rotated.object['token']);
    expect((await gl.post(`${tokens}/999999/rotate`)).status).toBe(404);
  });
});

describe('personal access tokens', () => {
  /** Two users, each with a token besides the one they call with. */
  async function tokens() {
    const gl = await sandbox();
    const ids = { anna: await gl.user('anna'), bert: await gl.user('bert') };
    const make = async (user: number, name: string) =>
      idOf(await gl.post(`/users/${user}/personal_access_tokens`, { name, scopes: ['api'], expires_at: day(30) }));
    return {
      gl,
      ids,
      mine: await make(ids.anna, 'test_1'),
      other: await make(ids.bert, 'test_2'),
      anna: gl.as('anna'),
    };
  }
  const path = '/personal_access_tokens';

  test('without a token 401; others see their own; an unknown user is 404 to administrators', async () => {
    const { gl, ids, mine, other, anna } = await tokens();
    expect((await gl.get(path, anonymous)).status).toBe(401);
    expect(column(await anna.get(path), 'user_id').every((id) => id === ids.anna)).toBe(true);
    expect(column(await gl.get(path), 'id')).toEqual(expect.arrayContaining([mine, other]));
    expect(column(await gl.get(`${path}?user_id=${ids.bert}`), 'id')).toEqual([other]);
    expect((await anna.get(`${path}?user_id=${ids.bert}`)).status).toBe(401);
    for (const id of ['999999', ''])
      expect(told(await gl.get(`${path}?user_id=${id}`))).toEqual([404, { message: '404 Not Found' }]);
  });

  test.each([
    ['revoked=asdf', 'revoked is invalid'],
    ['state=asdf', 'state does not have a valid value'],
    ['created_before=asdf', 'created_before is invalid'],
    ['created_after=asdf', 'created_after is invalid'],
    ['last_used_before=asdf', 'last_used_before is invalid'],
    ['last_used_after=asdf', 'last_used_after is invalid'],
  ])('?%s is 400', async (query, error) => {
    const { gl } = await tokens();
    expect(told(await gl.get(`${path}?${query}`))).toEqual([400, { error }]);
  });

  test('search, state and revoked narrow the list', async () => {
    const { gl, mine, other } = await tokens();
    await gl.delete(`${path}/${other}`);
    expect(column(await gl.get(`${path}?search=test_`), 'id').toSorted()).toEqual([mine, other].toSorted());
    expect(column(await gl.get(`${path}?search=test_1`), 'id')).toEqual([mine]);
    expect(column(await gl.get(`${path}?search=test_&state=active`), 'id')).toEqual([mine]);
    expect(column(await gl.get(`${path}?search=test_&state=inactive`), 'id')).toEqual([other]);
    expect(column(await gl.get(`${path}?search=test_&revoked=true`), 'id')).toEqual([other]);
  });

  test('times of creation are compared to the second, both ends included', async () => {
    const { gl, mine } = await tokens();
    const { state } = gl.sandbox.platform;
    const row = state.tokens.get(mine);
    if (row === undefined) throw new Error('no such token');
    state.tokens.update(row, { created_at: '2022-01-01T12:30:25.000Z' });
    const found = async (query: string) => column(await gl.get(`${path}?search=test_1&${query}`), 'id').length;
    expect(await found('created_before=2022-01-02')).toBe(1);
    expect(await found('created_before=2022-01-01')).toBe(0);
    expect(await found('created_before=2022-01-01T12:30:24')).toBe(0);
    expect(await found('created_before=2022-01-01T12:30:25')).toBe(1);
    expect(await found('created_after=2022-01-01T12:30:25')).toBe(1);
    expect(await found('created_after=2022-01-01T12:30:26')).toBe(0);
  });

  test('one by id: another’s and an unknown one are 401, to administrators 200 and 404', async () => {
    const { gl, mine, other, anna } = await tokens();
    expect((await anna.get(`${path}/${mine}`)).status).toBe(200);
    expect((await anna.get(`${path}/${other}`)).status).toBe(401);
    expect((await anna.get(`${path}/999999`)).status).toBe(401);
    expect((await gl.get(`${path}/${other}`)).status).toBe(200);
    expect((await gl.get(`${path}/999999`)).status).toBe(404);
    expect((await gl.as('anna', ['read_repository']).get(`${path}/${mine}`)).status).toBe(403);
  });

  test('rotate: a week, the day asked for, none where none is required; another’s is 401', async () => {
    const { gl, mine, other, anna } = await tokens();
    expect((await anna.post(`${path}/${other}/rotate`)).status).toBe(401);
    expect((await anna.post(`${path}/999999/rotate`)).status).toBe(401);
    expect((await gl.post(`${path}/999999/rotate`)).status).toBe(404);
    const first = await anna.post(`${path}/${mine}/rotate`);
    expect([first.status, first.object['expires_at']]).toEqual([200, day(7)]);
    const second = await anna.post(`${path}/${idOf(first)}/rotate`, { expires_at: day(30) });
    expect(second.object['expires_at']).toBe(day(30));
    await gl.put('/application/settings', { require_personal_access_token_expiry: false });
    expect((await anna.post(`${path}/${idOf(second)}/rotate`)).object['expires_at']).toBeNull();
  });

  test('DELETE: another’s is 400, an impersonation token too, the own one 204', async () => {
    const { gl, ids, mine, other, anna } = await tokens();
    expect((await anna.delete(`${path}/${other}`)).status).toBe(400);
    const worn = { name: 'i', scopes: ['api'], expires_at: day(5) };
    const impersonated = idOf(await gl.post(`/users/${ids.anna}/impersonation_tokens`, worn));
    expect((await anna.delete(`${path}/${impersonated}`)).status).toBe(400);
    expect((await anna.delete(`${path}/${mine}`)).status).toBe(204);
    expect((await gl.delete(`${path}/${other}`)).status).toBe(204);
  });
});
