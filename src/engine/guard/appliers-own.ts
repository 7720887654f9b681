import { unknownIfRefused } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Change, Instance } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { LookAgain } from '../apply/look-again.ts';
import type { Kinds } from '../kinds.ts';
import { fateOfOwnUser } from '../plan/own-user.ts';

/**
 * What a saved plan would do to the very user or token that applies it. It was made with another token, perhaps, for which the same was
 * nobody's own. Throws ApiError.
 */
export async function appliersOwn(
  changes: readonly Change[],
  { me }: Instance,
  kinds: Kinds,
  lookAgain: LookAgain,
): Promise<Diagnostic[]> {
  const found = await Promise.all(
    changes.map(async (change): Promise<Diagnostic | undefined> => {
      const { kind } = partsOf(change.address, kinds);
      const fate = change.seen.id === me.id ? fateOfOwnUser(kind, change) : undefined;
      if (fate !== undefined)
        return own(change, 'own-user', `this token's own user, and cannot be ${fate} by its own run`);
      if (kind.reads.tellsOwnToken !== true || change.action === 'create') return undefined;
      // What this token may not look at is told by the change itself.
      const now = await lookAgain(change).catch(unknownIfRefused);
      const held = now?.entries.find(({ id }) => id === change.seen.id)?.readOnlyReason;
      return held === undefined ? undefined : own(change, 'held', `${held}, and cannot be revoked by it`);
    }),
  );
  return found.flatMap((one) => one ?? []);
}

function own({ address, place }: Change, code: 'own-user' | 'held', what: string): Diagnostic {
  return {
    severity: 'error',
    code,
    message: `${address} is ${what}`,
    place,
    remedy: 'apply it with another token, or plan with the token that is to apply it',
  };
}
