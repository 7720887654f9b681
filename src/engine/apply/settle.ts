import { ApiError } from '../../api/api-error.ts';
import type { Call, Change, Json, LiveEntry } from '../../model.ts';
import { isRefusal, type Failure } from '../../outcome.ts';
import { parentPath } from '../../base/scope-path.ts';
import { partsOf } from '../address-parts.ts';
import { wantedPath } from './arrival.ts';
import type { Recheck } from './look-again.ts';
import { isOwnMaking, leftAlone, removeMade, type Baseline } from './own-making.ts';
import { isForeign, madeMeanwhile } from './foreign.ts';
import { remember } from './remember.ts';
import type { ApplyContext } from './apply-context.ts';

/** What is to be done after a change that did not come about as hoped. */
export type Settlement =
  /** It is as wanted all the same. */
  | { readonly type: 'done' }
  /** Nothing has been made, or no more is there: it may be tried once more. `removed` is the number of what was taken away for that. */
  | { readonly type: 'again'; readonly removed?: Json | undefined }
  /** What the call was to do is so already, and what comes after it is still to be done. */
  | { readonly type: 'passed' }
  | { readonly type: 'failed'; readonly failure: Failure };

/** A call that failed, and what was there before it was sent, where it was looked. */
export interface FailedCall {
  readonly call: Call;
  readonly failure: Failure;
  readonly before?: Baseline | undefined;
  /** The number of what it has made, as its answer has shown it. */
  readonly made?: Json | undefined;
}

/** The failures beside refusals after which something may stand there that the run has to know of. */
const LOOKED_AT: ReadonlySet<Failure['code']> = new Set(['unknown-outcome', 'sink']);

const UNPROVEN = 'its secret is lost, and nothing proves that it is what this run has made';

/**
 * Settles a failed change by looking: another run may have done it, or the call may have been executed although its answer was
 * lost. What this run provably made without its secret being kept is removed, so that it can be made again; nothing else ever is.
 */
export async function settle(change: Change, failed: FailedCall, context: ApplyContext): Promise<Settlement> {
  const { call, failure, before } = failed;
  const asBefore: Settlement = { type: 'failed', failure };
  const isQueued = failure.code === 'not-accepted' && failure.status === 202;
  if (!isRefusal(failure) && !LOOKED_AT.has(failure.code) && !isQueued) return asBefore;
  const standing = await context.lookAgain(change).catch(unreadable);
  // Where its group or project is another one by now, nothing that is seen there tells of this change, and nothing more is sent to it.
  if (standing === undefined || standing.isElsewhere) return asBefore;
  const keepsSecret = change.calls.some(({ saveSecretTo }) => saveSecretTo !== undefined);
  const [made, ...more] = standing.entries;
  if (isRefusal(failure)) {
    if (call.does === 'moved' && call !== change.calls.at(-1) && standsWithin(change, standing, context))
      return { type: 'passed' };
    return standing.asWanted === 'agrees' && !keepsSecret ? found(change, failure, made, context) : asBefore;
  }
  if (failure.code === 'sink') return settleUnkept(change, failed, standing, context);
  if (isQueued && keepsSecret) return asBefore;
  if (call.saveSecretTo !== undefined) return settleSecret(change, standing, before, context);
  if (keepsSecret) return asBefore;
  // What need not be there can be taken away twice, and may be there under a name that nobody knew.
  if (made === undefined && change.action === 'delete') return { type: call.mayBeMissing ? 'again' : 'done' };
  if (made === undefined) return change.action === 'create' && !isQueued ? { type: 'again' } : asBefore;
  if (more.length > 0) return asBefore;
  return isDone(change, standing) ? found(change, failure, made, context) : asBefore;
}

/** Where the answer held a secret, what was made is of no use: it is removed if this run has made it, and reported otherwise. */
async function settleSecret(
  change: Change,
  standing: Recheck,
  before: Baseline | undefined,
  context: ApplyContext,
): Promise<Settlement> {
  const [made, ...more] = freshIn(standing, before);
  if (made === undefined) return { type: 'again' };
  if (more.length > 0 || !isOwnMaking(change, made, before, context))
    return { type: 'failed', failure: leftAlone(change, made, UNPROVEN) };
  return withoutMade(change, made, context);
}

/** What is proved to be of this run's making is taken away, as if the call had not been sent. */
async function withoutMade(change: Change, made: LiveEntry, context: ApplyContext): Promise<Settlement> {
  const failure = await removeMade(change, made, context);
  return failure === undefined ? { type: 'again', removed: made.id } : { type: 'failed', failure };
}

/** A secret that could not be kept would not be kept another time either: what was made is removed, and that is the end of it. */
async function settleUnkept(
  change: Change,
  { failure, before, made }: FailedCall,
  standing: Recheck,
  context: ApplyContext,
): Promise<Settlement> {
  const fresh = freshIn(standing, before);
  // It is not to be seen, and so nothing can be said of it but that it was made.
  if (fresh.length === 0) return { type: 'failed', failure };
  // Others may have made the same meanwhile: the answer to this run's own call tells which is its own.
  const mine = fresh.find(({ id, inherited }) => id !== undefined && id === made && !inherited);
  const settled =
    mine === undefined
      ? await settleSecret(change, standing, before, context)
      : await withoutMade(change, mine, context);
  if (settled.type !== 'again') return settled;
  // It stands as if the call had not been sent.
  const message = `${failure.message}; what was made was removed again`;
  return { type: 'failed', failure: { ...failure, code: 'secret', message } };
}

/** What stands there now, and was not seen there before the call was sent. */
function freshIn({ entries }: Recheck, before: Baseline | undefined): readonly LiveEntry[] {
  return entries.filter(({ id }) => before === undefined || !before.has(id));
}

/** Whether what was to be moved stands in the group that it was to come to: another run has brought it there meanwhile. */
function standsWithin(change: Change, { entries: [only, ...more] }: Recheck, { kinds }: ApplyContext): boolean {
  const { kind, key } = partsOf(change.address, kinds);
  const moves = kind.host?.moves;
  if (moves === undefined || only === undefined || more.length > 0 || only.pendingDeletion !== undefined) return false;
  const [at, wanted] = [moves.pathOf(only.live), wantedPath(change, kind, key)].map(parentPath);
  return at?.toLowerCase() === wanted?.toLowerCase();
}

/** What one call has made has all that the call held, its secrets included; of an update a secret may be missing. */
function isDone({ action, calls }: Change, { asWanted }: Recheck): boolean {
  return asWanted === 'agrees' || (asWanted === 'unseen' && action === 'create' && calls.length === 1);
}

/** It is done, and what refers to it finds it; but for what somebody else may have made for others to stand in. */
async function found(
  change: Change,
  failure: Failure,
  entry: LiveEntry | undefined,
  context: ApplyContext,
): Promise<Settlement> {
  if (entry !== undefined && (await isForeign(change, entry, context)))
    return { type: 'failed', failure: madeMeanwhile(failure, entry) };
  remember(change, entry, context);
  return { type: 'done' };
}

/** What cannot be looked at cannot be settled. */
export function unreadable(error: unknown): undefined {
  if (error instanceof ApiError) return undefined;
  throw error;
}
