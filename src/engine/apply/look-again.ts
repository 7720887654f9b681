import type { Client } from '../../api/client.ts';
import { isLeftoverKey } from '../plan/leftover-key.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { numberedPath } from '../../address.ts';
import { identity, type Kind, type DecodeContext } from '../../kind.ts';
import type { Call, Change, Instance, LiveEntry, LiveObject, NamedAs, Scope } from '../../model.ts';
import type { Read } from '../../read.ts';
import { partsOf, type AddressParts } from '../address-parts.ts';
import { hostingKind, kindOf, type Kinds, propertyOf } from '../kinds.ts';
import { eachOnce } from '../observe/decoded.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { withNames } from '../observe/named-beside.ts';
import { namedById } from '../observe/named-by-id.ts';
import { createReadCache, type ReadCache } from '../observe/read-cache.ts';
import { rowsIn } from '../observe/rows-in.ts';
import { seenHash } from '../plan/seen.ts';
import { enclosingScope } from '../enclosing-scope.ts';
import { showsChange } from './accepted.ts';
import { moreAlong } from '../platform-checks/along.ts';
import { hasArrived, hasGoneOn } from './arrival.ts';
import { asksByNumber } from './asks-by-number.ts';
import type { Agreement } from './agreement.ts';
import { nameReferences, type ReferenceNames } from './name-references.ts';

/** How a change stands when its resource is looked at again. */
export interface Recheck {
  /** The live entries that have its key, or had it when the change was planned. */
  readonly entries: readonly LiveEntry[];
  /** Whether all is as when the change was planned. */
  readonly asSeen: boolean;
  /** Whether all is as the change would have it; `unseen` where nothing contradicts it, and a secret may differ. */
  readonly asWanted: Agreement;
  /** Set where its group or project is another one than that which the change was planned in. */
  readonly isElsewhere?: true;
  /** Set where what it names by a number, such as a role, has another name by now. */
  readonly renamed?: NamedAs;
  /** What goes along with what is removed, and the plan has not told: the names of some of it. */
  readonly more?: readonly string[];
}

/** Looks at the resource of a change as it is now, by its own detail where its kind has one. Throws ApiError. */
export type LookAgain = (change: Change) => Promise<Recheck>;

/**
 * What was read serves the changes of the same section for `freshFor` milliseconds; with 0 it is read anew for each. What was read for a
 * change serves none that waits for it: it may have been changed by it.
 */
export function createLookAgain(client: Client, instance: Instance, kinds: Kinds, freshFor: number): LookAgain {
  let cache: ReadCache = createReadCache(client);
  let openedAt = performance.now();
  let readFor = new Set<string>();
  return async (change) => {
    if (change.needs.some((address) => readFor.has(address)) || performance.now() - openedAt >= freshFor) {
      cache = createReadCache(client);
      openedAt = performance.now();
      readFor = new Set();
    }
    readFor.add(change.address);
    const parts = partsOf(change.address, kinds);
    if (await isOtherScope(change, parts, { kinds, instance }, cache))
      return { entries: [], asSeen: false, asWanted: 'differs', isElsewhere: true };
    const more = await moreAlong(change, createReadCache(client));
    if (more.length > 0) return { entries: [], asSeen: false, asWanted: 'differs', more };
    const names = await namesFor(change, parts, instance, kinds, cache);
    const standing = standingOf(change, await entriesOf(change, parts, cache, instance, names.now), parts);
    const renamed = change.seen.names?.find((one) => !isStillCalled(one, names.now, kinds));
    if (renamed !== undefined) return { ...standing, asSeen: false, renamed };
    if (standing.asSeen || names.before === names.now) return standing;
    // What this very plan has taken the place of had its name still when it was seen.
    const before = standingOf(change, await entriesOf(change, parts, cache, instance, names.before), parts);
    return { ...standing, asSeen: before.asSeen };
  };
}

/** Whether what the change stands in, or comes to, is not at its path any more, or is another one there: an old path leads to what was moved. */
async function isOtherScope(
  change: Change,
  { kind, scope, key }: AddressParts,
  around: { readonly kinds: Kinds; readonly instance: Instance },
  cache: ReadCache,
): Promise<boolean> {
  const wanted = enclosingScope(kind, scope, key);
  if (!(await isOther(wanted, change, around, cache))) return false;
  // What goes may stand still where it was, or have come along by now with what this plan moves.
  const before = enclosingScope(kind, scope, change.seen.key);
  return change.action !== 'delete' || (await isOther(before, change, around, cache));
}

async function isOther(
  scope: Scope,
  { seen }: Change,
  { kinds, instance }: { readonly kinds: Kinds; readonly instance: Instance },
  cache: ReadCache,
): Promise<boolean> {
  if (seen.within === undefined || scope.type === 'instance') return false;
  const host = hostingKind(kinds, scope.type);
  const [read] = host?.reads.all({ type: 'instance' }, [scope.path]) ?? [];
  if (read === undefined) return false;
  const { path, query } = read;
  const [now] = (await cache.findWhole({ path, ...(query && { query }), mayBeMissing: true })) ?? [];
  const there = now && host?.decode(now, createDecodeContext({ type: 'instance' }, instance, new Map()));
  if (host === undefined || there === undefined) return true;
  return there.id !== seen.within || identity(host, there.key) !== identity(host, scope.path);
}

function isStillCalled({ section, name, id }: NamedAs, now: DecodeContext, kinds: Kinds): boolean {
  const called = now.nameOf(section, id);
  const kind = kindOf(kinds, section);
  return called !== undefined && identity(kind, called) === identity(kind, name);
}

/** The names of what a change refers to, where they tell how it stands. */
async function namesFor(
  change: Change,
  { kind, scope }: AddressParts,
  instance: Instance,
  kinds: Kinds,
  cache: ReadCache,
): Promise<ReferenceNames> {
  if (change.seen.names !== undefined || namesMatter(change, kind))
    return nameReferences(kind, scope, instance, kinds, cache, change.seen.names);
  const none = createDecodeContext(scope, instance, new Map());
  return { now: none, before: none };
}

function standingOf(change: Change, entries: readonly LiveEntry[], parts: AddressParts): Recheck {
  const [only, ...more] = entries;
  const { seen } = change;
  const leftover = only !== undefined && isOwnLeftover(change, parts);
  const isAsSeen = (entry: LiveEntry | undefined): boolean =>
    (seen.id === undefined || entry?.id === seen.id) &&
    (leftover || seenHash(entry, seen.fields, parts.kind) === seen.hash);
  // What is removed by its number is told from others of its name.
  const itself =
    change.action === 'delete' && seen.id !== undefined ? entries.find(({ id }) => id === seen.id) : undefined;
  const asSeen = itself === undefined ? more.length === 0 && isAsSeen(only) : isAsSeen(itself);
  if (change.action === 'delete') {
    return {
      entries,
      asSeen,
      asWanted: entries.every(({ pendingDeletion }) => pendingDeletion !== undefined) ? 'agrees' : 'differs',
    };
  }
  // What is changed in place keeps its number: another one that looks as wanted is not what was to look so.
  const isIt = change.action !== 'update' || seen.id === undefined || only?.id === seen.id;
  const alone = isIt && only !== undefined && more.length === 0 && only.pendingDeletion === undefined;
  if (alone && hasGoneOn(change, parts.kind, parts.key, only)) return { entries, asSeen, asWanted: 'agrees' };
  const isThere = alone && hasArrived(change, parts.kind, parts.key, only);
  return { entries, asSeen, asWanted: isThere ? showsChange(change, parts.kind, only.spec) : 'differs' };
}

/** What a replacement has taken the place of has another name by now than when the plan was made, and is the same all the same. */
function isOwnLeftover(change: Change, { kind }: AddressParts): boolean {
  const { action, reason, seen } = change;
  return (
    action === 'delete' && reason.code === 'replaced' && kind.calls.supersede !== undefined && isLeftoverKey(seen.key)
  );
}

async function entriesOf(
  change: Change,
  parts: AddressParts,
  cache: ReadCache,
  instance: Instance,
  decodeContext: DecodeContext,
): Promise<LiveEntry[]> {
  const { kind, key } = parts;
  const wanted = new Set([identity(kind, key), identity(kind, change.seen.key)]);
  // What is asked for by its number is what it was, wherever it has gone meanwhile. What an old path leads to has left its place.
  const isNumbered = ({ id }: LiveEntry): boolean =>
    kind.host !== undefined && id === change.seen.id && asksByNumber(change.seen, id);
  const answers = await Promise.all(
    change.seen.reads.map(async (read: Read) =>
      rowsIn(kind, await cache.findWhole({ ...read, mayBeMissing: true }), read),
    ),
  );
  const rows = await withNames(kind, eachOnce(answers.flat()), instance, cache);
  const named = rows
    .flatMap((live) => entryOf(live, kind, decodeContext))
    // An old path leads to what waits for its deletion, which is not in the way of what is to be made there.
    .filter(({ pendingDeletion }) => change.action !== 'create' || pendingDeletion === undefined)
    .filter(
      (entry) =>
        isRemovedBy(change, entry, parts, instance) ||
        (!entry.superseded && (isNumbered(entry) || wanted.has(identity(kind, entry.key)))),
    );
  const whole = await Promise.all(onceEach(named).map((entry) => inDetail(entry, parts, decodeContext, cache)));
  return whole.flat();
}

/** What answers under its number and under its name is one. */
function onceEach(entries: readonly LiveEntry[]): readonly LiveEntry[] {
  return entries.filter(({ id }, index) => id === undefined || entries.findIndex((other) => other.id === id) === index);
}

/** A row of a list may be that of another scope, which its detail alone tells: a runner that is inherited. */
async function inDetail(
  entry: LiveEntry,
  { kind, scope }: AddressParts,
  decodeContext: DecodeContext,
  cache: ReadCache,
): Promise<readonly LiveEntry[]> {
  const read = kind.reads.detail?.(entry.live, scope);
  if (read === undefined) return [entry];
  const found = (await cache.findWhole({ ...read, mayBeMissing: true })) ?? [];
  return found.flatMap((live) => entryOf(live, kind, decodeContext));
}

function entryOf(live: LiveObject, kind: Kind, decodeContext: DecodeContext): readonly LiveEntry[] {
  const entry = kind.decode(live, decodeContext);
  return entry === undefined ? [] : [{ ...namedById(kind, entry), live }];
}

/** Whether names of other entries tell how a change stands: what is to be new is held against what it refers to, and nothing else. */
function namesMatter({ action, fields }: Change, kind: Kind): boolean {
  return (
    action !== 'create' || fields.some(({ path, to }) => propertyOf(kind, path)?.['x-ref'] && (to ?? null) !== null)
  );
}

/** Whether a change removes exactly this, whatever it is called by now: its calls have its number, or all that tells it apart. */
function isRemovedBy(change: Change, entry: LiveEntry, { kind, scope }: AddressParts, instance: Instance): boolean {
  if (change.action !== 'delete') return false;
  const site = { scope, at: numberedPath(scope, change.seen.within), instance, find: () => undefined };
  return requestsOf(kind.calls.remove?.(entry.live, site) ?? []) === requestsOf(change.calls);
}

/** Calls as text. Two links may differ in nothing but the query of their removal. */
function requestsOf(calls: readonly Call[]): string {
  return canonicalJson(calls.map(({ method, path, query = {} }) => ({ method, path, query })));
}
