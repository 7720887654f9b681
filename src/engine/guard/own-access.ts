import { sectionAddress } from '../../address.ts';
import type { Change } from '../../model.ts';
import { partsOf } from '../address-parts.ts';
import type { Guard, GuardedPlan } from './guard.ts';

/** Less access for the user whose token this is: the next run might not be able to go on. */
export const ownAccess: Guard = {
  name: 'own-access',
  refusals(guarded) {
    const { username } = guarded.world.instance.me;
    return guarded.plan.changes
      .filter((change) => lowers(change, username, guarded))
      .map(({ address, action }) => ({
        message: `${address} is the access of this token's own user, and would be ${action === 'delete' ? 'removed' : 'lowered'}`,
        addresses: [address],
      }));
  },
};

function lowers(change: Change, username: string, { desired, world, kinds }: GuardedPlan): boolean {
  const { kind, scope, key } = partsOf(change.address, kinds);
  if (kind.grants === undefined || key.toLowerCase() !== username.toLowerCase()) return false;
  const address = sectionAddress(scope, kind.section);
  const before = world.sections.get(address)?.find((entry) => entry.key === key);
  const section = desired.sections.find((candidate) => sectionAddress(candidate.scope, candidate.name) === address);
  const after = section?.entries.find((entry) => entry.key === key);
  if (before === undefined) return false;
  if (change.action === 'delete' || after === undefined) return true;
  if (!change.fields.some(({ path }) => path === 'access_level' || path === 'role')) return false;
  const levelBefore = kind.grants(before.spec, key)?.level ?? 0;
  return (kind.grants(after.spec, key)?.level ?? 0) < levelBefore;
}
