import { entryAddress, sectionAddress } from '../../address.ts';
import { ApiError, isRefused } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import { identity, type Kind } from '../../kind.ts';
import type { Change, Declared, Desired, LiveEntry, Scope, Section, World } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { decodeSection, readSection } from '../observe/sections.ts';
import { addressedNow } from '../addressed-now.ts';
import { hostOf } from '../plan/host-of.ts';
import { groupsAbove } from '../plan/from-above.ts';

const AT_A_TIME = 32;

interface Taking {
  readonly address: string;
  readonly scope: Scope;
  readonly kind: Kind;
  readonly declared: Declared;
}

/**
 * Tells of what is to take over an entry of a group above while no group above has one, nor gets one by this plan: the platform answers
 * 400; and of what is declared and goes with the one that it takes over. The groups that nobody declares are read for it. Throws
 * ApiError for trouble that concerns every request.
 */
export async function nothingAbove(
  changes: readonly Change[],
  desired: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
  client: Client,
): Promise<Diagnostic[]> {
  const sections = new Map(desired.sections.map((one) => [sectionAddress(one.scope, one.name).toLowerCase(), one]));
  const going = new Map(
    changes.flatMap(({ action, address }) => (action === 'delete' ? [[address.toLowerCase(), address] as const] : [])),
  );
  const cache = createReadCache(client);
  const taking = [...takingOver(changes, sections, kinds), ...losing(changes, desired, world, kinds)];
  if (taking.length === 0) return [];
  // Paths of groups are the same in whatever letter case they are declared.
  const liveIn = new Map([...world.sections].map(([address, live]) => [address.toLowerCase(), live]));
  const once = new Map(taking.map((one) => [one.address, one]));
  const found = await parallel([...once.values()], AT_A_TIME, async (taking) => {
    const { scope, kind, declared } = taking;
    const above = groupsAbove(scope);
    const isIt = (entry: { readonly key: string }): boolean =>
      identity(kind, entry.key) === identity(kind, declared.key);
    let inherits = false;
    for (const group of above) {
      const address = sectionAddress(group, kind.section);
      const wanted = sections.get(address.toLowerCase())?.entries.find((entry) => isIt(entry));
      const isWanted = wanted?.state === 'present';
      const known = liveIn.get(address.toLowerCase());
      const live = known ?? (isWanted ? undefined : await entriesAt(group, kind, world, kinds, cache));
      const there = live?.find(isIt);
      // What was removed stays the nearest, and off, whatever the groups above it have (a guess: DELETE …/integrations/:slug, 18.9).
      const gone = there && going.get(entryAddress(kind, group, there.key).toLowerCase());
      if (gone !== undefined) return [goesWith(taking, gone)];
      if (isWanted) {
        if (kind.inheritance?.fromAbove?.({ ...there?.spec, ...wanted.spec }) !== true) return [];
        inherits = true;
        continue;
      }
      // What nobody could look at may be there.
      if (live === undefined) return [];
      if (there !== undefined && !there.inherited) return [];
      inherits ||= there !== undefined;
    }
    return inherits ? [] : [nothing(taking, above.length === 0)];
  });
  return found.flat();
}

function takingOver(
  changes: readonly Change[],
  sections: ReadonlyMap<string, Section>,
  kinds: Kinds,
): readonly Taking[] {
  return changes.flatMap(({ address, action }) => {
    if (action === 'delete') return [];
    const { kind, scope, key } = partsOf(address, kinds);
    if (kind.inheritance?.fromAbove === undefined) return [];
    const section = sections.get(sectionAddress(scope, kind.section).toLowerCase());
    const declared = section?.entries.find((entry) => identity(kind, entry.key) === identity(kind, key));
    return declared !== undefined && kind.inheritance.fromAbove(declared.spec)
      ? [{ address, scope, kind, declared }]
      : [];
  });
}

/** What stays as it is declared, and takes over what a group above loses by this plan. */
function losing(
  changes: readonly Change[],
  { sections }: Pick<Desired, 'sections'>,
  world: World,
  kinds: Kinds,
): readonly Taking[] {
  const lost = new Set(
    changes.flatMap(({ address, action }) => {
      if (action !== 'delete') return [];
      const { kind, scope, key } = partsOf(address, kinds);
      return kind.inheritance?.fromAbove === undefined || scope.type !== 'group' ? [] : [nameOf(kind, scope, key)];
    }),
  );
  if (lost.size === 0) return [];
  return sections.flatMap(({ scope, name, entries }) => {
    const kind = kinds.get(name);
    if (kind?.inheritance?.fromAbove === undefined) return [];
    const live = world.sections.get(sectionAddress(scope, name)) ?? [];
    return entries
      .filter(
        ({ key, state }) =>
          state === 'present' && groupsAbove(scope).some((group) => lost.has(nameOf(kind, group, key))),
      )
      .filter(({ key, spec }) => {
        const there = live.find((entry) => identity(kind, entry.key) === identity(kind, key));
        return kind.inheritance?.fromAbove?.({ ...there?.spec, ...spec }) === true;
      })
      .map((declared) => ({ address: entryAddress(kind, scope, declared.key), scope, kind, declared }));
  });
}

function nameOf(kind: Kind, scope: Scope, key: string): string {
  return `${sectionAddress(scope, kind.section)} ${identity(kind, key)}`.toLowerCase();
}

async function entriesAt(
  scope: Scope,
  kind: Kind,
  world: World,
  kinds: Kinds,
  cache: ReturnType<typeof createReadCache>,
): Promise<readonly LiveEntry[] | undefined> {
  const section: Section = { scope, name: kind.section, entries: [], prune: false };
  try {
    const raw = await readSection(section, kind, addressedNow(scope, hostOf(scope, world, kinds)), cache);
    return await decodeSection(raw, world.instance, new Map(), cache);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return [];
    if (isRefused(error)) return undefined;
    throw error;
  }
}

/** At the top only the instance is above, of which no endpoint tells (18.9). */
function nothing({ address, kind, declared }: Taking, isTop: boolean): Diagnostic {
  const what = kind.singular.replaceAll('_', ' ');
  return {
    severity: isTop ? 'warning' : 'error',
    code: 'nothing-above',
    message: isTop
      ? `${address} takes over what the instance has, and nobody can see whether it has this ${what}: GitLab refuses it otherwise`
      : `${address} has nothing to take over: no group above it has this ${what}`,
    place: declared.place(),
    remedy: isTop
      ? `see in GitLab that the instance has it`
      : `declare it in a group above, or say here what it is to be`,
  };
}

function goesWith({ address, declared }: Taking, gone: string): Diagnostic {
  return {
    severity: 'error',
    code: 'nothing-above',
    message: `${address} takes over ${gone}, which this plan deletes: it would go with it, although it is declared`,
    place: declared.place(),
    remedy: `keep ${gone}, or say here what this one is to be, with settings of its own`,
  };
}
