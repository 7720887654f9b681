import { addLevel, letsThrough, levelsOf, removeLevel } from './branch-levels.ts';
import type { BranchLevel } from './branch-levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { timestamp } from '../store/clock.ts';
import type { RecordRow } from '../store/rows.ts';
import type { State } from '../store/state.ts';
import { matches } from './protected-branches.ts';

const kind = 'protected_tag';

/** The protected tags of a project, oldest first. */
export function protectedTagsOf(state: State, project: ProjectRow): readonly RecordRow[] {
  return state.recordsOf(`${kind} project:${project.id}`);
}

/** The protection of exactly this name or pattern. */
export function protectedTag(state: State, project: ProjectRow, name: string): RecordRow | undefined {
  return state.recordByKey(`${kind} project:${project.id} ${name}`);
}

/** Protects a name or pattern that is not protected yet. */
export function protectTag(
  context: RequestContext,
  project: ProjectRow,
  name: string,
  levels: readonly BranchLevel[],
): RecordRow {
  const now = timestamp(context.platform.clock);
  const tag = context.platform.state.records.insert({
    ...{ kind, owner: `project:${project.id}`, key: name, data: {} },
    ...{ created_at: now, updated_at: now },
  });
  for (const level of levels) addLevel(context, tag, 'create', level);
  return tag;
}

/** Takes a protection away. */
export function unprotectTag(state: State, tag: RecordRow): void {
  for (const { id } of levelsOf(state, tag, 'create')) removeLevel(state, tag, 'create', id);
  state.records.remove(tag);
}

/** Whether the caller may make a tag of this name: whom one of several protections lets through may. */
export function mayCreateTag(context: RequestContext, project: ProjectRow, name: string): boolean {
  const { state } = context.platform;
  const levels = protectedTagsOf(state, project)
    .filter(({ key }) => matches(key, name))
    .map((tag) => levelsOf(state, tag, 'create'));
  return levels.length === 0 || letsThrough(context, project, levels.flat());
}
