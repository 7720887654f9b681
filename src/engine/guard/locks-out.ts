import type { LockOut } from '../../kind.ts';
import { partsOf } from '../address-parts.ts';
import type { GuardedPlan } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { changedFields } from './weighed-access.ts';

/** What the changes of a plan close, as their kinds know it; what stays open to this token's scopes is not among it. */
export function locksOut(guarded: GuardedPlan, closes: LockOut['closes']): (LockOut & { readonly address: string })[] {
  const { plan, kinds, world, findings } = guarded;
  return plan.changes.flatMap((change) => {
    if (change.action === 'delete') return [];
    const { kind } = partsOf(change.address, kinds);
    if (kind.access?.locksOut === undefined) return [];
    const live = liveEntryOf(change, guarded);
    return kind.access
      .locksOut(change.fields, { ...live?.spec, ...changedFields(change) })
      .filter((one) => one.closes === closes && !(one.sparesAdministrators && world.instance.me.admin))
      .filter(({ unless }) => unless === undefined || findings?.tokenScopes?.includes(unless.scope) !== true)
      .map((one) => ({ ...one, address: change.address }));
  });
}
