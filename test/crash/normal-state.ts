import { canonicalJson } from '../../src/base/canonical-json.ts';
import { textOf, type Json } from '../../src/sandbox/store/json.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';

type Row = { readonly [column: string]: Json };

/** What is another in every run although it is the same: ids are put into words, and these are left out. */
const PASSING = new Set([
  'id',
  'created_at',
  'updated_at',
  'last_used_at',
  'last_activity_on',
  'contacted_at',
  'token_expires_at',
  'runners_token',
  'run_at',
  'confirmed_at',
]);

/** The values that the platform makes up itself, by table. */
const MADE_UP: { readonly [table: string]: string } = {
  runners: 'token',
  deployTokens: 'secret',
  // A commit is called by what it says, and so by its second.
  gitObjects: 'sha',
  gitRefs: 'sha',
};

/** The key of error tracking, which the DSN in a variable has in it. */
const CLIENT_KEY = /glet_[0-9a-f]+/g;

/** What only remembers how the state came about: what was cut off is moved once more. */
const HISTORY = new Set(['auditEvents', 'tokens', 'storageMoves']);

/** The tables of a state as text that is the same for the same state, however it came about: one line for each row. */
export function normalState(state: Snapshot): string[] {
  const named = names(state);
  const isBots = botRows(state);
  const tables = Object.entries(state.tables).flatMap(([table, rows]) =>
    HISTORY.has(table)
      ? []
      : rows
          .map(rowOf)
          .filter((row) => !isBots(table, row))
          .map((row) => `${table} ${canonicalJson(normalRow(table, row, named)).replace(CLIENT_KEY, 'glet')}`),
  );
  const settings = Object.entries(state.settings).filter(([name]) => !PASSING.has(name));
  return [
    ...tables.sort(),
    ...goodTokens(state, named).sort(),
    ...settings.map(([name, value]) => `setting ${name} ${JSON.stringify(value)}`).sort(),
    `limits ${JSON.stringify(withoutHistory(state.planLimits))}`,
  ];
}

/** The tokens that are good still; the bot of a group or project is called otherwise each time, and outlives its token for a while. */
function goodTokens(state: Snapshot, named: Names): string[] {
  return (state.tables['tokens'] ?? []).map(rowOf).flatMap((row) => {
    const { kind = null, revoked, name = null, scopes = null, expires_at = null, description = null } = row;
    if (revoked === true) return [];
    if (kind !== 'group' && kind !== 'project') {
      const user = inWords('user_id', row['user_id'] ?? null, row, named);
      return [`token ${canonicalJson({ kind, user, name, scopes, expires_at, description })}`];
    }
    const place = inWords('source_id', row['source_id'] ?? null, row, named);
    const levels = (state.tables['members'] ?? []).map(rowOf).filter(({ user_id: bot }) => bot === row['user_id']);
    const level = levels.map((member) => member['access_level'] ?? null);
    return [`token ${canonicalJson({ kind, place, name, scopes, expires_at, description, level })}`];
  });
}

/** Tells the rows of the bots of such tokens. */
function botRows({ tables }: Snapshot): (table: string, row: Row) => boolean {
  const bots = new Set(
    (tables['users'] ?? []).map(rowOf).flatMap(({ id, type }) => (type === 'project_bot' ? [id] : [])),
  );
  const owners = new Set([...bots].map((id) => `user:${textOf(id)}`));
  return (table, row) =>
    owners.has(textOf(row['owner'])) ||
    bots.has(table === 'users' ? row['id'] : table === 'jobs' ? row['target_id'] : row['user_id']);
}

/** The rows that were there before and are there still, as `table id`: what a run has not deleted. */
export function survivors(before: Snapshot, now: Snapshot): string[] {
  const there = new Set(identities(now));
  return identities(before).filter((identity) => there.has(identity));
}

function identities(state: Snapshot): string[] {
  return Object.entries(state.tables).flatMap(([table, rows]) =>
    HISTORY.has(table) || table === 'jobs' ? [] : rows.map((row) => `${table} ${textOf(rowOf(row)['id'])}`),
  );
}

type Names = { readonly [table: string]: ReadonlyMap<Json | undefined, Json> };

function names(state: Snapshot): Names {
  const table = (name: string, column: string): ReadonlyMap<Json | undefined, Json> =>
    new Map((state.tables[name] ?? []).map(rowOf).map((row) => [row['id'], row[column] ?? null]));
  return {
    user: table('users', 'username'),
    group: table('groups', 'full_path'),
    project: table('projects', 'full_path'),
    role: table('memberRoles', 'name'),
    key: table('deployKeys', 'fingerprint'),
  };
}

const COLUMNS: { readonly [column: string]: string } = {
  user_id: 'user',
  created_by_id: 'user',
  creator_id: 'user',
  owner_id: 'user',
  provisioned_by_group_id: 'group',
  group_id: 'group',
  project_id: 'project',
  deploy_key_id: 'key',
  parent_id: 'group',
  member_role_id: 'role',
};

function normalRow(table: string, row: Row, named: Names): Row {
  const kept = Object.entries(row).filter(([column]) => !PASSING.has(column) && !(column === MADE_UP[table]));
  return Object.fromEntries(kept.map(([column, value]) => [column, inWords(column, value, row, named)]));
}

function inWords(column: string, value: Json, row: Row, named: Names): Json {
  const name = (table: string, id: Json | undefined): Json => named[table]?.get(id) ?? id ?? null;
  // The address that the platform makes up for a machine; the username beside it tells whose it is.
  if ((column === 'email' || column === 'key') && typeof value === 'string')
    return value.replace(/^service_account_(group_\d+_)?[0-9a-f]{32}@/, 'service_account@');
  // Who may do what with a branch stands beside it, by its number.
  if (column === 'kind' && typeof value === 'string') return value.replace(/:\d+$/, '');
  if (column === 'data' || column === 'attributes') return withoutMoments(value);
  if (column === 'object') return withoutSeconds(value);
  if (column === 'owner' && typeof value === 'string') return ownerInWords(value, name);
  if (column === 'source_id') return name(textOf(row['source_type']), value);
  if (column === 'project_ids' && Array.isArray(value)) return value.map((id: Json) => name('project', id));
  if (column === 'target_id') return name(textOf(row['kind']).replace('delete_', ''), value);
  const table = COLUMNS[column];
  return table === undefined ? value : name(table, value);
}

/** When an address was confirmed, when somebody was blocked (`root/1+2026-11-24 02:13:49 UTC`), and the token that the platform makes up for a project. */
function withoutMoments(data: Json): Json {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data;
  const kept = Object.entries(data as Row).filter(([name]) => !PASSING.has(name));
  return Object.fromEntries(
    kept.map(([name, value]: [string, Json]) => [
      name,
      typeof value === 'string' ? value.replace(/\+\S+ \S+ UTC$/, '') : value,
    ]),
  );
}

/** A commit without who made it when. */
function withoutSeconds(object: Json): Json {
  if (typeof object !== 'object' || object === null || Array.isArray(object)) return object;
  return Object.fromEntries(
    Object.entries(object as Row).filter(([name]) => name !== 'author' && name !== 'committer'),
  );
}

/** What a small thing belongs to: `group:7`. */
function ownerInWords(owner: string, name: (table: string, id: Json) => Json): Json {
  const [type = '', id = ''] = owner.split(':');
  return /^\d+$/.test(id) ? `${type}:${textOf(name(type, Number(id)))}` : owner;
}

function withoutHistory(limits: Snapshot['planLimits']): Json {
  return Object.fromEntries(
    Object.entries(limits).map(([plan, bag]) => [
      plan,
      Object.fromEntries(Object.entries(bag).filter(([name]) => name !== 'limits_history')),
    ]),
  );
}

/** A row of a snapshot is an object by its making. */
function rowOf(row: Json): Row {
  return row as Row;
}
