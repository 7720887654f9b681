import type { CiJobRow, PipelineRow } from '../ci/rows.ts';
import { isJsonObject } from './json.ts';
import type { Json } from './json.ts';
import type { MergeRequestRow } from '../merge-requests/rows.ts';
import { noteableKey } from '../notes/rows.ts';
import type { NoteRow } from '../notes/rows.ts';
import type { JobRow, RecordRow } from './rows.ts';
import type { GitObjectRow, GitRefRow } from '../git/rows.ts';
import type { AuditEventRow } from '../admin/rows.ts';
import type { IntegrationRow } from '../integrations/rows.ts';
import type { RunnerRow } from '../runners/rows.ts';
import type { TokenRow } from '../tokens/rows.ts';
import type { HookRow } from '../hooks/rows.ts';
import type {
  AccessRequestRow,
  InvitationRow,
  LdapLinkRow,
  MemberRoleRow,
  MemberRow,
  SamlLinkRow,
  ShareRow,
  SourceType,
} from '../members/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { DeployKeyLinkRow, DeployKeyRow } from '../deploy-keys/rows.ts';
import type { DeployTokenRow } from '../deploy-tokens/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import type { VariableRow } from '../variables/rows.ts';
import type { Bag } from './rows.ts';
import { defaultPlanLimits } from '../admin/default-plan-limits.ts';
import { defaultSettings } from '../settings/default-settings.ts';
import type { SnippetRow, StorageMoveRow } from '../snippets/rows.ts';
import { createTable } from './table.ts';

/** A key for a place, as one number: cheaper than a string a million times over. */
export function sourceKey(type: SourceType | 'system' | 'instance', id: number): number {
  return id * 4 + ['group', 'project', 'system', 'instance'].indexOf(type);
}

/** Everything the platform remembers. */
export type State = ReturnType<typeof createState>;

/** The state as plain JSON: a list of rows for each table, the two singletons, and the next free ids. */
export interface Snapshot {
  readonly tables: Readonly<Record<string, readonly Json[]>>;
  readonly nextIds: Readonly<Record<string, number>>;
  readonly settings: Bag;
  readonly planLimits: Readonly<Record<string, Bag>>;
}

/** An empty platform: tables with their indexes, and the settings at their defaults. */
export function createState() {
  const tables = createTables();
  const { users, groups, projects, members, shares, tokens } = tables;
  return {
    tables,
    ...tables,
    settings: { ...defaultSettings() },
    planLimits: { default: { ...defaultPlanLimits() } } as Record<string, Bag>,
    userByName: users.unique((user) => user.username.toLowerCase()),
    userByEmail: users.unique((user) => user.email.toLowerCase()),
    groupByPath: groups.unique((group) => group.full_path.toLowerCase()),
    groupsByParent: groups.many((group) => group.parent_id ?? 0),
    projectByPath: projects.unique((project) => project.full_path.toLowerCase()),
    projectsByGroup: projects.many((project) => project.group_id),
    projectsByOwner: projects.many((project) => project.owner_id),
    projectsByForkSource: projects.many((project) => sourceOfFork(project)),
    membersBySource: members.many((member) => sourceKey(member.source_type, member.source_id)),
    membersByUser: members.many((member) => member.user_id),
    membersByRole: members.many((member) => member.member_role_id),
    invitationsBySource: tables.invitations.many((row) => sourceKey(row.source_type, row.source_id)),
    accessRequestsBySource: tables.accessRequests.many((row) => sourceKey(row.source_type, row.source_id)),
    sharesBySource: shares.many((share) => sourceKey(share.source_type, share.source_id)),
    sharesByGroup: shares.many((share) => share.group_id),
    ldapLinksByGroup: tables.ldapLinks.many((link) => link.group_id),
    samlLinksByGroup: tables.samlLinks.many((link) => link.group_id),
    hooksBySource: tables.hooks.many((hook) => sourceKey(hook.source_type, hook.source_id)),
    tokenBySecret: tokens.unique((token) => token.secret),
    tokensByUser: tokens.many((token) => token.user_id),
    tokensBySource: tokens.many((token) =>
      token.source_type === null || token.source_id === null ? null : sourceKey(token.source_type, token.source_id),
    ),
    runnersByGroup: tables.runners.many((runner) => runner.group_id),
    runnersByType: tables.runners.many((runner) => runner.runner_type),
    variablesBySource: tables.variables.many((row) => sourceKey(row.source_type, row.source_id)),
    deployKeyLinksOf: tables.deployKeyLinks.many((link) => link.project_id),
    linksOfDeployKey: tables.deployKeyLinks.many((link) => link.deploy_key_id),
    deployTokensBySource: tables.deployTokens.many((row) => sourceKey(row.source_type, row.source_id)),
    integrationsBySource: tables.integrations.many((row) => sourceKey(row.source_type, row.source_id)),
    auditByEntity: tables.auditEvents.many((event) => `${event.entity_type}:${event.entity_id}`),
    recordsOf: tables.records.many((record) => `${record.kind} ${record.owner}`),
    gitObjectsOf: tables.gitObjects.many((row) => row.project_id),
    gitObjectByName: tables.gitObjects.unique((row) => `${row.project_id} ${row.sha}`),
    gitRefsOf: tables.gitRefs.many((row) => row.project_id),
    gitRefByName: tables.gitRefs.unique((row) => `${row.project_id} ${row.kind} ${row.name}`),
    snippetsByProject: tables.snippets.many((snippet) => snippet.project_id),
    storageMovesOf: tables.storageMoves.many((move) => move.snippet_id),
    pipelinesOf: tables.pipelines.many((pipeline) => pipeline.project_id),
    ciJobsOf: tables.ciJobs.many((job) => job.pipeline_id),
    mergeRequestsOf: tables.mergeRequests.many((row) => row.project_id),
    mergeRequestByNumber: tables.mergeRequests.unique((row) => `${row.project_id} ${row.iid}`),
    notesOn: tables.notes.many(noteableKey),
    recordByKey: tables.records.unique((record) => `${record.kind} ${record.owner} ${record.key}`),
  };
}

function sourceOfFork(project: ProjectRow): number | null {
  const id = project.attributes['forked_from_project_id'];
  return typeof id === 'number' ? id : null;
}

function createTables() {
  return {
    users: createTable<UserRow>(),
    groups: createTable<GroupRow>(),
    projects: createTable<ProjectRow>(),
    members: createTable<MemberRow>(),
    invitations: createTable<InvitationRow>(),
    accessRequests: createTable<AccessRequestRow>(),
    shares: createTable<ShareRow>(),
    ldapLinks: createTable<LdapLinkRow>(),
    samlLinks: createTable<SamlLinkRow>(),
    memberRoles: createTable<MemberRoleRow>(),
    hooks: createTable<HookRow>(),
    tokens: createTable<TokenRow>(),
    runners: createTable<RunnerRow>(),
    integrations: createTable<IntegrationRow>(),
    auditEvents: createTable<AuditEventRow>(),
    jobs: createTable<JobRow>(),
    records: createTable<RecordRow>(),
    gitObjects: createTable<GitObjectRow>(),
    gitRefs: createTable<GitRefRow>(),
    snippets: createTable<SnippetRow>(),
    storageMoves: createTable<StorageMoveRow>(),
    pipelines: createTable<PipelineRow>(),
    ciJobs: createTable<CiJobRow>(),
    mergeRequests: createTable<MergeRequestRow>(),
    notes: createTable<NoteRow>(),
    variables: createTable<VariableRow>(),
    deployTokens: createTable<DeployTokenRow>(),
    deployKeys: createTable<DeployKeyRow>(),
    deployKeyLinks: createTable<DeployKeyLinkRow>(),
  };
}

/** The whole state as plain JSON. */
export function saveState(state: State): Snapshot {
  const tables: Record<string, readonly Json[]> = {};
  const nextIds: Record<string, number> = {};
  for (const [name, table] of Object.entries(state.tables)) {
    // Rows are made of JSON values only.
    tables[name] = table.all() as unknown as readonly Json[];
    nextIds[name] = table.nextId();
  }
  return { tables, nextIds, settings: state.settings, planLimits: state.planLimits };
}

/** Replaces the whole state; what the snapshot leaves out becomes empty, or its default. */
export function loadState(state: State, snapshot: unknown): void {
  if (!isJsonObject(snapshot)) throw new Error('a state is a JSON object');
  const tables = isJsonObject(snapshot['tables']) ? snapshot['tables'] : {};
  const nextIds = isJsonObject(snapshot['nextIds']) ? snapshot['nextIds'] : {};
  for (const [name, table] of Object.entries(state.tables)) {
    const next = nextIds[name];
    // A snapshot is our own writing: a row is trusted once it has an id.
    table.load(rowsOf(name, tables[name]) as never[], typeof next === 'number' ? next : 1);
  }
  state.settings = { ...defaultSettings(), ...bagOf(snapshot['settings']) };
  const limits = isJsonObject(snapshot['planLimits']) ? Object.entries(snapshot['planLimits']) : [];
  state.planLimits = { default: { ...defaultPlanLimits() } };
  for (const [plan, bag] of limits) state.planLimits[plan] = { ...defaultPlanLimits(), ...bagOf(bag) };
}

function rowsOf(name: string, value: Json | undefined): readonly Json[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new Error(`tables.${name} must be a list of rows`);
  // Array.isArray widens a readonly list to any[].
  const rows = value as readonly Json[];
  for (const row of rows) {
    if (!isJsonObject(row) || typeof row['id'] !== 'number') throw new Error(`tables.${name}: a row without an id`);
  }
  // A copy, so that the sandbox never writes into what it was given.
  return structuredClone(rows);
}

function bagOf(value: Json | undefined): Bag {
  return isJsonObject(value) ? (value as Bag) : {};
}
