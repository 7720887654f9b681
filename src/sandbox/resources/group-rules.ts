import { chainOf, descendantsOf } from '../access.ts';
import { rememberPath } from '../moved-projects.ts';
import type { GroupRow, ProjectRow, Visibility } from '../rows.ts';
import type { State } from '../state.ts';

/** Paths that routes of the platform itself use. */
const reserved = new Set([
  ...['-', 'admin', 'api', 'dashboard', 'explore', 'groups', 'health_check', 'help', 'import', 'jwt', 'login', 'oauth'],
  ...['profile', 'projects', 'public', 'search', 'snippets', 'unsubscribes', 'uploads', 'users', 'v2'],
]);

const rank: Readonly<Record<Visibility, number>> = { private: 0, internal: 10, public: 20 };

type Errors = Record<string, readonly string[]>;

const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

const nameRule =
  "can contain only letters, digits, emoji, '_', '.', dash, space, parenthesis. It must start with letter, digit, emoji or '_'.";

/** What a group may be called (18.9): the range from U+00A9 up holds letters of all scripts and the emoji. */
const validName = /^[\p{Alphabetic}\p{Nd}\u{00A9}-\u{1f9ff}_][\p{Alphabetic}\p{Nd}\p{Pd}\u{00A9}-\u{1f9ff}_(). ]*$/u;

/** What is wrong with a group's name, path and visibility; empty when all is well. */
export function groupErrors(
  state: State,
  group: Pick<GroupRow, 'name' | 'path' | 'visibility'> & { readonly id?: number },
  parent: GroupRow | undefined,
): Errors {
  const errors: Errors = {};
  const name = nameErrors(state, group, parent);
  if (name.length > 0) errors['name'] = name;
  const path = pathErrors(state, group, parent);
  if (path.length > 0) errors['path'] = path;
  if (parent !== undefined && rank[group.visibility] > rank[parent.visibility]) {
    const text = `${group.visibility} is not allowed since the parent group has a ${parent.visibility} visibility.`;
    errors['visibility_level'] = [text];
  }
  return errors;
}

function nameErrors(
  state: State,
  group: { readonly id?: number; readonly name: string },
  parent: GroupRow | undefined,
): readonly string[] {
  if (group.name.trim() === '') return ["can't be blank"];
  if (group.name.length > 255) return ['is too long (maximum is 255 characters)'];
  const unchanged = group.id !== undefined && state.groups.get(group.id)?.name === group.name;
  if (!unchanged && !validName.test(group.name)) return [nameRule];
  // Two groups at the top may share a name.
  const siblings = parent === undefined ? [] : state.groupsByParent(parent.id);
  const taken = siblings.some((other) => other.id !== group.id && other.name === group.name);
  return taken ? ['has already been taken'] : [];
}

function pathErrors(
  state: State,
  group: { readonly id?: number; readonly path: string },
  parent: GroupRow | undefined,
): readonly string[] {
  if (group.path === '') return ["can't be blank"];
  if (group.path.length < 2) return ['is too short (minimum is 2 characters)'];
  if (group.path.length > 255) return ['is too long (maximum is 255 characters)'];
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(group.path) || /(\.|\.git|\.atom)$/.test(group.path)) return [pathRule];
  if (parent === undefined && reserved.has(group.path.toLowerCase())) return [`${group.path} is a reserved name`];
  return pathTaken(state, childPath(parent, group.path), group.id) ? ['has already been taken'] : [];
}

/** Whether a group, a project or a user holds a path; the group of this id does not count. */
export function pathTaken(state: State, fullPath: string, exceptGroup?: number): boolean {
  const path = fullPath.toLowerCase();
  const group = state.groupByPath(path);
  if (group !== undefined && group.id !== exceptGroup) return true;
  return state.projectByPath(path) !== undefined || (!path.includes('/') && state.userByName(path) !== undefined);
}

/** The full path of something named below a group. */
export function childPath(parent: GroupRow | undefined, path: string): string {
  return parent === undefined ? path : `${parent.full_path}/${path}`;
}

/** Why a group cannot become less visible: projects or groups below it are more visible. */
export function loweringErrors(state: State, group: GroupRow, to: Visibility): readonly string[] {
  // A project that is to be deleted does not count.
  const kept = state.projectsByGroup(group.id).filter((project) => project.marked_for_deletion_on === null);
  const projects = kept.some((project) => rank[project.visibility] > rank[to]);
  const groups = state.groupsByParent(group.id).some((child) => rank[child.visibility] > rank[to]);
  return [
    ...(projects ? [`${to} is not allowed since this group contains projects with higher visibility.`] : []),
    ...(groups ? [`${to} is not allowed since there are sub-groups with higher visibility.`] : []),
  ];
}

/** Lowers everything below a group to its own visibility, as a transfer does. */
export function lowerBelow(state: State, group: GroupRow, limit: Visibility): void {
  const groups = [group, ...descendantsOf(state, group)];
  for (const row of groups) {
    if (rank[row.visibility] > rank[limit]) state.groups.update(row, { visibility: limit });
    for (const project of state.projectsByGroup(row.id)) {
      if (rank[project.visibility] > rank[limit]) state.projects.update(project, { visibility: limit });
    }
  }
}

/** Writes the full paths of everything below a group anew, after it moved or was renamed. */
export function rewritePaths(state: State, group: GroupRow): void {
  const parent = group.parent_id === null ? undefined : state.groups.get(group.parent_id);
  state.groups.update(group, { full_path: childPath(parent, group.path) });
  for (const project of state.projectsByGroup(group.id)) rewriteProject(state, group, project);
  for (const child of [...state.groupsByParent(group.id)]) rewritePaths(state, child);
}

function rewriteProject(state: State, group: GroupRow, project: ProjectRow): void {
  const before = project.full_path;
  state.projects.update(project, { full_path: childPath(group, project.path) });
  if (before !== project.full_path) rememberPath(state, project, before, project.updated_at);
}

/** Whether an ancestor of a group is marked for deletion. */
export function ancestorMarked(state: State, group: GroupRow): boolean {
  return chainOf(state, group)
    .slice(1)
    .some((above) => above.marked_for_deletion_on !== null);
}

/** Errors as the platform prints them into "Failed to save group": a Ruby hash, not JSON. */
export function printedErrors(errors: Errors): string {
  const pairs = Object.entries(errors).map(
    ([field, texts]) => `:${field}=>[${texts.map((text) => JSON.stringify(text)).join(', ')}]`,
  );
  return `{${pairs.join(', ')}}`;
}
