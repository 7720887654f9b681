import type { Change, Outcome } from '../../model.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Course } from './apply.ts';
import type { LookAgain } from './look-again.ts';

/** A plan that was made a moment ago holds. */
export const holds: Course['check'] = () => Promise.resolve('holds');

/** Looks at what a change of a saved plan was computed from, right before it: done already, changed since, or as it was. */
export function checkFreshness(lookAgain: LookAgain): Course['check'] {
  return async (change: Change) => {
    try {
      const { asSeen, asWanted } = await lookAgain(change);
      if (asSeen) return 'holds';
      // A secret that somebody else has set, or was given, may be another one.
      return asWanted === 'agrees' && !change.calls.some(({ keep }) => keep !== undefined) ? 'done' : 'stale';
    } catch (error) {
      // What cannot be read any more cannot be said to hold.
      if (error instanceof ApiError && error.status !== undefined && error.status < 500) return 'stale';
      throw error;
    }
  };
}

/** Whether any of these was left undone because its plan does not hold. */
export function anyStale(outcomes: readonly Outcome[]): boolean {
  return outcomes.some(({ status }) => status === 'stale');
}
