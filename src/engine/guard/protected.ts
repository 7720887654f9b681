import { entryAddress } from '../../address.ts';
import { partsOf } from '../address-parts.ts';
import { kindOf, type Kinds } from '../kinds.ts';
import type { Guard } from './guard.ts';
import { pathsTo } from '../../base/scope-path.ts';

/** The deletion or replacement of what is declared with `protect: true`, by itself or together with the group that it stands in. */
export const protectedEntries: Guard = {
  name: 'protected',
  refusals({ plan, desired, kinds }) {
    const protectedAddresses = desired.sections.flatMap(({ name, scope, entries }) =>
      entries.filter(({ protect }) => protect).map(({ key }) => entryAddress(kindOf(kinds, name), scope, key)),
    );
    const doomed = plan.changes.filter(({ action }) => action === 'delete' || action === 'replace');
    const fates = new Map(doomed.map((change) => [change.address, change]));
    return protectedAddresses.flatMap((address) => {
      const [change] = [address, ...scopesAbove(address, kinds)].flatMap((lost) => fates.get(lost) ?? []);
      if (change === undefined) return [];
      const fate = change.action === 'delete' ? 'deleted' : 'replaced';
      const along = change.address === address ? '' : ` together with ${change.address}`;
      return [{ message: `${address} is protected, and would be ${fate}${along}`, addresses: [change.address] }];
    });
  },
};

/** The addresses of the project and the groups that something stands in: it goes with each of them. */
function scopesAbove(address: string, kinds: Kinds): string[] {
  const { kind, key, scope } = partsOf(address, kinds);
  const path = kind.host !== undefined ? key : scope.type === 'instance' ? '' : scope.path;
  const groups = pathsTo(path).map((above) => `group[${above}]`);
  return kind.host === undefined && scope.type === 'project' ? [`project[${path}]`, ...groups] : groups;
}
