import { identity } from '../../kind.ts';
import type { Call, Change, HandsOn, JsonObject } from '../../model.ts';
import { isRefusal, type Failure } from '../../outcome.ts';
import { expectedAnswer } from '../../shown.ts';
import { partsOf } from '../address-parts.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decodedAnswer } from './accepted.ts';
import type { ApplyContext } from './apply-context.ts';
import { failureOf, notDone } from './call-failure.ts';
import { holdsSecret, placeOf, type Place } from './handed-places.ts';
import { redact } from './redact.ts';
import { fillIn } from './run-call.ts';
import { unreadable } from './settle.ts';

/** Why a secret did not come to where it was to go, and what is there, as far as that can be seen. */
export interface Missed {
  readonly failure: Failure;
  readonly place: Place | undefined;
}

/** Sends a call that brings a secret somewhere. Where its answer is lost it is looked whether it is there, and sent once more only if it is not. */
export async function bring(
  call: Call,
  change: Change,
  secret: string,
  context: ApplyContext,
): Promise<Missed | undefined> {
  const { handsOn } = call;
  if (handsOn === undefined) return undefined;
  const first = await tried(call, handsOn, change, secret, context);
  if (first?.failure.code !== 'unknown-outcome') return first;
  // What somebody else has put there is not written over.
  const isAsBefore = first.place === (call.method === 'POST' ? 'nothing' : 'another');
  return isAsBefore ? tried(call, handsOn, change, secret, context) : first;
}

/** Sends it once; where the answer is lost it is looked whether it is there. */
async function tried(
  call: Call,
  handsOn: HandsOn,
  change: Change,
  secret: string,
  context: ApplyContext,
): Promise<Missed | undefined> {
  const missed = await sent(call, handsOn, change, secret, context);
  if (missed?.failure.code !== 'unknown-outcome') return missed;
  const place = await placeOf(handsOn, secret, context).catch(unreadable);
  // A hidden value is shown to nobody.
  return place === 'it' ? undefined : { ...missed, place: place === 'hidden' ? undefined : place };
}

async function sent(
  call: Call,
  handsOn: HandsOn,
  change: Change,
  secret: string,
  context: ApplyContext,
): Promise<Missed | undefined> {
  const { kind } = partsOf(handsOn.to, context.kinds);
  const { shown } = kind.calls;
  try {
    const filled = await fillIn(call, change, context, []);
    await context.journal.intend(change, call);
    const answer = await context.client.send({ ...filled, ...(shown && { expects: expectedAnswer(call, shown) }) });
    const message = answer && contradiction(answer, handsOn, secret, context);
    if (message === undefined) return undefined;
    return { failure: notDone({ method: call.method, path: call.path }, message), place: 'it' };
  } catch (error) {
    const failure = redact(failureOf(error, call), [secret]);
    if (isRefusal(failure)) await context.journal.refused(change);
    return { failure: told(failure, handsOn), place: 'another' };
  }
}

function told(failure: Failure, { to }: HandsOn): Failure {
  return { ...failure, message: `its secret could not be brought to ${to}: ${failure.message}` };
}

/** What the answer shows otherwise than it was sent: an environment that this tier does not know, or another value. */
function contradiction(
  answer: JsonObject,
  { to, field }: HandsOn,
  secret: string,
  context: ApplyContext,
): string | undefined {
  const { kind, scope, key } = partsOf(to, context.kinds);
  const shown = decodedAnswer(kind, answer, createDecodeContext(scope, context.instance, new Map()));
  if (shown === undefined) return undefined;
  if (identity(kind, shown.key) !== identity(kind, key))
    return `it answers with success, and has made ${shown.key} in place of ${key}`;
  return holdsSecret(shown.spec[field], secret, context) === 'another'
    ? `it answers with success, and ${field} is another one`
    : undefined;
}
