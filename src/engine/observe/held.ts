import { unknownIfRefused } from '../../api/api-error.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveEntry, Scope } from '../../model.ts';
import { isOurs } from '../plan/ours.ts';
import type { ReadCache } from './read-cache.ts';

/**
 * Entries with what the platform lets nobody remove marked as such, where their rows do not tell: a group's own service account under a
 * name like any other. Asked only where something may go. Where the list is for others, each that may go may be one. Throws ApiError.
 */
export async function withHeld(
  entries: LiveEntry[],
  mayGo: (entry: LiveEntry) => boolean,
  kind: Kind,
  readAt: Scope,
  instance: Instance,
  cache: ReadCache,
): Promise<LiveEntry[]> {
  const held = kind.reads.heldFrom?.(readAt, instance);
  if (held === undefined) return entries;
  const going = new Set(entries.filter((entry) => mayGo(entry) && isOurs(kind, entry, instance.me.username)));
  if (going.size === 0) return entries;
  // A list that is kept from the caller tells nothing, which is not the same as an empty one.
  const found = await cache.findWhole(held.list).catch(unknownIfRefused);
  const ids = found && new Set(found.map(({ id }) => id));
  return entries.map((entry): LiveEntry => {
    if (!going.has(entry)) return entry;
    if (ids === undefined) return { ...entry, mayBeHeld: held.what };
    return entry.id !== undefined && ids.has(entry.id) ? { ...entry, unremovable: held.what, robot: true } : entry;
  });
}

/**
 * Entries with those marked as such who are no people, where their rows look to this caller like anybody's: a service account that a
 * group's owner finds among users. Asked where what nobody declares counts alone. Throws ApiError.
 */
export async function withRobots(
  entries: LiveEntry[],
  mayGo: (entry: LiveEntry) => boolean,
  { reads }: Kind,
  instance: Instance,
  cache: ReadCache,
): Promise<LiveEntry[]> {
  const robots = reads.robots?.(instance);
  if (robots === undefined || !entries.some(mayGo)) return entries;
  const ids = new Set((await cache.findWhole(robots.list))?.map(({ id }) => id));
  return entries.map((entry): LiveEntry =>
    entry.id !== undefined && ids.has(entry.id) && entry.id !== instance.me.id
      ? { ...entry, readOnlyReason: robots.what, robot: true }
      : entry,
  );
}
