import type { AuditEventRow } from '../src/sandbox/admin/rows.ts';
import type { MemberRow } from '../src/sandbox/members/rows.ts';
import type { GroupRow } from '../src/sandbox/groups/rows.ts';
import type { UserRow } from '../src/sandbox/users/rows.ts';

/** How large an estate is, and what is declared in each of its groups beside the members. */
export interface Size {
  readonly groups: number;
  readonly members: number;
  /** Hooks, integrations, runners, SAML links and directory links: one of each in every group. */
  readonly extras: 'with extras' | 'members alone';
  /** Out of a hundred memberships, how many are live at another level than the declared one. */
  readonly changed: number;
  /** Out of a hundred memberships, how many are declared and not live; owners always are. */
  readonly missing?: number;
  /** How many runners the instance has; none where it is not said. */
  readonly runners?: number;
  /** How many people there are; enough for every group where it is not said. */
  readonly people?: number;
}

const IN_A_TREE = 20;
const DAY = '2026-01-01T00:00:00.000Z';

/** The path of a group: every twentieth is at the top, and the others stand below it. */
export function groupPath(index: number): string {
  const top = `team-${padded(Math.floor(index / IN_A_TREE))}`;
  return index % IN_A_TREE === 0 ? top : `${top}/unit-${padded(index)}`;
}

/** The group at the top of the tree that a group stands in. */
export function topOf(index: number): number {
  return index - (index % IN_A_TREE);
}

/** How many people there are: enough for every group to have members of its own. */
export function people({ groups, members, people: said }: Size): number {
  return said ?? Math.max(members * 2, Math.min(groups * members, 20_000));
}

/** Who is the nth member of a group: another one for each n, and others in other groups. */
export function memberOf(size: Size, group: number, nth: number): number {
  return (group * 31 + nth) % people(size);
}

export function username(person: number): string {
  return `person.${padded(person)}`;
}

/** The declared level, by its number: an owner, and below the top maintainers among the developers. */
export function levelOf(group: number, nth: number): number {
  if (nth === 0) return 50;
  return group % IN_A_TREE !== 0 && (group + nth) % 7 === 0 ? 40 : 30;
}

/** Whether the live membership has another level than the declared one. */
export function isChanged({ changed }: Size, group: number, nth: number): boolean {
  return nth > 0 && (group * 31 + nth) % 100 < changed;
}

/** Whether the membership is declared, and not live. */
export function isMissing({ missing = 0 }: Size, group: number, nth: number): boolean {
  return nth > 0 && (group * 17 + nth) % 100 < missing;
}

/** The files of a configuration that declares an estate, by their names. */
export function configuration(size: Size, files: number): ReadonlyMap<string, string> {
  const each = Math.ceil(size.groups / files);
  const made = new Map<string, string>();
  if (size.runners !== undefined) made.set('instance.yaml', runnersText(size.runners));
  for (let file = 0; file * each < size.groups; file++) {
    const lines = ['groups:'];
    for (let group = file * each; group < Math.min(size.groups, (file + 1) * each); group++) {
      lines.push(...groupLines(size, group));
    }
    made.set(`part-${padded(file)}.yaml`, `${lines.join('\n')}\n`);
  }
  return made;
}

function runnersText(count: number): string {
  const lines = Array.from({ length: count }, (_, index) => {
    const fields = 'tags: [linux], run_untagged: true, maximum_timeout: 3600';
    return `    shared-${padded(index)}: { token_to: { file: shared-${padded(index)}.token }, ${fields} }`;
  });
  return ['instance:', '  runners:', ...lines, ''].join('\n');
}

const LEVEL_NAMES: { readonly [level: number]: string } = { 30: 'developer', 40: 'maintainer', 50: 'owner' };

function groupLines(size: Size, group: number): string[] {
  const lines = [`  ${groupPath(group)}:`, '    visibility: private', '    members:'];
  for (let nth = 0; nth < size.members; nth++) {
    const name = username(memberOf(size, group, nth));
    lines.push(`      ${name}: ${LEVEL_NAMES[levelOf(group, nth)] ?? ''}`);
  }
  if (size.extras === 'members alone') return lines;
  return [
    ...lines,
    '    saml_links: { developers: developer }',
    '    ldap_links: [{ provider: ldapmain, cn: developers, access_level: developer }]',
    '    hooks:',
    '      ci: { url: https://ci.example.com/hook, push_events: true }',
    '    integrations:',
    '      external-wiki: { external_wiki_url: https://wiki.example.com }',
    '    runners:',
    `      build-${padded(group)}: { token_to: { file: build-${padded(group)}.token }, paused: false }`,
  ];
}

/** The state of a sandbox in which an estate is live. */
export function liveState(size: Size): { readonly tables: { readonly [table: string]: readonly object[] } } {
  const groups: GroupRow[] = [];
  const members: MemberRow[] = [];
  for (let group = 0; group < size.groups; group++) {
    groups.push(groupRow(group));
    for (let nth = 0; nth < size.members; nth++)
      if (!isMissing(size, group, nth)) members.push(memberRow(size, group, nth));
  }
  const users = Array.from({ length: people(size) }, (_, person) => userRow(person));
  return {
    tables: {
      users: [ROOT, ...users],
      tokens: [ROOT_TOKEN],
      auditEvents: [FIRST_EVENT],
      groups,
      members,
      ...extraRows(size),
      ...instanceRunners(size),
    },
  };
}

function groupRow(index: number): GroupRow {
  const path = groupPath(index);
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    id: index + 1,
    name,
    path: name,
    full_path: path,
    parent_id: topOf(index) === index ? null : topOf(index) + 1,
    visibility: 'private',
    archived: false,
    marked_for_deletion_on: null,
    deleting: false,
    created_at: DAY,
    updated_at: DAY,
    runners_token: `token-${index}`,
    attributes: {},
  };
}

function memberRow(size: Size, group: number, nth: number): MemberRow {
  const level = levelOf(group, nth);
  return {
    id: group * size.members + nth + 1,
    source_type: 'group',
    source_id: group + 1,
    user_id: memberOf(size, group, nth) + 2,
    access_level: isChanged(size, group, nth) ? (level === 30 ? 40 : 30) : level,
    expires_at: null,
    member_role_id: null,
    created_by_id: 1,
    created_at: DAY,
    updated_at: DAY,
    ldap: false,
    override: false,
    state: 'active',
  };
}

function userRow(person: number): UserRow {
  const name = username(person);
  return { ...ROOT, id: person + 2, username: name, name, email: `${name}@example.com`, admin: false };
}

const ROOT: UserRow = {
  id: 1,
  username: 'root',
  name: 'Administrator',
  email: 'admin@example.com',
  unconfirmed_email: null,
  state: 'active',
  type: 'human',
  admin: true,
  auditor: false,
  external: false,
  can_create_group: true,
  two_factor_enabled: false,
  confirmed_at: DAY,
  created_at: DAY,
  updated_at: DAY,
  last_activity_on: null,
  last_sign_in_at: null,
  created_by_id: null,
  provisioned_by_group_id: null,
  profile: {},
};

const ROOT_TOKEN = {
  id: 1,
  kind: 'personal',
  user_id: 1,
  name: 'root',
  description: null,
  scopes: ['api', 'admin_mode'],
  revoked: false,
  created_at: DAY,
  expires_at: null,
  last_used_at: null,
  secret: 'glpat-sandbox-root',
  source_type: null,
  source_id: null,
  previous_id: null,
};

/** Without any event the log of a platform tells nothing. */
const FIRST_EVENT: AuditEventRow = {
  id: 1,
  author_id: 1,
  entity_type: 'User',
  entity_id: 1,
  event_name: 'user_created',
  details: { target_type: 'User', target_id: 1 },
  created_at: DAY,
};

function extraRows(size: Size): { readonly [table: string]: readonly object[] } {
  if (size.extras === 'members alone') return {};
  const each = (row: (group: number) => object): object[] =>
    Array.from({ length: size.groups }, (_, group) => ({ id: group + 1, ...row(group) }));
  return {
    samlLinks: each((group) => ({ group_id: group + 1, ...LINK, name: 'developers', provider: null })),
    ldapLinks: each((group) => ({ group_id: group + 1, ...LDAP })),
    hooks: each((group) => ({ source_type: 'group', source_id: group + 1, ...HOOK })),
    integrations: each((group) => ({ source_type: 'group', source_id: group + 1, ...WIKI })),
    runners: each((group) => ({ group_id: group + 1, description: `build-${padded(group)}`, ...RUNNER })),
  };
}

function instanceRunners({ runners }: Size): { readonly [table: string]: readonly object[] } {
  if (runners === undefined) return {};
  const shared = {
    ...RUNNER,
    runner_type: 'instance_type',
    group_id: null,
    tag_list: ['linux'],
    maximum_timeout: 3600,
  };
  const rows = Array.from({ length: runners }, (_, index) => ({
    ...shared,
    id: index + 1,
    description: `shared-${padded(index)}`,
  }));
  return { runners: rows };
}

const LINK = { access_level: 30, member_role_id: null };
const LDAP = { cn: 'developers', filter: null, provider: 'ldapmain', group_access: 30, member_role_id: null };
const WIKI = {
  slug: 'external-wiki',
  active: true,
  inherited: false,
  properties: { external_wiki_url: 'https://wiki.example.com' },
  created_at: DAY,
  updated_at: DAY,
};
const HOOK = {
  url: 'https://ci.example.com/hook',
  name: 'ci',
  description: null,
  token: null,
  events: { push_events: true },
  push_events_branch_filter: null,
  branch_filter_strategy: 'wildcard',
  enable_ssl_verification: true,
  custom_webhook_template: null,
  custom_headers: {},
  url_variables: {},
  recent_failures: 0,
  disabled_until: null,
  created_at: DAY,
  updated_at: DAY,
};
const RUNNER = {
  runner_type: 'group_type',
  project_ids: [],
  paused: false,
  locked: false,
  run_untagged: true,
  tag_list: [],
  access_level: 'not_protected',
  maximum_timeout: null,
  maintenance_note: null,
  token: 'glrt-token',
  token_expires_at: null,
  contacted_at: null,
  created_by_id: 1,
  created_at: DAY,
  updated_at: DAY,
};

function padded(number: number): string {
  return String(number).padStart(5, '0');
}
