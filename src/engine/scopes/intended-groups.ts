import type { LiveEntry } from '../../model.ts';

/**
 * Which live group, by its number, is to stand at a path in the end; the paths are in lower case. After a swap as before it there is
 * something at both ends, so that only somebody who knows the number can tell whether it was made.
 */
export type IntendedGroups = ReadonlyMap<string, number>;

/** Whether what is at a path is the very group that is to stand there. */
export function isIntended(here: LiveEntry | undefined, key: string, intended: IntendedGroups): boolean {
  return here?.id !== undefined && intended.get(key.toLowerCase()) === here.id;
}
