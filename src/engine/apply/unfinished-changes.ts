import type { Diagnostic } from '../../base/diagnostic.ts';
import type { World } from '../../model.ts';
import type { Unfinished } from './unfinished.ts';

/**
 * What an earlier run left unfinished and the plan holds again, in words. A swap of which that run wrote down the numbers is known to
 * be made or not; of any other, applying the plan may undo what was done.
 */
export function unfinishedChanges(unfinished: readonly Unfinished[], { swaps = [] }: World): readonly Diagnostic[] {
  return unfinished.map((change) => {
    const swapped = change.moves ? undefined : swaps.find((addresses) => addresses.includes(change.address));
    const told = { severity: 'warning', code: 'unfinished' } as const;
    const message = whatHappened(change);
    if (swapped === undefined) return { ...told, message, remedy: 'apply this plan: it holds what is left to do' };
    return {
      ...told,
      message: `${message}, and ${swapped.join(' and ')} may have taken each other's paths by then, which applying this plan would undo`,
      remedy:
        'look in GitLab which of them stands where, and take `previously` out of each of them where they have changed places',
    };
  });
}

function whatHappened({ address, method, path, at, refused, secretLost }: Unfinished): string {
  const lost = secretLost ? ', and the secret in its answer was lost' : '';
  return refused
    ? `in the run of ${at} GitLab refused ${address}: ${method} ${path}`
    : `the run of ${at} did not finish ${address}: ${method} ${path} was its last call${lost}`;
}
