import type { Call, Change } from '../../model.ts';
import { isRefusal, type Failure } from '../../outcome.ts';
import type { ApplyContext } from './apply-context.ts';
import { runCall } from './run-call.ts';

/**
 * Takes back, the latest first, what the calls before a refused one have done, where they say how: a group that may not be moved gets
 * its own name again, and what went for the sake of another one is there again. Gives the calls that stay done, and the failure that tells of both.
 */
export async function takeBack(
  sent: readonly Call[],
  change: Change,
  failure: Failure,
  context: ApplyContext,
): Promise<{ readonly left: readonly Call[]; readonly failure: Failure }> {
  // Where nothing was done, what led up to it may be of no use for ever.
  if (!isRefusal(failure) && failure.code !== 'overtaken') return { left: sent, failure };
  const left = [...sent];
  let told = failure;
  for (let last = left.at(-1); last?.takeBack !== undefined; last = left.at(-1)) {
    const refusal = await firstRefused(last.takeBack, change, context);
    const became =
      refusal === undefined
        ? `${doneBy(last)} is taken back`
        : `${doneBy(last)} could not be taken back: ${refusal.serverMessage ?? refusal.message}`;
    told = { ...told, message: `${told.message}; ${became}` };
    if (refusal !== undefined) return { left, failure: told };
    left.pop();
  }
  // Nothing of it is under way any more.
  if (left.length === 0 && sent.length > 0) await context.journal.done(change);
  return { left, failure: told };
}

async function firstRefused(
  calls: readonly Call[],
  change: Change,
  context: ApplyContext,
): Promise<Failure | undefined> {
  for (const call of calls) {
    const refusal = await runCall(call, change, context);
    if (refusal !== undefined) return refusal;
  }
  return undefined;
}

function doneBy({ method, does }: Call): string {
  if (method === 'DELETE') return 'the removal of what was there before';
  return `that it was ${does ?? 'done'}`;
}
