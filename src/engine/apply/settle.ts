import { scopePath } from '../../address.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Change, Failure, LiveEntry, LiveObject } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Standing } from './look-again.ts';
import { remember } from './remember.ts';
import type { Workshop } from './workshop.ts';

/** What is to be done after a change that did not come about as hoped. */
export type Settlement =
  /** It is as wanted all the same. */
  | { readonly type: 'done' }
  /** Nothing has been made: it may be tried once more. */
  | { readonly type: 'again' }
  | { readonly type: 'failed'; readonly failure: Failure };

/**
 * Settles a failed change by looking: another run may have done it, or the call may have been executed although its answer was
 * lost. What was made without its secret being kept is removed, so that it can be made again.
 */
export async function settle(change: Change, failure: Failure, workshop: Workshop): Promise<Settlement> {
  const failed: Settlement = { type: 'failed', failure };
  if (failure.code !== 'unknown-outcome' && failure.code !== 'refused') return failed;
  const standing = await workshop.lookAgain(change).catch(unreadable);
  if (standing === undefined) return failed;
  const keepsSecret = change.calls.some(({ keep }) => keep !== undefined);
  const [made, ...more] = standing.entries;
  if (failure.code === 'refused') {
    return standing.asWanted === 'agrees' && !keepsSecret ? found(change, made, workshop) : failed;
  }
  if (made === undefined && change.action === 'delete') return { type: 'done' };
  if (made === undefined) return change.action === 'create' ? { type: 'again' } : failed;
  if (more.length > 0) return failed;
  if (!keepsSecret) return isDone(change, standing) ? found(change, made, workshop) : failed;
  await removeMade(change, made.live, workshop);
  return { type: 'again' };
}

/** What one call has made has all that the call held, its secrets included; of an update a secret may be missing. */
function isDone({ action, calls }: Change, { asWanted }: Standing): boolean {
  return asWanted === 'agrees' || (asWanted === 'unseen' && action === 'create' && calls.length === 1);
}

/** It is done, and what refers to it finds it. */
function found(change: Change, entry: LiveEntry | undefined, workshop: Workshop): Settlement {
  remember(change, entry, workshop);
  return { type: 'done' };
}

/** Removes what a change has made. Throws ApiError. */
export async function removeMade(change: Change, live: LiveObject, workshop: Workshop): Promise<void> {
  const { kind, scope } = partsOf(change.address, workshop.kinds);
  const site = { scope, at: scopePath(scope), instance: workshop.instance, find: () => undefined };
  for (const { method, path, query } of kind.remove?.(live, site) ?? []) {
    await workshop.client.send({ method, path, query });
  }
}

/** What cannot be looked at cannot be settled. */
export function unreadable(error: unknown): undefined {
  if (error instanceof ApiError) return undefined;
  throw error;
}
