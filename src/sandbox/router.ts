import { addRoute, createRouter, findRoute } from 'rou3';
import { exists } from './edition.ts';
import type { Edition } from './edition.ts';
import type { AnyRoute } from './route.ts';

/** What a request's method and path lead to. */
export type Found =
  | { readonly kind: 'route'; readonly route: AnyRoute; readonly path: Readonly<Record<string, string>> }
  | { readonly kind: 'undefined verb' }
  | { readonly kind: 'unknown path' }
  | { readonly kind: 'malformed path' };

/** Builds the look-up of routes; those that this version does not have are left out. */
export function createRoutes(routes: readonly AnyRoute[], edition: Edition): (method: string, path: string) => Found {
  const byMethod = createRouter<AnyRoute>();
  const known = createRouter<true>();
  for (const route of routes) {
    if (!exists(edition, route)) continue;
    addRoute(byMethod, route.method, route.path, route);
    addRoute(known, undefined, route.path, true);
  }
  return (method, path) => {
    const found = findRoute(byMethod, method, path);
    if (found !== undefined) {
      const decoded = decode(found.params ?? {});
      if (decoded === undefined) return { kind: 'malformed path' };
      // A user's id is a number, or there is no such path (any /users/:id, 18.9).
      const nobody = found.data.path.startsWith('/users/:id') && !/^\d+$/.test(decoded['id'] ?? '');
      return nobody ? { kind: 'unknown path' } : { kind: 'route', route: found.data, path: decoded };
    }
    return findRoute(known, 'ANY', path) === undefined ? { kind: 'unknown path' } : { kind: 'undefined verb' };
  };
}

function decode(params: Readonly<Record<string, string>>): Readonly<Record<string, string>> | undefined {
  try {
    return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
