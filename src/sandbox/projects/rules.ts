import type { RequestContext } from '../http/request-context.ts';
import type { ProjectRow } from './rows.ts';
import type { GroupRow, Visibility } from '../groups/rows.ts';
import type { State } from '../store/state.ts';
import { isReservedBelow } from '../groups/reserved-paths.ts';

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
const addressRule =
  "can only include non-accented letters, digits, '_', '-' and '.'. It must not start with '-', '_', or '.', nor end with '-', '_', '.', '.git', or '.atom'.";

/** What a registry takes as a path: no separators in a row (oci_repository_path_regex of lib/gitlab/regex.rb, 18.9). */
const plainPath = /^[A-Za-z0-9]+([._-][A-Za-z0-9]+)*$/;

const blank = "can't be blank";

/** The projects right in a group, or of a user where there is no group. */
export function siblingsOf(state: State, group: GroupRow | undefined, ownerId: number | null): readonly ProjectRow[] {
  if (group !== undefined) return state.projectsByGroup(group.id);
  return ownerId === null ? [] : state.projectsByOwner(ownerId);
}

/** What is wrong with a project's name, path and visibility; empty when all is well. A path that it has already is told by `before`. */
export function projectErrors(
  draft: Draft,
  siblings: readonly ProjectRow[],
  group: GroupRow | undefined,
  before?: string,
): Errors {
  const errors: Errors = {};
  const taken = ['has already been taken'];
  const sameName = siblings.some((other) => other.name.toLowerCase() === draft.name.toLowerCase());
  const samePath = siblings.some((other) => other.path.toLowerCase() === draft.path.toLowerCase());
  const name = sameName ? taken : nameErrors(draft.name);
  const path = samePath ? taken : pathErrors(draft.path, before);
  // What is wrong with a name or a path is complained of twice, by the project and by its namespace (POST /projects, 18.9).
  if (sameName || draft.name.trim() === '') errors['project_namespace.name'] = name.slice(0, 1);
  if (!samePath && path.some((text) => text !== blank)) errors['project_namespace.path'] = path.toReversed();
  if (name.length > 0) errors['name'] = name;
  if (path.length > 0) errors['path'] = path;
  if (group !== undefined && exceeds(draft.visibility, group)) {
    errors['visibility_level'] = [`${draft.visibility} is not allowed in a ${group.visibility} namespace.`];
  }
  return errors;
}

function nameErrors(name: string): readonly string[] {
  if (name.trim() === '') return [blank, nameRule];
  if (name.length > 255) return ['is too long (maximum is 255 characters)'];
  return nameForm.test(name) ? [] : [nameRule];
}

/** The form of a path, and that no route of projects is at it; of a new one also what a registry takes (app/models/project.rb, 18.9). */
function pathErrors(path: string, before: string | undefined): readonly string[] {
  if (path === '') return [blank];
  if (path.length > 255) return ['is too long (maximum is 255 characters)'];
  return [...spellingErrors(path), ...(path === before || plainPath.test(path) ? [] : [addressRule])];
}

function spellingErrors(path: string): readonly string[] {
  if (!/^[A-Za-z0-9_.][A-Za-z0-9_.-]*$/.test(path) || /\.(git|atom)$/.test(path)) return [pathRule];
  return isReservedBelow(path) ? [`${path} is a reserved name`] : [];
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
export function isRestricted(context: RequestContext, visibility: Visibility): boolean {
  const levels = context.platform.state.settings['restricted_visibility_levels'];
  return !context.admin && Array.isArray(levels) && (levels as readonly unknown[]).includes(visibility);
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
