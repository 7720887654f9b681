import { hideValues } from '../../base/hidden-values.ts';
import type { Call, Change } from '../../model.ts';
import type { Failure, Outcome } from '../../outcome.ts';
import type { ApplyContext } from './apply-context.ts';
import { secretsShown } from '../secrets-shown.ts';
import { bring } from './bring.ts';
import { notLookedAt } from './call-failure.ts';

type Failed = Extract<Outcome, { readonly status: 'failed' }>;

/**
 * Brings a secret that the platform shows at any time, in this field, to where it is to be. Nothing is lost where that fails: the next run looks at it
 * again, and brings it to what lacks it.
 */
export async function bringShown(
  change: Change,
  field: string,
  calls: readonly Call[],
  context: ApplyContext,
): Promise<Failed | undefined> {
  const sent = change.calls.filter(({ handsOn }) => handsOn === undefined);
  const failed = (failure: Failure): Failed => ({
    change,
    status: 'failed',
    failure,
    ...(sent.length > 0 && { sent: [...sent] }),
  });
  const found = await shownNow(change, field, context);
  if ('code' in found) return failed(found);
  const { secret } = found;
  hideValues([secret]);
  context.made.set(change.address, { ...context.made.get(change.address), [field]: secret });
  for (const call of calls) {
    const missed = await bring(call, change, secret, context);
    if (missed !== undefined) return failed(missed.failure);
    sent.push(call);
  }
  return undefined;
}

/** The first of the secrets that a look shows now: any will do. */
async function shownNow(
  change: Change,
  field: string,
  { lookAgain }: ApplyContext,
): Promise<{ readonly secret: string } | Failure> {
  try {
    const { entries } = await lookAgain(change);
    const [secret] = secretsShown(entries[0]?.spec[field]);
    if (secret !== undefined) return { secret };
    return { code: 'unknown-outcome', message: `GitLab shows nothing to bring to ${field}`, remedy: 'apply again' };
  } catch (error) {
    return notLookedAt(error);
  }
}
