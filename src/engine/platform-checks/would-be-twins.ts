import { INSTANCE } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parentPath } from '../../base/scope-path.ts';
import type { Change, Desired, LiveEntry, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decoded } from '../observe/decoded.ts';
import { freeGroups } from './free-groups.ts';
import { surelyRenamed } from './perhaps-renamed.ts';
import { renamedByHand } from './renamed-by-hand.ts';
import { renamedPeople } from './renamed-people.ts';
import type { Renamings } from './renamings.ts';

/** The groups at the top are listed where these are so many pages at most. */
const MOST_PAGES = 20;

/**
 * Errors for what is to be made and is there under another name, given by hand: a group of which the audit events say that it was at that
 * path, somebody with the declared address. A second one would be made beside it, with nothing in it, and take what it has from it.
 * It is looked where something is to be made alone. Throws ApiError for trouble that concerns every request.
 */
export async function wouldBeTwins(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
  renamings: Renamings,
): Promise<readonly Diagnostic[]> {
  const beside = await undeclaredBeside(changes, desired, world, kinds, client);
  const [groups, people] = await Promise.all([
    renamedByHand({ changes, diagnostics: [] }, beside, kinds, client, surelyRenamed),
    renamedPeople(changes, desired, world, kinds, client, renamings),
  ]);
  return [...groups, ...people];
}

/** What nobody declared, where groups are to be made: what stands in a group was looked at for that already. */
async function undeclaredBeside(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly LiveEntry[]> {
  const made = changes.flatMap(({ action, address }) => {
    const { kind, key } = partsOf(address, kinds);
    return action === 'create' && kind.host?.atTheTop !== undefined ? [{ kind, list: kind.host.atTheTop, key }] : [];
  });
  const [first] = made;
  if (first === undefined) return [];
  const atTheTop = made.find(({ key }) => parentPath(key) === '');
  const listing = atTheTop && (await client.list(atTheTop.list).catch(unknownIfRefused));
  const isShort = listing?.pages !== undefined && listing.pages <= MOST_PAGES;
  const rows = isShort ? await listing.all() : (listing?.rows ?? []);
  const tops = decoded(first.kind, rows, createDecodeContext(INSTANCE, world.instance, new Map()));
  const isFree = freeGroups(desired, world, kinds);
  return [...(world.beside?.get(first.kind.section) ?? []), ...tops].filter((live) => isFree(first.kind, live));
}
