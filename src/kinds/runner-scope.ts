import { scopePath } from '../address.ts';
import type { Site } from '../kind.ts';
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
export function isElsewhere(live: RunnerOwners, scope: Scope): boolean {
  switch (scope.type) {
    case 'instance':
      return false;
    case 'group': {
      const end = `/groups/${scope.path}`.toLowerCase();
      return (live.groups ?? []).some((group) => !group.web_url.toLowerCase().endsWith(end));
    }
    case 'project': {
      const path = scope.path.toLowerCase();
      const projects = live.projects ?? [];
      return projects.length > 0 && !projects.some((project) => project.path_with_namespace.toLowerCase() === path);
    }
  }
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
