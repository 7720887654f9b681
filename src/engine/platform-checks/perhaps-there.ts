import { INSTANCE, entryAddress } from '../../address.ts';
import { isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { parentPath } from '../../base/scope-path.ts';
import type { Desired, World } from '../../model.ts';
import { hostingKind, type Kinds } from '../kinds.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { idAt, unseenEntries } from './unseen-entries.ts';

const AT_A_TIME = 8;
/** So many groups are asked for; what stands in the others may be there. */
const MOST = 20;
/** The lowest level with which somebody sees all that is in a group: that of a guest (roles and permissions, 18.9). */
const SEES_ALL = 10;

/**
 * Tells of what is declared absent, and may be there all the same, in a group that is seen: the platform does not say whether the path of a
 * project is taken, and shows none to who is nothing in its group. Administrators see everything, and are not asked for. Throws ApiError.
 */
export async function perhapsThere(
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly Diagnostic[]> {
  const absent = unseenEntries(sections, world, kinds).filter(
    ({ kind, entry }) => entry.state === 'absent' && kind.host?.taken === undefined,
  );
  const groups = [...new Set(absent.map(({ entry }) => parentPath(entry.key)))];
  const cache = createReadCache(client);
  const looks = await parallel(groups.slice(0, MOST), AT_A_TIME, async (path) =>
    (await seesAll(path, world, kinds, cache)) ? [path] : [],
  );
  const seen = new Set(looks.flat());
  return absent.flatMap(({ kind, entry }): Diagnostic[] => {
    const group = parentPath(entry.key);
    if (seen.has(group)) return [];
    return [
      {
        severity: 'warning',
        code: 'perhaps-unseen',
        message: `${entryAddress(kind, INSTANCE, entry.key)} is declared absent, and nobody can tell here whether it is: who is no member of ${group} is not shown each ${kind.singular} there`,
        place: entry.place(),
        remedy: 'use a token whose user may see it',
      },
    ];
  });
}

/** Whether the token's user is somebody in a group, by an entry there, above or by a share; of a group that is not seen this tells nothing. */
async function seesAll(path: string, { instance }: World, kinds: Kinds, cache: ReadCache): Promise<boolean> {
  const groups = hostingKind(kinds, 'group');
  if (groups === undefined || (await idAt(groups, path, cache)) === undefined) return true;
  for (const { access } of kinds.values()) {
    const read = access?.ownershipReads?.(instance.me.id, { type: 'group', path }).total;
    const everybody = access?.everybody;
    if (read === undefined || everybody === undefined) continue;
    try {
      const rows = (await cache.find(read)) ?? [];
      if (rows.some((row) => everybody.level(row) >= SEES_ALL)) return true;
    } catch (error) {
      if (!isRefused(error)) throw error;
    }
  }
  return false;
}
