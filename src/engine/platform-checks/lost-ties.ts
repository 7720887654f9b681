import { entryAddress, sectionAddress } from '../../address.ts';
import { unknownIfRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { listed } from '../../base/listed.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Desired, LiveEntry, Scope, World } from '../../model.ts';
import { addressedNow } from '../addressed-now.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { decodeSection, readSection } from '../observe/sections.ts';
import { hostOf } from '../plan/host-of.ts';

const AT_A_TIME = 8;

/**
 * Tells of what GitLab takes out of other entries of a scope with one that goes, without a word, and that nothing of the plan sets again: who
 * may push by a share that is made anew. Of a scope in which such entries are not declared they are read once. Throws ApiError for trouble
 * that concerns every request.
 */
export async function lostTies(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const changing = new Map(changes.map((change) => [change.address, change]));
  const tied = [...kinds.values()].filter(({ ties }) => ties !== undefined);
  const cache = createReadCache(client);
  const going = changes.flatMap((change) => {
    if (change.action !== 'delete' && change.action !== 'replace') return [];
    const { kind, scope, key } = partsOf(change.address, kinds);
    const losing = tied.filter(
      ({ ties, scopes }) => scopes.includes(scope.type) && ties?.sections(world.instance).includes(kind.section),
    );
    if (losing.length === 0 || scope.type === 'instance') return [];
    const live = world.sections
      .get(sectionAddress(scope, kind.section))
      ?.find((entry) => identity(kind, entry.renamedFrom ?? entry.key) === identity(kind, key));
    return live === undefined ? [] : [{ change, scope, section: kind.section, live, losing }];
  });
  const found = await parallel(going, AT_A_TIME, async ({ change, scope, section, live, losing }) => {
    const lost = await Promise.all(
      losing.map(async (kind) => {
        const entries = await entriesIn(scope, kind, world, kinds, cache);
        return entries.flatMap((entry): string[] => {
          const takenOut = kind.ties?.without(entry, section, live)?.fields ?? [];
          if (takenOut.length === 0) return [];
          const address = entryAddress(kind, scope, entry.key);
          const own = changing.get(address);
          const declared = own && declaredAt(desired, scope, kind, entry.key);
          const fields = takenOut.filter((field) => own?.action !== 'delete' && !declared?.has(field));
          return fields.length === 0 ? [] : [`${listed(fields)} of ${address}`];
        });
      }),
    );
    return lost.flat().length === 0 ? [] : [told(change, lost.flat())];
  });
  return found.flat();
}

async function entriesIn(
  scope: Scope,
  kind: Kind,
  world: World,
  kinds: Kinds,
  cache: ReadCache,
): Promise<readonly LiveEntry[]> {
  const known = world.sections.get(sectionAddress(scope, kind.section));
  if (known !== undefined) return known;
  const section = { scope, name: kind.section, entries: [], prune: false };
  const readAt = addressedNow(scope, hostOf(scope, world, kinds));
  const raw = await readSection(section, kind, readAt, cache).catch(unknownIfRefused);
  return raw === undefined ? [] : decodeSection(raw, world.instance, world.sections, cache);
}

/** The fields that an entry declares; undefined where there is none. */
function declaredAt(
  { sections }: Pick<Desired, 'sections'>,
  scope: Scope,
  kind: Kind,
  key: string,
): ReadonlySet<string> | undefined {
  const address = sectionAddress(scope, kind.section);
  const entry = sections
    .find((section) => section.name === kind.section && sectionAddress(section.scope, section.name) === address)
    ?.entries.find((one) => identity(kind, one.key) === identity(kind, key) && one.state !== 'absent');
  return entry && new Set(Object.keys(entry.spec));
}

function told({ address, place }: Change, lost: readonly string[]): Diagnostic {
  return {
    severity: 'warning',
    code: 'taken-out',
    message: `${address}: with it GitLab takes what names it out of ${listed(lost)}, and nothing of this plan sets that again`,
    place,
    remedy: 'declare there who is to stay, and plan both together; or see afterwards who is let through',
  };
}
