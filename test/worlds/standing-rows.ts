import { textOf } from '../../src/sandbox/store/json.ts';
import type { Snapshot } from '../../src/sandbox/store/state.ts';

type Row = { readonly [column: string]: unknown };

/** A row of the platform's tables, and the address under which a plan would speak of it. */
export interface StandingRow {
  /** The table and the number, which stay for as long as the thing is there. */
  readonly identity: string;
  /** Where it stands: what was moved or renamed has had two places. Paths are folded. */
  readonly scopes: readonly string[];
  /** The kind's singular. */
  readonly kind: string;
  /** Its keys, in the words of the YAML; they keep their case. */
  readonly keys: readonly string[];
  /** The usernames of whom it goes with, where it is a token that acts as somebody. */
  readonly goesWith?: readonly string[];
  readonly text: string;
}

/** What other rows follow from, or what only remembers. */
const ASIDE = new Set(['auditEvents', 'jobs', 'deployKeys', 'storageMoves']);

/** Columns that change with what is done elsewhere: in a group above, or by a look at the thing. */
const PASSING = ['updated_at', 'last_activity_at', 'last_activity_on', 'last_used_at', 'full_path', 'traversal_ids'];

/** The paths of the scopes of a state. */
interface Paths {
  readonly group: ReadonlyMap<unknown, string>;
  readonly project: ReadonlyMap<unknown, string>;
  /** Usernames, for what stands by these. */
  readonly user: ReadonlyMap<unknown, string>;
}

function rowsOf(state: Snapshot, name: string): Row[] {
  return (state.tables[name] ?? []).map((row) => ({ ...(row as Row) }));
}

function column(state: Snapshot, table: string, wanted: string): ReadonlyMap<unknown, string> {
  return new Map(
    rowsOf(state, table).map((row) => [row['id'], String(row[wanted]).replace(/-deletion_scheduled-\d+/g, '')]),
  );
}

function pathsOf(state: Snapshot): Paths {
  return {
    group: column(state, 'groups', 'full_path'),
    project: column(state, 'projects', 'full_path'),
    user: column(state, 'users', 'username'),
  };
}

/** All rows that a configuration could be about, where they stand by any of these paths. */
function standingRows(state: Snapshot, paths: readonly Paths[]): ReadonlyMap<string, StandingRow> {
  const at = (type: unknown, id: unknown): string[] =>
    type === 'group' || type === 'project'
      ? paths.flatMap((known) => {
          const path = known[type].get(id)?.toLowerCase();
          return path === undefined ? [] : [`${type}[${path}]`];
        })
      : ['instance'];
  const bots = new Set(rowsOf(state, 'users').flatMap(({ id, type }) => (type === 'project_bot' ? [id] : [])));
  const tokens = new Map(rowsOf(state, 'tokens').map((row) => [row['user_id'], row]));
  /** A bot and its membership come and go with its token. */
  const ofBot = (user: unknown): Pick<StandingRow, 'scopes' | 'kind' | 'keys'> | undefined => {
    const token = bots.has(user) ? tokens.get(user) : undefined;
    return (
      token && {
        scopes: at(token['source_type'], token['source_id']),
        kind: 'access_token',
        keys: [String(token['name'])],
      }
    );
  };
  const provisioned = new Map(
    rowsOf(state, 'users').flatMap(({ id, provisioned_by_group_id: group }) =>
      typeof group === 'number' ? [[id, group] as const] : [],
    ),
  );
  const scopesOfRunner = ({ runner_type: type, group_id: group, project_ids: projects }: Row): string[] => {
    if (type === 'project_type') return (projects as readonly number[]).flatMap((id) => at('project', id));
    return type === 'group_type' ? at('group', group) : ['instance'];
  };
  const called = (user: unknown): string[] => paths.flatMap((known) => known.user.get(user)?.toLowerCase() ?? []);
  const named: { readonly [name: string]: (row: Row) => Pick<StandingRow, 'scopes' | 'kind' | 'keys' | 'goesWith'> } = {
    groups: ({ id }) => ({ scopes: at('group', id), kind: '', keys: [] }),
    projects: ({ id }) => ({ scopes: at('project', id), kind: '', keys: [] }),
    users: ({ id, username, type, provisioned_by_group_id: group }) =>
      ofBot(id) ?? {
        scopes: typeof group === 'number' ? at('group', group) : ['instance'],
        kind: type === 'service_account' ? 'service_account' : 'user',
        keys: [textOf(username).toLowerCase()],
      },
    tokens: ({ kind, name, user_id: user, source_type: type, source_id: source }) =>
      kind === 'group' || kind === 'project'
        ? { scopes: at(type, source), kind: 'access_token', keys: [String(name)] }
        : {
            // A group has those of its own service accounts.
            scopes: ['instance', ...(provisioned.has(user) ? at('group', provisioned.get(user)) : [])],
            kind: kind === 'personal' ? 'personal_access_token' : 'impersonation_token',
            // Under each name that its user has had.
            keys: called(user).map((username) => `${username}/${String(name)}`),
            goesWith: called(user),
          },
    members: (row) =>
      ofBot(row['user_id']) ?? {
        scopes: at(row['source_type'], row['source_id']),
        kind: 'member',
        // Under each name that somebody has had.
        keys: called(row['user_id']),
      },
    deployTokens: (row) => ({
      scopes: at(row['source_type'], row['source_id']),
      kind: 'deploy_token',
      keys: [String(row['name'])],
    }),
    samlLinks: ({ group_id, name, provider }) => ({
      scopes: at('group', group_id),
      kind: 'saml_link',
      keys: [provider === null ? String(name) : `${textOf(provider)}:${textOf(name)}`],
    }),
    ldapLinks: ({ group_id, provider, cn, filter }) => ({
      scopes: at('group', group_id),
      kind: 'ldap_link',
      keys: [`${textOf(provider)}:${cn === null ? `filter=${textOf(filter)}` : `cn=${textOf(cn)}`}`],
    }),
    memberRoles: ({ name }) => ({
      scopes: ['instance'],
      kind: 'member_role',
      keys: [String(name).replace(' by Keelson', '')],
    }),
    hooks: (row) => ({
      scopes: row['source_type'] === 'system' ? ['instance'] : at(row['source_type'], row['source_id']),
      kind: row['source_type'] === 'system' ? 'system_hook' : 'hook',
      keys: [String(row['name'] ?? row['url'])],
    }),
    runners: (row) => ({
      scopes: scopesOfRunner(row),
      kind: 'runner',
      keys: [String(row['description'])],
    }),
    snippets: ({ storage }) => ({ scopes: ['instance'], kind: 'snippet_storage', keys: [textOf(storage)] }),
    variables: (row) => ({
      scopes: at(row['source_type'], row['source_id']),
      kind: 'variable',
      keys: [
        row['environment_scope'] === '*'
          ? textOf(row['key'])
          : `${textOf(row['key'])} (${textOf(row['environment_scope'])})`,
      ],
    }),
    deployKeyLinks: ({ project_id: project, deploy_key_id: id }) => ({
      scopes: at('project', project),
      kind: 'deploy_key',
      keys: [column(state, 'deployKeys', 'title').get(id) ?? '?'],
    }),
    // What is in the repository of a project comes and goes with it.
    gitObjects: ({ project_id: project, id }) => ({
      scopes: at('project', project),
      kind: 'git_object',
      keys: [String(id)],
    }),
    gitRefs: ({ project_id: project, name }) => ({
      scopes: at('project', project),
      kind: 'git_ref',
      keys: [textOf(name)],
    }),
    shares: (row) => ({
      scopes: at(row['source_type'], row['source_id']),
      kind: 'share',
      // Under each path that the invited group has had.
      keys: paths.flatMap(({ group }) => group.get(row['group_id'])?.toLowerCase() ?? []),
    }),
    integrations: (row) => ({
      scopes: at(row['source_type'], row['source_id']),
      kind: 'integration',
      keys: [String(row['slug'])],
    }),
  };
  const ofRecords: { readonly [kind: string]: (row: Row) => Pick<StandingRow, 'kind' | 'keys'> } = {
    push_rule: () => ({ kind: 'push_rule', keys: [] }),
    error_tracking_setting: () => ({ kind: 'error_tracking', keys: [] }),
    error_tracking_key: () => ({ kind: 'error_tracking', keys: [] }),
    protected_branch: ({ key }) => ({ kind: 'protected_branch', keys: [String(key)] }),
    protected_tag: ({ key }) => ({ kind: 'protected_tag', keys: [String(key)] }),
  };
  const found = new Map<string, StandingRow>();
  for (const name of Object.keys(state.tables)) {
    if (ASIDE.has(name)) continue;
    for (const row of rowsOf(state, name)) {
      const identity = `${name} ${String(row['id'])}`;
      const kept = Object.fromEntries(Object.entries(row).filter(([key]) => !PASSING.includes(key)));
      // One that is revoked stays to be looked at, and opens nothing.
      if (name === 'tokens' && row['revoked'] === true) continue;
      const record = name === 'records' ? ofRecords[String(row['kind'])] : undefined;
      // Other small things are not for a configuration to say.
      if (name === 'records' && record === undefined) continue;
      const [type, owner] = String(row['owner']).split(':');
      const ofRecord = record && { scopes: at(type, Number(owner)), ...record(row) };
      const where = ofRecord ?? named[name]?.(row) ?? { scopes: ['instance'], kind: name, keys: [String(row['id'])] };
      found.set(identity, { identity, ...where, text: JSON.stringify(kept) });
    }
  }
  return found;
}

/** A row as it was and as it is, where these differ; one side is missing where it was made or is gone. */
export interface RowChange {
  readonly before: StandingRow | undefined;
  readonly after: StandingRow | undefined;
}

/** Everything that is another, new or gone. */
export function rowChanges(before: Snapshot, after: Snapshot): RowChange[] {
  const paths = [pathsOf(before), pathsOf(after)];
  const [were, are] = [standingRows(before, paths), standingRows(after, paths)];
  return [...new Set([...were.keys(), ...are.keys()])]
    .map((identity) => ({ before: were.get(identity), after: are.get(identity) }))
    .filter((change) => change.before?.text !== change.after?.text);
}
