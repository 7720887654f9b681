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

/** The path or name of a group as it was before it was marked for its deletion, which frees them by a suffix (18.0). */
export function withoutDeletionMark(text: string, id: number): string {
  const suffix = `-deletion_scheduled-${id}`;
  return text.endsWith(suffix) ? text.slice(0, -suffix.length) : text;
}
