import type { Unfinished } from './unfinished.ts';

/** What an earlier run did not finish, and what its last call was, as a clause. */
export function whatHappened({ address, method, path, at, refused, secretLost, makings }: Unfinished): string {
  // What a secret is brought to, and what goes for its sake, comes after what has made it.
  const isMaking = makings?.at(-1)?.at === at;
  const which = isMaking ? 'the secret in its answer' : 'a secret that was made before it';
  const lost = secretLost ? `, and ${which} was lost` : '';
  return refused
    ? `in the run of ${at} GitLab refused ${address}: ${method} ${path}`
    : `the run of ${at} did not finish ${address}: ${method} ${path} was its last call${lost}`;
}
