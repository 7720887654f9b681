import { ApiError } from '../../api/api-error.ts';
import { fieldOf } from '../field-of.ts';
import type { Change } from '../../model.ts';
import type { Failure } from '../../outcome.ts';
import { partsOf } from '../address-parts.ts';
import { propertyOf } from '../kinds.ts';
import { hidden } from '../plan/diff.ts';
import { createDecodeContext } from '../observe/decode-context.ts';
import { butNot, contradicted, decodedAnswer } from './accepted.ts';
import type { ApplyContext } from './apply-context.ts';
import { notDone } from './call-failure.ts';

/**
 * Why a change that was answered with success is not what was asked for, where its answer leaves out what a look shows: of who may push it
 * has numbers and no names, and a share is answered with the group (PATCH …/protected_branches/:name, POST /groups/:id/share, 18.9). What
 * cannot be looked at contradicts nothing.
 */
export async function contradictedBehind(change: Change, context: ApplyContext): Promise<Failure | undefined> {
  const call = change.calls.at(-1);
  if (call === undefined || !leavesUnseen(change, context)) return undefined;
  const { kind } = partsOf(change.address, context.kinds);
  try {
    const { entries } = await context.lookAgain(change);
    const [only, ...more] = entries;
    if (only === undefined || more.length > 0) return undefined;
    const differing = contradicted(change, kind, only.spec);
    return differing.length === 0 ? undefined : notDone({ method: call.method, path: call.path }, butNot(differing));
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Whether the answers show nothing of a field that a look would: nothing of a secret, and of a group or project they show all. */
function leavesUnseen({ action, address, fields }: Change, { made, kinds, instance }: ApplyContext): boolean {
  const answer = made.get(address);
  const { kind, scope } = partsOf(address, kinds);
  if (action === 'delete' || answer === undefined || kind.host !== undefined) return false;
  const shown = decodedAnswer(kind, answer, createDecodeContext(scope, instance, new Map()))?.spec;
  return fields.some(({ path, to }) => {
    const schema = propertyOf(kind, fieldOf(path));
    if (to === undefined || schema === undefined) return false;
    return !hidden(schema) && schema['x-local'] !== true && shown?.[fieldOf(path)] === undefined;
  });
}
