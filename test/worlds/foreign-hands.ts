import fc from 'fast-check';
import { textOf, type Json } from '../../src/sandbox/store/json.ts';
import type { ServedSandbox } from '../../src/sandbox/http/server.ts';
import { sender } from './populate.ts';

export type Row = { readonly [column: string]: Json };
export type Request = readonly [method: string, path: string, body?: object];

/** Something that somebody does to a row of a table. */
export interface Act {
  readonly table: string;
  readonly request: (row: Row) => Request;
}

/** What somebody else does meanwhile: one of these things, to one of the rows of a table. */
export const ACTS: readonly Act[] = [
  { table: 'members', request: (row) => ['DELETE', memberPath(row)] },
  { table: 'members', request: (row) => ['PUT', memberPath(row), { access_level: 30 }] },
  { table: 'groups', request: (row) => ['POST', `${groupPath(row['id'])}/members`, { user_id: 3, access_level: 40 }] },
  {
    table: 'groups',
    request: (row) => ['POST', `${groupPath(row['id'])}/hooks`, { name: 'ci', url: 'https://by.hand/' }],
  },
  { table: 'groups', request: (row) => ['PUT', groupPath(row['id']), { description: 'by hand', lfs_enabled: false }] },
  { table: 'groups', request: (row) => ['PUT', groupPath(row['id']), { path: `${textOf(row['path'])}-2` }] },
  { table: 'groups', request: (row) => ['DELETE', groupPath(row['id'])] },
  { table: 'groups', request: () => ['POST', '/groups', { name: 'shop', path: 'shop' }] },
  { table: 'projects', request: (row) => ['PUT', projectPath(row), { description: 'by hand', merge_method: 'ff' }] },
  { table: 'projects', request: (row) => ['PUT', projectPath(row), { path: `${textOf(row['path'])}-2` }] },
  { table: 'projects', request: (row) => ['POST', `${projectPath(row)}/archive`] },
  { table: 'projects', request: (row) => ['POST', `${projectPath(row)}/unarchive`] },
  { table: 'projects', request: (row) => ['DELETE', projectPath(row)] },
  { table: 'projects', request: (row) => ['POST', `${projectPath(row)}/restore`] },
  { table: 'projects', request: (row) => ['PUT', `${projectPath(row)}/transfer`, { namespace: 1 }] },
  { table: 'groups', request: ({ id }) => ['POST', '/projects', { name: 'fresh', path: 'fresh', namespace_id: id }] },
  { table: 'tokens', request: tokenGone },
  { table: 'tokens', request: tokenGone },
  { table: 'tokens', request: tokenAnew },
  { table: 'deployTokens', request: deployTokenGone },
  { table: 'deployKeyLinks', request: deployKeyGone },
  { table: 'users', request: (row) => ['POST', `${userPath(row)}/block`] },
  { table: 'users', request: (row) => ['PUT', userPath(row), { username: `${textOf(row['username'])}-2` }] },
  { table: 'hooks', request: (row) => ['DELETE', hookPath(row)] },
  { table: 'hooks', request: (row) => ['PUT', hookPath(row), { url: 'https://by.hand/', push_events: true }] },
  { table: 'variables', request: (row) => ['DELETE', variablePath(row)] },
  { table: 'variables', request: (row) => ['PUT', variablePath(row), { value: 'set-by-hand', protected: true }] },
  {
    table: 'groups',
    request: (row) => [
      'POST',
      `${groupPath(row['id'])}/variables`,
      { key: 'KEY', value: 'by hand', environment_scope: 'test' },
    ],
  },
  { table: 'runners', request: ({ id }) => ['DELETE', `/runners/${textOf(id)}`] },
  { table: 'runners', request: ({ id }) => ['PUT', `/runners/${textOf(id)}`, { tag_list: ['by-hand'] }] },
  { table: 'memberRoles', request: ({ id }) => ['DELETE', `/member_roles/${textOf(id)}`] },
  { table: 'samlLinks', request: samlLinkGone },
  {
    table: 'groups',
    request: (row) => [
      'POST',
      `${groupPath(row['id'])}/saml_group_links`,
      { saml_group_name: 'devs', access_level: 50 },
    ],
  },
  { table: 'shares', request: (row) => ['DELETE', sharePath(row)] },
  {
    table: 'groups',
    request: (row) => ['POST', `${groupPath(row['id'])}/share`, { group_id: row['parent_id'], group_access: 20 }],
  },
  { table: 'groups', request: (row) => ['DELETE', `${groupPath(row['id'])}/push_rule`] },
  { table: 'groups', request: (row) => ['PUT', `${groupPath(row['id'])}/push_rule`, { max_file_size: 8 }] },
  { table: 'users', request: () => ['PUT', '/application/settings', { default_projects_limit: 7 }] },
];

/** A few deeds; which row each is done to is seen when there are some. */
export const deeds = fc.array(fc.record({ act: fc.constantFrom(...ACTS), pick: fc.nat() }), {
  minLength: 1,
  maxLength: 3,
});

/** One thing that somebody else does. */
export interface Deed {
  readonly act: Act;
  readonly pick: number;
}

/** Does these deeds, one after the other; what the platform refuses is not done. */
export async function meddle(sandbox: ServedSandbox, done: readonly Deed[]): Promise<void> {
  const send = sender(sandbox);
  for (const { act, pick } of done) {
    const rows = sandbox.state().tables[act.table] ?? [];
    const row = rows[pick % Math.max(1, rows.length)];
    if (row !== undefined) await send(...act.request(row as Row));
  }
}

export function groupPath(id: Json | undefined): string {
  return `/groups/${textOf(id)}`;
}

function projectPath({ id }: Row): string {
  return `/projects/${textOf(id)}`;
}

export function memberPath(row: Row): string {
  return `/${textOf(row['source_type'])}s/${textOf(row['source_id'])}/members/${textOf(row['user_id'])}`;
}

/** The administrator whose token plays stays as it is. */
function userPath({ id }: Row): string {
  return `/users/${textOf(id === 1 ? 2 : id)}`;
}

/** The list in which a token is that is no one's own. */
function tokenPath({ kind, user_id: user, source_type: type, source_id: source, id }: Row): string {
  if (kind === 'personal') return `/personal_access_tokens/${textOf(id)}`;
  if (kind === 'impersonation') return `/users/${textOf(user)}/impersonation_tokens/${textOf(id)}`;
  return `/${textOf(type)}s/${textOf(source)}/access_tokens/${textOf(id)}`;
}

/** The first of all is the one that plays. */
function tokenGone(row: Row): Request {
  return row['user_id'] === 1 ? ['GET', tokenPath(row)] : ['DELETE', tokenPath(row)];
}

/** Somebody makes another one of the same name and lets the old one go, as GitLab's own button does. */
function tokenAnew(row: Row): Request {
  return row['user_id'] === 1 || row['kind'] === 'impersonation'
    ? ['GET', tokenPath(row)]
    : ['POST', `${tokenPath(row)}/rotate`];
}

function deployTokenGone({ source_type: type, source_id: source, id }: Row): Request {
  return ['DELETE', `/${textOf(type)}s/${textOf(source)}/deploy_tokens/${textOf(id)}`];
}

function deployKeyGone({ project_id: project, deploy_key_id: key }: Row): Request {
  return ['DELETE', `/projects/${textOf(project)}/deploy_keys/${textOf(key)}`];
}

function sharePath(row: Row): string {
  return `/${textOf(row['source_type'])}s/${textOf(row['source_id'])}/share/${textOf(row['group_id'])}`;
}

export function hookPath(row: Row): string {
  const at = row['source_type'] === 'system' ? '' : `/${textOf(row['source_type'])}s/${textOf(row['source_id'])}`;
  return `${at}/hooks/${textOf(row['id'])}`;
}

function variablePath(row: Row): string {
  const key = textOf(row['key']);
  if (row['source_type'] === 'instance') return `/admin/ci/variables/${key}`;
  const of = `filter[environment_scope]=${encodeURIComponent(textOf(row['environment_scope']))}`;
  return `/${textOf(row['source_type'])}s/${textOf(row['source_id'])}/variables/${key}?${of}`;
}

function samlLinkGone({ group_id: group, name, provider }: Row): Request {
  const of = provider === null ? '' : `?provider=${encodeURIComponent(textOf(provider))}`;
  return ['DELETE', `${groupPath(group)}/saml_group_links/${encodeURIComponent(textOf(name))}${of}`];
}
