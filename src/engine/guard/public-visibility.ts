import { partsOf } from '../address-parts.ts';
import type { Guard } from './guard.ts';
import { liveEntryOf } from './live-entry.ts';
import { changedFields } from './weighed-access.ts';

/** Something that is there and not public becomes so, or a part of it, for everybody to read: which fields do that is a fact of its kind. */
export const publicVisibility: Guard = {
  name: 'public-visibility',
  refusals: (guarded) =>
    guarded.plan.changes.flatMap((change) => {
      const { action, address, fields } = change;
      const { access } = partsOf(address, guarded.kinds).kind;
      if (access?.opens === undefined || action === 'create' || action === 'delete') return [];
      const live = liveEntryOf(change, guarded)?.spec;
      const opened = access.opens(fields, { ...live }, { ...live, ...changedFields(change) });
      if (opened.length === 0) return [];
      const what = opened.includes('visibility')
        ? `${address} would become public`
        : `${address}: by ${opened.join(', ')} everybody could read what not everybody can`;
      return [{ message: what, addresses: [address] }];
    }),
};
