import { openRepository } from '../git/repository.ts';
import { textOf } from '../store/json.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { State } from '../store/state.ts';

/** The branch that HEAD stands for: chosen, or preferred by the group or the instance, or `main`. */
export function defaultBranchOf(state: State, project: ProjectRow): string {
  const chosen = textOf(project.attributes['default_branch']);
  if (chosen !== '') return chosen;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  return textOf(group?.attributes['default_branch']) || textOf(state.settings['default_branch_name']) || 'main';
}

/** The commit that the default branch stands at; undefined while there is none. */
export function headOf(state: State, project: ProjectRow): string | undefined {
  return openRepository(state, project.id).ref('heads', defaultBranchOf(state, project));
}
