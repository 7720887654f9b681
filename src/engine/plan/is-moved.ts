import { isSame, parentPath } from '../../base/scope-path.ts';

/** Whether what has a path of its own comes into another group, or out of any: its last name alone says nothing of that. */
export function isMoved(from: { readonly key: string }, to: { readonly key: string }): boolean {
  return !isSame(parentPath(from.key), parentPath(to.key));
}
