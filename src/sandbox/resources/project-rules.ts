import type { Call } from '../call.ts';
import type { GroupRow, ProjectRow, Visibility } from '../rows.ts';
import type { State } from '../state.ts';

/** What is wrong with a project, by field, in the order in which the platform names it. */
export type Errors = Record<string, readonly string[]>;

interface Draft {
  readonly name: string;
  readonly path: string;
  readonly visibility: Visibility;
}

const rank: Readonly<Record<Visibility, number>> = { private: 0, internal: 10, public: 20 };

const nameForm = /^[\p{L}\p{N}\p{Extended_Pictographic}_][\p{L}\p{N}\p{M}\p{Pd}\p{Cf}\p{Extended_Pictographic}_. +]*$/u;
const nameRule =
  "can contain only letters, digits, emoji, '_', '.', '+', dashes, or spaces. It must start with a letter, digit, emoji, or '_'.";
const pathRule =
  "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-', end in '.git' or end in '.atom'";

/** The projects right in a group, or of a user where there is no group. */
export function siblingsOf(state: State, group: GroupRow | undefined, ownerId: number | null): readonly ProjectRow[] {
  if (group !== undefined) return state.projectsByGroup(group.id);
  return ownerId === null ? [] : state.projectsByOwner(ownerId);
}

/** What is wrong with a project's name, path and visibility; empty when all is well. */
export function projectErrors(draft: Draft, siblings: readonly ProjectRow[], group: GroupRow | undefined): Errors {
  const errors: Errors = {};
  const taken = ['has already been taken'];
  const sameName = siblings.some((other) => other.name.toLowerCase() === draft.name.toLowerCase());
  const samePath = siblings.some((other) => other.path.toLowerCase() === draft.path.toLowerCase());
  // A taken name is complained of twice, by the project and by its namespace (POST /projects, 18.9).
  if (sameName) errors['project_namespace.name'] = taken;
  const name = sameName ? taken : nameErrors(draft.name);
  if (name.length > 0) errors['name'] = name;
  const path = samePath ? taken : pathErrors(draft.path);
  if (path.length > 0) errors['path'] = path;
  if (group !== undefined && exceeds(draft.visibility, group)) {
    errors['visibility_level'] = [`${draft.visibility} is not allowed in a ${group.visibility} group.`];
  }
  return errors;
}

function nameErrors(name: string): readonly string[] {
  if (name.trim() === '') return ["can't be blank"];
  if (name.length > 255) return ['is too long (maximum is 255 characters)'];
  return nameForm.test(name) ? [] : [nameRule];
}

function pathErrors(path: string): readonly string[] {
  if (path === '') return ["can't be blank"];
  if (path.length > 255) return ['is too long (maximum is 255 characters)'];
  return /^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(path) && !/\.(git|atom)$/.test(path) ? [] : [pathRule];
}

/** Whether a project would be more visible than its group. */
export function exceeds(visibility: Visibility, group: GroupRow): boolean {
  return rank[visibility] > rank[group.visibility];
}

/** The less visible of two. */
export function lessVisible(one: Visibility, other: Visibility): Visibility {
  return rank[one] < rank[other] ? one : other;
}

/** Whether the instance keeps this visibility from everyone but administrators. */
export function isRestricted(call: Call, visibility: Visibility): boolean {
  const levels = call.world.state.settings['restricted_visibility_levels'];
  return !call.admin && Array.isArray(levels) && (levels as readonly unknown[]).includes(visibility);
}

/** The path that follows from a name: "Foo Project" becomes foo-project. */
export function pathFrom(name: string): string {
  if (/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(name)) return name;
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
}
