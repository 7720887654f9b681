import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of links to directories and to SAML groups
// (ee/spec/requests/api/ldap_group_links_spec.rb and saml_group_links_spec.rb, 18.9).

/** A group with an Owner and a Developer. */
async function team(options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('team');
  await gl.post(`/groups/${group}/members`, { user_id: await gl.user('owner'), access_level: 50 });
  await gl.post(`/groups/${group}/members`, { user_id: await gl.user('user'), access_level: 30 });
  return { gl, group, owner: gl.as('owner'), user: gl.as('user') };
}

const reader = { name: 'reader', base_access_level: 10, read_code: true };

describe('links to directories', () => {
  const wanted = [{ cn: 'ldap-group3' }, { filter: '(uid=mary)' }];

  async function linked() {
    const all = await team();
    const path = `/groups/${all.group}/ldap_group_links`;
    const add = (sent: JsonObject) => all.owner.post(path, { provider: 'ldap2', group_access: 40, ...sent });
    for (const cn of ['ldap-group1', 'ldap-group2', 'ldap-group3']) await add({ cn });
    await add({ cn: 'ldap-group1', provider: 'ldap1' });
    await add({ filter: '(uid=mary)', group_access: 30 });
    return { ...all, path, count: async () => (await all.owner.get(path)).list.length };
  }

  test('GET lists them in the order they came, with null for what a link has not', async () => {
    const { owner, path } = await linked();
    const list = await owner.get(path);
    expect(column(list, 'cn')).toEqual(['ldap-group1', 'ldap-group2', 'ldap-group3', 'ldap-group1', null]);
    expect(list.list[4]).toEqual({
      ...{ cn: null, group_access: 30, provider: 'ldap2', filter: '(uid=mary)', member_role_id: null },
    });
    expect(column(await owner.get('/groups/team/ldap_group_links'), 'cn')).toHaveLength(5);
  });

  test.each(wanted)('POST by %o is 201; a second time 409; for a Developer 403; without a token 401', async (by) => {
    const { gl, user, owner, path, count } = await linked();
    const sent = { ...by, group_access: 10, provider: 'ldap3' };
    expect((await gl.post(path, sent, anonymous)).status).toBe(401);
    expect((await user.post(path, sent)).status).toBe(403);
    expect(await count()).toBe(5);
    const made = await owner.post(path, sent);
    expect([made.status, made.object]).toMatchObject([201, sent]);
    expect((await owner.post(path, { ...sent, provider: 'ldap2' })).status).toBe(409);
    expect(await count()).toBe(6);
  });

  test.each(wanted)('POST by %o with a custom role keeps it, with the licence', async (by) => {
    const { gl, owner, path } = await linked();
    const member_role_id = idOf(await gl.post('/member_roles', reader));
    const sent = { ...by, group_access: 10, provider: 'ldap3', member_role_id };
    expect((await owner.post(path, sent)).object['member_role_id']).toBe(member_role_id);
    const premium = await team({ tier: 'premium' });
    const made = await premium.owner.post(`/groups/${premium.group}/ldap_group_links`, sent);
    expect([made.status, made.object['member_role_id'] ?? null]).toEqual([201, null]);
  });

  test('POST without cn and filter, without a level, or with one that does not exist, is 400', async () => {
    const { owner, path } = await linked();
    const refused = async (sent: JsonObject) => told(await owner.post(path, { provider: 'ldap1', ...sent }));
    expect(await refused({ group_access: 10 })).toEqual([
      400,
      { error: 'cn, filter are missing, exactly one parameter must be provided' },
    ]);
    expect((await refused({ cn: 'x' }))[0]).toBe(400);
    expect(await refused({ cn: 'x', group_access: 11 })).toEqual([
      400,
      { error: 'group_access does not have a valid value' },
    ]);
  });

  test.each([
    'ldap-group2',
    'ldap2/ldap-group2',
    '?cn=ldap-group2&provider=ldap2',
    '?filter=(uid=mary)&provider=ldap2',
  ])('DELETE %s is 204 for an Owner, 403 for a Developer, 401 without a token', async (which) => {
    const { gl, owner, user, path, count } = await linked();
    const at = which.startsWith('?') ? `${path}${which}` : `${path}/${which}`;
    expect((await gl.delete(at, anonymous)).status).toBe(401);
    expect((await user.delete(at)).status).toBe(403);
    expect(await count()).toBe(5);
    expect((await owner.delete(at)).status).toBe(204);
    expect(await count()).toBe(4);
  });

  test.each([
    'ldap-group1356',
    'ldap1/ldap-group2',
    '?cn=ldap-group1356&provider=ldap2',
    '?filter=(uid=m)&provider=ldap1',
  ])('DELETE %s, which there is none of, is 404 and removes nothing', async (which) => {
    const { owner, path, count } = await linked();
    const refused = await owner.delete(which.startsWith('?') ? `${path}${which}` : `${path}/${which}`);
    expect(told(refused)).toEqual([404, { message: 'Linked LDAP group not found' }]);
    expect(await count()).toBe(5);
  });
});

describe('links to SAML groups', () => {
  async function linked() {
    const all = await team();
    const path = `/groups/${all.group}/saml_group_links`;
    const add = (sent: JsonObject) => all.owner.post(path, { saml_group_name: 'shared', access_level: 10, ...sent });
    await add({ provider: 'provider1' });
    await add({ provider: 'provider2', access_level: 30 });
    await add({ access_level: 40 });
    return { ...all, path, add };
  }

  test('all four are 401 without a token, for a Developer and without the licence', async () => {
    const { gl, user, path } = await linked();
    const free = await team({ tier: 'free' });
    const sent = { saml_group_name: 'Test group', access_level: 10 };
    const one = `${path}/shared?provider=provider1`;
    const bare = `/groups/${free.group}/saml_group_links`;
    for (const answer of [
      ...[await gl.get(path, anonymous), await gl.post(path, sent, anonymous)],
      ...[await gl.get(one, anonymous), await gl.delete(one, anonymous)],
      ...[await user.get(path), await user.post(path, sent), await user.get(one), await user.delete(one)],
      ...[await free.owner.get(bare), await free.owner.post(bare, sent), await free.owner.get(`${bare}/x`)],
      await free.owner.delete(`${bare}/x`),
    ]) {
      expect(told(answer)).toEqual([401, { message: '401 Unauthorized' }]);
    }
    expect((await gl.get(path)).list).toHaveLength(3);
  });

  test('GET lists them by id or path of the group, with the provider', async () => {
    const { owner, path } = await linked();
    for (const at of [path, '/groups/team/saml_group_links']) {
      const shown = (await owner.get(at)).list.map(({ name, access_level, provider }) => [
        name,
        access_level,
        provider,
      ]);
      expect(shown).toEqual([
        ['shared', 10, 'provider1'],
        ['shared', 30, 'provider2'],
        ['shared', 40, null],
      ]);
    }
  });

  test('POST is 201 with the provider, and null for an empty one', async () => {
    const { owner, path } = await linked();
    const sent = { saml_group_name: 'Test group', access_level: 10 };
    const made = await owner.post(path, { ...sent, provider: 'saml_provider_1' });
    expect([made.status, made.object]).toMatchObject([
      201,
      { name: 'Test group', access_level: 10, provider: 'saml_provider_1' },
    ]);
    const empty = await owner.post(path, { ...sent, provider: '' });
    expect([empty.status, empty.object['provider']]).toEqual([201, null]);
  });

  test('POST of a name and provider that are taken is 400; with another provider 201', async () => {
    const { add } = await linked();
    for (const provider of ['provider1', null]) {
      const refused = await add({ provider });
      expect([refused.status, refused.object['message']]).toEqual([
        400,
        expect.stringContaining('Saml group name has already been taken'),
      ]);
    }
    expect((await add({ provider: 'provider3' })).status).toBe(201);
  });

  test('POST without a level, with one that does not exist, or too long a provider is 400', async () => {
    const { owner, path, add } = await linked();
    expect(told(await owner.post(path, { saml_group_name: 'x' }))[0]).toBe(400);
    expect(told(await add({ access_level: 11 }))).toEqual([400, { error: 'access_level does not have a valid value' }]);
    expect((await add({ provider: 'a'.repeat(256) })).status).toBe(400);
  });

  test('minimal access is for root groups', async () => {
    const { gl, add } = await linked();
    expect((await add({ saml_group_name: 'least', access_level: 5 })).object['access_level']).toBe(5);
    const below = await gl.group('team/below');
    const refused = await gl.post(`/groups/${below}/saml_group_links`, { saml_group_name: 'x', access_level: 5 });
    expect([refused.status, refused.object['message']]).toEqual([
      400,
      expect.stringContaining('Access level is invalid'),
    ]);
  });

  test.each([
    ['provider2', 30, ['provider1', null]],
    ['', 40, ['provider1', 'provider2']],
    ['%20%20%20', 40, ['provider1', 'provider2']],
  ] as const)('GET and DELETE with provider "%s" mean that link', async (provider, level, left) => {
    const { owner, path } = await linked();
    const at = `${path}/shared?provider=${provider}`;
    expect((await owner.get(at)).object).toMatchObject({ name: 'shared', access_level: level });
    expect((await owner.delete(at)).status).toBe(204);
    expect(column(await owner.get(path), 'provider')).toEqual(left);
  });

  test('GET and DELETE are 422 where several have the name, and 404 where none has', async () => {
    const { owner, path } = await linked();
    const text = 'Multiple group links found with the same name. Please specify a provider parameter to disambiguate.';
    for (const answer of [await owner.get(`${path}/shared`), await owner.delete(`${path}/shared`)]) {
      expect(told(answer)).toEqual([422, { message: text }]);
    }
    for (const answer of [await owner.get(`${path}/none`), await owner.delete(`${path}/none`)]) {
      expect(told(answer)).toEqual([404, { message: '404 Not Found' }]);
    }
    expect((await owner.get(path)).list).toHaveLength(3);
  });

  test('a custom role is kept with the licence; without it there is no key for it', async () => {
    const { gl, add } = await linked();
    const member_role_id = idOf(await gl.post('/member_roles', reader));
    expect((await add({ saml_group_name: 'r', member_role_id })).object['member_role_id']).toBe(member_role_id);
    const premium = await team({ tier: 'premium' });
    const sent = { saml_group_name: 'r', access_level: 10, member_role_id };
    const made = await premium.owner.post(`/groups/${premium.group}/saml_group_links`, sent);
    expect(made.object).not.toHaveProperty('member_role_id');
  });
});
