import { ApiError } from '../../api/api-error.ts';
import type { Change } from '../../model.ts';
import type { Overtaken } from '../../outcome.ts';
import { findingsIn } from '../findings-in.ts';
import { nameIn } from '../observe/batches/look-ups.ts';
import type { ApplyContext } from './apply-context.ts';
import { LookUpFailed, NotFound } from './call-failure.ts';
import { findOnce } from './find-named.ts';

/**
 * Whom a change names, where that is another one by now than the plan has seen: nothing is sent for it, as for all else that has changed since.
 * Who cannot be found, or looked for, is left to the call that names them, which says why.
 */
export async function namesAnother(
  { calls }: Change,
  { client, kinds, found }: ApplyContext,
): Promise<Overtaken | undefined> {
  const lookUps = [...kinds.values()].flatMap((kind) => kind.calls.lookUps ?? []);
  for (const { read, field, seen } of calls.flatMap(({ body }) => findingsIn(body))) {
    if (typeof seen !== 'number') continue;
    const value = await findOnce(client, read, field, found).catch(unfound);
    if (value === undefined || value === seen) continue;
    for (const { section, ...named } of lookUps) {
      const name = nameIn(read, named);
      if (name !== undefined) return { code: 'renamed', section, name, id: seen };
    }
  }
  return undefined;
}

function unfound(error: unknown): undefined {
  if (error instanceof ApiError || error instanceof NotFound || error instanceof LookUpFailed) return undefined;
  throw error;
}
