import type { Refusal } from '../../model.ts';
import type { Guard, GuardedPlan } from './guard.ts';
import { lastAdministrator } from './last-administrator.ts';
import { lastOwner } from './last-owner.ts';
import { massChange } from './mass-change.ts';
import { massRemoval } from './mass-removal.ts';
import { ownAccess } from './own-access.ts';
import { planRemovals } from './plan-removals.ts';
import { protectedEntries } from './protected.ts';
import { publicVisibility } from './public-visibility.ts';
import { scopeDeletion } from './scope-deletion.ts';
import { signInClosed } from './sign-in-closed.ts';
import { swap } from './swap.ts';
import { emptyConfiguration } from './empty-configuration.ts';

/** What no plan does unasked. */
export const guards: readonly Guard[] = [
  massRemoval,
  planRemovals,
  massChange,
  scopeDeletion,
  protectedEntries,
  lastOwner,
  lastAdministrator,
  ownAccess,
  publicVisibility,
  signInClosed,
  emptyConfiguration,
  swap,
];

/** Why a plan must not be applied, but for the guards that are waived. A guard that fails refuses. */
export function refusalsOf(guarded: GuardedPlan, waived: ReadonlySet<string>): Refusal[] {
  return guards
    .filter(({ name }) => !waived.has(name))
    .flatMap((guard) => evaluated(guard, guarded).map((refusal) => ({ guard: guard.name, ...refusal })));
}

function evaluated(guard: Guard, guarded: GuardedPlan): ReturnType<Guard['refusals']> {
  try {
    return guard.refusals(guarded);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [{ message: `the guard could not be evaluated (${why})`, addresses: [] }];
  }
}
