import { createAllowance, type Told } from './rate-limit-headers.ts';
import { createLateness } from './lateness.ts';
import { createLongWait } from './long-wait.ts';
import { createPace } from './read-pace.ts';
import { createQueue, type Queue } from './queue.ts';
import { createQuota, type Quota } from './learned-quota.ts';
import { createWindow } from './concurrency-window.ts';

/** One request on its way: what its answer says of limits is told here, before its work is done. */
export interface Pass {
  /** It was refused, and nobody passes for `milliseconds`; or nobody to the same class of endpoint, where that alone is limited. */
  refused(milliseconds: number, concerns: 'this endpoint' | 'everything'): void;
  /** What the answer says of the throttle of all requests. */
  told(told: Told): void;
  /** For how many milliseconds the platform says that it worked on the answer. */
  worked(milliseconds: number): void;
}

/** Lets requests pass, as many at a time and in a period as the platform bears. */
export interface Gate {
  /** Runs work once it may pass; `endpoint` is the class of endpoint that it asks. */
  run<Result>(work: (pass: Pass) => Promise<Result>, endpoint?: string): Promise<Result>;
  /** The platform has refused for now: nobody passes for `milliseconds`, and then fewer at a time. */
  refused(milliseconds: number): void;
}

/** The requests to one class of endpoint. */
interface Lane {
  readonly reads: boolean;
  readonly quota: Quota;
  /** Each is told how many reads are under way with it. */
  readonly waiting: Queue<(reads: number) => void>;
  underway: number;
  /** How long an answer takes, smoothed, in milliseconds. */
  latency: number;
}

const FIRST_LATENCY = 50;

/**
 * A gate through which never more than `ceiling` requests pass at a time; `waiting` is told where none passes for long, and `late` tells
 * by how many milliseconds our own event loop was late since it was asked before.
 */
export function createGate(
  ceiling: number,
  waiting: (milliseconds: number) => void = () => undefined,
  late = createLateness(),
): Gate {
  const window = createWindow(ceiling);
  const allowance = createAllowance();
  const all = createQuota();
  const longWait = createLongWait(waiting);
  const pace = createPace(ceiling, late);
  const lanes = new Map<string, Lane>();
  let underway = 0;
  let reads = 0;
  let timer: NodeJS.Timeout | undefined;

  const laneOf = (endpoint: string): Lane => {
    const known = lanes.get(endpoint);
    if (known !== undefined) return known;
    const lane: Lane = {
      reads: endpoint.startsWith('GET '),
      quota: createQuota(),
      waiting: createQueue(),
      underway: 0,
      latency: FIRST_LATENCY,
    };
    lanes.set(endpoint, lane);
    return lane;
  };

  /** How long the next of a lane has to wait; undefined where an answer has to come first. */
  const waitOf = (lane: Lane, now: number): number | undefined => {
    const { quota, latency } = lane;
    if (underway >= window.size() || underway >= all.atATime(latency) || lane.underway >= quota.atATime(latency))
      return undefined;
    if (lane.reads && reads >= pace.limit()) return undefined;
    return Math.max(allowance.wait(now), all.wait(now), quota.wait(now));
  };

  const admit = (): void => {
    clearTimeout(timer);
    const now = Date.now();
    let soonest = Infinity;
    for (const lane of lanes.values()) {
      for (let next = lane.waiting.peek(); next !== undefined; next = lane.waiting.peek()) {
        const wait = waitOf(lane, now);
        if (wait === undefined || wait > 0) {
          soonest = Math.min(soonest, wait ?? Infinity);
          break;
        }
        lane.waiting.shift();
        enter(lane);
        next(reads);
      }
    }
    if (soonest < Infinity && underway === 0) longWait(soonest, now);
    if (soonest < Infinity) timer = setTimeout(admit, Math.min(soonest, 60_000));
  };

  const enter = (lane: Lane): void => {
    underway++;
    lane.underway++;
    if (lane.reads) reads++;
    allowance.passed();
    all.passed();
    lane.quota.passed();
  };

  return {
    async run(work, endpoint = '') {
      const lane = laneOf(endpoint);
      const withIt = await new Promise<number>((resolve) => {
        lane.waiting.push(resolve);
        admit();
      });
      const sentAt = Date.now();
      const refused = { lane: false, all: false };
      let worked: number | undefined;
      const pass: Pass = {
        refused(milliseconds, concerns) {
          const now = Date.now();
          window.refused(now);
          refused[concerns === 'everything' ? 'all' : 'lane'] = true;
          (concerns === 'everything' ? all : lane.quota).refused(sentAt, now, milliseconds);
        },
        told(told) {
          allowance.told(told, underway - 1);
        },
        worked(milliseconds) {
          if (lane.reads) worked = milliseconds;
        },
      };
      try {
        return await work(pass);
      } finally {
        const now = Date.now();
        underway--;
        lane.underway--;
        if (lane.reads) reads--;
        if (worked !== undefined) pace.answered({ sentAt, now, underway: withIt, worked });
        if (!refused.all) all.answered(sentAt, now);
        if (!refused.lane) lane.quota.answered(sentAt, now);
        if (!refused.all && !refused.lane) {
          window.answered(endpoint, worked === undefined ? now - sentAt : undefined);
          lane.latency += (now - sentAt - lane.latency) / 8;
        }
        admit();
      }
    },
    refused(milliseconds) {
      const now = Date.now();
      window.refused(now);
      all.passed();
      all.refused(now, now, milliseconds);
    },
  };
}
