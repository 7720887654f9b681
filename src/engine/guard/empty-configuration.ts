import type { Guard } from './guard.ts';

/** A configuration that declares nothing, against an instance from which something would be removed. */
export const emptyConfiguration: Guard = {
  name: 'empty-configuration',
  refusals({ plan, desired }) {
    const declares = desired.sections.some(({ entries }) => entries.some(({ state }) => state === 'present'));
    const removed = plan.changes.filter(({ action }) => action === 'delete');
    if (declares || removed.length === 0) return [];
    return [
      {
        message: `the configuration declares nothing, and ${removed.length} resources would be removed`,
        addresses: removed.map(({ address }) => address),
      },
    ];
  },
};
