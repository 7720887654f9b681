import { monitorEventLoopDelay, type IntervalHistogram } from 'node:perf_hooks';

/** How often the event loop is looked at, in milliseconds; so much of each look is no lateness. */
const EVERY = 10;

let watch: IntervalHistogram | undefined;

/**
 * Tells by how many milliseconds the event loop of this process was late on average since it was asked before: because it had other work,
 * or because the machine let others run. What has come meanwhile had to wait for it.
 */
export function createLateness(): () => number {
  const looks = watched();
  let seen = seenBy(looks);
  let late = 0;
  return () => {
    const now = seenBy(looks);
    if (now.count === seen.count) return late;
    late = Math.max(0, (now.total - seen.total) / (now.count - seen.count) / 1e6 - EVERY);
    seen = now;
    return late;
  };
}

/** How many looks there were, and how many nanoseconds they took together. */
function seenBy({ count, mean }: IntervalHistogram): { readonly count: number; readonly total: number } {
  return { count, total: count === 0 ? 0 : mean * count };
}

/** There is one event loop, and one that watches it, which keeps no process from its end. */
function watched(): IntervalHistogram {
  if (watch === undefined) {
    watch = monitorEventLoopDelay({ resolution: EVERY });
    watch.enable();
  }
  return watch;
}
