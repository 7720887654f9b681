import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

const update =
  'mutation($input: MemberRoleUpdateInput!) { memberRoleUpdate(input: $input) { errors memberRole { id name } } }';

const unavailable =
  "The resource that you are attempting to access does not exist or you don't have permission to perform this action";

async function ask(gl: SandboxClient, body: JsonObject, token: string | undefined = gl.token) {
  const response = await fetch(`${gl.sandbox.url}/api/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token === '' ? {} : { 'PRIVATE-TOKEN': token }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as { data?: Json; errors?: JsonObject[] } };
}

async function withRole(options = {}) {
  const gl = await sandbox(options);
  const role = idOf(await gl.post('/member_roles', { name: 'old', base_access_level: 20, read_code: true }));
  return { gl, role, id: `gid://gitlab/MemberRole/${role}` };
}

describe('memberRoleUpdate', () => {
  test('changes name, description and permissions; what is not listed is taken away', async () => {
    const { gl, role, id } = await withRole();
    const permissions = ['READ_VULNERABILITY', 'ADMIN_VULNERABILITY'];
    const input = { id, name: 'new', description: 'why', permissions };
    const answer = await ask(gl, { query: update, variables: { input } });
    expect(answer).toEqual({
      status: 200,
      body: { data: { memberRoleUpdate: { errors: [], memberRole: { id, name: 'new' } } } },
    });
    expect((await gl.get('/member_roles')).list).toMatchObject([
      { id: role, name: 'new', description: 'why', admin_vulnerability: true, read_code: false, base_access_level: 20 },
    ]);
    expect(gl.sandbox.platform.state.auditEvents.all().at(-1)?.event_name).toBe('member_role_updated');
  });

  test('keeps name and description that are left out', async () => {
    const { gl, id } = await withRole();
    await ask(gl, { query: update, variables: { input: { id, description: 'd', permissions: ['READ_CODE'] } } });
    await ask(gl, { query: update, variables: { input: { id, permissions: ['READ_DEPENDENCY'] } } });
    expect((await gl.get('/member_roles')).list).toMatchObject([
      { name: 'old', description: 'd', read_dependency: true },
    ]);
  });

  test('without permissions none is left, so that the role is not changed', async () => {
    const { gl, id } = await withRole();
    const answer = await ask(gl, { query: update, variables: { input: { id, name: 'new' } } });
    expect(answer.body).toEqual({
      data: {
        memberRoleUpdate: {
          errors: ['Cannot create a member role with no enabled permissions'],
          memberRole: { id, name: 'old' },
        },
      },
    });
    expect((await gl.get('/member_roles')).list).toMatchObject([{ name: 'old', read_code: true }]);
  });

  test('tells what the model finds wrong, and shows the role as it is', async () => {
    const { gl, id } = await withRole();
    await gl.post('/member_roles', { name: 'taken', base_access_level: 20, read_code: true });
    const errors = async (input: JsonObject) => {
      const { body } = await ask(gl, {
        query: update,
        variables: { input: { id, permissions: ['READ_CODE'], ...input } },
      });
      return body.data;
    };
    const memberRole = { id, name: 'old' };
    expect(await errors({ name: null })).toEqual({ memberRoleUpdate: { errors: ["Name can't be blank"], memberRole } });
    expect(await errors({ name: 'taken' })).toEqual({
      memberRoleUpdate: { errors: ['Name has already been taken'], memberRole },
    });
    expect(await errors({ permissions: ['ADMIN_VULNERABILITY'] })).toEqual({
      memberRoleUpdate: {
        errors: ['Read vulnerability has to be enabled in order to enable Admin vulnerability'],
        memberRole,
      },
    });
  });

  test('nothing to change is an error at the top', async () => {
    const { gl, id } = await withRole();
    const { status, body } = await ask(gl, { query: update, variables: { input: { id } } });
    expect(status).toBe(200);
    expect(body.data).toEqual({ memberRoleUpdate: null });
    expect(body.errors).toEqual([
      {
        message: 'The list of member_role attributes is empty',
        locations: [{ line: 1, column: 44 }],
        path: ['memberRoleUpdate'],
      },
    ]);
  });

  test.each([
    [{ name: 'x' }, ' for id (Expected value to not be null)'],
    [{ id: 'gid://gitlab/User/1' }, ' for id ("gid://gitlab/User/1" does not represent an instance of MemberRole)'],
    [{ id: '1' }, ' for id ("1" is not a valid Global ID)'],
    [{ id: 'gid://gitlab/MemberRole/1', base: 1 }, ' for base (Field is not defined on MemberRoleUpdateInput)'],
    [{ id: 'gid://gitlab/MemberRole/1', name: 5 }, ' for name (Could not coerce value 5 to String)'],
  ])('an input of the wrong form is refused before anything runs: %j', async (input, problem) => {
    const { gl } = await withRole();
    const { status, body } = await ask(gl, { query: update, variables: { input } });
    expect(status).toBe(200);
    expect(body.data).toBeUndefined();
    const message = `Variable $input of type MemberRoleUpdateInput! was provided invalid value${problem}`;
    expect(body.errors).toMatchObject([{ message }]);
  });

  test('a permission that the version does not know is no value of the enumeration', async () => {
    const { gl, id } = await withRole({ version: '16.11.0-ee' });
    const input = { id, permissions: ['ADMIN_RUNNERS'] };
    const { body } = await ask(gl, { query: update, variables: { input } });
    expect(body.errors?.[0]?.['message']).toMatch(/for permissions \(Expected "ADMIN_RUNNERS" to be one of: /);
  });

  test('takes an input that is written into the query', async () => {
    const { gl, id } = await withRole();
    const query = `mutation { memberRoleUpdate(input: { id: "${id}", name: "new", permissions: [READ_CODE] }) { errors } }`;
    expect((await ask(gl, { query })).body).toEqual({ data: { memberRoleUpdate: { errors: [] } } });
    expect((await gl.get('/member_roles')).list).toMatchObject([{ name: 'new' }]);
  });

  test('is for administrators: anyone else, and an unknown role, get the same error and change nothing', async () => {
    const { gl, id } = await withRole();
    await gl.user('jane');
    const input = { id, name: 'new', permissions: ['READ_CODE'] };
    const unknown = { ...input, id: 'gid://gitlab/MemberRole/999' };
    const answers = [
      await ask(gl, { query: update, variables: { input } }, gl.as('jane').token),
      await ask(gl, { query: update, variables: { input } }, ''),
      await ask(gl, { query: update, variables: { input } }, gl.as('root', ['read_api']).token),
      await ask(gl, { query: update, variables: { input: unknown } }),
    ];
    for (const { status, body } of answers) {
      expect(status).toBe(200);
      expect(body.data).toEqual({ memberRoleUpdate: null });
      expect(body.errors).toMatchObject([{ message: unavailable, path: ['memberRoleUpdate'] }]);
    }
    expect((await gl.get('/member_roles')).list).toMatchObject([{ name: 'old' }]);
  });

  test('needs the licence', async () => {
    const gl = await sandbox({ tier: 'premium' });
    const input = { id: 'gid://gitlab/MemberRole/1', name: 'new', permissions: ['READ_CODE'] };
    expect((await ask(gl, { query: update, variables: { input } })).body.errors).toMatchObject([
      { message: unavailable },
    ]);
  });
});

describe('memberRoles', () => {
  test('shows each role by name, with its permissions and how many users and members have it', async () => {
    const { gl, role, id } = await withRole();
    await gl.post('/member_roles', { name: 'a', base_access_level: 10, read_code: true });
    const jane = await gl.user('jane');
    for (const path of ['one', 'two']) {
      const group = await gl.group(path);
      await gl.post(`/groups/${group}/members`, { user_id: jane, access_level: 20, member_role_id: role });
    }
    const query = `query { memberRoles { nodes {
      id name usersCount membersCount level: baseAccessLevel { integerValue stringValue } enabledPermissions { nodes { value } }
    } } }`;
    const { body } = await ask(gl, { query });
    expect(body).toMatchObject({
      data: { memberRoles: { nodes: [{ name: 'a', usersCount: 0, membersCount: 0 }, {}] } },
    });
    const level = { integerValue: 20, stringValue: 'REPORTER' };
    const enabledPermissions = { nodes: [{ value: 'READ_CODE' }] };
    const last = { id, name: 'old', usersCount: 1, membersCount: 2, level, enabledPermissions };
    expect(body).toMatchObject({ data: { memberRoles: { nodes: [{}, last] } } });
  });

  test('can be had by id, the other way round, and in pages', async () => {
    const { gl, id } = await withRole();
    await gl.post('/member_roles', { name: 'a', base_access_level: 10, read_code: true });
    const query = `query($id: MemberRoleID, $after: String) {
      memberRole(id: $id) { name }
      one: memberRoles(id: $id) { nodes { name } }
      desc: memberRoles(sort: DESC) { nodes { name __typename } }
      page: memberRoles(first: 1, after: $after) { nodes { name } pageInfo { hasNextPage endCursor } }
    }`;
    const { body } = await ask(gl, { query, variables: { id } });
    expect(body.data).toMatchObject({
      memberRole: { name: 'old' },
      one: { nodes: [{ name: 'old' }] },
      desc: { nodes: [{ name: 'old', __typename: 'MemberRole' }, { name: 'a' }] },
      page: { nodes: [{ name: 'a' }], pageInfo: { hasNextPage: true } },
    });
    const page = (body.data as { page: { pageInfo: { endCursor: string } } }).page;
    const next = await ask(gl, { query, variables: { id, after: page.pageInfo.endCursor } });
    expect(next.body.data).toMatchObject({ page: { nodes: [{ name: 'old' }], pageInfo: { hasNextPage: false } } });
  });

  test('are shown to anyone who is signed in, and to nobody else', async () => {
    const { gl } = await withRole();
    await gl.user('jane');
    const query = '{ currentUser { username } memberRoles { nodes { name } } }';
    const jane = await ask(gl, { query }, gl.as('jane', ['read_api']).token);
    expect(jane.body.data).toEqual({ currentUser: { username: 'jane' }, memberRoles: { nodes: [{ name: 'old' }] } });
    expect((await ask(gl, { query }, '')).body.data).toEqual({ currentUser: null, memberRoles: { nodes: [] } });
  });
});

describe('the endpoint', () => {
  test('an unknown field is an error with status 200, and nothing runs', async () => {
    const { gl, id } = await withRole();
    const query = `mutation { memberRoleUpdate(input: { id: "${id}", name: "x" }) { errors colour } memberRoleCreate { errors } }`;
    const { status, body } = await ask(gl, { query });
    expect(status).toBe(200);
    expect(body.data).toBeUndefined();
    expect(body.errors?.map((error) => error['message'])).toEqual([
      "Field 'colour' doesn't exist on type 'MemberRoleUpdatePayload'",
      "Field 'memberRoleCreate' doesn't exist on type 'Mutation'",
    ]);
    expect(body.errors?.[0]?.['extensions']).toEqual({
      code: 'undefinedField',
      typeName: 'MemberRoleUpdatePayload',
      fieldName: 'colour',
    });
  });

  test.each([
    ['', 'Unexpected end of document'],
    ['query {', 'Expected NAME, actual: (none) ("") at [1, 7]'],
    ['{ groups(', 'Expected NAME, actual: (none) ("") at [1, 9]'],
    ['{ memberRoles }', /^Field must have selections/],
    ['{ currentUser { username { x } } }', /^Selections can't be made on scalars/],
    ['query A { currentUser { id } } query B { currentUser { id } }', 'An operation name is required'],
    ['{ currentUser { ...fields } }', 'Expected NAME, actual: ELLIPSIS ("...") at [1, 17]'],
    ['{ currentUser { id; } }', 'syntax error, unexpected ";" at [1, 19]'],
    ['{ currentUser { id @skip(if: true) } }', 'Expected NAME, actual: DIR_SIGN ("@") at [1, 20]'],
    ['{ currentUser\n# as it is\n{ id } } }', 'syntax error, unexpected "}" at [3, 10]'],
    ['{ group( # which', 'Expected NAME, actual: (none) ("") at [1, 8]'],
    ['{ group(fullPath: "acme) { id } }', 'syntax error, unexpected "end of file" at [1, 34]'],
    ['{ group(fullPath: "\\q") { id } }', 'syntax error, unexpected "\\\\" at [1, 20]'],
    ['subscription { group }', 'syntax error, unexpected "subscription" at [1, 1]'],
    ['fragment A on Group { id }', 'syntax error, unexpected "fragment" at [1, 1]'],
    ['query Q', 'syntax error, unexpected "end of file" at [1, 8]'],
  ])('%j is refused with words', async (query, expected) => {
    const gl = await sandbox();
    const { status, body } = await ask(gl, { query });
    expect(status).toBe(200);
    const message = body.errors?.[0]?.['message'];
    if (typeof expected === 'string') expect(message).toBe(expected);
    else expect(message).toMatch(expected);
  });

  test('texts are taken with their escapes, and as blocks', async () => {
    const gl = await sandbox();
    await gl.group('acme');
    const query = String.raw`{ a: group(fullPath: "\u0061cme") { fullPath } b: group(fullPath: """acme""") { fullPath } }`;
    expect((await ask(gl, { query })).body.data).toEqual({ a: { fullPath: 'acme' }, b: { fullPath: 'acme' } });
  });

  test('a named operation is chosen among several', async () => {
    const gl = await sandbox();
    const query = 'query A { currentUser { id } } query B { currentUser { username } }';
    expect((await ask(gl, { query, operationName: 'B' })).body.data).toEqual({ currentUser: { username: 'root' } });
    const none = await ask(gl, { query, operationName: 'C' });
    expect(none.body.errors).toEqual([{ message: 'No operation named "C"' }]);
  });

  test('GET asks, and never changes', async () => {
    const { gl } = await withRole();
    const get = async (query: string) => {
      const response = await fetch(`${gl.sandbox.url}/api/graphql?query=${encodeURIComponent(query)}`, {
        headers: { 'PRIVATE-TOKEN': gl.token },
      });
      return [response.status, await response.json()];
    };
    expect(await get('{ memberRoles { nodes { name } } }')).toEqual([
      200,
      { data: { memberRoles: { nodes: [{ name: 'old' }] } } },
    ]);
    const mutation = 'mutation { memberRoleUpdate(input: { id: "gid://gitlab/MemberRole/1", name: "x" }) { errors } }';
    expect(await get(mutation)).toEqual([422, { errors: [{ message: 'Mutations are forbidden in GET requests' }] }]);
  });

  test('variables that are no object are 422, a wrong token is 401 in the words of GraphQL', async () => {
    const gl = await sandbox();
    const query = '{ currentUser { id } }';
    expect((await ask(gl, { query, variables: 'not JSON' })).status).toBe(422);
    expect((await ask(gl, { query, variables: '{}' })).status).toBe(200);
    expect(await ask(gl, { query }, 'wrong')).toEqual({
      status: 401,
      body: { errors: [{ message: 'Invalid token' }] },
    });
  });
});
