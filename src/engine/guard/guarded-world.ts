import { sectionAddress } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import { parallel } from '../../base/parallel.ts';
import type { LiveEntry, Scope, Section, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf } from '../kinds.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { addressOf, decodeSection, readSection, type RawSection } from '../observe/sections.ts';
import { addressedNow } from '../addressed-now.ts';
import { hostOf } from '../plan/host-of.ts';
import type { GuardedPlan } from './guard.ts';
import { wantedLooks } from './guard-looks.ts';
import { movesToTheTop } from './last-owner.ts';
import { loweredShares } from './own-shares.ts';
import { OWNER } from '../access.ts';
import { isRefused } from '../../api/api-error.ts';

/**
 * The world as the guards weigh it: with the people of groups that go to the top, or lose the owners that a share makes, where nobody
 * declares them, since their owners count there; and by REST where batches have shown it, which do not tell who waits to be let in. What may not be read is not there for the guards,
 * which refuse then. Throws ApiError for trouble that concerns every request.
 */
export async function guardedWorld(
  guarded: Omit<GuardedPlan, 'findings'>,
  waived: ReadonlySet<string>,
  client: Client,
): Promise<World> {
  const { world, kinds } = guarded;
  const people = waived.has('last-owner') ? [] : unreadPeople(guarded);
  const wanted = [...people, ...shownInBatches(guarded)];
  if (wanted.length === 0) return world;
  const cache = createReadCache(client);
  const raws = await parallel(wanted, client.atATime, async (section): Promise<RawSection | undefined> => {
    const readAt = addressedNow(section.scope, hostOf(section.scope, world, kinds));
    try {
      return await readSection(section, kindOf(kinds, section.name), readAt, cache);
    } catch (error) {
      if (isRefused(error)) return undefined;
      throw error;
    }
  });
  const sections = new Map<string, readonly LiveEntry[]>(world.sections);
  for (const section of wanted) sections.delete(addressOf(section));
  for (const raw of raws)
    if (raw) sections.set(addressOf(raw.section), await decodeSection(raw, world.instance, sections, cache));
  return { ...world, sections };
}

/** What guards look at beside the changes, and batches alone have shown. */
function shownInBatches({ plan, desired, world, kinds }: Omit<GuardedPlan, 'findings'>): readonly Section[] {
  const looks = wantedLooks(plan.changes, kinds);
  return desired.sections.filter((section) => {
    const address = addressOf(section);
    return looks.has(address) && world.inBatches?.has(address);
  });
}

function unreadPeople(guarded: Omit<GuardedPlan, 'findings'>): Section[] {
  const { world, kinds } = guarded;
  const people = [...kinds.values()].filter(
    (kind) => kind.access?.person !== undefined && kind.scopes.includes('group'),
  );
  const tops = movesToTheTop(guarded).map(({ address }) => partsOf(address, kinds).key);
  const shared = loweredShares(guarded).flatMap(({ scope, from }) =>
    scope.type === 'group' && !scope.path.includes('/') && from >= OWNER ? [scope.path] : [],
  );
  return [...new Set([...tops, ...shared])].flatMap((path) => {
    const scope: Scope = { type: 'group', path };
    return people
      .filter(({ section }) => !world.sections.has(sectionAddress(scope, section)))
      .map(({ section }): Section => ({ scope, name: section, entries: [], prune: false }));
  });
}
