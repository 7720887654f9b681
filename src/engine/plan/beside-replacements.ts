import { identity, type Kind } from '../../kind.ts';
import type { LiveEntry } from '../../model.ts';

/** What is known of earlier runs whose changes are not finished. */
interface Before {
  /** The numbers of what they were to replace under a key. */
  readonly replaced: (key: string) => readonly (number | string)[];
  /** Whether one of them has provably made this. */
  readonly isOwn: (entry: LiveEntry) => boolean;
}

/**
 * The live entries of a section, in which those that an earlier run was to replace, and that stand beside what it has made, only wait for their
 * removal: the journal knows their numbers. They go by a key of their own, since their name is their successor's. What somebody else has made
 * under that name is no successor: nobody here has its secret, and the old one may be the only one that is of use.
 */
export function besideReplacements(
  kind: Kind,
  live: readonly LiveEntry[],
  { replaced, isOwn }: Before,
): readonly LiveEntry[] {
  if (!kind.calls.beside) return live;
  const isReplaced = ({ id, key }: LiveEntry): boolean => id !== undefined && replaced(key).includes(id);
  const successors = new Set(
    live.filter((entry) => !isReplaced(entry) && isOwn(entry)).map(({ key }) => identity(kind, key)),
  );
  return live.map((entry) =>
    isReplaced(entry) && successors.has(identity(kind, entry.key))
      ? { ...entry, key: `${entry.key}#${String(entry.id)}`, superseded: entry.key }
      : entry,
  );
}
