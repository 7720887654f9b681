import type { Kind } from './kind.ts';
import type { Scope } from './model.ts';

/** The whole instance, as a scope. */
export const INSTANCE: Scope = { type: 'instance' };

/** `instance`, `group[platform/infra]`, `project[platform/api]`. */
export function scopeAddress(scope: Scope): string {
  return scope.type === 'instance' ? 'instance' : `${scope.type}[${scope.path}]`;
}

/** `group[platform]/members`: one kind's entries in one scope. */
export function sectionAddress(scope: Scope, section: string): string {
  return `${scopeAddress(scope)}/${section}`;
}

/** What tells a section from others, in whatever letter case its path is written: GitLab takes each (GET /groups/:id, /projects/:id; 18.9). */
export function foldedSection(scope: Scope, section: string): string {
  return sectionAddress(scope, section).toLowerCase();
}

/** `group[platform]/member[alice]`, `instance/settings`; an entry that is itself a scope has the scope's address: `group[platform]`. */
export function entryAddress(kind: Kind, scope: Scope, key: string): string {
  return entryAddresses(kind, scope)(key);
}

/** The addresses of the entries of one section, by their keys: what they have in common is put together once. */
export function entryAddresses(kind: Kind, scope: Scope): (key: string) => string {
  if (kind.host === undefined && kind.shape.type === 'single') {
    const only = `${scopeAddress(scope)}/${kind.singular}`;
    return () => only;
  }
  const opened = kind.host === undefined ? `${scopeAddress(scope)}/${kind.singular}[` : `${kind.host.type}[`;
  return (key) => `${opened}${key}]`;
}

/** The path of a scope's own endpoint below /api/v4, encoded; the empty string for the instance. */
export function scopePath(scope: Scope): string {
  return scope.type === 'instance' ? '' : `/${scope.type}s/${encodeURIComponent(scope.path)}`;
}

/** The same by its number, where that is known: at its path another one may stand by the time that a call is sent. */
export function numberedPath(scope: Scope, id: number | undefined): string {
  return scope.type === 'instance' || id === undefined ? scopePath(scope) : `/${scope.type}s/${id}`;
}
