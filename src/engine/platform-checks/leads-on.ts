import { INSTANCE } from '../../address.ts';
import { ApiError, unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import { isSame } from '../../base/scope-path.ts';
import { isList } from '../../base/shape.ts';
import type { Kind } from '../../kind.ts';
import type { Instance, LiveEntry } from '../../model.ts';
import { createDecodeContext } from '../observe/decode-context.ts';

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
  const [at] = kind.reads.all(INSTANCE, [path]);
  if (at === undefined) return undefined;
  const { path: asked, query } = at;
  const answer = await client
    .read({ path: asked, ...(query && { query }), mayBeMissing: true })
    .catch((error: unknown) => {
      // It may lead to what is gone by now, or be refused on the way.
      if (!(error instanceof ApiError && error.status === 404)) unknownIfRefused(error);
      return undefined;
    });
  if (answer === undefined || isList(answer)) return undefined;
  const entry = kind.decode(answer, createDecodeContext(INSTANCE, instance, new Map()));
  return entry === undefined || isSame(entry.key, path) ? undefined : { ...entry, live: answer };
}
