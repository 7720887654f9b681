import type { IntendedGroups } from '../scopes/intended-groups.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { Undo } from './undo.ts';

/**
 * The groups that an undo brings back to the paths that they had. Of two that have taken each other's paths the audit events tell that each has
 * come to where it stands, and that alone would pass for the undo's being done.
 */
export function broughtBackTo({ entries }: Undo, kinds: Kinds): IntendedGroups {
  return new Map(
    entries.flatMap(({ section, key, previously, id }) =>
      kindOf(kinds, section).host?.moves !== undefined && previously !== undefined && typeof id === 'number'
        ? [[key.toLowerCase(), id] as const]
        : [],
    ),
  );
}
