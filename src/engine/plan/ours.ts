import type { Kind } from '../../kind.ts';
import type { LiveEntry } from '../../model.ts';

/** Whether a live entry can be removed through its section: not a bot, a directory's member, what is inherited, or the caller's own access. */
export function isOurs(kind: Kind, entry: LiveEntry, username: string): boolean {
  if (entry.readOnlyReason !== undefined || entry.pendingDeletion !== undefined || entry.superseded || entry.inherited)
    return false;
  return !isOwnAccess(kind, entry, username);
}

/** Whether a live entry is the access of the user whose token this is, or that user. */
export function isOwnAccess(kind: Kind, entry: LiveEntry, username: string): boolean {
  if (kind.people !== undefined) return entry.key.toLowerCase() === username.toLowerCase();
  const user = kind.access?.grants?.(entry.spec, entry.key, () => undefined).username;
  return user?.toLowerCase() === username.toLowerCase();
}
