const FIRST_DELAY = 250;
const LONGEST_DELAY = 30_000;
/** A wait that the platform asks for is honoured up to this; beyond it the request is given up. */
const LONGEST_WAIT_ASKED = 15 * 60_000;

/** Exponential backoff with jitter over its upper half, in milliseconds, for the given attempt (from 0). */
export function backoff(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** attempt);
  return ceiling / 2 + random() * (ceiling / 2);
}

/**
 * How long the platform asks to wait, in milliseconds: `Retry-After` in seconds or as an HTTP date, else `RateLimit-Reset`
 * (unix seconds) where nothing remains. Undefined where it does not say.
 */
export function waitAsked(headers: (name: string) => string | undefined, now: number): number | undefined {
  const retryAfter = headers('retry-after');
  if (retryAfter !== undefined) {
    const seconds = Number(retryAfter);
    const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(retryAfter) - now;
    if (Number.isFinite(wait)) return clamp(wait);
  }
  // Every answer of a limited endpoint says when its limit is reset, and most are no refusal by the limiter.
  if (Number(headers('ratelimit-remaining') ?? '0') > 0) return undefined;
  const reset = Number(headers('ratelimit-reset') ?? 'none');
  if (Number.isFinite(reset)) return clamp(reset * 1000 - now);
  return undefined;
}

function clamp(wait: number): number {
  return Math.min(Math.max(wait, 0), LONGEST_WAIT_ASKED);
}
