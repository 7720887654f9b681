import { setTimeout as wait } from 'node:timers/promises';
import type { Call, Change, Json, LiveEntry } from '../../model.ts';
import type { Failure, Outcome } from '../../outcome.ts';
import { numberedPath } from '../../address.ts';
import { canonicalJson } from '../../base/canonical-json.ts';
import { identity, type Kind } from '../../kind.ts';
import { partsOf } from '../address-parts.ts';
import { createReadCache } from '../observe/read-cache.ts';
import { contradicted } from './accepted.ts';
import type { ApplyContext } from './apply-context.ts';
import { notDone } from './call-failure.ts';
import type { CallParts } from './call-parts.ts';
import { removeMade } from './own-making.ts';
import { remember } from './remember.ts';
import { bothGaveWay, laterBeside, leftBeside, madeOtherwise, secretElsewhere, unseenBeside } from './rivals.ts';
import { unreadable } from './settle.ts';
import { filesOf } from './secret-files.ts';
import { takenAway } from './void-secret.ts';

/** How long is waited before each look whether another run gives way, in milliseconds. */
const PAUSES: readonly number[] = [250, 500, 1000];

/** What became of a change that is done. */
export type Done = Extract<Outcome, { status: 'done' }>;

/**
 * Where two runs have made the same thing at the same time, the older one stays: both see both, and the later run removes its own. What a
 * replacement is to take away, by the calls that are `parting`, is there still, and stays where this run gives way, and where a later one stands beside its own.
 */
export async function settleTwins(done: Done, parts: CallParts, context: ApplyContext): Promise<Outcome> {
  const { change } = done;
  const { making: sent, parting } = parts;
  const { kind } = partsOf(change.address, context.kinds);
  if (kind.history?.allowsDuplicateKeys === undefined || (change.action !== 'create' && change.action !== 'replace'))
    return done;
  const own = context.made.get(change.address)?.['id'];
  const looked = await context.lookAgain(change).catch(unreadable);
  // Without a look nothing goes; what cannot be looked at now is seen by the next plan, which refuses to guess between two.
  if (looked === undefined && parting.length > 0) return { change, status: 'failed', failure: unseenBeside(own), sent };
  const entries = (looked?.entries ?? []).filter((entry) => !isParting(entry, change, parting, context));
  // What takes another one's place is looked for by that one's number, which is gone.
  const isLost = looked !== undefined && entries.length === 0 && (change.action === 'create' || parting.length > 0);
  if (isLost && own !== undefined && (await isListed(change, context)))
    return { ...neverCame(change, own), ...(parting.length > 0 && { sent }) };
  // The answer to this run's own call has shown the id of what it has made.
  const mine = entries.find(({ id }) => id === own);
  const isTwin = ({ key }: LiveEntry): boolean => identity(kind, key) === identity(kind, mine?.key ?? '');
  const isOlder = (entry: LiveEntry): boolean => isTwin(entry) && isBefore(entry.id, own);
  const isLater = (entry: LiveEntry): boolean => isTwin(entry) && isBefore(own, entry.id);
  const older = entries.find(isOlder);
  if (mine === undefined) return done;
  if (older !== undefined) return giveWay(done, { mine, older }, parts, context, isOlder);
  const later = parting.length > 0 ? await stayingLater(entries, isLater, change, context) : undefined;
  return later === undefined
    ? done
    : { change, status: 'failed', failure: laterBeside(later, own, change.seen.id), sent };
}

/** Whether the platform has made one before another, by their numbers. */
export function isBefore(one: Json | undefined, other: Json | undefined): boolean {
  return typeof one === 'number' && typeof other === 'number' && one < other;
}

/** One that was made after this run's, and stays: another run looks right after it has made its own, and takes that away itself. */
export async function stayingLater(
  entries: readonly LiveEntry[],
  isLater: (entry: LiveEntry) => boolean,
  change: Change,
  { lookAgain }: ApplyContext,
): Promise<LiveEntry | undefined> {
  let later = entries.find(isLater);
  for (const pause of PAUSES) {
    if (later === undefined) return undefined;
    await wait(pause);
    const looked = await lookAgain(change).catch(unreadable);
    if (looked !== undefined) later = looked.entries.find(isLater);
  }
  return later;
}

/** Removes what this run has made, and tells what stands there instead. */
async function giveWay(
  done: Done,
  { mine, older }: { readonly mine: LiveEntry; readonly older: LiveEntry },
  { making, parting }: CallParts,
  context: ApplyContext,
  isOlder: (entry: LiveEntry) => boolean,
): Promise<Outcome> {
  const { change } = done;
  const { kind } = partsOf(change.address, context.kinds);
  const left = await removeMade(change, mine, context);
  // What it has taken the place of is gone, whatever stays.
  const sent = making.filter(({ method }) => method === 'DELETE');
  const gone = sent.length > 0 && { sent };
  if (left !== undefined) return { change, status: 'failed', failure: left, ...gone };
  const now = await context.lookAgain(change).catch(unreadable);
  const stays =
    now === undefined
      ? older
      : now.entries.find((entry) => isOlder(entry) && !isParting(entry, change, parting, context));
  const failure = whatGaveWay(change, stays, kind, parting.length > 0);
  // Its secret is where the other run has put it: that it is not here is no loss that a later run has to make good.
  if (stays !== undefined && failure?.code === 'sink') await context.journal.done(change);
  if (failure !== undefined) return { change, status: 'failed', failure, ...gone };
  remember(change, stays, context);
  return { ...done, already: true, gaveWay: true };
}

/** Whether the calls that are still to be sent take this away: it is what is replaced, and no twin. */
function isParting(
  { live }: LiveEntry,
  { address, seen }: Change,
  parting: readonly Call[],
  { kinds, instance }: ApplyContext,
): boolean {
  if (parting.length === 0) return false;
  const { kind, scope } = partsOf(address, kinds);
  const site = { scope, at: numberedPath(scope, seen.within), instance, find: () => undefined };
  const going = new Set(parting.map(requestOf));
  const removing = kind.calls.remove?.(live, site) ?? [];
  return removing.length > 0 && removing.every((call) => going.has(requestOf(call)));
}

function requestOf({ method, path, query = {} }: Call): string {
  return canonicalJson({ method, path, query });
}

/** Whether the list that it was looked for in is there: a group on its way to another place has none at its path. */
async function isListed({ seen }: Change, { client }: ApplyContext): Promise<boolean> {
  try {
    const cache = createReadCache(client);
    const lists = await Promise.all(seen.reads.map((read) => cache.findWhole(read)));
    return lists.length > 0 && lists.every((list) => list !== undefined);
  } catch (error) {
    unreadable(error);
    return false;
  }
}

/** It was answered with a number, and nothing of its name is there. */
function neverCame(change: Change, id: Json): Extract<Outcome, { status: 'failed' }> {
  const { method = 'POST', path = '' } = change.calls.find((call) => call.method !== 'DELETE') ?? {};
  const message = `it answers that it was made (id ${JSON.stringify(id)}), and does not show it`;
  return { change, status: 'failed', failure: notDone({ method, path }, message) };
}

/** Why it is not as it was to be that another run's has stayed; undefined where nothing that is seen of it contradicts what was asked for. */
function whatGaveWay(change: Change, stays: LiveEntry | undefined, kind: Kind, isBeside: boolean): Failure | undefined {
  const keepsSecret = change.calls.some(({ saveSecretTo }) => saveSecretTo !== undefined);
  const secret = keepsSecret ? takenAway(filesOf(change)) : undefined;
  if (stays === undefined) return bothGaveWay(secret);
  if (isBeside) return leftBeside(stays, change.seen.id, secret);
  if (secret !== undefined) return secretElsewhere(secret);
  const differing = contradicted(change, kind, stays.spec).map(({ path }) => path);
  return differing.length === 0 ? undefined : madeOtherwise(stays, differing);
}
