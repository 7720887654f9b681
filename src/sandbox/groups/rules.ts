import { chainOf, descendantsOf } from '../access/access.ts';
import { rememberPath } from '../access/former-paths.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow, Visibility } from './rows.ts';
import type { State } from '../store/state.ts';
import { isReservedAtTop, isReservedBelow } from './reserved-paths.ts';

const rank: Readonly<Record<Visibility, number>> = { private: 0, internal: 10, public: 20 };

type Errors = Record<string, readonly string[]>;

const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.";

const plainPathRule =
  "can only include non-accented letters, digits, '_', '-' and '.'. " +
  "It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'.";

/** What a registry takes as a path: no separators in a row (oci_repository_path_regex of lib/gitlab/regex.rb, 18.9). */
const plainPath = /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/;

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
  if (group.name.trim() === '') return ["can't be blank", nameRule];
  if (group.name.length > 255) return ['is too long (maximum is 255 characters)'];
  const unchanged = group.id !== undefined && state.groups.get(group.id)?.name === group.name;
  if (!unchanged && !validName.test(group.name)) return [nameRule];
  return nameTaken(state, parent, group.name, group.id) ? ['has already been taken'] : [];
}

function pathErrors(
  state: State,
  group: { readonly id?: number; readonly path: string },
  parent: GroupRow | undefined,
): readonly string[] {
  if (group.path === '') return ["can't be blank"];
  if (group.path.length > 255) return ['is too long (maximum is 255 characters)'];
  const unchanged = group.id !== undefined && state.groups.get(group.id)?.path === group.path;
  const form = spellingErrors(group.path, parent);
  const trouble = unchanged ? form : [...plainErrors(group.path), ...form, ...lengthErrors(group.path)];
  if (trouble.length > 0) return trouble;
  return pathTaken(state, childPath(parent, group.path), group.id) ? ['has already been taken'] : [];
}

/** What holds for new paths alone, as the length does: groups from before these rules keep theirs (PUT /groups/:id, 18.9). */
function plainErrors(path: string): readonly string[] {
  return plainPath.test(path) ? [] : [plainPathRule];
}

function lengthErrors(path: string): readonly string[] {
  return path.length < 2 ? ['is too short (minimum is 2 characters)'] : [];
}

/** What holds for every path, new or not: its form, and where that is well, that the platform does not use it. */
function spellingErrors(path: string, parent: GroupRow | undefined): readonly string[] {
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(path) || /(\.|\.git|\.atom)$/.test(path)) return [pathRule];
  return isReservedIn(parent, path) ? [`${path} is a reserved name`] : [];
}

/** Whether the platform keeps a path for itself below a group, or at the top. */
export function isReservedIn(parent: GroupRow | undefined, path: string): boolean {
  return parent === undefined ? isReservedAtTop(path) : isReservedBelow(path);
}

/** Whether a sibling holds a name; names compare without case, and those at the top may be shared. */
export function nameTaken(state: State, parent: GroupRow | undefined, name: string, exceptGroup?: number): boolean {
  const siblings = parent === undefined ? [] : state.groupsByParent(parent.id);
  const wanted = name.toLowerCase();
  return siblings.some((other) => other.id !== exceptGroup && other.name.toLowerCase() === wanted);
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
