import type { Delay } from '../base/delay.ts';
import { counted } from './counted.ts';

/** Why nothing is heard for long, and what is done about it. */
export function waitingText(delay: Delay): string {
  switch (delay.type) {
    case 'kept-back':
      return `GitLab lets no more requests through for now (a rate limit): waiting for ${durationText(delay.milliseconds / 1000)}.`;
    case 'no-answer':
      return `${delay.message}: trying again (${delay.attempt} of ${delay.of}).`;
  }
}

/** That somebody else has the lock, who and since when, and for how long this run waits for it. */
export function lockedText(project: string, holder: string, since: string, patience: number): string {
  return `${holder} has the lock in ${project} since ${since}: waiting for it, ${durationText(patience)} at most.`;
}

/** `90 seconds`, `12 minutes`, `3 hours`: never less than it takes. */
export function durationText(time: number): string {
  const seconds = Math.max(1, Math.ceil(time));
  if (seconds < 120) return counted(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.ceil(minutes / 60), 'hour');
}
