import type { Call, Change, Json, JsonObject } from '../../model.ts';
import type { Failure, Outcome } from '../../outcome.ts';
import { beforeParting } from './before-parting.ts';
import { unclaimed } from './call-failure.ts';
import { inParts, type CallParts } from './call-parts.ts';
import { claim, type Claim } from './claim.ts';
import { comesBeside } from './comes-beside.ts';
import { handOn } from './hand-on.ts';
import { placesMoved } from './handed-places.ts';
import { joinsAnother } from './joins-another.ts';
import { lookUpFirst } from './find-named.ts';
import { runCall } from './run-call.ts';
import { baselineOf } from './own-making.ts';
import { noPlaceLeft } from './rivals.ts';
import { settle, unreadable, type FailedCall } from './settle.ts';
import { filesOf } from './secret-files.ts';
import { occupancy } from './sink.ts';
import { takeBack } from './take-back.ts';
import { settleTwins, type Done } from './twins.ts';
import { contradictedBehind } from './unseen-in-answer.ts';
import { unshownFields } from './unshown.ts';
import type { ApplyContext } from './apply-context.ts';

/** Carries out one change: its calls, one after the other, and what settles them. No other run has the place of its secret meanwhile. */
export async function runChange(change: Change, context: ApplyContext): Promise<Outcome> {
  const claims: Claim[] = [];
  try {
    const failure = await takePlaces(filesOf(change), claims, change, context);
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
    const there =
      change.action === 'create' ? (await context.lookAgain(change).catch(unreadable))?.entries[0] : undefined;
    return noPlaceLeft(occupied, there);
  }
  return undefined;
}

async function carriedOut(change: Change, context: ApplyContext): Promise<Outcome> {
  const beside = (await comesBeside(change, context)) ?? (await joinsAnother(change, context));
  if (beside !== undefined) return { change, status: 'failed', failure: beside };
  const parts = inParts(change);
  const { making, handing, parting } = parts;
  const moved = await placesMoved(handing, context);
  if (moved !== undefined) return { change, status: 'failed', failure: moved };
  const outcome = await tried(change, making, context);
  if (outcome.status !== 'done') return outcome;
  const settled = outcome.already ? outcome : await proven(outcome, parts, context);
  if (settled.status !== 'done') return settled;
  const unhanded = await handOn(change, handing, context);
  if (unhanded !== undefined) return unhanded;
  const overtaken = await beforeParting(change, parts, context);
  if (overtaken !== undefined) return overtaken;
  const parted = await tried(change, parting, context);
  if (parted.status !== 'done') return parted;
  const own = settled.already ? undefined : { object: context.made.get(change.address)?.['id'] };
  await context.journal.done(change, own);
  const unshown = settled.already ? [] : unshownFields(change, context);
  return unshown.length > 0 ? { ...settled, unshown } : settled;
}

/** What was answered with success, held against what is there where the answer does not show it. */
async function proven(done: Done, parts: CallParts, context: ApplyContext): Promise<Outcome> {
  const settled = await settleTwins(done, parts, context);
  if (settled.status !== 'done' || settled.already) return settled;
  const { change } = settled;
  const failure = await contradictedBehind(change, context);
  return failure === undefined ? settled : { change, status: 'failed', failure, sent: parts.making };
}

/** Sends calls of a change, all of them or the second part, and settles the first that fails. */
async function tried(change: Change, calls: readonly Call[], context: ApplyContext): Promise<Outcome> {
  const { failed: first, wasGone } = await sendCalls(change, calls, context);
  if (first === undefined) return { change, status: 'done', ...(wasGone && { already: true }) };
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
      const { failed: rest } = await sendCalls(change, calls.slice(calls.indexOf(first.call) + 1), context);
      return rest === undefined ? { change, status: 'done' } : failedAt(change, rest, context);
    }
    case 'again': {
      // What came before it is done.
      const left = calls.slice(calls.indexOf(first.call));
      const { failed: second } = await sendCalls(change, left, context);
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
  const sent = calls.slice(0, calls.indexOf(call) + (wentThrough ? 1 : 0));
  // The one before it has found nothing that it could change.
  return call.ifMissing ? sent.filter((one) => one === call || !one.mayBeMissing) : sent;
}

/** How calls went: the first that failed, and whether none of a removal's has found anything to take away. */
interface Sent {
  readonly failed?: FailedCall;
  readonly wasGone?: boolean;
}

async function sendCalls(change: Change, calls: readonly Call[], context: ApplyContext): Promise<Sent> {
  const unfound = await lookUpFirst(calls, context);
  if (unfound !== undefined) return { failed: unfound };
  // What is sent again is so for a reason.
  let isThere = false;
  let wasGone = change.action === 'delete' && calls.length > 0;
  for (const call of calls) {
    if (call.ifMissing && isThere) continue;
    // A secret that is lost can be had again only by removing what this very call has made: so it is looked what it has not.
    const before = call.saveSecretTo === undefined ? undefined : await baselineOf(change, context);
    let made: Json | undefined;
    isThere = true;
    const hear = (answer: JsonObject | undefined): void => {
      isThere = answer !== undefined;
      made = answer?.['id'];
    };
    const failure = await runCall(call, change, context, hear, before);
    if (failure !== undefined) return { failed: { call, failure, before, made } };
    wasGone &&= !isThere;
  }
  return { wasGone };
}
