import { identity, type Kind } from '../../kind.ts';
import type { LiveEntry } from '../../model.ts';

/**
 * The live entries of a section, in which those that an earlier run was to replace, and that stand beside what it has made, only wait for their
 * removal: the journal knows their numbers. They go by a key of their own, since their name is their successor's. What somebody else has made
 * there is no successor: nobody here may have its secret, and nothing goes for its sake.
 */
export function besideReplacements(
  kind: Kind,
  live: readonly LiveEntry[],
  replacedBefore: (key: string) => readonly (number | string)[],
  isOthers: (key: string, id: LiveEntry['id']) => boolean,
): readonly LiveEntry[] {
  if (!kind.calls.beside) return live;
  const isReplaced = ({ id, key }: LiveEntry): boolean => id !== undefined && replacedBefore(key).includes(id);
  const successors = new Set(
    live.filter((entry) => !isReplaced(entry) && !isOthers(entry.key, entry.id)).map(({ key }) => identity(kind, key)),
  );
  return live.map((entry) =>
    isReplaced(entry) && successors.has(identity(kind, entry.key))
      ? { ...entry, key: `${entry.key}#${String(entry.id)}`, superseded: entry.key }
      : entry,
  );
}
