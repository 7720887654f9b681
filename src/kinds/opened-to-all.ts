import type { Attributes, FieldChange, Value } from '../model.ts';

/**
 * Which of the new values of something with a visibility let everybody read it, or a part of it, signed in or not, who could not: what is
 * `enabled` is for all who see the whole, and what is `public` for everybody though the whole is not (PUT /projects/:id, /groups/:id, 18.9).
 */
export function openedToAll(parts: ReadonlySet<string>) {
  return (fields: readonly FieldChange[], before: Attributes, after: Attributes): readonly string[] =>
    fields.flatMap(({ path, from, to }) => {
      if (path === 'visibility') return to === 'public' && from !== undefined && from !== 'public' ? [path] : [];
      return parts.has(path) && !isForAll(before[path], before) && isForAll(after[path], after) ? [path] : [];
    });
}

function isForAll(level: Value | undefined, { visibility }: Attributes): boolean {
  return level === 'public' || ((level === 'enabled' || level === true) && visibility === 'public');
}
