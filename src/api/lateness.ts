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
  let seen = { count: 0, total: 0 };
  let late = 0;
  return () => {
    const { count } = looks;
    if (count <= seen.count) return late;
    const total = looks.mean * count;
    late = Math.max(0, (total - seen.total) / (count - seen.count) / 1e6 - EVERY);
    seen = { count, total };
    return late;
  };
}

/** There is one event loop, and one that watches it, which keeps no process from its end. */
function watched(): IntervalHistogram {
  if (watch === undefined) {
    watch = monitorEventLoopDelay({ resolution: EVERY });
    watch.enable();
  }
  return watch;
}
