import { canRead, hasLevel } from './access.ts';
import type { Source } from './access.ts';
import type { Call } from './call.ts';
import { projectByOldPath, refuseMoved } from './moved-projects.ts';
import { forbidden, notFound, refuse } from './reply.ts';
import type { GroupRow, ProjectRow, UserRow } from './rows.ts';

/** Anything that looks like a number is an id, never a path (GET /groups/:id, 18.9). */
const numeric = /^-?\d+$/;

/** The group by id or full path, when the caller may see it; else 404 Group Not Found. */
export function findGroup(call: Call, id: string | number): GroupRow {
  const { state } = call.world;
  const text = String(id);
  const row = numeric.test(text) ? state.groups.get(Number(text)) : state.groupByPath(text.toLowerCase());
  if (row === undefined || !canRead(call, { type: 'group', row })) return refuse(notFound('Group'));
  return row;
}

/** The project by id or full path, when the caller may see it; else 404 Project Not Found. */
export function findProject(call: Call, id: string | number): ProjectRow {
  const { state } = call.world;
  const text = String(id);
  const row = numeric.test(text) ? state.projects.get(Number(text)) : state.projectByPath(text.toLowerCase());
  const moved = row === undefined && !numeric.test(text) ? projectByOldPath(state, text) : undefined;
  const found = row ?? moved;
  // What is being deleted can no longer be found, though it still holds its path.
  const gone = found?.attributes['pending_delete'] === true;
  if (found === undefined || gone || !canRead(call, { type: 'project', row: found }))
    return refuse(notFound('Project'));
  return moved === undefined ? found : refuseMoved(call, moved, text);
}

/** The user by id; else 404 User Not Found. */
export function findUser(call: Call, id: number): UserRow {
  return call.world.state.users.get(id) ?? refuse(notFound('User'));
}

interface WithId {
  readonly id: string;
}

/** Access rule: the group of the path, for whoever may see it. */
export const readableGroup = (call: Call, args: WithId): GroupRow => findGroup(call, args.id);

/** Access rule: the project of the path, for whoever may see it. */
export const readableProject = (call: Call, args: WithId): ProjectRow => findProject(call, args.id);

/** Access rule: the group of the path, for those with at least this level on it (403 for the rest). */
export function groupAtLevel(level: number): (call: Call, args: WithId) => GroupRow {
  return (call, args) => {
    const row = findGroup(call, args.id);
    return hasLevel(call, { type: 'group', row }, level) ? row : refuse(forbidden());
  };
}

/** Access rule: the group of the path, for its Owners and administrators (403 for the rest). */
export const ownedGroup = groupAtLevel(50);

/** Access rule: the project of the path, for those with at least this level on it (403 for the rest). */
export function projectAtLevel(level: number): (call: Call, args: WithId) => ProjectRow {
  return (call, args) => {
    const row = findProject(call, args.id);
    return hasLevel(call, { type: 'project', row }, level) ? row : refuse(forbidden());
  };
}

/** Access rule for endpoints that groups and projects share: the place of the path, when it may be seen. */
export function readableSource(type: 'group' | 'project'): (call: Call, args: WithId) => Source {
  return (call, args) =>
    type === 'group' ? { type, row: findGroup(call, args.id) } : { type, row: findProject(call, args.id) };
}
