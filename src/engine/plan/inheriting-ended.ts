import type { Kind } from '../../kind.ts';
import type { Declared, LiveEntry } from '../../model.ts';
import type { Difference } from './diff.ts';

/**
 * The difference with what ends by it: an entry that takes over the settings of a group above has its own from its first other value on, also
 * where nobody has declared that (PUT …/integrations/:slug, 18.9).
 */
export function withInheritingEnded(
  { inheritance }: Kind,
  { spec }: Declared,
  live: LiveEntry | undefined,
  found: Difference,
): Difference {
  const path = inheritance?.saidBy;
  if (path === undefined || live?.inherited !== true || spec[path] !== undefined || found.names.size === 0)
    return found;
  return {
    ...found,
    names: new Set([...found.names, path]),
    fields: [...found.fields, { path, from: true, to: false }],
    completed: { ...found.completed, [path]: false },
  };
}
