import { canRead, hasLevel } from './access.ts';
import type { Source } from './access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { projectByOldPath, refuseMoved } from './former-paths.ts';
import { forbidden, notFound, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';

/** Anything that looks like a number is an id, never a path (GET /groups/:id, 18.9). */
const numeric = /^-?\d+$/;

/** The group by id or full path, when the caller may see it; else 404 Group Not Found. */
export function findGroup(context: RequestContext, id: string | number): GroupRow {
  const { state } = context.platform;
  const text = String(id);
  const row = numeric.test(text) ? state.groups.get(Number(text)) : state.groupByPath(text.toLowerCase());
  if (row === undefined || !canRead(context, { type: 'group', row })) return refuse(notFound('Group'));
  return row;
}

/** The project by id or full path, when the caller may see it; else 404 Project Not Found. */
export function findProject(context: RequestContext, id: string | number): ProjectRow {
  const { state } = context.platform;
  const text = String(id);
  const row = numeric.test(text) ? state.projects.get(Number(text)) : state.projectByPath(text.toLowerCase());
  const moved = row === undefined && !numeric.test(text) ? projectByOldPath(state, text) : undefined;
  const found = row ?? moved;
  // What is being deleted can no longer be found, though it still holds its path.
  const gone = found?.attributes['pending_delete'] === true;
  if (found === undefined || gone || !canRead(context, { type: 'project', row: found }))
    return refuse(notFound('Project'));
  return moved === undefined ? found : refuseMoved(context, moved, text);
}

/** The user by id; else 404 User Not Found. */
export function findUser(context: RequestContext, id: number): UserRow {
  return context.platform.state.users.get(id) ?? refuse(notFound('User'));
}

interface WithId {
  readonly id: string;
}

/** Access rule: the group of the path, for whoever may see it. */
export const readableGroup = (context: RequestContext, args: WithId): GroupRow => findGroup(context, args.id);

/** Access rule: the project of the path, for whoever may see it. */
export const readableProject = (context: RequestContext, args: WithId): ProjectRow => findProject(context, args.id);

/** Access rule: the group of the path, for those with at least this level on it (403 for the rest). */
export function groupAtLevel(level: number): (context: RequestContext, args: WithId) => GroupRow {
  return (context, args) => {
    const row = findGroup(context, args.id);
    return hasLevel(context, { type: 'group', row }, level) ? row : refuse(forbidden());
  };
}

/** Access rule: the group of the path, for its Owners and administrators (403 for the rest). */
export const ownedGroup = groupAtLevel(50);

/** Access rule: the project of the path, for those with at least this level on it (403 for the rest). */
export function projectAtLevel(level: number): (context: RequestContext, args: WithId) => ProjectRow {
  return (context, args) => {
    const row = findProject(context, args.id);
    return hasLevel(context, { type: 'project', row }, level) ? row : refuse(forbidden());
  };
}

/** Access rule for endpoints that groups and projects share: the place of the path, when it may be seen. */
export function readableSource(type: 'group' | 'project'): (context: RequestContext, args: WithId) => Source {
  return (context, args) =>
    type === 'group' ? { type, row: findGroup(context, args.id) } : { type, row: findProject(context, args.id) };
}
