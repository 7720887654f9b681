import type { Guard } from './guard.ts';
import { locksOut } from './locks-out.ts';

/** A way to sign in that is closed: without another one nobody gets in any more, and nobody can make a new token. */
export const signInClosed: Guard = {
  name: 'sign-in-closed',
  weighedAgain: true,
  refusals: (guarded) =>
    locksOut(guarded, 'sign-in').map(({ address, path, why }) => ({
      message: `${address}: ${path} would close a way to sign in; without another one nobody could get in any more: ${why}`,
      addresses: [address],
    })),
};
