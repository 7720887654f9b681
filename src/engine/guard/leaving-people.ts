import type { Change } from '../../model.ts';
import type { Kind } from '../../kind.ts';
import { partsOf } from '../address-parts.ts';
import type { GuardedPlan } from './guard.ts';
import { changedFields } from './weighed-access.ts';

/** Somebody whom a plan removes, keeps from signing in, or takes the administration of the instance from. */
export interface Leaving {
  readonly change: Change;
  readonly kind: Kind;
  readonly people: NonNullable<Kind['people']>;
  readonly id: number;
  /** Whether they cannot sign in any more; else they only administer nothing any more. */
  readonly goes: boolean;
}

/** The people who leave by a plan, as its changes alone tell: what is live of them need not be at hand. */
export function leavingPeople({ plan, kinds }: Pick<GuardedPlan, 'plan' | 'kinds'>): readonly Leaving[] {
  return plan.changes.flatMap((change): Leaving[] => {
    const { kind } = partsOf(change.address, kinds);
    const { people } = kind;
    const { id } = change.seen;
    if (people === undefined || typeof id !== 'number' || change.action === 'create') return [];
    const after = changedFields(change);
    const goes = change.action === 'delete' || !people.isActive(after);
    const isDemoted = change.fields.some(
      ({ path, from, to }) => people.isAdministrator({ [path]: from }) && !people.isAdministrator({ [path]: to }),
    );
    return goes || isDemoted ? [{ change, kind, people, id, goes }] : [];
  });
}
