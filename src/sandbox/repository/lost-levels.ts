import { descendantsOf, grantOf } from '../access/access.ts';
import type { Source } from '../access/access.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { RecordRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { isLevelKind, levelsOf, removeLevel } from './branch-levels.ts';
import type { LevelAction, StoredLevel } from './branch-levels.ts';
import { ownProtectedBranches } from './protected-branches.ts';
import { protectedTagsOf } from './protected-tags.ts';

/**
 * The group of a share that goes loses its levels of pushing, of merging, and of making tags; those of changing a protection stay (GitLab's
 * source, `EE::ProjectGroupLink`, `before_destroy`). Only a licence has such levels.
 */
export function forgetInvited(state: State, source: Source, groupId: number): void {
  if (source.type !== 'project') return;
  const isTheirs = (level: StoredLevel): boolean => level.group_id === groupId;
  forget(state, source.row, isTheirs, ['push', 'merge', 'create']);
}

/**
 * Who is a member of a project no more loses the levels of pushing and merging there, whatever is inherited; those of tags stay. Of a group, in
 * each project below in which nothing else gives access (GitLab's source, `EE::ProjectMember`, `CleanUpGroupProtectedBranchRulesWorker`).
 * Guess: the second is done at once here, and by a job there.
 */
export function forgetMember(state: State, day: string, source: Source, userId: number): void {
  const isTheirs = (level: StoredLevel): boolean => level.user_id === userId;
  const projects = source.type === 'project' ? [source.row] : withoutAccess(state, day, source, userId);
  for (const project of projects) forget(state, project, isTheirs, ['push', 'merge']);
}

/** Whoever is gone for good, and a key, have no levels left anywhere (GitLab's source: foreign keys with `on delete cascade`). */
export function forgetGone(state: State, what: 'user_id' | 'group_id' | 'deploy_key_id', id: number): void {
  const levels = state.records.all().filter(({ kind, data }) => isLevelKind(kind) && data[what] === id);
  for (const level of levels) state.records.remove(level);
}

function withoutAccess(
  state: State,
  day: string,
  { row }: Source & { type: 'group' },
  userId: number,
): readonly ProjectRow[] {
  return [row, ...descendantsOf(state, row)]
    .flatMap((group) => state.projectsByGroup(group.id))
    .filter((project) => grantOf(state, day, userId, { type: 'project', row: project }) === undefined);
}

function forget(
  state: State,
  project: ProjectRow,
  isTheirs: (level: StoredLevel) => boolean,
  actions: readonly LevelAction[],
): void {
  const protections: readonly RecordRow[] = [
    ...ownProtectedBranches(state, `project:${project.id}`),
    ...protectedTagsOf(state, project),
  ];
  for (const protection of protections) {
    for (const action of actions) {
      for (const level of levelsOf(state, protection, action).filter(isTheirs))
        removeLevel(state, protection, action, level.id);
    }
  }
}
