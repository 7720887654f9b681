import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { pathsAbove } from '../../base/scope-path.ts';
import type { Instance, LiveEntry } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { ledTo } from '../observe/live-at.ts';

/**
 * The group that waits for its deletion with what is at this path: that is marked alone, and its own path by a suffix (DELETE /groups/:id, 18.9).
 * Undefined where none does, or none is shown. Throws ApiError for trouble that concerns every request.
 */
export async function waitsAlong(
  path: string,
  kinds: Kinds,
  instance: Instance,
  client: Client,
): Promise<LiveEntry | undefined> {
  const groups = hostingKind(kinds, 'group');
  if (groups === undefined) return undefined;
  const looks = pathsAbove(path).map((above) => ledTo(above, groups, instance, client).catch(unknownIfRefused));
  return (await Promise.all(looks)).find((group) => group?.pendingDeletion !== undefined);
}
