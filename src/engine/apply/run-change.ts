import { ApiError } from '../../api/api-error.ts';
import type { Call, Change, LiveEntry } from '../../model.ts';
import type { Failure, Outcome } from '../../outcome.ts';
import { identity } from '../../kind.ts';
import { partsOf } from '../address-parts.ts';
import { runCall } from './run-call.ts';
import { baselineOf, removeMade } from './own-making.ts';
import { settle, type FailedCall } from './settle.ts';
import type { ApplyContext } from './apply-context.ts';

/** Carries out one change: its calls, one after the other, and what settles them. */
export async function runChange(change: Change, context: ApplyContext): Promise<Outcome> {
  const outcome = await tried(change, context);
  if (outcome.status !== 'done') return outcome;
  const failure = outcome.already ? undefined : await settleDoubles(change, context);
  if (failure !== undefined) return { change, status: 'failed', failure };
  await context.journal.done(change);
  return outcome;
}

async function tried(change: Change, context: ApplyContext): Promise<Outcome> {
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
      return failedAt(change, { ...first, failure: settled.failure });
    case 'again': {
      // What came before it is done.
      const left = change.calls.slice(change.calls.indexOf(first.call));
      const second = await sendCalls(change, left, context);
      return second === undefined ? { change, status: 'done' } : failedAt(change, second);
    }
  }
}

function failedAt(change: Change, failed: FailedCall): Outcome {
  const sent = sentBefore(change, failed);
  return { change, status: 'failed', failure: failed.failure, ...(sent.length > 0 && { sent }) };
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
  for (const call of calls) {
    // A secret that is lost can be had again only by removing what this very call has made: so it is looked what it has not.
    const before = call.saveSecretTo === undefined ? undefined : await baselineOf(change, context);
    const failure = await runCall(call, change, context);
    if (failure !== undefined) return { call, failure, before };
  }
  return undefined;
}

/** Where two runs have made the same thing at the same time, the older one stays: both see both, and the later run removes its own. */
async function settleDoubles(change: Change, context: ApplyContext): Promise<Failure | undefined> {
  const { kind } = partsOf(change.address, context.kinds);
  if (kind.history?.allowsDuplicateKeys === undefined || (change.action !== 'create' && change.action !== 'replace'))
    return undefined;
  const own = context.made.get(change.address)?.['id'];
  const entries = await entriesNow(change, context);
  const mine = entries.find(({ id }) => id === own);
  // The answer to this run's own call has shown the id of what it has made.
  const isOlder = ({ id, key }: LiveEntry): boolean =>
    typeof id === 'number' &&
    typeof own === 'number' &&
    id < own &&
    identity(kind, key) === identity(kind, mine?.key ?? '');
  if (mine === undefined || !entries.some(isOlder)) return undefined;
  const left = await removeMade(change, mine, context);
  if (left !== undefined) return left;
  return change.calls.some(({ saveSecretTo }) => saveSecretTo !== undefined) ? madeElsewhere(change) : undefined;
}

async function entriesNow(change: Change, context: ApplyContext): Promise<readonly LiveEntry[]> {
  try {
    return (await context.lookAgain(change)).entries;
  } catch (error) {
    // What cannot be looked at now is seen by the next plan, which refuses to guess between two.
    if (error instanceof ApiError) return [];
    throw error;
  }
}

function madeElsewhere({ calls }: Change): Failure {
  const file = calls.find(({ saveSecretTo }) => saveSecretTo !== undefined)?.saveSecretTo?.file ?? '';
  return {
    code: 'sink',
    message: `another run made the same at the same time, and has its secret; what ${file} holds is void`,
    remedy: 'take the secret from where the other run has put it',
  };
}
