import { addressedNow } from '../addressed-now.ts';
import { INSTANCE } from '../../address.ts';
import type { Client } from '../../api/client.ts';
import { hasErrors, type Diagnostic } from '../../base/diagnostic.ts';
import { parallel } from '../../base/parallel.ts';
import type { Desired, Instance, LiveEntry, Section, World } from '../../model.ts';
import type { Read } from '../../read.ts';
import { standingSections } from '../standing-sections.ts';
import { fieldsWith, kindOf, namedHosts, namedSections, type Kinds } from '../kinds.ts';
import { needsTier, tierOf } from '../licence.ts';
import { createBatchedReads } from './batches/batched-reads.ts';
import { isAsDeclared } from './batches/as-declared.ts';
import { readsDiffer, sampleOf } from './batches/reads-differ.ts';
import { forecastReads } from './forecast.ts';
import { formerPeople } from './former-people.ts';
import { withHandedSections } from './handed-sections.ts';
import { findHosts } from './hosts.ts';
import { createReadCache, type ReadCache } from './read-cache.ts';
import { readReferenced } from './referenced.ts';
import { addressOf, decodeSection, initialSection, readSection, type RawSection } from './sections.ts';
import type { IntendedGroups } from '../scopes/intended-groups.ts';
import { NO_BELIEFS, type Beliefs } from '../since/beliefs.ts';
import type { Unseen } from './unseen.ts';
import { unlicensed, unofferedThere } from './unoffered.ts';
import { unreadable, withoutRepetition } from './unreadable.ts';

/**
 * For each request that may be under way, so many sections are: while one is put into words, the next is asked for. What waits for
 * long is old when its answer comes, and keeps all of it from being let go of soon.
 */
const FOR_EACH_REQUEST = 2;

/** The live state, and what is to be said of it. */
export interface Observed {
  readonly world: World;
  readonly diagnostics: readonly Diagnostic[];
  /** What the errors among them are about, so that the rest can be compared; undefined where nothing can. */
  readonly unseen: Unseen | undefined;
  /** The rows of a list that was read on the way; undefined where it was not. */
  readonly rowsOf: ReadCache['rowsOf'];
}

/** What a batch shows of a section. */
interface Shown {
  readonly entries: LiveEntry[];
  readonly isBelieved: boolean;
}

/**
 * The live state of what is declared, or what kept it from being read. `permits` is told how many requests it will take, before
 * they are made, and says why not to make them; `intended` says which groups have come to their paths before. With `holdsTwice`, what
 * batches show, or is believed, is held against what REST shows. What `beliefs` know of an earlier look is not read. Throws ApiError for trouble that
 * concerns every request.
 */
export async function observe(
  declared: Desired,
  kinds: Kinds,
  client: Client,
  instance: Instance,
  permits: (requests: number) => Diagnostic | undefined = () => undefined,
  intended: IntendedGroups = new Map(),
  holdsTwice = false,
  beliefs: Beliefs = NO_BELIEFS,
): Promise<Observed> {
  const desired = withHandedSections(declared, kinds);
  const cache = createReadCache(client, formerPeople(desired, kinds));
  const { rowsOf } = cache;
  const unbelieved = desired.sections.filter((section) => !beliefs.mayBelieve(section));
  const refusal = permits(await forecastReads({ ...desired, sections: unbelieved }, kinds, cache, instance));
  if (refusal !== undefined)
    return { world: { instance, sections: new Map() }, diagnostics: [refusal], unseen: undefined, rowsOf };
  const isHosting = ({ name }: Section): boolean => kindOf(kinds, name).host !== undefined;
  const hosting = desired.sections.filter(isHosting);
  const standing = standingSections(desired, kinds).filter((section) => !isHosting(section));
  const named = namedHosts([...(desired.alsoNamed ?? []), ...desired.sections], kinds);
  // What is named may stand where nothing of its section is declared.
  const alone = [...named.keys()].filter((name) => !hosting.some((section) => section.name === name));
  const undeclared = alone.map((name): Section => ({ scope: INSTANCE, name, entries: [], prune: false }));
  const hosts = await findHosts([...hosting, ...undeclared], kinds, cache, instance, intended, named);
  const diagnostics = [...hosts.diagnostics];
  const sections = new Map(hosts.sections);

  const troubles = new Map<Section, Diagnostic>();
  const inBatches = new Set<string>();
  const hostOf = ({ scope }: Section): LiveEntry | undefined => hosts.of(scope);
  const believed = new Map(
    standing.flatMap((section): [Section, LiveEntry[]][] => {
      const entries = beliefs.entriesOf(section, hostOf(section));
      return entries === undefined ? [] : [[section, [...entries]]];
    }),
  );
  const isBelieved = (section: Section): boolean => believed.has(section);
  for (const [section, entries] of believed) {
    sections.set(addressOf(section), entries);
    inBatches.add(addressOf(section));
  }
  const isOfSample = sampleOf(believed.size);
  const sampled = new Set(holdsTwice ? [...believed.keys()].filter((_, index) => isOfSample(index)) : []);
  const toRead = standing.filter((section) => !isBelieved(section) || sampled.has(section));
  const batched = createBatchedReads(
    standing.filter((section) => !isBelieved(section)),
    hostOf,
    kinds,
    client,
    instance,
    holdsTwice,
  );
  /** The entries of a section as a batch shows them, and whether that is just what is declared: what changes anything is read by REST. */
  const inBatch = async (section: Section, referred: Promise<unknown>): Promise<Shown | undefined> => {
    const kept = believed.get(section);
    if (kept !== undefined) return { entries: kept, isBelieved: true };
    const rows = await batched.rowsOf(section);
    if (rows === undefined) return undefined;
    await referred;
    const kind = kindOf(kinds, section.name);
    const readAt = addressedNow(section.scope, hostOf(section));
    const shown = { section, kind, readAt, rows, areWhole: kind.reads.batches?.areWhole };
    const entries = await decodeSection(shown, instance, sections, cache);
    return { entries, isBelieved: isAsDeclared(section, kind, entries, instance) };
  };
  /** Puts a section into words as soon as it is read, and lets go of what the words do not need. Throws what keeps any of it from being read. */
  const putIntoWords = async (section: Section, referred: Promise<unknown>): Promise<void> => {
    const shown = await inBatch(section, referred);
    if (shown?.isBelieved) {
      sections.set(addressOf(section), shown.entries);
      inBatches.add(addressOf(section));
      if (!batched.isSampled(section) && !sampled.has(section)) return;
    }
    const found = await readRows(section, hostOf(section), kinds, cache, instance);
    batched.readByRest(section, 'rows' in found ? found.rows : []);
    await referred;
    const untold = await whyUntold(section, found, kinds, cache, instance);
    if (untold !== undefined) troubles.set(section, untold);
    else if ('entries' in found) sections.set(found.address, found.entries);
    else {
      const entries = await decodeSection(found, instance, sections, cache);
      const differ = shown && holdsTwice && readsDiffer(section, found.kind, shown.entries, entries, shown.isBelieved);
      if (differ) diagnostics.push(differ);
      // Where both agree the plan is made from what it is made from where they are not held against each other.
      if (shown?.isBelieved && !differ) return;
      sections.set(addressOf(section), entries);
      inBatches.delete(addressOf(section));
    }
  };
  const settle = async (section: Section, referred: Promise<unknown>): Promise<void> => {
    try {
      await putIntoWords(section, referred);
    } catch (error) {
      // Others wait for it.
      batched.readByRest(section, []);
      troubles.set(section, await whyUnreadable(error, section, kinds, cache, instance));
    }
  };

  // What is referred to is put into words first, so that what refers to it can name it.
  const names = referredSections(kinds);
  const atATime = FOR_EACH_REQUEST * client.atATime;
  const [first, then] = split(toRead, ({ name }) => names.has(name));
  const referred = Promise.all([
    parallel(first, atATime, (section) => settle(section, Promise.resolve())),
    settleReferenced([...(desired.alsoNamed ?? []), ...desired.sections], kinds, cache, instance, sections),
  ]);
  const [[, unlooked]] = await Promise.all([
    referred,
    parallel(batched.inOrder(then), atATime, (section) => settle(section, referred)),
  ]);
  diagnostics.push(...unlooked);
  diagnostics.push(...withoutRepetition(standing.flatMap((section) => troubledWith(section, troubles))));
  const { beside, halfMoved, swaps = [] } = hosts;
  const unread = [...troubles.keys()].map((section) => addressOf(section));
  return {
    world: {
      instance,
      sections: inOrder(sections, desired.sections),
      inBatches,
      believed: new Set([...believed.keys()].map(addressOf).filter((address) => inBatches.has(address))),
      ...(beside && { beside }),
      ...(halfMoved && { halfMoved }),
      swaps,
    },
    diagnostics,
    unseen: hasErrors(unlooked) ? undefined : { paths: hosts.unseen, sections: unread },
    rowsOf,
  };
}

function troubledWith(section: Section, troubles: ReadonlyMap<Section, Diagnostic>): [Section, Diagnostic][] {
  const trouble = troubles.get(section);
  return trouble === undefined ? [] : [[section, trouble]];
}

/** The sections that others refer to by name. */
function referredSections(kinds: Kinds): ReadonlySet<string> {
  return new Set(
    [...kinds.values()].flatMap((kind) => [
      ...fieldsWith(kind, 'x-ref').map(([, section]) => section),
      ...namedSections(kind),
    ]),
  );
}

async function settleReferenced(
  declared: readonly Section[],
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
  sections: Map<string, readonly LiveEntry[]>,
): Promise<readonly Diagnostic[]> {
  const found = await readReferenced(declared, kinds, cache, instance);
  const diagnostics = [...found.diagnostics];
  for (const raw of found.sections) {
    const address = addressOf(raw.section);
    try {
      sections.set(address, await decodeSection(raw, instance, sections, cache));
    } catch (error) {
      diagnostics.push(unreadable(error, raw.kind, address, raw.place));
    }
  }
  return diagnostics;
}

/** The sections in the order in which they are declared, whichever answer came first. */
function inOrder(
  sections: ReadonlyMap<string, readonly LiveEntry[]>,
  declared: readonly Section[],
): ReadonlyMap<string, readonly LiveEntry[]> {
  const ordered = new Map<string, readonly LiveEntry[]>();
  for (const section of declared) {
    const address = addressOf(section);
    const entries = sections.get(address);
    if (entries !== undefined) ordered.set(address, entries);
  }
  for (const [address, entries] of sections) ordered.set(address, entries);
  return ordered;
}

interface Unborn {
  readonly address: string;
  readonly entries: readonly LiveEntry[];
}

async function readRows(
  section: Section,
  host: LiveEntry | undefined,
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
): Promise<RawSection | Unborn> {
  const kind = kindOf(kinds, section.name);
  if (section.scope.type !== 'instance' && host === undefined)
    return { address: addressOf(section), entries: initialSection(section, kind, instance) };
  return readSection(section, kind, addressedNow(section.scope, host), cache);
}

/** Why nothing is known of a section though nothing was refused: it stands in what is yet to be made, or is not shown. */
async function whyUntold(
  section: Section,
  found: RawSection | Unborn,
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
): Promise<Diagnostic | undefined> {
  const kind = kindOf(kinds, section.name);
  const unoffered = 'entries' in found ? unofferedThere(section, kind, instance) : undefined;
  const isEmpty = 'entries' in found || found.rows.length === 0;
  return unoffered ?? (isEmpty ? unlicensed(section, kind, instance, firstOf(cache)) : undefined);
}

function firstOf(cache: ReadCache): (read: Read) => Promise<unknown> {
  return async (read) => (await cache.findWhole(read))?.[0];
}

/** Why a section cannot be read, be it the list of it or what is asked beside that: a name, a detail. Throws what concerns every request on. */
async function whyUnreadable(
  error: unknown,
  section: Section,
  kinds: Kinds,
  cache: ReadCache,
  instance: Instance,
): Promise<Diagnostic> {
  const kind = kindOf(kinds, section.name);
  const [address, place] = [addressOf(section), section.entries[0]?.place()];
  // What concerns every request is thrown on before anything else is asked.
  unreadable(error, kind, address, place);
  const tier = needsTier(kind) || !instance.enterprise ? await tierOf(instance, firstOf(cache)) : undefined;
  return unreadable(error, kind, address, place, { instance, scope: section.scope, tier });
}

function split<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))];
}
