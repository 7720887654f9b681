import type { Call } from './model.ts';

/**
 * What GitLab's answers to the calls of a kind look like: an object without one of the fields `always` is none of this kind, and proves
 * nothing. A gateway may say `{}` or a message under a status of success, whatever has become of the call.
 */
export interface Shown {
  readonly always: readonly string[];
  /** What the answer to a creation shows, where that is not the object itself. */
  readonly created?: readonly string[];
  /** Set where a removal is taken into work, and answered with 202 and a message. */
  readonly removedLater?: true;
}

/** What the answer to one call has to look like, so that it is taken for one. */
export interface ExpectedAnswer {
  readonly shows: readonly string[];
  readonly mayBeQueued: boolean;
}

const GRAPHQL: ExpectedAnswer = { shows: ['data'], mayBeQueued: false };

/** What the answer to a call has to look like by what its kind shows. */
export function expectedAnswer({ method, path }: Pick<Call, 'method' | 'path'>, shown: Shown): ExpectedAnswer {
  if (path === '/api/graphql') return GRAPHQL;
  const shows = method === 'POST' ? (shown.created ?? shown.always) : shown.always;
  return { shows, mayBeQueued: method === 'DELETE' && shown.removedLater === true };
}
