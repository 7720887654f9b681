import { canRead } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ProjectRow } from './rows.ts';
import type { State } from '../store/state.ts';

/** The attribute that a fork keeps its source by. */
export const forkedFrom = 'forked_from_project_id';

/** The project that this one was forked from; undefined for what is no fork, or whose source is gone. */
export function forkSource(state: State, project: ProjectRow): ProjectRow | undefined {
  const id = project.attributes[forkedFrom];
  const source = typeof id === 'number' ? state.projects.get(id) : undefined;
  return source?.attributes['pending_delete'] === true ? undefined : source;
}

/** The projects that were forked right from this one. */
export function forksOf(state: State, project: ProjectRow): readonly ProjectRow[] {
  return state.projectsByForkSource(project.id);
}

/** Whether two projects come from the same root, by any number of forks. */
export function shareForkNetwork(state: State, one: ProjectRow, other: ProjectRow): boolean {
  return rootOf(state, one) === rootOf(state, other);
}

/** The source of a fork, when the caller may know of it (GET /projects/:id, 18.9). */
export function visibleSource(context: RequestContext, project: ProjectRow): ProjectRow | undefined {
  const source = forkSource(context.platform.state, project);
  return source !== undefined && canRead(context, { type: 'project', row: source }) ? source : undefined;
}

function rootOf(state: State, project: ProjectRow): ProjectRow {
  const seen = new Set([project]);
  let root = project;
  for (let up = forkSource(state, root); up !== undefined && !seen.has(up); up = forkSource(state, root)) {
    seen.add(up);
    root = up;
  }
  return root;
}
