import type { Guard } from './guard.ts';

/** The settings that let anybody sign in at all: with all of them off, nobody can. */
const WAYS_IN = ['password_authentication_enabled_for_web', 'disabled_oauth_sign_in_sources'] as const;

/** Sign-in closed to everybody: passwords off while sources of sign-in are switched off in the same breath, or nothing else is known to be there. */
export const signInClosed: Guard = {
  name: 'sign-in-closed',
  refusals: ({ plan }) =>
    plan.changes
      .filter(
        ({ fields }) =>
          fields.some(({ path, to }) => path === WAYS_IN[0] && to === false) ||
          fields.some(({ path, to }) => path === WAYS_IN[1] && Array.isArray(to) && to.length > 0),
      )
      .map(({ address }) => ({
        message: `${address} would close a way to sign in; without another one nobody could get in any more`,
        addresses: [address],
      })),
};
