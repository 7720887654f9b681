import type { Guard } from './guard.ts';

/** Groups that take each other's paths: applied twice it is undone, and nobody can see from outside whether it was done before. */
export const swap: Guard = {
  name: 'swap',
  refusals: ({ plan, world }) => {
    const changed = new Set(plan.changes.map(({ address }) => address));
    return (world.swaps ?? [])
      .filter((addresses) => addresses.some((address) => changed.has(address)))
      .map((addresses) => ({
        message: `${addresses.join(' and ')} would take each other's paths, and nobody can see whether they have done so before: take \`previously\` out once it is done`,
        addresses,
      }));
  },
};
