import { hasLevel, levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { State } from '../store/state.ts';

/** What a protected branch holds apart: who may push, who may merge, and who may change the protection. */
export const branchActions = ['push', 'merge', 'unprotect'] as const;

export type BranchAction = (typeof branchActions)[number];

/** What levels may be of: those of a branch, and the making of a protected tag. */
export type LevelAction = BranchAction | 'create';

/** Who is let through: everybody of a role (0 is nobody, 60 administrators), one user, one group, or one deploy key. */
export interface BranchLevel {
  readonly access_level: number;
  readonly user_id: number | null;
  readonly group_id: number | null;
  readonly deploy_key_id: number | null;
}

/** A level as it is stored, with the id by which it is changed. */
export interface StoredLevel extends BranchLevel {
  readonly id: number;
}

/** Everybody of a role. */
export function roleLevel(access_level: number): BranchLevel {
  return { access_level, user_id: null, group_id: null, deploy_key_id: null };
}

/** Whether a level stands for a role, not for one user, group or key. */
export function isRole(level: BranchLevel): boolean {
  return level.user_id === null && level.group_id === null && level.deploy_key_id === null;
}

function keyOf(level: BranchLevel): string {
  if (level.user_id !== null) return `user ${level.user_id}`;
  if (level.deploy_key_id !== null) return `deploy key ${level.deploy_key_id}`;
  return level.group_id === null ? `role ${level.access_level}` : `group ${level.group_id}`;
}

/** Levels belong to the project, and go when it goes. */
function kindOf(ref: RecordRow, action: LevelAction): string {
  return `${action}_access_level:${ref.id}`;
}

/** Whether records of a kind are levels. */
export function isLevelKind(kind: string): boolean {
  return /^(?:push|merge|unprotect|create)_access_level:\d+$/.test(kind);
}

function placeOf(ref: RecordRow, action: LevelAction): string {
  return `${kindOf(ref, action)} ${ref.owner}`;
}

/** The levels of one action on a protected branch, oldest first. */
export function levelsOf(state: State, ref: RecordRow, action: LevelAction): readonly StoredLevel[] {
  return state.recordsOf(placeOf(ref, action)).map((row) => ({
    id: row.id,
    access_level: numberIn(row, 'access_level') ?? 40,
    user_id: numberIn(row, 'user_id'),
    group_id: numberIn(row, 'group_id'),
    deploy_key_id: numberIn(row, 'deploy_key_id'),
  }));
}

function numberIn(row: RecordRow, name: string): number | null {
  const value = row.data[name];
  return typeof value === 'number' ? value : null;
}

/** Whether a level of the same kind is there already; each role, user and group stands once. */
export function hasBranchLevel(state: State, ref: RecordRow, action: LevelAction, level: BranchLevel): boolean {
  return state.recordByKey(`${placeOf(ref, action)} ${keyOf(level)}`) !== undefined;
}

/** Adds a level. */
export function addLevel(context: RequestContext, ref: RecordRow, action: LevelAction, level: BranchLevel): void {
  const now = timestamp(context.platform.clock);
  context.platform.state.records.insert({
    kind: kindOf(ref, action),
    owner: ref.owner,
    key: keyOf(level),
    data: { ...level },
    created_at: now,
    updated_at: now,
  });
}

/** Takes a level of a protected branch away, by its id. */
export function removeLevel(state: State, ref: RecordRow, action: LevelAction, id: number): void {
  const row = state.recordsOf(placeOf(ref, action)).find((one) => one.id === id);
  if (row !== undefined) state.records.remove(row);
}

/** Whether one of these levels lets the caller through. */
export function letsThrough(context: RequestContext, project: ProjectRow, levels: readonly BranchLevel[]): boolean {
  return levels.some((level) => {
    if (level.user_id !== null) return level.user_id === context.user?.id;
    if (level.deploy_key_id !== null) return false;
    if (level.group_id !== null) {
      const row = context.platform.state.groups.get(level.group_id);
      return row !== undefined && levelOn(context, { type: 'group', row }) >= 30;
    }
    return level.access_level > 0 && hasLevel(context, { type: 'project', row: project }, level.access_level);
  });
}
