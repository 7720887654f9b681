import { levelOn, rootOf } from '../access/access.ts';
import { addLevel, branchActions, isRole, letsThrough, levelsOf, removeLevel, roleLevel } from './branch-levels.ts';
import type { BranchLevel } from './branch-levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { canPushCode } from './code-access.ts';
import { defaultBranchOf } from './default-branch.ts';
import { openRepository } from '../git/repository.ts';
import { isJsonObject } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { Bag } from '../store/rows.ts';
import type { State } from '../store/state.ts';

const kind = 'protected_branch';

/** Who may push to and merge into a protected branch. */
export type Protection = Readonly<Record<'push' | 'merge', readonly BranchLevel[]>>;

interface Roles {
  readonly push: number;
  readonly merge: number;
}

interface Defaults extends Roles {
  readonly allowForcePush: boolean;
  readonly developersMayStart: boolean;
}

/** A project or a group that protects branches, as records name their owner. */
export type Protector = `${'project' | 'group'}:${number}`;

const projectOwner = (project: ProjectRow): Protector => `project:${project.id}`;

/** The protected branches of a project's or a group's own, oldest first. */
export function ownProtectedBranches(state: State, owner: Protector): readonly RecordRow[] {
  return state.recordsOf(`${kind} ${owner}`);
}

/** The protected branches of a project: those of its top-level group first (GET …/protected_branches, 18.9). */
export function protectedBranchesOf(state: State, project: ProjectRow): readonly RecordRow[] {
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  const inherited = group === undefined ? [] : ownProtectedBranches(state, `group:${rootOf(state, group).id}`);
  return [...inherited, ...ownProtectedBranches(state, projectOwner(project))];
}

/** The protection of exactly this name or pattern. */
export function protectedBranch(state: State, owner: Protector, name: string): RecordRow | undefined {
  return state.recordByKey(`${kind} ${owner} ${name}`);
}

/** The protection of a branch, by its name or by a pattern; whom one of several lets through may pass. */
export function protectionOf(state: State, project: ProjectRow, branch: string): Protection | undefined {
  const rows = protectedBranchesOf(state, project).filter((row) => matches(row.key, branch));
  if (rows.length === 0) return undefined;
  const all = (action: 'push' | 'merge') => rows.flatMap((row) => levelsOf(state, row, action));
  return { push: all('push'), merge: all('merge') };
}

/** Whether a name or pattern is of this branch or tag. */
export function matches(pattern: string, branch: string): boolean {
  if (!pattern.includes('*')) return pattern === branch;
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`).test(branch);
}

/** Protects a name or pattern that is not protected yet; who may do what is added by the caller. */
export function insertProtectedBranch(context: RequestContext, owner: Protector, name: string, data: Bag): RecordRow {
  const now = timestamp(context.platform.clock);
  return context.platform.state.records.insert({ kind, owner, key: name, data, created_at: now, updated_at: now });
}

/** Protects a branch by roles, or puts these roles in the place of those that it had. */
export function protectBranch(context: RequestContext, project: ProjectRow, name: string, roles: Partial<Roles>): void {
  const { state } = context.platform;
  const known = protectedBranch(state, projectOwner(project), name);
  const branch = known ?? insertProtectedBranch(context, projectOwner(project), name, {});
  for (const action of ['push', 'merge'] as const) {
    const role = roles[action] ?? (known === undefined ? 40 : undefined);
    if (role === undefined) continue;
    const old = levelsOf(state, branch, action).filter(isRole);
    for (const level of old) removeLevel(state, branch, action, level.id);
    addLevel(context, branch, action, roleLevel(role));
  }
}

/** Takes the protection of exactly this name away. */
export function unprotectBranch(state: State, owner: Protector, name: string): void {
  const known = protectedBranch(state, owner, name);
  if (known === undefined) return;
  for (const action of branchActions) {
    for (const level of levelsOf(state, known, action)) removeLevel(state, known, action, level.id);
  }
  state.records.remove(known);
}

/** Protects the default branch when it first comes to be, as the group or the instance wants it. */
export function protectDefault(context: RequestContext, project: ProjectRow): void {
  const { push, merge, ...defaults } = defaultsOf(context.platform.state, project);
  const open = defaults.allowForcePush && push === 30 && merge === 30;
  if (open) return;
  const name = defaultBranchOf(context.platform.state, project);
  protectBranch(context, project, name, { push, merge });
  const row = protectedBranch(context.platform.state, projectOwner(project), name);
  if (row !== undefined && defaults.allowForcePush) {
    context.platform.state.records.update(row, { data: { ...row.data, allow_force_push: true } });
  }
}

/** Whether the caller may push to a branch of this name, there or not. */
export function canPushTo(context: RequestContext, project: ProjectRow, branch: string): boolean {
  if (!canPushCode(context, project)) return false;
  const { state } = context.platform;
  const level = context.admin ? 60 : levelOn(context, { type: 'project', row: project });
  // Developers may start an empty repository only where the default protection says so.
  if (openRepository(state, project.id).empty()) return level >= 40 || maySeed(defaultsOf(state, project));
  const protection = protectionOf(state, project, branch);
  return protection === undefined || letsThrough(context, project, protection.push);
}

function maySeed(defaults: Defaults): boolean {
  return defaults.developersMayStart || (defaults.push > 0 && defaults.push <= 30);
}

/** `default_branch_protection_defaults` of the group, or of the instance (18.9). */
function defaultsOf(state: State, project: ProjectRow): Defaults {
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  const own = group?.attributes['default_branch_protection_defaults'];
  const sent = isJsonObject(own) ? own : state.settings['default_branch_protection_defaults'];
  const bag = isJsonObject(sent) ? sent : {};
  return {
    push: lowest(bag['allowed_to_push']),
    merge: lowest(bag['allowed_to_merge']),
    allowForcePush: bag['allow_force_push'] === true,
    developersMayStart: bag['developer_can_initial_push'] === true,
  };
}

function lowest(entries: Json | undefined): number {
  if (!Array.isArray(entries)) return 40;
  const levels = (entries as readonly Json[]).flatMap((entry) => {
    const level = isJsonObject(entry) ? entry['access_level'] : undefined;
    return typeof level === 'number' ? [level] : [];
  });
  return levels.length === 0 ? 40 : Math.min(...levels);
}
