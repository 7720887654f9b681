import type { Change, Plan } from '../../model.ts';
import type { LookAgain, Recheck } from './look-again.ts';
import { remember } from './remember.ts';
import { unreadable } from './settle.ts';
import type { ApplyContext } from './apply-context.ts';

/** A plan that waits for nothing but itself; or the addresses that it waits for, and which nobody has made yet. */
export type Begun = { readonly plan: Plan } | { readonly missing: readonly string[] };

/**
 * Looks whether what the changes of a plan wait for, and other shards make, is there by now; what is made is known to what refers to it
 * (`made`). Throws what is no ApiError.
 */
export async function othersAreDone(plan: Plan, lookAgain: LookAgain, made: ApplyContext['made']): Promise<Begun> {
  const here = new Set(plan.changes.map(({ address }) => address));
  const elsewhere = new Set(plan.changes.flatMap(({ needs }) => needs.filter((address) => !here.has(address))));
  const known = new Map((plan.awaited ?? []).map((change) => [change.address, change]));
  const missing: string[] = [];
  for (const address of elsewhere) {
    const change = known.get(address);
    const standing = change && (await lookAgain(change).catch(unreadable));
    if (change === undefined || standing === undefined || !isDone(change, standing)) missing.push(address);
    else remember(change, standing.entries[0], { made });
  }
  if (missing.length > 0) return { missing };
  const changes = plan.changes.map((change) => ({ ...change, needs: change.needs.filter((need) => here.has(need)) }));
  return { plan: elsewhere.size === 0 ? plan : { ...plan, changes } };
}

/** What is replaced has its name before as after. */
function isDone({ action }: Change, { asWanted, asSeen }: Recheck): boolean {
  return asWanted !== 'differs' && !(action === 'replace' && asSeen);
}
