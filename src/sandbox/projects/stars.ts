import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import type { RecordRow } from '../store/rows.ts';
import type { ProjectRow } from './rows.ts';
import type { UserRow } from '../users/rows.ts';
import type { State } from '../store/state.ts';

const kind = 'star';

/** The stars of a project, oldest first; those of users who are gone do not count. */
export function starsOf(state: State, project: ProjectRow): readonly RecordRow[] {
  return state
    .recordsOf(`${kind} project:${project.id}`)
    .filter((row) => state.users.get(Number(row.key)) !== undefined);
}

/** Whether a user has starred a project. */
export function hasStarred(state: State, user: UserRow, project: ProjectRow): boolean {
  return starRow(state, user, project) !== undefined;
}

/** Gives a project the caller's star; false when it has it already. */
export function addStar(context: RequestContext, user: UserRow, project: ProjectRow): boolean {
  const { state, clock } = context.platform;
  if (hasStarred(state, user, project)) return false;
  const now = timestamp(clock);
  const owner = `project:${project.id}`;
  state.records.insert({ kind, owner, key: String(user.id), data: {}, created_at: now, updated_at: now });
  return true;
}

/** Takes the caller's star back; false when there is none. */
export function removeStar(state: State, user: UserRow, project: ProjectRow): boolean {
  const row = starRow(state, user, project);
  if (row !== undefined) state.records.remove(row);
  return row !== undefined;
}

function starRow(state: State, user: UserRow, project: ProjectRow): RecordRow | undefined {
  return state.recordByKey(`${kind} project:${project.id} ${user.id}`);
}
