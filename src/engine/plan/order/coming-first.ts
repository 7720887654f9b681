import { sectionAddress } from '../../../address.ts';
import type { Edge, Order } from './access-order.ts';

/** What comes by itself and has no name yet goes before anything is made in its section: else it would take away what is declared of that name. */
export function comingFirst({ drafts }: Pick<Order, 'drafts'>): Edge[] {
  return drafts.flatMap((earlier) => {
    const { reason } = earlier.change;
    if (reason.code !== 'comes' || reason.pruned === undefined) return [];
    const section = sectionAddress(earlier.scope, earlier.kind.section);
    return drafts.flatMap((later): Edge[] =>
      later.change.action === 'create' && sectionAddress(later.scope, later.kind.section) === section
        ? [[later, earlier]]
        : [],
    );
  });
}
