import { listed } from '../../base/listed.ts';
import type { Unfinished } from './unfinished.ts';

/** What an earlier run did not finish, and what its last call was, as a clause; with the others of which the same is to be said. */
export function whatHappened(first: Unfinished, others: readonly Unfinished[] = []): string {
  const { method, path, at, refused, secretLost, makings } = first;
  const what = listed([first, ...others].map(({ address }) => address));
  // What a secret is brought to, and what goes for its sake, comes after what has made it.
  const isMaking = makings?.at(-1)?.at === at;
  const which = isMaking ? 'the secret in its answer' : 'a secret that was made before it';
  const lost = secretLost ? `, and ${which} was lost` : '';
  if (refused) return `in the run of ${at} GitLab refused ${what}: ${method} ${path}`;
  const whose = others.length === 0 ? 'its last call' : 'the last call of the first';
  return `the run of ${at} did not finish ${what}: ${method} ${path} was ${whose}${lost}`;
}
