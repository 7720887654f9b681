import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { idOf, sandbox } from './client.ts';

/** A sandbox with the group `platform`, and the path of its links. */
async function withLinks(options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('platform');
  return { gl, group, path: `/groups/${group}/ldap_group_links` };
}

const staff = { cn: 'staff', group_access: 30, provider: 'ldapmain' };

test('GET /groups/:id/ldap_group_links is 404 when there is none, and not paged', async () => {
  const { gl, path } = await withLinks();
  const none = await gl.get(path);
  expect([none.status, none.body]).toEqual([404, { message: 'No linked LDAP groups found' }]);
  await gl.post(path, staff);
  await gl.post(path, { ...staff, cn: 'other' });
  const listed = await gl.get(`${path}?per_page=1`);
  expect([listed.list.length, listed.headers.get('x-total')]).toEqual([2, null]);
});

describe('POST /groups/:id/ldap_group_links', () => {
  test('answers 201 with the link, by cn or by filter, and without an id', async () => {
    const { gl, path } = await withLinks();
    const made = await gl.post(path, staff);
    expect([made.status, made.body]).toEqual([201, { ...staff, filter: null, member_role_id: null }]);
    const filter = '(&(objectClass=person)(|(uid=jane)(uid=j*))(!(ou=ex)))';
    const byFilter = await gl.post(path, { filter, group_access: 20, provider: 'ldapmain' });
    expect(byFilter.object).toMatchObject({ cn: null, filter, group_access: 20 });
  });

  test('needs exactly one of cn and filter, a provider, and a level out of the list', async () => {
    const { gl, path } = await withLinks();
    const post = async (body: JsonObject) => {
      const { status, body: answer } = await gl.post(path, body);
      return [status, answer];
    };
    const rest = { group_access: 30, provider: 'ldapmain' };
    const invalid = 'group_access does not have a valid value';
    expect(await post(rest)).toEqual([
      400,
      { error: 'cn, filter are missing, exactly one parameter must be provided' },
    ]);
    expect(await post({ ...staff, filter: '(uid=a)' })).toEqual([400, { error: 'cn, filter are mutually exclusive' }]);
    expect(await post({ cn: 'a', group_access: 30 })).toEqual([400, { error: 'provider is missing' }]);
    expect(await post({ ...staff, group_access: 11 })).toEqual([400, { error: invalid }]);
    expect(await post({ ...staff, group_access: 5 })).toMatchObject([201, { group_access: 5 }]);
  });

  test.each<[JsonObject, string]>([
    [staff, 'Cn has already been taken'],
    [{ filter: '(uid=a)', group_access: 10, provider: 'ldapmain' }, 'Filter has already been taken'],
    [{ filter: '(uid=a', group_access: 10, provider: 'ldapmain' }, 'Filter must be a valid filter'],
    [{ filter: '(&)', group_access: 10, provider: 'ldapmain' }, 'Filter must be a valid filter'],
    [{ cn: ' ', group_access: 10, provider: 'ldapmain' }, 'Either LDAP group cn or LDAP user filter is required'],
    [{ cn: 'a', group_access: 10, provider: '' }, "Provider can't be blank"],
    [{ cn: 'c'.repeat(256), group_access: 10, provider: 'ldapmain' }, 'Cn is too long (maximum is 255 characters)'],
  ])('what the model refuses is 409 with its first sentence: %j', async (body, text) => {
    const { gl, path } = await withLinks();
    await gl.post(path, staff);
    await gl.post(path, { filter: '(uid=a)', group_access: 10, provider: 'ldapmain' });
    const refused = await gl.post(path, body);
    expect([refused.status, refused.body]).toEqual([409, { message: text }]);
    expect((await gl.get(path)).list).toHaveLength(2);
    expect((await gl.post(path, { ...staff, provider: 'ldapother' })).status).toBe(201);
  });

  test('the level must be that of the custom role; no role without the licence', async () => {
    const { gl, path } = await withLinks();
    const role = idOf(await gl.post('/member_roles', { name: 'r', base_access_level: 10, read_code: true }));
    const refused = await gl.post(path, { ...staff, member_role_id: role });
    expect([refused.status, refused.body]).toEqual([
      409,
      { message: "Member role the custom role's base access level does not match the current access level" },
    ]);
    const made = await gl.post(path, { ...staff, group_access: 10, member_role_id: role });
    expect(made.object).toMatchObject({ group_access: 10, member_role_id: role });
    expect((await gl.delete(`/member_roles/${role}`)).status).toBe(204);
    expect((await gl.get(path)).list).toMatchObject([{ group_access: 10, member_role_id: null }]);
    expect((await gl.post(path, { ...staff, cn: 'b', member_role_id: 999 })).status).toBe(500);
    const premium = await withLinks({ tier: 'premium' });
    const plain = await premium.gl.post(premium.path, { ...staff, member_role_id: 1 });
    expect([plain.status, plain.body]).toEqual([201, { ...staff, filter: null }]);
  });

  test('Planner came with 17.7', async () => {
    const planner = { ...staff, group_access: 15 };
    const old = await withLinks({ version: '16.11.0-ee' });
    expect((await old.gl.post(old.path, planner)).body).toEqual({ error: 'group_access does not have a valid value' });
    const newer = await withLinks({ version: '17.11.0-ee' });
    expect((await newer.gl.post(newer.path, planner)).status).toBe(201);
  });
});

describe('DELETE /groups/:id/ldap_group_links', () => {
  const missing = { message: 'Linked LDAP group not found' };

  test('finds the link by provider and cn or filter, in the query', async () => {
    const { gl, path } = await withLinks();
    await gl.post(path, staff);
    await gl.post(path, { filter: '(uid=a)', group_access: 10, provider: 'ldapmain' });
    const other = await gl.delete(`${path}?provider=ldapother&cn=staff`);
    expect([other.status, other.body]).toEqual([404, missing]);
    expect((await gl.delete(`${path}?cn=staff`)).body).toEqual({ error: 'provider is missing' });
    expect((await gl.delete(`${path}?provider=ldapmain`)).body).toEqual({
      error: 'cn, filter are missing, exactly one parameter must be provided',
    });
    expect((await gl.delete(`${path}?provider=ldapmain&cn=staff`)).status).toBe(204);
    expect((await gl.get(path)).list).toMatchObject([{ filter: '(uid=a)' }]);
    expect((await gl.delete(`${path}?provider=ldapmain&filter=${encodeURIComponent('(uid=a)')}`)).status).toBe(204);
    expect((await gl.get(path)).status).toBe(404);
  });

  test('by cn in the path removes the first one, whatever its provider; with the provider, that one', async () => {
    const { gl, path } = await withLinks();
    for (const provider of ['one', 'two', 'three']) await gl.post(path, { ...staff, provider });
    expect((await gl.delete(`${path}/two/staff`)).status).toBe(204);
    expect((await gl.delete(`${path}/two/staff`)).body).toEqual(missing);
    expect((await gl.delete(`${path}/staff`)).status).toBe(204);
    expect((await gl.get(path)).list).toMatchObject([{ provider: 'three' }]);
    expect((await gl.delete(`${path}/nobody`)).body).toEqual(missing);
  });
});

describe('who may manage LDAP links', () => {
  test('Owners and administrators: 403 for the rest, also where the group is unknown', async () => {
    const { gl, group, path } = await withLinks();
    for (const [name, access_level] of [
      ['owner', 50],
      ['maintainer', 40],
      ['developer', 30],
    ] as const) {
      await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level });
    }
    await gl.user('stranger');
    // From the first link on the directory keeps the members.
    await gl.post(path, staff);
    expect((await gl.as('owner').get(path)).status).toBe(200);
    for (const name of ['maintainer', 'developer', 'stranger']) {
      const client = gl.as(name);
      const answers = [
        await client.get(path),
        await client.post(path, { ...staff, cn: 'other' }),
        await client.delete(`${path}?provider=ldapmain&cn=staff`),
        await client.delete(`${path}/staff`),
        await client.delete(`${path}/ldapmain/staff`),
      ];
      for (const refused of answers) {
        expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
      }
    }
    expect((await gl.get('/groups/999/ldap_group_links')).status).toBe(403);
    expect((await fetch(`${gl.sandbox.url}/api/v4${path}`)).status).toBe(401);
    expect((await gl.get(path)).list).toHaveLength(1);
  });

  test('without Premium there are links by name alone, and they sync nobody', async () => {
    const { gl, group, path } = await withLinks({ tier: 'free' });
    const link = { group_access: 10, provider: 'ldapmain' };
    const filter = '(uid=a)';
    for (const refused of [
      await gl.post(path, { ...link, filter }),
      await gl.delete(`${path}?filter=${encodeURIComponent(filter)}&provider=ldapmain`),
    ]) {
      expect([refused.status, refused.body]).toEqual([404, { message: '404 Not Found' }]);
    }
    expect((await gl.post(path, { ...link, cn: 'staff' })).object).toEqual({ cn: 'staff', ...link });
    expect((await gl.get(`/groups/${group}`)).object).toMatchObject({ ldap_cn: 'staff', ldap_access: 10 });
    const sent = { user_id: await gl.user('jane'), access_level: 30 };
    expect((await gl.post(`/groups/${group}/members`, sent)).status).toBe(201);
    expect((await gl.delete(`${path}?cn=staff&provider=ldapmain`)).status).toBe(204);
  });
});
