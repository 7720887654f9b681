import type { LiveEntry } from '../../model.ts';

/**
 * Which live group, by its number, is to stand at a path in the end; the paths are in lower case. After a swap as before it there is
 * something at both ends, so that only somebody who knows the number can tell whether it was made.
 */
export type Meant = ReadonlyMap<string, number>;

/** Whether what is at a path is the very group that is to stand there. */
export function isMeant(here: LiveEntry | undefined, key: string, meant: Meant): boolean {
  return here?.id !== undefined && meant.get(key.toLowerCase()) === here.id;
}
