import { textOf, type Json } from '../../src/sandbox/store/json.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { inDays } from '../support/in-days.ts';
import {
  DEPLOY_KEYS,
  LOST,
  MIRROR,
  PEOPLE,
  robotOf,
  STORAGES,
  type LiveGroup,
  type LiveHook,
  type LiveRunner,
  type LiveToken,
  type LiveWorld,
} from './live-worlds.ts';

/** Sends one request as the administrator, and gives the answer's id where it has one. What the platform refuses is not there. */
export type Send = (method: string, path: string, body?: object) => Promise<number | undefined>;

/** Sends as the administrator of a platform. */
export function sender({ url, token }: ServedSandbox): Send {
  return async (method, path, body) => {
    const headers = { 'content-type': 'application/json', 'private-token': token };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${url}/api/v4${path}`, { method, headers, ...sent });
    const text = await answer.text();
    if (answer.status >= 500) throw new Error(`${method} ${path} was answered with ${answer.status}: ${text}`);
    const { id } = (answer.ok && text.startsWith('{') ? JSON.parse(text) : {}) as { readonly id?: number };
    return id;
  };
}

/** The people of all worlds, by their usernames. */
export async function addPeople(sandbox: ServedSandbox): Promise<ReadonlyMap<string, number>> {
  const send = sender(sandbox);
  const ids = new Map<string, number>();
  for (const username of PEOPLE) {
    const email = `${username.toLowerCase()}@example.com`;
    const id = await send('POST', '/users', { username, name: username, email, password: 'long enough, and odd' });
    if (id === undefined) throw new Error(`there is no user ${username}`);
    ids.set(username, id);
  }
  await send('POST', `/users/${ids.get('mallory') ?? 0}/block`);
  return ids;
}

/** Makes a world on a platform that has nothing but its people, by plain requests. */
export async function populate(
  sandbox: ServedSandbox,
  world: LiveWorld,
  people: ReadonlyMap<string, number>,
): Promise<void> {
  const send = sender(sandbox);
  const roles = new Map<string, HeldRole>();
  for (const { name, base_access_level } of world.roles) {
    const id = await send('POST', '/member_roles', { name, base_access_level, read_code: true });
    if (id !== undefined) roles.set(name, { id, level: base_access_level });
  }
  for (const variable of world.variables) await send('POST', '/admin/ci/variables', variable);
  for (const hook of world.systemHooks) await send('POST', '/hooks', hookBody(hook));
  for (const runner of world.runners) await addRunner(send, { runner_type: 'instance_type' }, runner);
  await addRobots(send, world, people);
  await addSnippets(send, world.snippets);
  const ids = new Map<string, number>();
  // What waits for its deletion is out of the way of a group that has its path now.
  for (const path of world.leftovers.filter((leftover) => !leftover.includes('/')))
    await addLeftover(send, path, ids, people);
  for (const group of world.groups) await addGroup(send, group, ids, { people, roles });
  for (const group of world.groups) await addShares(send, group, ids, roles);
  if (world.leftovers.includes('shop/old') && ids.has('shop')) await addLeftover(send, 'shop/old', ids, people);
  if (Object.keys(world.settings).length > 0) await send('PUT', '/application/settings', world.settings);
  letExpire(sandbox, world, { people, ids });
}

interface HeldRole {
  readonly id: number;
  readonly level: number;
}

interface Known {
  readonly people: ReadonlyMap<string, number>;
  readonly roles: ReadonlyMap<string, HeldRole>;
}

async function addGroup(send: Send, group: LiveGroup, ids: Map<string, number>, { people, roles }: Known) {
  const { name, visibility, settings } = group;
  const { path, parent } = placeOf(group.path, ids);
  // A name that a sibling has, or more to be seen than above, is refused: then it is an ordinary one.
  const id =
    (await send('POST', '/groups', { name, path, visibility, ...parent })) ??
    (await send('POST', '/groups', { name: path, path, visibility: 'private', ...parent }));
  if (id === undefined) return;
  ids.set(group.path, id);
  if (Object.keys(settings).length > 0) await send('PUT', `/groups/${id}`, settings);
  // A role lends the level that it builds on.
  const lent = (of: string | undefined, level: number) => {
    const role = of === undefined ? undefined : roles.get(of);
    return { level: role?.level ?? level, held: role && { member_role_id: role.id } };
  };
  for (const { username, level: wanted, role, expires_at } of group.members) {
    const { level, held } = lent(role, wanted);
    const until = expires_at !== undefined && !hasPassed(expires_at) && { expires_at };
    await send('POST', `/groups/${id}/members`, {
      user_id: people.get(username),
      access_level: level,
      ...held,
      ...until,
    });
  }
  if (group.bot) {
    const token = { name: 'machine', scopes: ['read_api'], access_level: 20, expires_at: inHalfAYear() };
    await send('POST', `/groups/${id}/access_tokens`, token);
  }
  if (group.robot && !group.path.includes('/'))
    await send('POST', `/groups/${id}/service_accounts`, { username: robotOf(group.path), name: 'Robot' });
  for (const token of group.tokens) await addToken(send, `/groups/${id}`, token);
  for (const hook of group.hooks) await send('POST', `/groups/${id}/hooks`, hookBody(hook));
  for (const runner of group.runners) await addRunner(send, { runner_type: 'group_type', group_id: id }, runner);
  for (const { level: wanted, role, ...link } of group.samlLinks) {
    const { level, held } = lent(role, wanted);
    await send('POST', `/groups/${id}/saml_group_links`, { ...link, access_level: level, ...held });
  }
  for (const [slug, body] of Object.entries(group.integrations))
    await send('PUT', `/groups/${id}/integrations/${slug}`, body);
  if (!group.path.includes('/') && group.bot)
    await send('POST', `/groups/${id}/protected_branches`, { name: 'rel/*', push_access_level: 0 });
  if (group.bot) {
    for (const name of ['pulls', 'worn'])
      await send('POST', `/groups/${id}/deploy_tokens`, { name, scopes: ['read_registry'], username: 'puller' });
  }
  if (group.pushRule !== null) await send('POST', `/groups/${id}/push_rule`, group.pushRule);
  for (const variable of group.variables) await send('POST', `/groups/${id}/variables`, variable);
  if (group.project !== null) {
    const project = await send('POST', '/projects', { name: group.project, path: group.project, namespace_id: id });
    // More to be seen than its group is refused.
    await send('PUT', `/projects/${project ?? 0}`, group.projectSettings);
    const byHand = { key: 'KEY', value: 'set-by-hand', environment_scope: 'test' };
    await send('POST', `/projects/${project ?? 0}/variables`, byHand);
    const hook = hookBody({ name: 'ci', url: 'https://p.example.com/', push_events: true });
    await send('POST', `/projects/${project ?? 0}/hooks`, hook);
    await send('POST', `/projects/${project ?? 0}/protected_branches`, { name: 'main', push_access_level: 40 });
    for (const title of group.projectKeys)
      await send('POST', `/projects/${project ?? 0}/deploy_keys`, { title, key: DEPLOY_KEYS[title] });
    for (const runner of group.projectRunners)
      await addRunner(send, { runner_type: 'project_type', project_id: project }, runner);
    for (const [slug, body] of Object.entries(group.projectIntegrations))
      await send('PUT', `/projects/${project ?? 0}/integrations/${slug}`, body);
    for (const token of group.projectTokens) await addToken(send, `/projects/${project ?? 0}`, token);
    const { errorTracking: tracking } = group;
    if (tracking !== null && tracking.settings !== null)
      await send('PUT', `/projects/${project ?? 0}/error_tracking/settings`, tracking.settings);
    if (tracking?.hasKey === true) await send('POST', `/projects/${project ?? 0}/error_tracking/client_keys`);
    await send('POST', `/projects/${project ?? 0}/protected_tags`, { name: 'v*', create_access_level: 30 });
    await send('POST', `/projects/${project ?? 0}/members`, { user_id: people.get('frank'), access_level: 40 });
  }
  if (group.lost) {
    const lost = await send('POST', '/projects', { name: LOST, path: LOST, namespace_id: id });
    await send('DELETE', `/projects/${lost ?? 0}`);
  }
  for (const { level: wanted, role, ...link } of group.ldapLinks) {
    const { level, held } = lent(role, wanted);
    await send('POST', `/groups/${id}/ldap_group_links`, { ...link, group_access: level, ...held });
  }
}

/** Makes the machine of the instance, and the tokens that act as it and as others; where there is none, it has none. */
async function addRobots(send: Send, { hasMirror, userTokens }: LiveWorld, people: Known['people']): Promise<void> {
  const mirror = hasMirror ? await send('POST', '/service_accounts', { username: MIRROR, name: 'Robot' }) : undefined;
  for (const { username, sort, name, ends } of userTokens) {
    const user = username === MIRROR ? mirror : people.get(username);
    if (user !== undefined)
      await send('POST', `/users/${user}/${sort}`, { name, scopes: ['read_api'], expires_at: inDays(ends) });
  }
}

/** Configures the storages, whether anything lies there or not, and makes each the one that new snippets come to. */
async function addSnippets(send: Send, snippets: LiveWorld['snippets']): Promise<void> {
  for (const storage of [...STORAGES].reverse()) {
    const weights = Object.fromEntries(STORAGES.map((name) => [name, name === storage ? 100 : 0]));
    await send('PUT', '/application/settings', { repository_storages_weighted: weights });
    const files = [{ file_path: 'a.md', content: 'a' }];
    for (let index = 0; index < snippets[storage]; index++)
      await send('POST', '/snippets', { title: `${storage} ${index}`, files, visibility: 'private' });
  }
}

/** Invites groups to a group, and to its project; what there is not, and what the platform refuses, is not invited. */
async function addShares(
  send: Send,
  { path, shares, project }: LiveGroup,
  ids: ReadonlyMap<string, number>,
  roles: Known['roles'],
) {
  const id = ids.get(path);
  if (id === undefined) return;
  for (const { group, level, role, expires_at } of shares) {
    const held = role === undefined ? undefined : roles.get(role);
    const until = expires_at !== undefined && { expires_at };
    const body = { group_id: ids.get(group), group_access: held?.level ?? level, ...until };
    await send('POST', `/groups/${id}/share`, { ...body, ...(held && { member_role_id: held.id }) });
    if (project !== null) await send('POST', `/projects/${encodeURIComponent(`${path}/${project}`)}/share`, body);
  }
}

/** A group with a member, a hook and a subgroup, which then was deleted. */
async function addLeftover(
  send: Send,
  at: string,
  ids: ReadonlyMap<string, number>,
  people: Known['people'],
): Promise<void> {
  const { path, parent } = placeOf(at, ids);
  const id = (await send('POST', '/groups', { name: path, path, ...parent })) ?? 0;
  await send('POST', `/groups/${id}/members`, { user_id: people.get('bob'), access_level: 30 });
  await send(
    'POST',
    `/groups/${id}/hooks`,
    hookBody({ name: 'ci', url: 'https://old.example.com/', push_events: true }),
  );
  await send('POST', '/groups', { name: 'kid', path: 'kid', parent_id: id });
  await send('DELETE', `/groups/${id}`);
}

function placeOf(full: string, ids: ReadonlyMap<string, number>) {
  const cut = full.lastIndexOf('/');
  return { path: full.slice(cut + 1), parent: cut < 0 ? {} : { parent_id: ids.get(full.slice(0, cut)) } };
}

/** Lets the days pass that no request may set: the memberships have ended, and the daily job has not come by yet. */
function letExpire(
  sandbox: ServedSandbox,
  { groups }: LiveWorld,
  { people, ids }: Pick<Known, 'people'> & { readonly ids: ReadonlyMap<string, number> },
): void {
  const ended = new Map(
    groups.flatMap(({ path, members }) =>
      members.flatMap(({ username, expires_at = '' }) =>
        hasPassed(expires_at) ? [[[ids.get(path), people.get(username)].join(' '), expires_at] as const] : [],
      ),
    ),
  );
  if (ended.size === 0) return;
  const state = sandbox.state();
  const members = (state.tables['members'] ?? []).map((member) => {
    const row = member as { readonly [column: string]: Json };
    const day =
      row['source_type'] === 'group' && ended.get([textOf(row['source_id']), textOf(row['user_id'])].join(' '));
    return typeof day === 'string' ? { ...row, expires_at: day } : member;
  });
  sandbox.load({ ...state, tables: { ...state.tables, members } });
}

function hasPassed(day: string): boolean {
  return day !== '' && day < '2026';
}

function addRunner(send: Send, place: object, { description, tag_list }: LiveRunner): Promise<number | undefined> {
  return send('POST', '/user/runners', { ...place, description, tag_list: tag_list.join(','), run_untagged: true });
}

function addToken(send: Send, at: string, { ends, ...token }: LiveToken): Promise<number | undefined> {
  return send('POST', `${at}/access_tokens`, { ...token, scopes: ['read_api'], expires_at: inDays(ends) });
}

function hookBody({ name, ...hook }: LiveHook): object {
  return { ...hook, ...(name !== '' && { name }) };
}

/** A day within the year that tokens may last. */
export function inHalfAYear(): string {
  return inDays(180);
}
