import { entryAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Change, Desired, Section, World } from '../../model.ts';
import { addressIdentity } from '../address-identity.ts';
import { partsOf } from '../address-parts.ts';
import { countOf, seenHolders } from './counted-holders.ts';
import { firstScopes } from './first-scopes.ts';
import { removalsOf, refersTo, type HeldThing } from './held-things.ts';
import { inUse } from './in-use.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { decodeSection, readSection } from '../observe/sections.ts';

const AT_A_TIME = 32;

/**
 * Tells of what is to be removed or replaced while the platform counts holders of it that were not looked at: a role that somebody has
 * in a group which nobody declares. Its removal would be refused after its successor was made. Asked only where such a thing is planned.
 * Throws ApiError for trouble that concerns every request.
 */
export async function heldElsewhere(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const identityOf = (address: string): string => {
    const { kind, scope, key } = partsOf(address, kinds);
    return addressIdentity(kind, scope, key);
  };
  const changing = new Set(changes.map(({ address }) => identityOf(address)));
  const found = await parallel(removalsOf(changes, desired, world, kinds), AT_A_TIME, async (removal) => {
    const counted = await countOf(removal, client);
    if (counted === undefined) return [uncounted(removal)];
    const seen = seenHolders(removal, world, kinds);
    const staying = seen.filter((address) => !changing.has(identityOf(address)));
    const unseen = counted - seen.length;
    if (unseen <= 0 && staying.length === 0) return [];
    const elsewhere = unseen > 0 ? await namedHolders(removal, world, kinds, client) : [];
    const named = [...staying, ...elsewhere];
    const rest = unseen - elsewhere.length;
    const others = rest > 0 ? [`${rest} in ${named.length === 0 ? '' : 'other '}groups or projects not looked at`] : [];
    return [inUse(removal.address, removal.declared, [...named, ...others])];
  });
  return found.flat();
}

/** Who they are, in the first hundred groups and the first hundred projects that were not looked at: whoever is not there is counted alone. */
async function namedHolders(
  removal: HeldThing,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<readonly string[]> {
  const kind = kindOf(kinds, removal.kind.reads.holdersOf?.section ?? '');
  const scopes = await firstScopes(kind, world.instance, kinds, client);
  const unseen = scopes.filter(({ scope }) => !world.sections.has(sectionAddress(scope, kind.section)));
  const cache = createReadCache(client);
  const roles = new Map([[sectionAddress(removal.scope, removal.kind.section), [removal.live]]]);
  const found = await parallel(unseen, AT_A_TIME, async ({ scope, at }) => {
    const section: Section = { scope, name: kind.section, entries: [], prune: false };
    const raw = await readSection(section, kind, at, cache).catch(unknownIfRefused);
    const entries = raw === undefined ? [] : await decodeSection(raw, world.instance, roles, cache);
    return entries
      .filter((entry) => refersTo(kind, scope, entry, removal))
      .map(({ key }) => entryAddress(kind, scope, key));
  });
  return found.flat();
}

function uncounted({ address, kind, declared }: HeldThing): Diagnostic {
  return {
    severity: 'warning',
    code: 'uncounted',
    message: `${address}: GitLab does not tell how many ${kind.reads.holdersOf?.section ?? ''} refer to it, and refuses to remove it while any does`,
    place: declared?.place(),
    remedy: 'see in GitLab that nobody else has it',
  };
}
