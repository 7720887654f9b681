import type { Call, Change, Json, JsonObject, LiveEntry } from '../../model.ts';
import type { Failure, Outcome } from '../../outcome.ts';
import { identity, type Kind } from '../../kind.ts';
import { partsOf } from '../address-parts.ts';
import { contradicted } from './accepted.ts';
import { notDone, unclaimed } from './call-failure.ts';
import { claim, type Claim } from './claim.ts';
import type { Recheck } from './look-again.ts';
import { comesBeside } from './comes-beside.ts';
import { joinsAnother } from './joins-another.ts';
import { lookUpFirst } from './find-named.ts';
import { runCall } from './run-call.ts';
import { baselineOf, removeMade } from './own-making.ts';
import { remember } from './remember.ts';
import { bothGaveWay, madeOtherwise, noPlaceLeft, secretElsewhere } from './rivals.ts';
import { settle, unreadable, type FailedCall } from './settle.ts';
import { occupancy, removeSink } from './sink.ts';
import { takeBack } from './take-back.ts';
import { contradictedBehind } from './unseen-in-answer.ts';
import { unshownFields } from './unshown.ts';
import type { ApplyContext } from './apply-context.ts';

type Done = Extract<Outcome, { status: 'done' }>;

/** Carries out one change: its calls, one after the other, and what settles them. No other run has the place of its secret meanwhile. */
export async function runChange(change: Change, context: ApplyContext): Promise<Outcome> {
  const files = change.calls.flatMap(({ saveSecretTo }) => (saveSecretTo === undefined ? [] : [saveSecretTo.file]));
  const claims: Claim[] = [];
  try {
    const failure = await takePlaces(files, claims, change, context);
    return failure === undefined ? await carriedOut(change, context) : { change, status: 'failed', failure };
  } finally {
    for (const { release } of claims) release();
  }
}

/** Claims the files that the secrets go to, which have to be free then: what another run has made meanwhile has its secret there. */
async function takePlaces(
  files: readonly string[],
  claims: Claim[],
  change: Change,
  context: ApplyContext,
): Promise<Failure | undefined> {
  for (const file of files) {
    try {
      claims.push(claim(file));
    } catch (error) {
      return unclaimed(error);
    }
    const occupied = occupancy(file);
    if (occupied === undefined) continue;
    const there = change.action === 'create' ? (await lookNow(change, context))?.entries[0] : undefined;
    return noPlaceLeft(occupied, there);
  }
  return undefined;
}

async function carriedOut(change: Change, context: ApplyContext): Promise<Outcome> {
  const outcome = await tried(change, context);
  if (outcome.status !== 'done') return outcome;
  const settled = outcome.already ? outcome : await proven(outcome, context);
  if (settled.status === 'done') {
    const own = settled.already ? undefined : { object: context.made.get(change.address)?.['id'] };
    await context.journal.done(change, own);
    const unshown = settled.already ? [] : unshownFields(change, context);
    if (unshown.length > 0) return { ...settled, unshown };
  }
  return settled;
}

/** What was answered with success, held against what is there where the answer does not show it. */
async function proven(done: Done, context: ApplyContext): Promise<Outcome> {
  const settled = await settleDoubles(done, context);
  if (settled.status !== 'done' || settled.already) return settled;
  const { change } = settled;
  const failure = await contradictedBehind(change, context);
  return failure === undefined ? settled : { change, status: 'failed', failure, sent: change.calls };
}

async function tried(change: Change, context: ApplyContext): Promise<Outcome> {
  const beside = (await comesBeside(change, context)) ?? (await joinsAnother(change, context));
  if (beside !== undefined) return { change, status: 'failed', failure: beside };
  const first = await sendCalls(change, change.calls, context);
  if (first === undefined) return { change, status: 'done' };
  const settled = await settle(change, first, context);
  switch (settled.type) {
    case 'done': {
      // Another run has done it, where the platform refused this one from its first call on.
      const isOurs = first.failure.code === 'unknown-outcome' || sentBefore(change, first).length > 0;
      return { change, status: 'done', ...(!isOurs && { already: true }) };
    }
    case 'failed':
      return failedAt(change, { ...first, failure: settled.failure }, context);
    case 'passed': {
      const rest = await sendCalls(change, change.calls.slice(change.calls.indexOf(first.call) + 1), context);
      return rest === undefined ? { change, status: 'done' } : failedAt(change, rest, context);
    }
    case 'again': {
      // What came before it is done.
      const left = change.calls.slice(change.calls.indexOf(first.call));
      const second = await sendCalls(change, left, context);
      const { removed } = settled;
      if (second === undefined) return { change, status: 'done', ...(removed !== undefined && { remade: removed }) };
      return failedAt(
        change,
        removed === undefined ? second : { ...second, failure: withRemoved(second.failure, removed) },
        context,
      );
    }
  }
}

/** A removal that no plan shows is told, whatever becomes of the second try. */
function withRemoved(failure: Failure, removed: Json): Failure {
  const message = `${failure.message}; what the first try had made (id ${JSON.stringify(removed)}) was removed, since its secret was lost`;
  return { ...failure, message };
}

async function failedAt(change: Change, failed: FailedCall, context: ApplyContext): Promise<Outcome> {
  const { left, failure } = await takeBack(sentBefore(change, failed), change, failed.failure, context);
  return { change, status: 'failed', failure, ...(left.length > 0 && { sent: left }) };
}

/** The calls that went through: that whose answer shows another outcome than hoped for, or whose secret was not kept, is one of them. */
function sentBefore({ calls }: Change, { call, failure }: FailedCall): readonly Call[] {
  const wentThrough = failure.code === 'sink' || failure.code === 'not-accepted';
  return calls.slice(0, calls.indexOf(call) + (wentThrough ? 1 : 0));
}

async function sendCalls(
  change: Change,
  calls: readonly Call[],
  context: ApplyContext,
): Promise<FailedCall | undefined> {
  const unfound = await lookUpFirst(calls, context);
  if (unfound !== undefined) return unfound;
  for (const call of calls) {
    // A secret that is lost can be had again only by removing what this very call has made: so it is looked what it has not.
    const before = call.saveSecretTo === undefined ? undefined : await baselineOf(change, context);
    let made: Json | undefined;
    const hear = (answer: JsonObject): void => {
      made = answer['id'];
    };
    const failure = await runCall(call, change, context, hear, before);
    if (failure !== undefined) return { call, failure, before, made };
  }
  return undefined;
}

/** Where two runs have made the same thing at the same time, the older one stays: both see both, and the later run removes its own. */
async function settleDoubles(done: Done, context: ApplyContext): Promise<Outcome> {
  const { change } = done;
  const { kind } = partsOf(change.address, context.kinds);
  if (kind.history?.allowsDuplicateKeys === undefined || (change.action !== 'create' && change.action !== 'replace'))
    return done;
  const own = context.made.get(change.address)?.['id'];
  // What cannot be looked at now is seen by the next plan, which refuses to guess between two.
  const looked = await lookNow(change, context);
  const entries = looked?.entries ?? [];
  // What takes another one's place is looked for by that one's number, which is gone.
  const isLost = looked !== undefined && entries.length === 0 && change.action === 'create';
  if (isLost && own !== undefined && (await isListed(change, context))) return neverCame(change, own);
  // The answer to this run's own call has shown the id of what it has made.
  const mine = entries.find(({ id }) => id === own);
  const isOlder = ({ id, key }: LiveEntry): boolean =>
    typeof id === 'number' &&
    typeof own === 'number' &&
    id < own &&
    identity(kind, key) === identity(kind, mine?.key ?? '');
  const older = entries.find(isOlder);
  if (mine === undefined || older === undefined) return done;
  const left = await removeMade(change, mine, context);
  // What it has taken the place of is gone, whatever stays.
  const sent = change.calls.filter(({ method }) => method === 'DELETE');
  const gone = sent.length > 0 && { sent };
  if (left !== undefined) return { change, status: 'failed', failure: left, ...gone };
  const now = await lookNow(change, context);
  const stays = now === undefined ? older : now.entries.find(isOlder);
  const failure = whatGaveWay(change, stays, kind);
  // Its secret is where the other run has put it: that it is not here is no loss that a later run has to make good.
  if (stays !== undefined && failure?.code === 'sink') await context.journal.done(change);
  if (failure !== undefined) return { change, status: 'failed', failure, ...gone };
  remember(change, stays, context);
  return { ...done, already: true, gaveWay: true };
}

/** Whether the list that it was looked for in is there: a group on its way to another place has none at its path. */
async function isListed({ seen }: Change, { client }: ApplyContext): Promise<boolean> {
  try {
    const lists = await Promise.all(seen.reads.map((read) => client.read(read)));
    return lists.length > 0 && lists.every((list) => list !== undefined);
  } catch (error) {
    unreadable(error);
    return false;
  }
}

/** It was answered with a number, and nothing of its name is there. */
function neverCame(change: Change, id: Json): Outcome {
  const { method = 'POST', path = '' } = change.calls.find((call) => call.method !== 'DELETE') ?? {};
  const message = `it answers that it was made (id ${JSON.stringify(id)}), and does not show it`;
  return { change, status: 'failed', failure: notDone({ method, path }, message) };
}

/** Why it is not as it was to be that another run's has stayed; undefined where nothing that is seen of it contradicts what was asked for. */
function whatGaveWay(change: Change, stays: LiveEntry | undefined, kind: Kind): Failure | undefined {
  const file = change.calls.find(({ saveSecretTo }) => saveSecretTo !== undefined)?.saveSecretTo?.file;
  const secret = file === undefined ? undefined : { file, isGone: tookAway(file) };
  if (stays === undefined) return bothGaveWay(secret);
  if (secret !== undefined) return secretElsewhere(secret);
  const differing = contradicted(change, kind, stays.spec).map(({ path }) => path);
  return differing.length === 0 ? undefined : madeOtherwise(stays, differing);
}

/** Who stores what a run has written must not store a secret that is void. */
function tookAway(file: string): boolean {
  try {
    removeSink(file);
    return true;
  } catch {
    return false;
  }
}

async function lookNow(change: Change, context: ApplyContext): Promise<Recheck | undefined> {
  try {
    return await context.lookAgain(change);
  } catch (error) {
    unreadable(error);
    return undefined;
  }
}
