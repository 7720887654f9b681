/** How many requests are under way together: more while all goes well, fewer when the platform refuses or slows down. */
export interface Window {
  size(): number;
  /** An answer came after `latency` milliseconds; endpoints differ in how long they take. Undefined: others judge whether it was slow. */
  answered(endpoint: string, latency: number | undefined): void;
  refused(now: number): void;
}

const FIRST = 32;
/** Fewer than these are never the cause of a slow answer. */
const NEVER_SLOW = 4;
/** Answers that take so many times as long as they can, and so many milliseconds longer, wait in line at the other end. */
const SLOW = { times: 3, milliseconds: 250 };
/** How far the shortest time that an endpoint has taken is forgotten with each answer: the platform may have become slower. */
const FORGETTING = 1.002;

/** A window that never opens wider than `ceiling`. */
export function createWindow(ceiling: number): Window {
  let size = Math.min(ceiling, FIRST);
  let hasMetAnEnd = false;
  let refusedAt = 0;
  const shortest = new Map<string, number>();
  let round = { answers: 0, slow: 0 };

  const shrink = (to: number): void => {
    size = to;
    hasMetAnEnd = true;
    round = { answers: 0, slow: 0 };
  };

  const isSlow = (endpoint: string, latency: number): boolean => {
    const best = Math.min(latency, (shortest.get(endpoint) ?? Infinity) * FORGETTING);
    shortest.set(endpoint, best);
    return latency > best * SLOW.times && latency > best + SLOW.milliseconds;
  };

  return {
    size: () => Math.max(1, Math.floor(size)),
    answered(endpoint, latency) {
      round.answers++;
      if (latency !== undefined && isSlow(endpoint, latency)) round.slow++;
      if (round.answers < size) {
        size = Math.min(ceiling, size + (hasMetAnEnd ? 1 / size : 1));
        return;
      }
      // One slow answer is an accident; a round of them is a line.
      if (round.slow * 2 > round.answers && size > NEVER_SLOW) shrink(Math.max(NEVER_SLOW, size * 0.8));
      else size = Math.min(ceiling, size + (hasMetAnEnd ? 1 / size : 1));
      round = { answers: 0, slow: 0 };
    },
    refused(now) {
      // Requests that were under way together are refused together; that is one sign, not many.
      if (now - refusedAt > 500) shrink(Math.max(1, size / 2));
      refusedAt = now;
    },
  };
}
