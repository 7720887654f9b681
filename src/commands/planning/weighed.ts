import { guardBasis } from '../../engine/guard/guard-looks.ts';
import { refusalsOf } from '../../engine/guard/guards.ts';
import { ownShareEnds } from '../../engine/guard/own-share-ends.ts';
import type { GuardedPlan } from '../../engine/guard/guard.ts';
import type { Plan } from '../../model.ts';
import type { Connection } from '../session/connect.ts';
import { guardedBy } from './refused.ts';

const NONE_WAIVED: ReadonlySet<string> = new Set();

/** A plan with what its guards refuse of it, and what is permitted, which is told as well: nothing is left unread for its sake. Throws ApiError. */
export async function weighed(
  seen: Omit<GuardedPlan, 'findings'> & { readonly plan: Plan },
  isTargeted: (address: string) => boolean,
  waived: ReadonlySet<string>,
  connection: Connection,
): Promise<Plan> {
  const guarded = await guardedBy(seen, NONE_WAIVED, connection);
  const ends = await ownShareEnds(guarded, isTargeted, connection.client);
  const all = refusalsOf(guarded, NONE_WAIVED);
  const refusals = all.filter(({ guard }) => !waived.has(guard));
  const permitted = all.filter(({ guard }) => waived.has(guard));
  const basis = guardBasis(guarded, waived);
  return {
    ...seen.plan,
    diagnostics: [...seen.plan.diagnostics, ...ends],
    ...(refusals.length > 0 && { refusals }),
    ...(permitted.length > 0 && { permitted }),
    ...(basis && { guards: basis }),
  };
}
