import type { Unfinished } from './unfinished.ts';

/** What an earlier run did not finish, and what its last call was, as a clause. */
export function whatHappened({ address, method, path, at, refused, secretLost }: Unfinished): string {
  const which = method === 'DELETE' ? 'a secret that was made before it' : 'the secret in its answer';
  const lost = secretLost ? `, and ${which} was lost` : '';
  return refused
    ? `in the run of ${at} GitLab refused ${address}: ${method} ${path}`
    : `the run of ${at} did not finish ${address}: ${method} ${path} was its last call${lost}`;
}
