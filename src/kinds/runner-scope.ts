import { scopePath } from '../address.ts';
import type { DecodeContext, CallContext } from '../kind.ts';
import type { Scope, Value } from '../model.ts';
import type { Read } from '../read.ts';

/** What the detail of a runner says about where it belongs; an instance's runner has neither. */
export type RunnerOwners = {
  readonly groups?: readonly { readonly id: number; readonly web_url: string }[];
  readonly projects?: readonly { readonly id: number; readonly path_with_namespace: string }[];
};

/** The read of a scope's runners; those of a group or project hold the ones inherited from above, too (18.9). */
export function runnersOf(scope: Scope): Read {
  const path = scope.type === 'instance' ? '/runners/all' : `${scopePath(scope)}/runners`;
  return { path, query: { type: typeOf(scope) }, pages: true };
}

/**
 * Whether the list of a scope shows runners of groups above it. A project's list of its own type holds none of a group, and a group at the
 * top has nothing above it; what is addressed by its number may stand anywhere (GET /groups/:id/runners, 18.9).
 */
export function listsInherited(scope: Scope): boolean {
  return scope.type === 'group' && (scope.path.includes('/') || /^\d+$/.test(scope.path));
}

/**
 * Whether the detail does not show that a runner belongs to this very group or project: of an owner that the caller may not see it
 * shows nothing (GET /runners/:id, 18.9). A row of a list shows nothing of owners at all.
 */
export function isElsewhere(live: RunnerOwners, context: DecodeContext): boolean {
  const { scope } = context;
  if (scope.type === 'instance') return false;
  const path = scope.path.toLowerCase();
  // The name is looked up too, since a scope may be on its way to the path that it is declared with.
  const isScope = (id: number): boolean => context.nameOf(`${scope.type}s`, id)?.toLowerCase() === path;
  if (scope.type === 'group') {
    const { groups } = live;
    if (groups === undefined) return false;
    return !groups.some(({ id, web_url: url }) => isScope(id) || url.toLowerCase().endsWith(`/groups/${path}`));
  }
  const { projects } = live;
  if (projects === undefined) return false;
  return !projects.some((project) => isScope(project.id) || project.path_with_namespace.toLowerCase() === path);
}

/** The part of POST /user/runners that says where a new runner belongs. */
export function ownerOf(context: CallContext): { readonly [name: string]: Value } {
  const { scope } = context;
  if (scope.type === 'instance') return { runner_type: typeOf(scope) };
  const id = context.find(`${scope.type}s`, scope.path)?.ref('id');
  return { runner_type: typeOf(scope), ...(id !== undefined && { [`${scope.type}_id`]: id }) };
}

function typeOf(scope: Scope): string {
  return `${scope.type}_type`;
}
