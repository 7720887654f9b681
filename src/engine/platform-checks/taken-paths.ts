import { INSTANCE, entryAddress, sectionAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Kind } from '../../kind.ts';
import type { Declared, Desired, Json, LiveEntry, World } from '../../model.ts';
import type { Kinds } from '../kinds.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';

/** The platform permits one caller twenty of these looks in a minute (GET /namespaces/:id/exists, 18.9); whoever plans twice must not wait. */
const MOST = 10;

/**
 * Tells of groups that this token cannot see: what is not there, and is to be made or declared absent, has its path taken all the
 * same, or stands in something of which that is so. Administrators see everything, and are not asked for. Throws ApiError.
 */
export async function takenPaths(
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  if (world.instance.me.admin) return [];
  const asked = sections.flatMap(({ name, entries }): Asked[] => {
    const kind = kinds.get(name);
    if (kind?.host?.taken === undefined) return [];
    const live = byPath(world.sections.get(sectionAddress(INSTANCE, name)) ?? []);
    return entries.flatMap((entry) => (live.has(entry.key.toLowerCase()) ? [] : [{ kind, entry, live }]));
  });
  const cache = createReadCache(client);
  const hidden = await parallel(asked.slice(0, MOST), MOST, async (one): Promise<Look[]> => {
    const found = await firstUnseen(one, cache);
    return found === undefined ? [] : [{ ...one, ...found }];
  });
  // Where the group above is to be made, what is in it cannot be there yet: that one is looked at.
  const looks = new Map(
    hidden
      .flat()
      .toReversed()
      .map((look) => [look.path.toLowerCase(), look]),
  );
  const found = await parallel([...looks.values()].toReversed(), MOST, async (look) =>
    (await isTaken(look, client)) ? [told(look)] : [],
  );
  return found.flat();
}

/** An entry of which nothing is seen, and what is seen of its kind. */
interface Asked {
  readonly kind: Kind;
  readonly entry: Declared;
  readonly live: ReadonlyMap<string, LiveEntry>;
}

/** A path at which the token sees nothing, and the entry for which that matters. */
interface Look extends Asked, Hidden {}

interface Hidden {
  readonly path: string;
  /** The number of the group above; none at the top. */
  readonly parent: number | undefined;
}

/**
 * The topmost part of a path at which nothing is seen, below the lowest that is: who has access to a group in one that is hidden sees that
 * group, and makes others in it.
 */
async function firstUnseen({ kind, entry, live }: Asked, cache: ReadCache): Promise<Hidden | undefined> {
  const segments = entry.key.split('/');
  for (let end = segments.length - 1; end > 0; end--) {
    const path = segments.slice(0, end).join('/');
    const id = live.get(path.toLowerCase())?.id ?? (await idAt(kind, path, cache));
    if (id === undefined) continue;
    return typeof id === 'number' ? { path: segments.slice(0, end + 1).join('/'), parent: id } : undefined;
  }
  return { path: segments[0] ?? entry.key, parent: undefined };
}

async function idAt(kind: Kind, path: string, cache: ReadCache): Promise<Json | undefined> {
  const rows = await parallel(kind.reads.all(INSTANCE, [path]), 1, (read) => cache.find(read));
  return rows.flatMap((found) => found ?? [])[0]?.['id'];
}

function byPath(entries: readonly LiveEntry[]): ReadonlyMap<string, LiveEntry> {
  return new Map(entries.map((entry) => [(entry.renamedFrom ?? entry.key).toLowerCase(), entry]));
}

/** Whether the platform says that something has this path; what it does not answer is not known. */
async function isTaken({ kind, path, parent }: Look, client: Client): Promise<boolean> {
  const read = kind.host?.taken?.(path, parent);
  if (read === undefined) return false;
  try {
    const answer = await client.read(read);
    return typeof answer === 'object' && 'exists' in answer && answer.exists === true;
  } catch (error) {
    if (isRefused(error)) return false;
    throw error;
  }
}

function told({ kind, entry, path, parent }: Look): Diagnostic {
  const address = addressOf(kind, entry);
  const isIt = path.toLowerCase() === entry.key.toLowerCase();
  const user = parent === undefined ? 'a user, or by ' : '';
  const taken = `the path ${path} is taken by ${user}a ${kind.singular} that this token cannot see`;
  if (entry.state === 'absent')
    return {
      severity: 'warning',
      code: 'taken-unseen',
      message: isIt
        ? `${address} is declared absent, and nobody can tell here whether it is: ${taken}`
        : `${address} is declared absent, and nobody can tell here whether it is, for ${taken}`,
      place: entry.place(),
      remedy: 'use a token whose user may see it',
    };
  return {
    severity: 'error',
    code: 'taken-unseen',
    message: isIt ? `${address} cannot be made: ${taken}` : `${address} cannot be made where it is declared: ${taken}`,
    place: entry.place(),
    remedy: 'use a token whose user may see it, or choose another path',
  };
}

function addressOf(kind: Kind, { key }: Declared): string {
  return entryAddress(kind, INSTANCE, key);
}
