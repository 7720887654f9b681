import { expect, test } from 'vitest';
import { isJsonObject, textOf } from '../../src/sandbox/store/json.ts';
import type { Json, JsonObject } from '../../src/sandbox/store/json.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';

const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

async function ask(gl: SandboxClient, query: string, token = gl.token, variables: JsonObject = {}) {
  const response = await fetch(`${gl.sandbox.url}/api/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token === '' ? {} : { 'PRIVATE-TOKEN': token }) },
    body: JSON.stringify({ query, variables }),
  });
  const body = (await response.json()) as Json;
  if (!isJsonObject(body)) throw new Error('no object');
  return { status: response.status, body };
}

/** The groups, people and runners that a real 18.9 was asked about. */
async function world() {
  const gl = await sandbox();
  const people = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace', 'heidi'];
  const ids = Object.fromEntries(await Promise.all(people.map(async (name) => [name, await gl.user(name)] as const)));
  const top = await gl.group('gqgrp', { name: 'gq', visibility: 'private' });
  const sub = await gl.group('gqgrp/sub', { name: 's', visibility: 'private' });
  const other = await gl.group('gqother', { name: 'gqo', visibility: 'private' });
  const project = idOf(await gl.post('/projects', { name: 'p', path: 'pp', namespace_id: top }));
  const role = idOf(await gl.post('/member_roles', { name: 'gqrole', base_access_level: 20, read_code: true }));
  const join = (path: string, name: string, access_level: number, more = {}) =>
    gl.post(`${path}/members`, { user_id: ids[name] ?? 0, access_level, ...more });
  await join(`/groups/${top}`, 'alice', 50);
  await join(`/groups/${top}`, 'bob', 30, { expires_at: inAWhile });
  await join(`/groups/${top}`, 'carol', 20, { member_role_id: role });
  await join(`/groups/${top}`, 'dave', 10);
  await join(`/groups/${top}`, 'erin', 5);
  await join(`/groups/${sub}`, 'frank', 40);
  await join(`/projects/${project}`, 'grace', 30);
  await join(`/groups/${other}`, 'heidi', 30);
  await gl.post(`/groups/${top}/share`, { group_id: other, group_access: 20 });
  const runner = { runner_type: 'group_type', group_id: top, description: 'r1', tag_list: ['a', 'b'], locked: true };
  await gl.post('/user/runners', { ...runner, paused: true, access_level: 'ref_protected', maximum_timeout: 700 });
  await gl.post('/user/runners', { runner_type: 'instance_type', description: 'ri' });
  await gl.post('/user/runners', { runner_type: 'project_type', project_id: project, description: 'rp' });
  const gids = [top, sub, other].map((id) => `"gid://gitlab/Group/${id}"`).join(',');
  return { gl, top, sub, other, project, gids };
}

const score = 'queryComplexity { score limit }';

/** The names of the members of each group, by path. */
function names(body: JsonObject): unknown {
  const data = body['data'];
  const groups = isJsonObject(data) ? data['groups'] : undefined;
  const nodes = isJsonObject(groups) && Array.isArray(groups['nodes']) ? (groups['nodes'] as readonly Group[]) : [];
  return Object.fromEntries(nodes.map((row) => [row.fullPath, row.groupMembers.nodes.map((one) => one.user.username)]));
}

interface Group {
  readonly fullPath: string;
  readonly groupMembers: { readonly nodes: readonly { readonly user: { readonly username: string } }[] };
}

test('groups by their ids have direct, inherited or shared members, the newest first and each once', async () => {
  const { gl, gids } = await world();
  const members = async (args: string) =>
    names(
      (
        await ask(
          gl,
          `{ groups(ids:[${gids}]) { nodes { fullPath groupMembers${args} { nodes { user { username } } } } } }`,
        )
      ).body,
    );
  const own = ['erin', 'dave', 'carol', 'bob', 'alice', 'root'];
  expect(await members('(relations:[DIRECT])')).toEqual({
    gqgrp: own,
    gqother: ['heidi', 'root'],
    'gqgrp/sub': ['frank', 'root'],
  });
  // Minimal access is not inherited.
  expect(await members('')).toMatchObject({
    gqgrp: own,
    'gqgrp/sub': ['frank', 'dave', 'carol', 'bob', 'alice', 'root'],
  });
  const shared = ['heidi', 'root'];
  expect(await members('(relations:[SHARED_FROM_GROUPS])')).toEqual({
    gqgrp: shared,
    gqother: [],
    'gqgrp/sub': shared,
  });
  expect(await members('(relations:[DIRECT], accessLevels:[OWNER])')).toMatchObject({ gqgrp: ['alice', 'root'] });
  expect(await members('(relations:[DIRECT], sort: ACCESS_LEVEL_DESC, first: 3)')).toMatchObject({
    gqgrp: ['alice', 'root', 'bob'],
  });
});

test('a member is told with level, expiry and who added it; who made the group was added by nobody', async () => {
  const { gl, top } = await world();
  const query = `{ groups(ids:["gid://gitlab/Group/${top}"]) { nodes { groupMembersCount groupMembers(relations:[DIRECT]) {
    nodes { accessLevel { integerValue stringValue } expiresAt createdAt createdBy { username } user { username bot } } } } } }`;
  const { body } = await ask(gl, query);
  const [erin, , , bob, , root] = nodesOf(body, 'groups', 0, 'groupMembers');
  expect(erin).toMatchObject({ accessLevel: { integerValue: 5, stringValue: 'MINIMAL_ACCESS' }, expiresAt: null });
  expect(bob).toMatchObject({ expiresAt: inAWhile, createdBy: { username: 'root' }, user: { bot: false } });
  expect(root).toMatchObject({ createdBy: null, user: { username: 'root' } });
  expect(isJsonObject(root) && root['createdAt']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  // Minimal access does not count.
  expect(body).toMatchObject({ data: { groups: { nodes: [{ groupMembersCount: 5 }] } } });
});

function nodesOf(body: JsonObject, list: string, at: number, inner: string): readonly Json[] {
  const pick = (value: Json | undefined, key: string) => (isJsonObject(value) ? value[key] : undefined);
  const nodes = pick(pick(body['data'], list), 'nodes');
  const one = Array.isArray(nodes) ? (nodes as readonly Json[])[at] : undefined;
  const found = pick(pick(one, inner), 'nodes');
  return Array.isArray(found) ? (found as readonly Json[]) : [];
}

test.each([
  [
    'groups(ids:[IDS]) { nodes { id fullPath groupMembers(relations:[DIRECT], first:100) { nodes { id accessLevel { integerValue stringValue } expiresAt createdAt createdBy { username } user { id username state bot } } pageInfo { endCursor hasNextPage } } } pageInfo { endCursor hasNextPage } }',
    91,
  ],
  [
    'runners(first:100) { nodes { id description runnerType tagList runUntagged locked paused accessLevel maximumTimeout maintenanceNote createdAt createdBy { username } groups { nodes { fullPath } } projects { nodes { fullPath } } ownerProject { fullPath } } pageInfo { endCursor hasNextPage } }',
    67,
  ],
  [
    'runners(first:50, type: GROUP_TYPE) { nodes { id description tagList runUntagged locked paused accessLevel maximumTimeout maintenanceNote groups { nodes { fullPath } } } }',
    28,
  ],
  [
    'groups(ids:[IDS]) { nodes { fullPath runners(membership: DIRECT, first:20) { nodes { id description runnerType tagList runUntagged locked paused accessLevel maximumTimeout maintenanceNote } } } }',
    39,
  ],
  [
    'projects(fullPaths:["gqgrp/pp"]) { nodes { fullPath projectMembers(relations:[DIRECT], first:100) { nodes { accessLevel { integerValue } expiresAt user { username } } } } }',
    37,
  ],
  ['projects(fullPaths:["gqgrp/pp"]) { nodes { id fullPath archived visibility } }', 15],
  ['users(usernames:["alice","bob","nobody"]) { nodes { id username state bot } }', 17],
  [
    'memberRoles { nodes { id name description baseAccessLevel { integerValue } enabledPermissions { nodes { value } } membersCount usersCount } }',
    27,
  ],
  ['groups(ids:[IDS]) { nodes { fullPath memberRoles { nodes { id name } } } }', 27],
  [
    'groups(allAvailable: true, topLevelOnly: true, first: 3, sort: "id_asc") { nodes { id fullPath } pageInfo { hasNextPage endCursor } }',
    11,
  ],
  [
    'group(fullPath: "gqgrp") { descendantGroups(first: 100) { nodes { id fullPath groupMembers(relations:[DIRECT], first: 100) { nodes { user { username } } } } } }',
    20,
  ],
  ['namespace(fullPath: "gqgrp") { id fullPath }', 6],
])('%s costs what it costs on a real 18.9', async (fields, cost) => {
  const { gl, gids } = await world();
  const { body } = await ask(gl, `{ ${score} ${fields.replace('IDS', gids)} }`);
  expect(body['errors']).toBeUndefined();
  expect(body).toMatchObject({ data: { queryComplexity: { score: cost, limit: 300 } } });
});

test('more than 300, or 250 for who is no administrator, does not run', async () => {
  const { gl } = await world();
  const one = '{ id fullPath name groupMembers(first:100) { nodes { user { username } } } }';
  const query = (count: number) =>
    `{ ${score} ${Array.from({ length: count }, (_, at) => `a${at}: group(fullPath:"gqgrp") ${one}`).join(' ')} }`;
  expect((await ask(gl, query(40))).body).toEqual({
    errors: [{ message: 'Query has complexity of 483, which exceeds max complexity of 300' }],
  });
  expect((await ask(gl, query(24))).body).toMatchObject({ data: { queryComplexity: { score: 291 } } });
  expect((await ask(gl, query(24), gl.as('alice').token)).body).toEqual({
    errors: [{ message: 'Query has complexity of 291, which exceeds max complexity of 250' }],
  });
});

test('a page has a hundred entries at most, and a cursor holds the keys of the order', async () => {
  const gl = await sandbox();
  const ids: number[] = [];
  for (let at = 0; at < 102; at += 1) ids.push(await gl.group(`g${String(at).padStart(3, '0')}`));
  const query =
    'query($ids: [ID!], $after: String) { groups(ids: $ids, first: 500, after: $after) { nodes { fullPath } pageInfo { hasNextPage endCursor } } }';
  const gids = ids.map((id) => `gid://gitlab/Group/${id}`);
  const first = await ask(gl, query, gl.token, { ids: gids });
  const page = (first.body['data'] as { groups: { nodes: JsonObject[]; pageInfo: JsonObject } }).groups;
  expect([page.nodes.length, page.pageInfo['hasNextPage']]).toEqual([100, true]);
  const cursor = textOf(page.pageInfo['endCursor']);
  const last = { name: 'g099', id: String(ids[99]) };
  expect(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))).toEqual(last);
  const next = await ask(gl, query, gl.token, { ids: gids, after: cursor });
  expect(next.body).toMatchObject({ data: { groups: { nodes: [{ fullPath: 'g100' }, { fullPath: 'g101' }] } } });
});

test('a cursor of a row that is gone is still a place in the list', async () => {
  const { gl, top } = await world();
  const after = Buffer.from('{"id":"1"}').toString('base64url');
  const query = `{ groups(ids:["gid://gitlab/Group/${top}"]) { nodes { groupMembers(relations:[DIRECT], first:2, after:"${after}") { nodes { user { username } } pageInfo { endCursor hasNextPage } } } } }`;
  const { body } = await ask(gl, query);
  const groupMembers = { nodes: [], pageInfo: { endCursor: null, hasNextPage: false } };
  expect(body).toEqual({ data: { groups: { nodes: [{ groupMembers }] } } });
});

test.each([
  ['"gid://gitlab/User/1"', 'gid://gitlab/User/1 is not a valid ID for Group.'],
  ['"x"', 'x is not a valid GitLab ID.'],
])('ids of something else are an error at the field: %s', async (id, message) => {
  const gl = await sandbox();
  const { status, body } = await ask(gl, `{ groups(ids:[${id}]) { nodes { fullPath } } }`);
  expect(status).toBe(200);
  const error = { message, locations: [{ line: 1, column: 3 }], path: ['groups'] };
  expect(body).toEqual({ errors: [error], data: { groups: null } });
});

test('ids of nothing are left out, names compare without case, paths too', async () => {
  const { gl } = await world();
  const data = async (query: string) => (await ask(gl, query)).body['data'];
  expect(await data('{ groups(ids:["gid://gitlab/Group/99999"]) { nodes { fullPath } } }')).toEqual({
    groups: { nodes: [] },
  });
  expect(await data('{ users(usernames:["ALICE"]) { nodes { username } } }')).toEqual({
    users: { nodes: [{ username: 'alice' }] },
  });
  expect(await data('{ group(fullPath:"GQGRP") { fullPath } }')).toEqual({ group: { fullPath: 'gqgrp' } });
  expect(await data('{ group(fullPath:"nope") { fullPath } }')).toEqual({ group: null });
  expect(await data('{ groups(parentPath: "gqgrp") { nodes { fullPath } } }')).toEqual({
    groups: { nodes: [{ fullPath: 'gqgrp/sub' }] },
  });
  expect(await data('{ groups(search:"gqg") { nodes { fullPath } } }')).toEqual({
    groups: { nodes: [{ fullPath: 'gqgrp' }, { fullPath: 'gqgrp/sub' }] },
  });
});

test('another caller sees what is theirs: no foreign private group, no list of all runners', async () => {
  const { gl, gids } = await world();
  const alice = gl.as('alice').token;
  const { body } = await ask(
    gl,
    `{ groups(ids:[${gids}]) { nodes { fullPath } } currentUser { username groupCount } }`,
    alice,
  );
  expect(body['data']).toEqual({
    groups: { nodes: [{ fullPath: 'gqgrp' }, { fullPath: 'gqgrp/sub' }] },
    currentUser: { username: 'alice', groupCount: 1 },
  });
  const runners = await ask(gl, '{ runners { nodes { id } } }', alice);
  expect(runners.body).toMatchObject({ data: { runners: null }, errors: [{ path: ['runners'] }] });
  const erin = await ask(gl, `{ groups(ids:[${gids}]) { nodes { fullPath } } }`, gl.as('erin').token);
  expect(erin.body['data']).toEqual({ groups: { nodes: [] } });
});

test('a runner tells its groups or its projects, and null for what it cannot have', async () => {
  const { gl } = await world();
  const query =
    '{ runners { nodes { description runnerType tagList locked paused accessLevel maximumTimeout groups { nodes { fullPath } } projects { nodes { fullPath } } ownerProject { fullPath } } } }';
  expect((await ask(gl, query)).body).toMatchObject({
    data: {
      runners: {
        nodes: [
          {
            description: 'rp',
            groups: null,
            projects: { nodes: [{ fullPath: 'gqgrp/pp' }] },
            ownerProject: { fullPath: 'gqgrp/pp' },
          },
          { description: 'ri', groups: null, projects: null, ownerProject: null },
          {
            ...{ description: 'r1', runnerType: 'GROUP_TYPE', tagList: ['a', 'b'], locked: false, paused: true },
            ...{ accessLevel: 'REF_PROTECTED', maximumTimeout: 700, groups: { nodes: [{ fullPath: 'gqgrp' }] } },
            projects: null,
          },
        ],
      },
    },
  });
});

test('the attributes of a group are those of REST, in the spelling of GraphQL', async () => {
  const { gl } = await world();
  const query =
    '{ group(fullPath: "gqgrp") { name projectCreationLevel subgroupCreationLevel sharedRunnersSetting emailsEnabled twoFactorGracePeriod markedForDeletion projectsCount descendantGroupsCount webUrl } }';
  expect((await ask(gl, query)).body).toEqual({
    data: {
      group: {
        ...{ name: 'gq', projectCreationLevel: 'developer', subgroupCreationLevel: 'maintainer' },
        ...{ sharedRunnersSetting: 'ENABLED', emailsEnabled: true, twoFactorGracePeriod: 48 },
        ...{ markedForDeletion: false, projectsCount: 1, descendantGroupsCount: 1 },
        webUrl: `${gl.sandbox.url}/groups/gqgrp`,
      },
    },
  });
});

test('what goes round in circles does not run', async () => {
  const { gl, gids } = await world();
  const round = (inner: string) => `groupMembers { nodes { group { ${inner} } } }`;
  const deep = round(round(round('groupMembers { nodes { user { username } } }')));
  const { body } = await ask(gl, `{ groups(ids:[${gids}]) { nodes { ${deep} } } }`);
  const text = `Recursive query - too many of fields '{"groupMembers"=>4, "group"=>3}' detected\nin single branch of the query")\n`;
  expect(body).toEqual({ errors: [{ message: text }] });
});

test('an argument that a field does not take, or lacks, is an error before anything runs', async () => {
  const gl = await sandbox();
  const message = async (query: string) => (await ask(gl, query)).body['errors'];
  expect(await message('{ groups(colour: 1) { nodes { id } } }')).toMatchObject([
    { message: "Field 'groups' doesn't accept argument 'colour'" },
  ]);
  expect(await message('{ group { id } }')).toMatchObject([
    { message: "Field 'group' is missing required arguments: fullPath" },
  ]);
  expect(await message('{ groups { nodes { accessTokens } } }')).toMatchObject([
    { message: "Field 'accessTokens' doesn't exist on type 'Group'" },
  ]);
});

test('a deactivated user has no access, in words of GraphQL alone', async () => {
  const gl = await sandbox();
  const jane = await gl.user('jane');
  const { token } = gl.as('jane');
  await gl.post(`/users/${jane}/deactivate`);
  const refused = await ask(gl, '{ currentUser { username } }', token);
  expect([refused.status, refused.body]).toEqual([403, { errors: [{ message: 'API not accessible for user' }] }]);
});
