import type { Answer } from '../exchange.ts';

/** What the platform says of its request throttle: how many more requests it lets pass until when, by our own clock. */
export interface Told {
  readonly remaining: number;
  readonly resetAt: number;
}

/** Clocks that are this close, in milliseconds, are taken for one; whole seconds are all that the platform tells. */
const SAME_CLOCK = 2000;

/** What an answer says of the throttle that it was counted by: `RateLimit-Remaining` and `RateLimit-Reset`, in unix seconds (18.9). */
export function toldBy(header: Answer['header'], now: number): Told | undefined {
  const remaining = Number(header('ratelimit-remaining') ?? 'none');
  const reset = Number(header('ratelimit-reset') ?? 'none') * 1000;
  if (!Number.isFinite(remaining) || !Number.isFinite(reset)) return undefined;
  const theirs = Date.parse(header('date') ?? '');
  const apart = Number.isFinite(theirs) ? theirs - now : 0;
  return { remaining, resetAt: Math.abs(apart) < SAME_CLOCK ? reset : reset - apart };
}

/** Keeps requests back that the platform has said it would refuse. */
export interface Allowance {
  /** How long the next request has to wait, in milliseconds; 0 where it may pass now. */
  wait(now: number): number;
  passed(): void;
  /** What an answer said, while others were under way that it may not have counted yet. */
  told(told: Told, underway: number): void;
}

/** An allowance without a bound, until the platform tells of one. */
export function createAllowance(): Allowance {
  let left = Infinity;
  let until = 0;
  return {
    wait(now) {
      if (now >= until) left = Infinity;
      return left > 0 ? 0 : until - now;
    },
    passed() {
      left--;
    },
    told({ remaining, resetAt }, underway) {
      // The answer to an earlier period says nothing about this one.
      if (resetAt < until) return;
      left = remaining - underway;
      until = resetAt;
    },
  };
}
