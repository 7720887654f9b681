import { levelOn } from './access.ts';
import type { Call } from './call.ts';
import { timestamp } from './clock.ts';
import { canPushCode } from './code-access.ts';
import { defaultBranchOf } from './default-branch.ts';
import { openRepository } from './git/repository.ts';
import { isJsonObject } from './json.ts';
import type { Json } from './json.ts';
import type { ProjectRow, RecordRow } from './rows.ts';
import type { State } from './state.ts';

const kind = 'protected_branch';

/** Who may push to and merge into a protected branch: access levels; 0 stands for nobody. */
export interface Protection {
  readonly push: number;
  readonly merge: number;
}

interface Defaults extends Protection {
  readonly allowForcePush: boolean;
  readonly developersMayStart: boolean;
}

/** The protection of a branch, by its name or by a pattern; the most permissive one counts. */
export function protectionOf(state: State, project: ProjectRow, branch: string): Protection | undefined {
  const rows = state.recordsOf(`${kind} project:${project.id}`).filter((row) => matches(row.key, branch));
  if (rows.length === 0) return undefined;
  const best = (name: string) => {
    const levels = rows.map((row) => levelIn(row, name)).filter((level) => level > 0);
    return levels.length === 0 ? 0 : Math.min(...levels);
  };
  return { push: best('push'), merge: best('merge') };
}

function matches(pattern: string, branch: string): boolean {
  if (!pattern.includes('*')) return pattern === branch;
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  return new RegExp(`^${escaped}$`).test(branch);
}

function levelIn(row: RecordRow, name: string): number {
  const level = row.data[name];
  return typeof level === 'number' ? level : 40;
}

/** Protects a branch, or changes its protection. */
export function protectBranch(call: Call, project: ProjectRow, branch: string, levels: Protection): void {
  const { state, clock } = call.world;
  const now = timestamp(clock);
  const data = { push: levels.push, merge: levels.merge };
  const known = state.recordByKey(`${kind} project:${project.id} ${branch}`);
  if (known !== undefined) state.records.update(known, { data, updated_at: now });
  else {
    state.records.insert({ kind, owner: `project:${project.id}`, key: branch, data, created_at: now, updated_at: now });
  }
}

/** Takes the protection of exactly this name away. */
export function unprotectBranch(call: Call, project: ProjectRow, branch: string): void {
  const known = call.world.state.recordByKey(`${kind} project:${project.id} ${branch}`);
  if (known !== undefined) call.world.state.records.remove(known);
}

/** Protects the default branch when it first comes to be, as the group or the instance wants it. */
export function protectDefault(call: Call, project: ProjectRow): void {
  const defaults = defaultsOf(call.world.state, project);
  const open = defaults.allowForcePush && defaults.push === 30 && defaults.merge === 30;
  if (!open) protectBranch(call, project, defaultBranchOf(call.world.state, project), defaults);
}

/** Whether the caller may push to a branch of this name, there or not. */
export function canPushTo(call: Call, project: ProjectRow, branch: string): boolean {
  if (!canPushCode(call, project)) return false;
  const { state } = call.world;
  const level = call.admin ? 60 : levelOn(call, { type: 'project', row: project });
  // Developers may start an empty repository only where the default protection says so.
  if (openRepository(state, project.id).empty()) return level >= 40 || maySeed(defaultsOf(state, project));
  const protection = protectionOf(state, project, branch);
  return protection === undefined || (protection.push > 0 && level >= protection.push);
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
