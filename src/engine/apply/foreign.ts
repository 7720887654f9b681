import { ApiError } from '../../api/api-error.ts';
import { isList } from '../../base/shape.ts';
import type { Change, LiveEntry } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { partsOf } from '../address-parts.ts';
import type { ApplyContext } from './apply-context.ts';

/**
 * Whether a group that was to be made, and is there, may be somebody else's: neither has an answer to this run shown its number, nor does
 * the platform show that the token's own user has made it, in this run or in an earlier one of the same plan. What others have made is
 * nothing to add people to unseen.
 */
export async function isForeign(
  { address, action }: Change,
  { live, id }: LiveEntry,
  { client, kinds, instance, made }: ApplyContext,
): Promise<boolean> {
  const shows = partsOf(address, kinds).kind.history?.madeBy?.(live, instance.me.id);
  if (action !== 'create' || shows === undefined) return false;
  if (id !== undefined && made.get(address)?.['id'] === id) return false;
  try {
    const answer = await client.read(shows.read);
    return answer === undefined || isList(answer) || !shows.proves(answer);
  } catch (error) {
    if (error instanceof ApiError) return true;
    throw error;
  }
}

/** Why nothing is done in a group that was made meanwhile; `failure` is that of the call that was to make it. */
export function madeMeanwhile({ call, code, status, serverMessage }: Failure, { id }: LiveEntry): Failure {
  const unheard = code === 'unknown-outcome' ? 'the answer was lost, and ' : '';
  return {
    code: code === 'unknown-outcome' ? code : 'overtaken',
    message: `${unheard}what is there by now (id ${String(id)}) is not shown to be this token's own making: nothing is made in it`,
    ...(call && { call }),
    ...(status !== undefined && { status }),
    ...(serverMessage !== undefined && { serverMessage }),
    remedy: 'look at it in GitLab, and plan again: the plan shows what would change in it',
  };
}
