import { ApiError } from '../../api/api-error.ts';
import type { FilledCall } from '../../api/client.ts';
import { reveal } from '../../api/secrets.ts';
import { hideValues } from '../../base/hidden-values.ts';
import type { Call, Change, JsonObject } from '../../model.ts';
import { isRefusal, type Failure } from '../../outcome.ts';
import { expectedAnswer } from '../../shown.ts';
import { partsOf } from '../address-parts.ts';
import type { Kinds } from '../kinds.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { decodedAnswer, errorWithin, notAccepted } from './accepted.ts';
import { strayed } from './arrival.ts';
import { failureOf, notDone, notLookedAt, SinkFailed, SinkOccupied, withRemedy, withTier } from './call-failure.ts';
import { joined } from './joins-another.ts';
import { redact } from './redact.ts';
import { fill } from '../fill-call.ts';
import { secretHash, type SecretHash } from './secret-hash.ts';
import { occupancy, writeSinks } from './sink.ts';
import type { ApplyContext } from './apply-context.ts';
import type { Baseline } from './own-making.ts';
import { findAsSeen } from './find-named.ts';
import { waitForBackground } from './wait-for-background.ts';
import { firstJob, waitUntilEmpty, type StillThere } from './wait-until-empty.ts';
import { waitUntilGone } from './wait-until-gone.ts';

/**
 * Sends one call of a change, keeps the secret in its answer, and holds the answer against what was sent. Gives why it failed. The answer is
 * `heard` before anything is done with it, undefined where what need not be there was not; `before` is what has stood there until now, where
 * it was looked.
 */
export async function runCall(
  call: Call,
  change: Change,
  context: ApplyContext,
  heard: (answer: JsonObject | undefined) => void = () => undefined,
  before?: Baseline,
): Promise<Failure | undefined> {
  const { client, made, journal } = context;
  const revealed: string[] = [];
  try {
    const filled = await fillIn(call, change, context, revealed);
    for (const file of call.saveSecretTo?.files ?? []) {
      const occupied = occupancy(file);
      if (occupied !== undefined) throw new SinkOccupied(occupied);
    }
    const first = call.empties && (await firstJob(call.empties, client).catch(notLookedAt));
    if (typeof first === 'object') return first;
    await journal.intend(change, call, before);
    const answer = await client
      .send({ ...filled, headers: condition(call, context), ...expected(call, change, context.kinds) })
      .catch((error: unknown) => {
        if (!call.mayBeMissing) throw error;
        nothingThere(error);
        heard(undefined);
      });
    if (call.until !== undefined) await waitUntilGone(call.until, client);
    if (call.isUnproven && (await isStillThere(change, context))) return undone(call);
    if (answer === undefined || call.answer === 'verdict') return undefined;
    heard(answer);
    // By its number alone a later run knows what was made here, should this one end before the secret is kept, or the next call is sent.
    if (call.saveSecretTo !== undefined || isFirstOfMaking(call, change)) await journal.made(change, answer['id']);
    // A slow hash takes its time: the number is written down before.
    const hash = await hashOfHanded(call, change, answer);
    if (hash !== undefined) await journal.made(change, answer['id'], hash);
    if (call.saveSecretTo !== undefined) keepSecret(call.saveSecretTo, answer, change);
    made.set(change.address, { ...made.get(change.address), ...(call.answer !== 'another' && answer) });
    const failed =
      (call.awaits && (await waitForBackground(call, call.awaits, answer, context))) ??
      (first === undefined ? undefined : await followed(call, first, change, context));
    return redact(failed ?? checked(call, change, answer, context), revealed);
  } catch (error) {
    const told = withTier(failureOf(error, call), change, context.kinds, context.instance);
    const failure = redact(withRemedy(told, call, change, context.kinds), revealed);
    if (isRefusal(failure)) await journal.refused(change);
    return failure;
  }
}

/** Why what a call has the platform do in the background came to nothing, once that has ended. */
function followed(
  call: Call,
  first: number,
  { address }: Change,
  { client, stop, follows }: ApplyContext,
): Promise<Failure | undefined> {
  const tell = (standing: StillThere): void => {
    follows(address, standing);
  };
  return call.empties === undefined
    ? Promise.resolve(undefined)
    : waitUntilEmpty(call, call.empties, first, { client, stop, tell });
}

/** Whether a call makes something that others have yet to complete. */
function isFirstOfMaking(call: Call, { action, calls }: Change): boolean {
  const isMaking = call.method === 'POST' && call.answer !== 'another' && (action === 'create' || action === 'replace');
  return isMaking && call === calls.find(({ method }) => method === 'POST') && call !== calls.at(-1);
}

/** The hash of the secret in an answer, where that is handed on. */
async function hashOfHanded(
  { saveSecretTo }: Call,
  { calls }: Change,
  answer: JsonObject,
): Promise<SecretHash | undefined> {
  const secret = saveSecretTo && answer[saveSecretTo.field];
  const isHanded = calls.some(({ handsOn }) => handsOn !== undefined);
  return isHanded && typeof secret === 'string' ? secretHash(secret) : undefined;
}

/** A 404 to what takes away what need not be there. */
function nothingThere(error: unknown): void {
  if (!(error instanceof ApiError) || error.status !== 404) throw error;
}

/** What the answer has to look like; one that is another proves nothing, and is looked behind like one that was lost. */
function expected(call: Call, change: Change, kinds: Kinds): Pick<FilledCall, 'expects' | 'isVerdict'> {
  if (call.answer === 'verdict') return { isVerdict: true };
  const { shown } = partsOf(change.address, kinds).kind.calls;
  return shown === undefined ? {} : { expects: expectedAnswer(call, shown) };
}

/** Whether a removal has removed nothing, though it was answered with success; where nobody can look, the success counts. */
async function isStillThere(change: Change, { lookAgain }: ApplyContext): Promise<boolean> {
  if (change.action !== 'delete') return false;
  try {
    const { asWanted, isElsewhere } = await lookAgain(change);
    return asWanted === 'differs' && !isElsewhere;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

function undone({ method, path }: Call): Failure {
  return {
    code: 'not-accepted',
    message: 'GitLab took the call, and did not do what it asks for: what was to be removed is still there',
    call: { method, path },
    remedy: 'see whether this user may remove it',
  };
}

/** The call as it is sent; the secrets that it holds are added to `revealed`. */
export function fillIn(
  call: Call,
  change: Change,
  { client, made, found, env }: ApplyContext,
  revealed: string[],
): ReturnType<typeof fill> {
  return fill(call, {
    reveal(secret) {
      const value = reveal(secret, env);
      revealed.push(value);
      // What answers another call may say it again.
      hideValues([value]);
      return value;
    },
    made: (address, field) => made.get(address)?.[field],
    own: (field) => made.get(change.address)?.[field],
    find: (finding) => findAsSeen(client, finding, found),
  });
}

/** What was changed after this run looked at it is not deleted (DELETE with If-Unmodified-Since, 18.9). */
function condition({ unlessModified }: Call, { instance }: ApplyContext): { readonly [name: string]: string } {
  const asked = Date.parse(instance.askedAt);
  if (!unlessModified || Number.isNaN(asked)) return {};
  // The date has whole seconds, and what it is compared with has not.
  return { 'if-unmodified-since': new Date(asked + 1000).toUTCString() };
}

function checked(
  call: Call,
  change: Change,
  answer: JsonObject,
  { kinds, instance }: ApplyContext,
): Failure | undefined {
  const sent = { method: call.method, path: call.path };
  const error = errorWithin(answer);
  if (error !== undefined) return notDone(sent, error);
  // What takes something back shows nothing of what the change is for.
  if (change.calls.some(({ takeBack = [] }) => takeBack.includes(call))) return undefined;
  const { kind, scope, key } = partsOf(change.address, kinds);
  const decodeContext = createDecodeContext(scope, instance, new Map());
  const another = joined(change, call, { kind, key }, () => decodedAnswer(kind, answer, decodeContext));
  if (another !== undefined) return another;
  const own = change.calls.filter(({ handsOn }) => handsOn === undefined);
  const isLast = call === own.at(-1) || own[own.indexOf(call) + 1]?.ifMissing === true;
  if (call.method === 'DELETE' || !isLast) return undefined;
  const comes = kind.host?.moves !== undefined || (kind.host !== undefined && change.reason.code === 'leaving');
  const shown = comes ? decodedAnswer(kind, answer, decodeContext) : undefined;
  const elsewhere = shown && strayed(change, kind, key, shown);
  if (elsewhere !== undefined) return { ...elsewhere, call: sent };
  if (call.answer === 'partial' || call.answer === 'another') return undefined;
  const serverMessage = notAccepted(change, call, kind, answer, decodeContext);
  return serverMessage === undefined ? undefined : notDone(sent, serverMessage);
}

function keepSecret(keep: NonNullable<Call['saveSecretTo']>, answer: JsonObject, change: Change): void {
  const secret = answer[keep.field];
  if (typeof secret !== 'string' || secret.trim() === '') throw new SinkFailed(`the answer has no ${keep.field}`);
  hideValues([secret]);
  // What goes elsewhere as well comes to its files once it is there: they tell later runs that nothing is left to do of it.
  if (change.calls.some(({ handsOn }) => handsOn !== undefined)) return;
  try {
    writeSinks(keep.files, secret);
  } catch (error) {
    throw new SinkFailed(error instanceof Error ? error.message : String(error));
  }
}
