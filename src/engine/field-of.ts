/** The field of an entry that a path is in: `custom_headers` of `custom_headers.X-New`. */
export function fieldOf(path: string): string {
  const dot = path.indexOf('.');
  return dot < 0 ? path : path.slice(0, dot);
}
