import { ApiError, unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isSame } from '../../base/scope-path.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveEntry } from '../../model.ts';
import { ledTo } from '../observe/live-at.ts';

/**
 * The project that a path leads to at which it stood before: GitLab sends a read on to it until another one has that path
 * (301, GET /projects/:path, 18.9), in every tier. Undefined where nothing is there, or what is there has that path.
 */
export async function leadsOn(
  path: string,
  kind: Kind,
  instance: Instance,
  client: Client,
): Promise<LiveEntry | undefined> {
  const entry = await ledTo(path, kind, instance, client).catch((error: unknown) => {
    // It may lead to what is gone by now, or be refused on the way.
    if (!(error instanceof ApiError && error.status === 404)) unknownIfRefused(error);
    return undefined;
  });
  return entry === undefined || isSame(entry.key, path) ? undefined : entry;
}
