import type { Kind } from '../../kind.ts';
import type { Change, LiveEntry } from '../../model.ts';

/** Whether a live entry can be removed through its section: not a bot, a directory's member, what is inherited, or the caller's own access. */
export function isOurs(kind: Kind, entry: LiveEntry, username: string): boolean {
  if (whyStays(entry) !== undefined || entry.pendingDeletion !== undefined || entry.superseded || entry.inherited)
    return false;
  return !isOwnAccess(kind, entry, username);
}

/** Why a live entry cannot be removed by itself, where the platform or its origin forbids that. */
export function whyStays({ readOnlyReason, unremovable }: LiveEntry): string | undefined {
  return readOnlyReason ?? unremovable;
}

/** Why a change of this sort cannot be made to a live entry, where that is forbidden. */
export function whyHeld(action: Change['action'], entry: LiveEntry): string | undefined {
  if (action === 'create') return undefined;
  return action === 'delete' ? whyStays(entry) : entry.readOnlyReason;
}

/** Whether a live entry is the access of the user whose token this is, or that user. */
export function isOwnAccess(kind: Kind, entry: LiveEntry, username: string): boolean {
  if (kind.people !== undefined) return entry.key.toLowerCase() === username.toLowerCase();
  const user = kind.access?.grants?.(entry.spec, entry.key, () => undefined).username;
  return user?.toLowerCase() === username.toLowerCase();
}
