import type { Guard } from './guard.ts';

/** A configuration that declares nothing, against an instance from which something would be removed. */
export const emptyConfiguration: Guard = {
  name: 'empty-configuration',
  refusals({ plan, desired }) {
    const declares = desired.sections.some(({ entries }) => entries.length > 0);
    const removed = plan.changes.filter(({ action }) => action === 'delete');
    if (declares || removed.length === 0) return [];
    return [
      {
        message: `the configuration declares nothing, and ${removed.length === 1 ? 'something' : `${removed.length} things`} would be removed`,
        addresses: removed.map(({ address }) => address),
      },
    ];
  },
};
