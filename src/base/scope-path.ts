/** The path of the group above; the empty string for a top-level group. */
export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** The last segment of a path: what the API calls a group's path. */
export function lastSegment(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path below another one, or at the top. */
export function pathBelow(parent: string, segment: string): string {
  return parent === '' ? segment : `${parent}/${segment}`;
}

/** The path of the top-level group that a path is in, or is. */
export function rootPath(path: string): string {
  return path.split('/', 1)[0] ?? path;
}

/** The paths of the groups above a path, the one at the top first. */
export function pathsAbove(path: string): readonly string[] {
  return pathsTo(path).slice(0, -1);
}

/** The paths of the groups above a path and the path itself, the one at the top first. */
export function pathsTo(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** Whether a path is below another one, at whatever depth, in whatever letter case. */
export function isBelow(path: string, above: string): boolean {
  return path.toLowerCase().startsWith(`${above.toLowerCase()}/`);
}

/** Whether two names or paths are the same for GitLab, which compares them without case. */
export function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
