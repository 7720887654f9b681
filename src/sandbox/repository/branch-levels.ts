import { hasLevel, levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { State } from '../store/state.ts';

/** What a protected branch holds apart: who may push, who may merge, and who may change the protection. */
export const branchActions = ['push', 'merge', 'unprotect'] as const;

export type BranchAction = (typeof branchActions)[number];

/** Who is let through: everybody of a role (0 is nobody, 60 administrators), one user, or one group. */
export interface BranchLevel {
  readonly access_level: number;
  readonly user_id: number | null;
  readonly group_id: number | null;
}

/** A level as it is stored, with the id by which it is changed. */
export interface StoredLevel extends BranchLevel {
  readonly id: number;
}

/** Everybody of a role. */
export function roleLevel(access_level: number): BranchLevel {
  return { access_level, user_id: null, group_id: null };
}

/** Whether a level stands for a role, not for one user or group. */
export function isRole(level: BranchLevel): boolean {
  return level.user_id === null && level.group_id === null;
}

function keyOf(level: BranchLevel): string {
  if (level.user_id !== null) return `user ${level.user_id}`;
  return level.group_id === null ? `role ${level.access_level}` : `group ${level.group_id}`;
}

/** Levels belong to the project, and go when it goes. */
function kindOf(branch: RecordRow, action: BranchAction): string {
  return `${action}_access_level:${branch.id}`;
}

function placeOf(branch: RecordRow, action: BranchAction): string {
  return `${kindOf(branch, action)} ${branch.owner}`;
}

/** The levels of one action on a protected branch, oldest first. */
export function levelsOf(state: State, branch: RecordRow, action: BranchAction): readonly StoredLevel[] {
  return state.recordsOf(placeOf(branch, action)).map((row) => ({
    id: row.id,
    access_level: numberIn(row, 'access_level') ?? 40,
    user_id: numberIn(row, 'user_id'),
    group_id: numberIn(row, 'group_id'),
  }));
}

function numberIn(row: RecordRow, name: string): number | null {
  const value = row.data[name];
  return typeof value === 'number' ? value : null;
}

/** Whether a level of the same kind is there already; each role, user and group stands once. */
export function hasBranchLevel(state: State, branch: RecordRow, action: BranchAction, level: BranchLevel): boolean {
  return state.recordByKey(`${placeOf(branch, action)} ${keyOf(level)}`) !== undefined;
}

/** Adds a level. */
export function addLevel(context: RequestContext, branch: RecordRow, action: BranchAction, level: BranchLevel): void {
  const now = timestamp(context.platform.clock);
  context.platform.state.records.insert({
    kind: kindOf(branch, action),
    owner: branch.owner,
    key: keyOf(level),
    data: { access_level: level.access_level, user_id: level.user_id, group_id: level.group_id },
    created_at: now,
    updated_at: now,
  });
}

/** Takes a level of a protected branch away, by its id. */
export function removeLevel(state: State, branch: RecordRow, action: BranchAction, id: number): void {
  const row = state.recordsOf(placeOf(branch, action)).find((one) => one.id === id);
  if (row !== undefined) state.records.remove(row);
}

/** Whether one of these levels lets the caller through. */
export function letsThrough(context: RequestContext, project: ProjectRow, levels: readonly BranchLevel[]): boolean {
  return levels.some((level) => {
    if (level.user_id !== null) return level.user_id === context.user?.id;
    if (level.group_id !== null) {
      const row = context.platform.state.groups.get(level.group_id);
      return row !== undefined && levelOn(context, { type: 'group', row }) >= 30;
    }
    return level.access_level > 0 && hasLevel(context, { type: 'project', row: project }, level.access_level);
  });
}
