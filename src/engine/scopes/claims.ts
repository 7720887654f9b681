import type { Declared, LiveEntry } from '../../model.ts';
import { isIntended, type IntendedGroups } from './intended-groups.ts';
import type { LiveTree } from './live-tree.ts';
import type { Match } from './match.ts';

/** The entry, by its key in lower case, that claims a live group by what it says of it: by the group's id. */
export type Claims = ReadonlyMap<LiveEntry['id'], string>;

/** Who claims what, if all that `previously` says is still to be done. */
export function claimsAsTold(declared: readonly Declared[], tree: LiveTree, intended: IntendedGroups): Claims {
  return new Map(
    declared.flatMap(({ key, previously, state }) => {
      const isOpen = previously !== undefined && state !== 'absent' && !isIntended(tree.at(key), key, intended);
      const live = isOpen ? tree.at(previously) : undefined;
      return live === undefined ? [] : [[live.id, key.toLowerCase()] as const];
    }),
  );
}

/** What those claim that do not stand where they are. */
export function claimsOf(matches: ReadonlyMap<string, Match>): Claims {
  return new Map([...matches].flatMap(([key, { live, how }]) => (how === 'stays' ? [] : [[live.id, key] as const])));
}
