import type { Read } from '../read.ts';

/** The path and the query of a request, as they are sent. */
export function target(
  request: { readonly path: string; readonly query?: Read['query'] | undefined },
  more: Read['query'] = {},
): string {
  const query = Object.entries({ ...request.query, ...more })
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' ? absolute(request.path) : `${absolute(request.path)}?${query}`;
}

/** A path below the API, or as it stands where it begins with /api/. */
export function absolute(path: string): string {
  return path.startsWith('/api/') ? path : `/api/v4${path}`;
}
