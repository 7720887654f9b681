import type { LiveEntry, Scope } from '../model.ts';

/** How a scope is addressed before anything is changed: by the number of its group or project where that is at another path as yet. */
export function addressedNow(scope: Scope, host: LiveEntry | undefined): Scope {
  return scope.type !== 'instance' && host?.elsewhere && host.id !== undefined
    ? { ...scope, path: String(host.id) }
    : scope;
}
