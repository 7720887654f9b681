import { partsOf } from '../address-parts.ts';
import type { Guard } from './guard.ts';

/** The deletion of a group or project, with all that is in it. */
export const scopeDeletion: Guard = {
  name: 'scope-deletion',
  refusals({ plan, kinds, findings }) {
    const doomed = plan.changes.filter(
      ({ action, address }) => action === 'delete' && partsOf(address, kinds).kind.host !== undefined,
    );
    return doomed.map(({ address }) => {
      const contents = findings?.contents.get(address);
      const told = contents === undefined ? '' : `, among it ${contents}`;
      return { message: `${address} would be deleted, with everything in it${told}`, addresses: [address] };
    });
  },
};
