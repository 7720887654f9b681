import type { Kind } from '../../kind.ts';
import type { Change } from '../../model.ts';

/** What a change makes of the token's own user that its own run must not do, as a word: each guard knows that user by its name. */
export function fateOfOwnUser(
  { shape, people }: Kind,
  { action, fields }: Pick<Change, 'action' | 'fields'>,
): string | undefined {
  if (people === undefined) return undefined;
  if (action === 'delete') return 'removed';
  if (shape.type === 'map' && fields.some(({ path }) => path === shape.name)) return 'renamed';
  const after = Object.fromEntries(fields.map(({ path, to }) => [path, to]));
  return people.isActive(after) ? undefined : 'kept from signing in';
}
