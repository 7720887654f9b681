import { describe, expect, test } from 'vitest';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { idOf, sandbox } from './client.ts';

/** A sandbox with the group `platform`, and the path of its links. */
async function withLinks(options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('platform');
  return { gl, group, path: `/groups/${group}/saml_group_links` };
}

const developers = { saml_group_name: 'developers', access_level: 30 };

describe('POST /groups/:id/saml_group_links', () => {
  test('answers 201 with the link, which has a name and no id', async () => {
    const { gl, group, path } = await withLinks();
    const made = await gl.post(path, developers);
    const link = { name: 'developers', access_level: 30, member_role_id: null, provider: null };
    expect([made.status, made.body]).toEqual([201, link]);
    expect((await gl.get(path)).body).toEqual([link]);
    const event = gl.sandbox.platform.state.auditEvents.all().at(-1);
    expect(event).toMatchObject({ event_name: 'saml_group_links_created', entity_id: group });
    expect(event?.details['custom_message']).toBe(
      'SAML group links created. Group Name - developers, Access Level - 30',
    );
  });

  test('name and provider are trimmed, and a blank provider is none', async () => {
    const { gl, path } = await withLinks();
    const made = await gl.post(path, { saml_group_name: ' a ', access_level: 30, provider: ' okta ' });
    expect(made.object).toMatchObject({ name: 'a', provider: 'okta' });
    const any = await gl.post(path, { saml_group_name: 'a', access_level: 30, provider: '  ' });
    expect([any.status, any.object['provider']]).toEqual([201, null]);
  });

  test('a name is taken once for each provider', async () => {
    const { gl, path } = await withLinks();
    for (const provider of ['one', 'two', null]) {
      expect((await gl.post(path, { ...developers, provider })).status).toBe(201);
      const again = await gl.post(path, { ...developers, provider });
      expect([again.status, again.body]).toEqual([400, { message: 'Saml group name has already been taken' }]);
    }
  });

  test('what the parameters or the model refuse is 400', async () => {
    const { gl, group, path } = await withLinks();
    const post = async (body: Record<string, string | number>) => {
      const { status, body: answer } = await gl.post(path, body);
      return [status, answer];
    };
    const invalid = 'access_level does not have a valid value';
    expect(await post({ saml_group_name: 'a', access_level: 11 })).toEqual([400, { error: invalid }]);
    expect(await post({ saml_group_name: 'a' })).toEqual([400, { error: `access_level is missing, ${invalid}` }]);
    expect(await post({ access_level: 30 })).toEqual([400, { error: 'saml_group_name is missing' }]);
    expect(await post({ saml_group_name: ' ', access_level: 30, provider: 'p'.repeat(256) })).toEqual([
      400,
      { message: "Saml group name can't be blank,Provider is too long (maximum is 255 characters)" },
    ]);
    expect(await post({ saml_group_name: 'n'.repeat(256), access_level: 30 })).toEqual([
      400,
      { message: 'Saml group name is too long (maximum is 255 characters)' },
    ]);
    expect(await post({ saml_group_name: 'a', access_level: 5 })).toMatchObject([201, { access_level: 5 }]);
    const sub = await gl.group('platform/sub');
    const minimal = await gl.post(`/groups/${sub}/saml_group_links`, { saml_group_name: 'a', access_level: 5 });
    expect([minimal.status, minimal.body]).toEqual([400, { message: 'Access level is invalid' }]);
    expect(group).not.toBe(sub);
  });

  test('the base level of a custom role overrules the level; an unknown role is none', async () => {
    const { gl, path } = await withLinks();
    const role = idOf(await gl.post('/member_roles', { name: 'r', base_access_level: 10, read_code: true }));
    const made = await gl.post(path, { ...developers, member_role_id: role });
    expect(made.object).toMatchObject({ access_level: 10, member_role_id: role });
    const unknown = await gl.post(path, { saml_group_name: 'b', access_level: 30, member_role_id: 999 });
    expect(unknown.object).toMatchObject({ access_level: 30, member_role_id: null });
    await gl.delete(`/member_roles/${role}`);
    expect((await gl.get(path)).list[0]).toMatchObject({ access_level: 10, member_role_id: null });
  });

  test('without custom roles the role is dropped, and there is no key for it', async () => {
    const { gl, path } = await withLinks({ tier: 'premium' });
    const made = await gl.post(path, { ...developers, member_role_id: 1 });
    expect([made.status, made.body]).toEqual([201, { name: 'developers', access_level: 30, provider: null }]);
  });

  test('providers came with 18.2; before, they are ignored', async () => {
    const { gl, path } = await withLinks({ version: '17.11.0-ee' });
    const made = await gl.post(path, { ...developers, provider: 'okta' });
    expect(made.body).toEqual({ name: 'developers', access_level: 30, member_role_id: null });
    expect((await gl.post(path, { ...developers, provider: 'other' })).status).toBe(400);
    expect((await gl.get(`${path}/developers?provider=other`)).status).toBe(200);
  });
});

describe('GET and DELETE /groups/:id/saml_group_links/:saml_group_name', () => {
  test('find a link by name, also with a slash in it; 404 for the rest', async () => {
    const { gl, path } = await withLinks();
    await gl.post(path, { saml_group_name: 'a/b.c', access_level: 30 });
    expect((await gl.get(`${path}/a%2Fb.c`)).object).toMatchObject({ name: 'a/b.c' });
    expect((await gl.get(`${path}/A%2Fb.c`)).body).toEqual({ message: '404 Not Found' });
    expect((await gl.delete(`${path}/a%2Fb.c`)).status).toBe(204);
    expect(gl.sandbox.platform.state.auditEvents.all().at(-1)?.details['custom_message']).toBe(
      'SAML group links removed. Group Name - a/b.c',
    );
    expect((await gl.delete(`${path}/a%2Fb.c`)).body).toEqual({ message: '404 Not Found' });
    expect((await gl.get(path)).body).toEqual([]);
  });

  test('several links of a name need a provider; an empty one is the link without', async () => {
    const { gl, path } = await withLinks();
    for (const provider of ['one', 'two', null]) await gl.post(path, { ...developers, provider });
    const ambiguous = {
      message: 'Multiple group links found with the same name. Please specify a provider parameter to disambiguate.',
    };
    for (const refused of [await gl.get(`${path}/developers`), await gl.delete(`${path}/developers`)]) {
      expect([refused.status, refused.body]).toEqual([422, ambiguous]);
    }
    expect((await gl.get(`${path}/developers?provider=two`)).object['provider']).toBe('two');
    expect((await gl.get(`${path}/developers?provider=%20%20`)).object['provider']).toBeNull();
    expect((await gl.get(`${path}/developers?provider=three`)).status).toBe(404);
    expect((await gl.delete(`${path}/developers?provider=`)).status).toBe(204);
    expect((await gl.get(path)).list.map((link) => link['provider'])).toEqual(['one', 'two']);
  });
});

describe('who may manage SAML links', () => {
  test('Owners and administrators: 401 for the rest, and for a group that is unknown', async () => {
    const { gl, group, path } = await withLinks();
    await gl.post(path, developers);
    for (const [name, access_level] of [
      ['owner', 50],
      ['maintainer', 40],
      ['developer', 30],
    ] as const) {
      await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level });
    }
    await gl.user('stranger');
    expect((await gl.as('owner').get(path)).status).toBe(200);
    expect((await gl.as('owner').get('/groups/platform/saml_group_links')).status).toBe(200);
    for (const name of ['maintainer', 'developer', 'stranger']) {
      const client = gl.as(name);
      const answers = [
        await client.get(path),
        await client.post(path, { ...developers, saml_group_name: 'other' }),
        await client.get(`${path}/developers`),
        await client.delete(`${path}/developers`),
      ];
      for (const refused of answers) {
        expect([refused.status, refused.body]).toEqual([401, { message: '401 Unauthorized' }]);
      }
    }
    expect((await gl.get('/groups/999/saml_group_links')).status).toBe(401);
    expect((await fetch(`${gl.sandbox.url}/api/v4${path}`)).status).toBe(401);
    expect((await gl.get(path)).list).toHaveLength(1);
  });

  test('nobody without Premium', async () => {
    const { gl, path } = await withLinks({ tier: 'free' });
    expect((await gl.get(path)).body).toEqual({ message: '401 Unauthorized' });
    expect((await gl.post(path, developers)).status).toBe(401);
  });
});

test('the list is not paged, and stands in the group as long as there are links', async () => {
  const { gl, group, path } = await withLinks();
  expect((await gl.get(`/groups/${group}`)).object).not.toHaveProperty('saml_group_links');
  for (const name of ['a', 'b']) await gl.post(path, { saml_group_name: name, access_level: 30 });
  const listed = await gl.get(`${path}?per_page=1`);
  expect([listed.list.length, listed.headers.get('x-total')]).toEqual([2, null]);
  expect((await gl.get(`/groups/${group}`)).object['saml_group_links']).toEqual(listed.body);
});
