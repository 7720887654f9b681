import { isObject, textOf, type Api, type Json, type JsonObject } from './api.ts';

/** What stood in the instance's settings and limits before, where the run may change them. */
export interface Before {
  readonly settings: JsonObject;
  readonly limits: JsonObject;
}

/** Looks at what is put back in the end. */
export async function lookBefore(api: Api): Promise<Before> {
  return {
    settings: (await api.get('/application/settings')).object,
    limits: (await api.get('/application/plan_limits?plan_name=default')).object,
  };
}

/** Removes all that is named after the root, and puts back what is the instance's; what was refused, in words. */
export async function cleanUp(api: Api, root: string, before: Before | undefined): Promise<readonly string[]> {
  const refused: string[] = [];
  const remove = async (path: string): Promise<void> => {
    const { status, json } = await api.ask('DELETE', path);
    if (status >= 300 && status !== 404) refused.push(`DELETE ${path}: ${status} ${JSON.stringify(json)}`);
  };
  const ours = async (path: string, names: readonly string[]): Promise<readonly JsonObject[]> => {
    const found: JsonObject[] = [];
    for (let page = 1, full = true; full; page += 1) {
      const { status, json } = await api.ask(
        'GET',
        `${path}${path.includes('?') ? '&' : '?'}per_page=100&page=${page}`,
      );
      const rows: readonly Json[] = status === 200 && Array.isArray(json) ? (json as readonly Json[]) : [];
      found.push(...rows.filter(isObject));
      full = rows.length === 100;
    }
    return found.filter((row) => names.some((name) => textOf(row[name]).startsWith(root)));
  };
  // Members of a group with a directory link cannot be taken out (403) before that is gone; what then stays, the role's deletion tells.
  const takeOut = async (user: string): Promise<void> => {
    for (const { source_id: source, source_type: type } of (await api.get(`/users/${user}/memberships`)).list) {
      const scope = `/${type === 'Namespace' ? 'groups' : 'projects'}/${textOf(source)}`;
      if (type === 'Namespace') await unlink(scope);
      await api.ask('DELETE', `${scope}/members/${user}`);
    }
  };
  const unlink = async (group: string): Promise<void> => {
    const { json } = await api.ask('GET', `${group}/ldap_group_links`);
    for (const { provider, cn, filter } of Array.isArray(json) ? (json as readonly Json[]).filter(isObject) : []) {
      const named = new URLSearchParams({
        provider: textOf(provider),
        ...(cn === null ? { filter: textOf(filter) } : { cn: textOf(cn) }),
      });
      await api.ask('DELETE', `${group}/ldap_group_links?${named.toString()}`);
    }
  };
  for (const { id } of await ours('/hooks', ['name'])) await remove(`/hooks/${textOf(id)}`);
  for (const { id } of await ours('/snippets/all', ['title'])) await remove(`/snippets/${textOf(id)}`);
  for (const { id } of await ours('/runners/all?type=instance_type', ['description']))
    await remove(`/runners/${textOf(id)}`);
  for (const { key } of await api.ask('GET', '/admin/ci/variables?per_page=100').then(({ json }) => rowsOf(json)))
    if (textOf(key).startsWith(root.replaceAll('-', '_'))) await remove(`/admin/ci/variables/${textOf(key)}`);
  const users = await ours(`/users?search=${root}`, ['username']);
  // A role that somebody has stays, and who is deleted has it until that is done.
  const held: string[] = [];
  for (const { id } of await ours('/member_roles', ['name'])) {
    const { status } = await api.ask('DELETE', `/member_roles/${textOf(id)}`);
    if (status >= 300) held.push(textOf(id));
  }
  if (held.length > 0) for (const { id } of users) await takeOut(textOf(id));
  for (const { id, marked_for_deletion_on: marked } of await ours(`/groups?search=${root}&top_level_only=true`, [
    'path',
  ]))
    if (marked === null || marked === undefined) await remove(`/groups/${textOf(id)}`);
  for (const { id } of users) await remove(`/users/${textOf(id)}?hard_delete=true`);
  for (const id of held) await remove(`/member_roles/${id}`);
  if (before !== undefined) refused.push(...(await putBack(api, before)));
  return refused;
}

async function putBack(api: Api, { settings, limits }: Before): Promise<readonly string[]> {
  const refused: string[] = [];
  const places = [
    { path: '/application/settings', read: '/application/settings', was: settings, more: {} },
    {
      path: '/application/plan_limits',
      read: '/application/plan_limits?plan_name=default',
      was: limits,
      more: { plan_name: 'default' },
    },
  ];
  for (const { path, read, was, more } of places) {
    // All at once, since some belong together; then what still differs, one by one.
    const all = await differing(api, read, was);
    if (all.length === 0) continue;
    await api.ask('PUT', path, { ...more, ...Object.fromEntries(all.map((key) => [key, writtenOf(key, was)])) });
    for (const key of await differing(api, read, was))
      await api.ask('PUT', path, { ...more, [key]: writtenOf(key, was) });
    for (const key of await differing(api, read, was)) refused.push(`${path} ${key} is not what it was`);
  }
  return refused;
}

/** It is read in bytes, and written in MiB (18.9). */
function writtenOf(key: string, was: JsonObject): Json {
  const value = was[key] ?? null;
  return key === 'repository_size_limit' && typeof value === 'number' ? value / 1024 / 1024 : value;
}

async function differing(api: Api, read: string, was: JsonObject): Promise<readonly string[]> {
  const now = (await api.get(read)).object;
  return Object.keys(was).filter(
    (key) => !/^(id|created_at|updated_at)$/.test(key) && JSON.stringify(was[key]) !== JSON.stringify(now[key]),
  );
}

function rowsOf(json: Json | undefined): readonly JsonObject[] {
  return Array.isArray(json) ? (json as readonly Json[]).filter(isObject) : [];
}
