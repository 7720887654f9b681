import { INSTANCE } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import { isList } from '../../base/shape.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Instance, LiveEntry } from '../../model.ts';
import { createDecodeContext } from './decode-context.ts';

/**
 * The group or project that stands at a path now, by one request; undefined where none does: an old path of another one leads to that
 * (GET /groups/:path, 18.9), which is not the same. Throws ApiError.
 */
export async function liveAt(
  path: string,
  kind: Kind,
  instance: Instance,
  client: Client,
): Promise<LiveEntry | undefined> {
  const entry = await ledTo(path, kind, instance, client);
  return entry === undefined || identity(kind, entry.key) !== identity(kind, path) ? undefined : entry;
}

/** The group or project that a path leads to, be it its own or one that it had before; undefined where it leads to none. Throws ApiError. */
export async function ledTo(
  path: string,
  kind: Kind,
  instance: Instance,
  client: Client,
): Promise<LiveEntry | undefined> {
  const [at] = kind.reads.all(INSTANCE, [path]);
  if (at === undefined) return undefined;
  const { path: asked, query } = at;
  const answer = await client.read({ path: asked, ...(query && { query }), mayBeMissing: true });
  if (answer === undefined || isList(answer)) return undefined;
  const entry = kind.decode(answer, createDecodeContext(INSTANCE, instance, new Map()));
  return entry && { ...entry, live: answer };
}
