import { scopePath } from '../address.ts';
import type { Lookup, Site } from '../kind.ts';
import type { Read, Scope, Value } from '../model.ts';

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

/** Whether the detail shows that a runner belongs to another group or project. A row of a list shows nothing of that. */
export function isElsewhere(live: RunnerOwners, look: Lookup): boolean {
  const { scope } = look;
  if (scope.type === 'instance') return false;
  const path = scope.path.toLowerCase();
  // The name is looked up too, since a scope may be on its way to the path that it is declared with.
  const isScope = (id: number): boolean => look.nameOf(`${scope.type}s`, id)?.toLowerCase() === path;
  if (scope.type === 'group') {
    const groups = live.groups ?? [];
    return groups.some(({ id, web_url: url }) => !isScope(id) && !url.toLowerCase().endsWith(`/groups/${path}`));
  }
  const projects = live.projects ?? [];
  return (
    projects.length > 0 &&
    !projects.some((project) => isScope(project.id) || project.path_with_namespace.toLowerCase() === path)
  );
}

/** The part of POST /user/runners that says where a new runner belongs. */
export function ownerOf(site: Site): { readonly [name: string]: Value } {
  const { scope } = site;
  if (scope.type === 'instance') return { runner_type: typeOf(scope) };
  const id = site.find(`${scope.type}s`, scope.path)?.ref('id');
  return { runner_type: typeOf(scope), ...(id !== undefined && { [`${scope.type}_id`]: id }) };
}

function typeOf(scope: Scope): string {
  return `${scope.type}_type`;
}
