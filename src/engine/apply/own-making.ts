import { ApiError } from '../../api/api-error.ts';
import type { Change, LiveEntry } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { expectedAnswer } from '../../shown.ts';
import { numberedPath } from '../../address.ts';
import { partsOf } from '../address-parts.ts';
import type { ApplyContext } from './apply-context.ts';

/** The ids of what had the key of a change right before one of its calls was sent. */
export type Baseline = ReadonlySet<LiveEntry['id']>;

/** What is there before a call is sent; undefined where that cannot be seen, so that nothing can be proved afterwards. Throws no ApiError. */
export async function baselineOf(change: Change, { lookAgain }: ApplyContext): Promise<Baseline | undefined> {
  try {
    const { entries } = await lookAgain(change);
    return new Set(entries.map(({ id }) => id));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/**
 * Whether this run provably made what is there now: it was not there when the call was about to be sent, and the token's own user
 * has made it. That it stands in the scope of the change is shown by how it was found: by its own detail.
 */
export function isOwnMaking(
  change: Change,
  { id, live, inherited }: LiveEntry,
  before: Baseline | undefined,
  { kinds, instance }: ApplyContext,
): boolean {
  if (before === undefined || id === undefined || before.has(id) || inherited) return false;
  return partsOf(change.address, kinds).kind.history?.maker?.(live) === instance.me.id;
}

/** Removes what this run has made, with no word in the plan: only what is proved to be its own is handed to this. Gives why it failed. */
export async function removeMade(
  change: Change,
  made: Pick<LiveEntry, 'id' | 'live'>,
  context: ApplyContext,
): Promise<Failure | undefined> {
  const { kind, scope } = partsOf(change.address, context.kinds);
  if (kind.calls.remove === undefined) return leftAlone(change, made, 'GitLab has no way to remove it');
  const site = {
    scope,
    at: numberedPath(scope, change.seen.within),
    instance: context.instance,
    find: () => undefined,
  };
  try {
    const { shown } = kind.calls;
    for (const { method, path, query } of kind.calls.remove(made.live, site))
      await context.client.send({
        method,
        path,
        query,
        ...(shown && { expects: expectedAnswer({ method, path }, shown) }),
      });
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return leftAlone(change, made, error.message);
  }
}

/** Something stands there that may be somebody else's, or cannot be removed: whoever reads the report has to look. */
export function leftAlone(change: Change, { id }: Pick<LiveEntry, 'id'>, why: string): Failure {
  const call = change.calls.find(({ saveSecretTo }) => saveSecretTo !== undefined) ?? change.calls[0];
  return {
    code: 'unknown-outcome',
    message: `what stands there now (id ${String(id)}) was left alone: ${why}`,
    ...(call && { call: { method: call.method, path: call.path } }),
    remedy: 'look at it in GitLab: if nobody needs it, remove it there, and apply again',
  };
}
