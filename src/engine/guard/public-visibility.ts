import type { Guard } from './guard.ts';

/** Something that is not public becomes public, for everybody to read. */
export const publicVisibility: Guard = {
  name: 'public-visibility',
  refusals: ({ plan }) =>
    plan.changes
      .filter(({ fields }) =>
        fields.some(({ path, from, to }) => path === 'visibility' && to === 'public' && from !== undefined),
      )
      .map(({ address }) => ({ message: `${address} would become public`, addresses: [address] })),
};
