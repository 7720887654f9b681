import { entryAddress } from '../../address.ts';
import { kindOf } from '../kinds.ts';
import type { Guard } from './guard.ts';

/** The deletion or replacement of what is declared with `protect: true`, or of what stands in it. */
export const protectedEntries: Guard = {
  name: 'protected',
  refusals({ plan, desired, kinds }) {
    const protectedAddresses = new Set(
      desired.sections.flatMap(({ name, scope, entries }) =>
        entries.filter(({ protect }) => protect).map(({ key }) => entryAddress(kindOf(kinds, name), scope, key)),
      ),
    );
    const hit = plan.changes.filter(
      ({ action, address }) => (action === 'delete' || action === 'replace') && protectedAddresses.has(address),
    );
    return hit.map(({ address, action }) => ({
      message: `${address} is protected, and would be ${action === 'delete' ? 'deleted' : 'replaced'}`,
      addresses: [address],
    }));
  },
};
