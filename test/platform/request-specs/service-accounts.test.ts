import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import type { Client } from '../../sandbox/client.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of service accounts (ee/spec/requests/api/service_accounts_spec.rb,
// group_service_accounts_spec.rb and project_service_accounts_spec.rb, 18.9).

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const named = { name: 'John Doe', username: 'test', email: 'test_service_account@example.com' };
const shown = ['email', 'id', 'name', 'public_email', 'username'];
const keysOf = (object: JsonObject): readonly string[] => Object.keys(object).toSorted();
const noUser = [404, { message: '404 User Not Found' }];

/** A group and a project in it, someone who administers each, and someone just below that. */
async function places(tier: 'free' | 'premium' | 'ultimate' = 'ultimate') {
  // The specs run with the flag of projects' accounts, which 18.9 has off.
  const gl = await sandbox({ tier, version: '18.10.0-ee' });
  const group = await gl.group('team', { visibility: 'private' });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  const join = async (username: string, at: string, access_level: number): Promise<Client> => {
    await gl.post(`${at}/members`, { user_id: await gl.user(username), access_level });
    return gl.as(username);
  };
  await gl.put('/application/settings', { allow_top_level_group_owners_to_create_service_accounts: true });
  return {
    gl,
    group: {
      at: `/groups/${group}/service_accounts`,
      unknown: '/groups/999999/service_accounts',
      prefix: `service_account_group_${group}_`,
      keeper: await join('owner', `/groups/${group}`, 50),
      lower: await join('maintainer', `/groups/${group}`, 40),
    },
    project: {
      at: `/projects/${project}/service_accounts`,
      unknown: '/projects/999999/service_accounts',
      prefix: `service_account_project_${project}_`,
      keeper: await join('keeper', `/projects/${project}`, 40),
      lower: await join('developer', `/projects/${project}`, 30),
    },
  };
}

/** One kind of place, with an account in it. */
async function withAccount(kind: 'group' | 'project') {
  const all = await places();
  const place = all[kind];
  const id = idOf(await place.keeper.post(place.at));
  return { ...place, gl: all.gl, id, one: `${place.at}/${id}`, tokens: `${place.at}/${id}/personal_access_tokens` };
}

describe('/service_accounts', () => {
  test('POST: a name and an address of its own unless told otherwise', async () => {
    const { gl } = await places();
    const made = await gl.post('/service_accounts');
    expect([made.status, keysOf(made.object)]).toEqual([201, shown]);
    expect(made.object['username']).toMatch(/^service_account/);
    const second = await gl.post('/service_accounts', { name: 'John Doe', username: 'test' });
    expect(second.object).toMatchObject({ name: 'John Doe', username: 'test' });
    expect(second.object['email']).toMatch(/^service_account/);
    const third = await gl.post('/service_accounts', { username: 'third', email: 'sa@example.com' });
    expect(third.object['email']).toBe('sa@example.com');
  });

  test('a taken email or username is 400 with the text, on POST and on PATCH', async () => {
    const { gl } = await places();
    const id = idOf(await gl.post('/service_accounts', named));
    const email = await gl.post('/service_accounts', { email: named.email });
    expect(told(email)).toEqual([400, { message: '400 Bad request - Email has already been taken' }]);
    const username = [400, { message: '400 Bad request - Username has already been taken' }];
    expect(told(await gl.post('/service_accounts', { username: 'test' }))).toEqual(username);
    expect(told(await gl.patch(`/service_accounts/${id}`, { username: 'root' }))).toEqual(username);
  });

  test('403 to others, 403 to everyone without the licence, 401 without a token', async () => {
    const { gl, group } = await places();
    const id = idOf(await gl.post('/service_accounts'));
    const unlicensed = (await places('free')).gl;
    for (const client of [group.keeper, unlicensed]) {
      expect((await client.get('/service_accounts')).status).toBe(403);
      expect((await client.post('/service_accounts')).status).toBe(403);
      expect((await client.patch(`/service_accounts/${id}`, { name: 'x' })).status).toBe(403);
    }
    expect((await gl.get('/service_accounts', anonymous)).status).toBe(401);
  });

  test('GET: service accounts alone, by id or by username, downwards unless told otherwise', async () => {
    const { gl } = await places();
    const b = idOf(await gl.post('/service_accounts', { username: 'buser' }));
    const a = idOf(await gl.post('/service_accounts', { username: 'auser' }));
    const list = async (query = '') => column(await gl.get(`/service_accounts${query}`), 'id');
    expect(await list()).toEqual([a, b]);
    expect(await list('?order_by=username')).toEqual([b, a]);
    expect(await list('?order_by=username&sort=asc')).toEqual([a, b]);
    expect((await gl.get('/service_accounts?order_by=name')).status).toBe(400);
    const first = await gl.get('/service_accounts?pagination=keyset&per_page=1');
    expect(column(first, 'id')).toEqual([a]);
    expect(first.headers.get('link')).toContain('rel="next"');
  });

  test('PATCH: 404 of nobody, 400 of no number and of a person; an address waits where the instance asks', async () => {
    const { gl } = await places();
    const path = `/service_accounts/${idOf(await gl.post('/service_accounts'))}`;
    const changed = await gl.patch(path, { name: 'Updated', username: 'updated', email: 'test@test.com' });
    expect([changed.status, keysOf(changed.object)]).toEqual([200, shown]);
    expect(changed.object).toMatchObject({ name: 'Updated', username: 'updated', email: 'test@test.com' });
    expect(told(await gl.patch('/service_accounts/999999', {}))).toEqual([404, { message: '404 Not found' }]);
    expect((await gl.patch('/service_accounts/ASDF', {})).status).toBe(400);
    const person = await gl.patch('/service_accounts/1', { name: 'x' });
    expect(told(person)).toEqual([400, { message: '400 Bad request - User is not a service account' }]);
    await gl.put('/application/settings', { email_confirmation_setting: 'hard' });
    const waiting = await gl.patch(path, { email: 'next@test.com' });
    expect(keysOf(waiting.object)).toEqual([...shown, 'unconfirmed_email'].toSorted());
    expect(waiting.object).toMatchObject({ email: 'test@test.com', unconfirmed_email: 'next@test.com' });
  });
});

describe.each(['group', 'project'] as const)('service accounts of a %s', (kind) => {
  test('POST: a name and an address of its own unless told otherwise, for those who keep the place', async () => {
    const { gl, [kind]: place } = await places();
    for (const client of [place.keeper, gl]) {
      const made = await client.post(place.at);
      expect([made.status, keysOf(made.object)]).toEqual([201, shown]);
      expect(made.object['name']).toBe('Service account user');
      for (const field of ['username', 'email']) expect(textOf(made.object[field]).startsWith(place.prefix)).toBe(true);
    }
    expect((await place.keeper.post(place.at, named)).object).toMatchObject(named);
    const twice = textOf((await place.keeper.post(place.at, named)).object['message']);
    expect(twice).toMatch(/^400 Bad request - /);
    expect(twice).toContain('Username has already been taken');
    expect(twice).toContain('Email has already been taken');
  });

  test('403 below that, 404 of no place, 401 without a token', async () => {
    const { at, unknown, one, tokens, lower, keeper, gl } = await withAccount(kind);
    const thing = kind === 'group' ? 'Group' : 'Project';
    const absent = [404, { message: `404 ${thing} Not Found` }];
    expect((await lower.get(at)).status).toBe(403);
    expect((await lower.post(at)).status).toBe(403);
    expect((await lower.patch(one, { name: 'x' })).status).toBe(403);
    expect((await lower.delete(one)).status).toBe(403);
    expect((await lower.get(tokens)).status).toBe(403);
    expect((await lower.post(tokens, { name: 'x', scopes: ['api'] })).status).toBe(403);
    for (const path of [unknown, `${unknown}/1/personal_access_tokens`])
      expect(told(await keeper.get(path))).toEqual(absent);
    expect(told(await keeper.post(unknown))).toEqual(absent);
    expect(told(await keeper.patch(`${unknown}/1`, { name: 'x' }))).toEqual(absent);
    for (const path of [at, tokens]) {
      expect((await gl.get(path, anonymous)).status).toBe(401);
      expect((await gl.post(path, {}, anonymous)).status).toBe(401);
    }
    expect((await gl.delete(one, anonymous)).status).toBe(401);
  });

  test('without the licence all is 403, to administrators too', async () => {
    const { gl, [kind]: place } = await places('free');
    for (const client of [gl, place.keeper]) {
      expect((await client.get(place.at)).status).toBe(403);
      expect((await client.post(place.at)).status).toBe(403);
      expect((await client.get(`${place.at}/1/personal_access_tokens`)).status).toBe(403);
    }
  });

  test('GET: its own alone, by id or by username, downwards unless told otherwise', async () => {
    const { gl, at, keeper, id } = await withAccount(kind);
    await keeper.patch(`${at}/${id}`, { username: 'auser' });
    const second = idOf(await keeper.post(at, { username: 'buser' }));
    await gl.post('/service_accounts');
    const list = async (query = '') => column(await keeper.get(`${at}${query}`), 'id');
    expect(await list()).toEqual([second, id]);
    expect(await list('?order_by=username')).toEqual([second, id]);
    expect(await list('?order_by=username&sort=asc')).toEqual([id, second]);
    expect((await keeper.get(`${at}?order_by=name`)).status).toBe(400);
    const first = await keeper.get(`${at}?pagination=keyset&per_page=1`);
    expect([column(first, 'id'), first.headers.get('link') ?? '']).toEqual([[second], expect.stringContaining('next')]);
  });

  test('PATCH: 200; a taken name is 400 by its text alone; an address waits where the instance asks', async () => {
    const { gl, one, at, keeper } = await withAccount(kind);
    const changed = await keeper.patch(one, { name: 'Updated Name', username: 'updated_username' });
    expect([changed.status, keysOf(changed.object)]).toEqual([200, shown]);
    expect(changed.object).toMatchObject({ name: 'Updated Name', username: 'updated_username' });
    const taken = await keeper.patch(one, { username: 'root' });
    expect(told(taken)).toEqual([400, { message: 'Username has already been taken' }]);
    expect(told(await keeper.patch(`${at}/999999`, { name: 'x' }))).toEqual(noUser);
    expect((await keeper.patch(`${at}/ASDF`, { name: 'x' })).status).toBe(400);
    await gl.put('/application/settings', { email_confirmation_setting: 'hard' });
    const waiting = await keeper.patch(one, { email: 'test@test.com' });
    expect(keysOf(waiting.object)).toEqual([...shown, 'unconfirmed_email'].toSorted());
    expect(waiting.object['unconfirmed_email']).toBe('test@test.com');
  });

  test('DELETE: 204 and gone in the background; 404 of nobody, 400 of no number, 412 when changed since', async () => {
    const { gl, one, at, keeper, id } = await withAccount(kind);
    expect(told(await gl.delete(`${at}/999999`))).toEqual(noUser);
    expect((await gl.delete(`${at}/ASDF`)).status).toBe(400);
    expect((await gl.delete(one, { 'If-Unmodified-Since': 'Fri, 30 Jan 1976 11:30:00 GMT' })).status).toBe(412);
    expect((await keeper.delete(one)).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await gl.get(`/users/${id}`)).status).toBe(404);
  });

  test('DELETE of a sole owner is 409; with hard_delete the groups go too', async () => {
    const { gl, one, id } = await withAccount(kind);
    const own = await gl.group('own');
    await gl.post(`/groups/${own}/members`, { user_id: id, access_level: 50 });
    const { members } = gl.sandbox.platform.state;
    for (const row of members.all().filter((member) => member.source_id === own && member.user_id === 1))
      members.remove(row);
    expect((await gl.delete(one)).status).toBe(409);
    expect((await gl.delete(`${one}?hard_delete=true`)).status).toBe(204);
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect((await gl.get(`/groups/${own}`)).status).toBe(404);
  });

  test('tokens: made with all that is sent, listed by filters, revoked', async () => {
    const { tokens, keeper } = await withAccount(kind);
    const sent = { name: 'new pat', description: 'description', scopes: ['api', 'read_user'], expires_at: day(3) };
    const made = await keeper.post(tokens, sent);
    expect([made.status, made.object]).toMatchObject([201, { ...sent, active: true, revoked: false }]);
    expect(made.object['token']).toEqual(expect.any(String));
    const second = idOf(await keeper.post(tokens, { ...sent, name: 'second' }));
    expect((await keeper.delete(`${tokens}/${second}`)).status).toBe(204);
    const list = async (query = '') => column(await keeper.get(`${tokens}${query}`), 'name');
    expect(await list()).toEqual(['new pat', 'second']);
    expect(await list('?state=active')).toEqual(['new pat']);
    expect(await list('?state=inactive')).toEqual(['second']);
    expect(await list('?revoked=true')).toEqual(['second']);
    expect(await list('?search=pat')).toEqual(['new pat']);
    expect(await list('?sort=name_desc')).toEqual(['second', 'new pat']);
    expect(await list('?created_before=2020-01-01')).toEqual([]);
  });

  test('tokens: one of another, or of nobody, is 404 by its name; of another account the user is', async () => {
    const { gl, at, tokens, keeper } = await withAccount(kind);
    const unknown = [404, { message: '404 Personal Access Token Not Found' }];
    const foreign = idOf(await gl.post('/users/1/personal_access_tokens', { name: 'x', scopes: ['api'] }));
    for (const id of [999999, foreign]) {
      expect(told(await keeper.delete(`${tokens}/${id}`))).toEqual(unknown);
      expect(told(await keeper.post(`${tokens}/${id}/rotate`))).toEqual([404, { message: '404 Not Found' }]);
    }
    const elsewhere = idOf(await gl.post('/service_accounts'));
    const theirs = `${at}/${elsewhere}/personal_access_tokens`;
    expect(told(await keeper.get(theirs))).toEqual(noUser);
    expect(told(await keeper.post(theirs, { name: 'x', scopes: ['api'] }))).toEqual(noUser);
    expect(told(await keeper.delete(`${theirs}/1`))).toEqual(noUser);
    expect(told(await keeper.post(`${theirs}/1/rotate`))).toEqual(noUser);
  });

  test('rotate: a week, or the day asked for; the old one is revoked, and is not rotated again', async () => {
    const { gl, tokens, keeper } = await withAccount(kind);
    const made = await keeper.post(tokens, { name: 'x', scopes: ['api'], expires_at: day(30) });
    const path = `${tokens}/${idOf(made)}/rotate`;
    const rotated = await keeper.post(path);
    expect([rotated.status, rotated.object['expires_at']]).toEqual([200, day(7)]);
    expect(rotated.object['token']).not.toBe(made.object['token']);
    expect(told(await keeper.post(path))).toEqual([400, { message: '400 Bad request - Token already revoked' }]);
    const again = await gl.post(`${tokens}/${idOf(rotated)}/rotate`, { expires_at: day(30) });
    expect(again.object['expires_at']).toBe(day(30));
  });
});

describe('what a group and a project tell apart', () => {
  test('Owners of a group need the instance’s leave: 400; nobody has a say about a subgroup', async () => {
    const { gl, group } = await places();
    const text = 'User does not have permission to create a service account in this group.';
    const refused = [400, { message: `400 Bad request - ${text}` }];
    await gl.put('/application/settings', { allow_top_level_group_owners_to_create_service_accounts: false });
    expect(told(await group.keeper.post(group.at))).toEqual(refused);
    expect((await gl.post(group.at)).status).toBe(201);
    const sneaky = { skip_owner_check: true, composite_identity_enforced: true };
    expect(told(await group.lower.post(group.at, sneaky))).toEqual([403, { message: '403 Forbidden' }]);
  });

  test('a person whom the place has provisioned: 400 to the group, 404 to the project', async () => {
    const { gl, group, project } = await places();
    const person = await gl.user('person');
    const { users } = gl.sandbox.platform.state;
    const row = users.get(person);
    if (row === undefined) throw new Error('there is no such person');
    const [groupId, projectId] = [group.at, project.at].map((path) => Number(/\d+/.exec(path)?.[0]));
    users.update(row, {
      provisioned_by_group_id: groupId ?? 0,
      profile: { provisioned_by_project_id: projectId ?? 0 },
    });
    const refused = [400, { message: '400 Bad request - User is not of type Service Account' }];
    expect(told(await group.keeper.patch(`${group.at}/${person}`, { name: 'x' }))).toEqual(refused);
    expect(told(await group.keeper.get(`${group.at}/${person}/personal_access_tokens`))).toEqual(refused);
    expect(told(await project.keeper.patch(`${project.at}/${person}`, { name: 'x' }))).toEqual(noUser);
    expect(told(await project.keeper.get(`${project.at}/${person}/personal_access_tokens`))).toEqual(noUser);
    expect(told(await project.keeper.delete(`${project.at}/${person}`))).toEqual(noUser);
  });
});
