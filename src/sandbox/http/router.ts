import { addRoute, createRouter, findRoute } from 'rou3';
import { exists } from '../store/edition.ts';
import type { Edition } from '../store/edition.ts';
import type { AnyRoute } from './route.ts';

/** What a request's method and path lead to. */
export type Found =
  | { readonly kind: 'route'; readonly route: AnyRoute; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'undefined verb'; readonly allowed: readonly string[] }
  | { readonly kind: 'unknown path' }
  | { readonly kind: 'malformed path' };

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Builds the look-up of routes; those that this version does not have are left out. */
export function createRoutes(routes: readonly AnyRoute[], edition: Edition): (method: string, path: string) => Found {
  const byMethod = createRouter<AnyRoute>();
  const known = createRouter<true>();
  for (const route of routes) {
    if (!exists(edition, route)) continue;
    addRoute(byMethod, route.method, route.path, route);
    addRoute(known, undefined, route.path, true);
  }
  return (method, sent) => {
    const path = withoutFormat((bare) => findRoute(byMethod, method, bare)?.data, sent);
    const found = findRoute(byMethod, method, path);
    if (found !== undefined) {
      const decoded = decode(found.params ?? {});
      if (decoded === undefined) return { kind: 'malformed path' };
      // A user's id is a number, or there is no such path (any /users/:id, 18.9).
      const nobody = found.data.path.startsWith('/users/:id') && !/^\d+$/.test(decoded['id'] ?? '');
      return nobody ? { kind: 'unknown path' } : { kind: 'route', route: found.data, path: decoded };
    }
    if (findRoute(known, 'ANY', path) === undefined) return { kind: 'unknown path' };
    const allowed = methods.filter((other) => findRoute(byMethod, other, path) !== undefined);
    return { kind: 'undefined verb', allowed };
  };
}

/** A format at the end of a path is not looked at; where a path ends in a name, it belongs to the name (any path, 18.9). */
function withoutFormat(find: (path: string) => AnyRoute | undefined, path: string): string {
  const bare = /^(.*)\.(?:json|txt)$/.exec(path)?.[1];
  const route = bare === undefined ? undefined : find(bare);
  if (bare === undefined || route === undefined) return path;
  const last = route.path.slice(route.path.lastIndexOf('/') + 1);
  const named = /[:*]/.test(last) && route.params[last.slice(1)]?.type !== 'integer' && route.path !== '/users/:id';
  return named ? path : bare;
}

function decode(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
