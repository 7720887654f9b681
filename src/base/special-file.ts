import { statSync } from 'node:fs';

/**
 * What stands at a path, links followed, and is no regular file, as a noun: reading it may never end, and writing, replacing or removing
 * it takes something away that no run has made. Undefined where a regular file stands there, or nothing that can be seen.
 */
export function specialFile(file: string): string | undefined {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    if (there === undefined || there.isFile()) return undefined;
    if (there.isDirectory()) return 'a folder';
    return there.isFIFO() ? 'a pipe' : 'a device or a socket';
  } catch {
    // What cannot be looked at is told by whoever opens it.
    return undefined;
  }
}
