import { createQueue, type Queue } from './queue.ts';

/** How many requests the platform lets pass in a period: unknown until it refuses one, and learned from what passed before. */
export interface Quota {
  /** How long the next request has to wait, in milliseconds; 0 where it may pass now. */
  wait(now: number): number;
  /** How many requests may be under way together where answers take `latency`, so that few of them meet the end of the quota. */
  atATime(latency: number): number;
  passed(): void;
  /** A request that passed at `sentAt` was answered, whatever the answer was but for a refusal. */
  answered(sentAt: number, now: number): void;
  /** A request that passed at `sentAt` was refused, and is to wait for `milliseconds`. */
  refused(sentAt: number, now: number, milliseconds: number): void;
}

const SHORTEST_PERIOD = 1000;
const LONGEST_PERIOD = 60_000;
/** Fewer than these say nothing: something else was in the way. */
const FEWEST = 8;
/** By how much more is tried, each time that the last step has held. */
const STEPS = [1.1, 1.25, 1.5, 2] as const;
/** After how many periods more is tried: each time that it is refused, twice as many. */
const PATIENCE = { first: 2, last: 8 };
/** Of what passed before a refusal, what is taken for safe: some of it may belong to the period before. */
const CAUTION = 0.97;
/** The same after a second refusal in one period. */
const RETREAT = 0.88;

interface Learned {
  readonly period: number;
  /** What is known to pass in a period. */
  good: number;
  /** What may pass now: more than that while more is tried. */
  allowed: number;
  /** The most that was used since more is tried: what nobody needed has not been tried. */
  most: number;
  patience: number;
  step: number;
  /** When more is tried, or when it is known whether that has held. */
  next: number;
}

/** A quota of which nothing is known yet. */
export function createQuota(): Quota {
  const answers = createQueue<number>();
  let underway = 0;
  let learned: Learned | undefined;
  let closedUntil = 0;
  let refusedAt = -1;
  let inARow = 0;

  const learn = (now: number, milliseconds: number): void => {
    const period = Math.max(SHORTEST_PERIOD, milliseconds);
    closedUntil = Math.max(closedUntil, now + milliseconds);
    forget(answers, now - period);
    const good = answers.size();
    if (good < FEWEST || milliseconds === 0) return;
    const next = now + milliseconds + PATIENCE.first * period;
    learned = { period, good, allowed: good, most: 0, patience: PATIENCE.first, step: 0, next };
  };

  return {
    wait(now) {
      if (now < closedUntil) return closedUntil - now;
      if (learned === undefined) return 0;
      if (now >= learned.next) tryMore(learned, now);
      forget(answers, now - learned.period);
      const used = answers.size() + underway;
      learned.most = Math.max(learned.most, used);
      if (used < learned.allowed) return 0;
      const oldest = answers.peek();
      // Where all of it is under way, the next answer tells.
      return oldest === undefined ? learned.period : Math.max(1, oldest + learned.period - now);
    },
    atATime: (latency) =>
      learned === undefined ? Infinity : Math.max(2, Math.ceil((1.5 * learned.allowed * latency) / learned.period)),
    passed() {
      underway++;
    },
    answered(sentAt, now) {
      underway--;
      forget(answers, now - (learned?.period ?? LONGEST_PERIOD));
      answers.push(sentAt);
    },
    refused(sentAt, now, milliseconds) {
      underway--;
      // Requests that were under way together are refused together, and that is one sign.
      if (sentAt <= refusedAt) return;
      inARow = learned !== undefined && now - refusedAt < learned.period ? inARow + 1 : 0;
      refusedAt = now;
      if (learned === undefined || inARow > 1) learn(now, milliseconds);
      else tooMuch(learned, answers.size(), inARow === 0 ? CAUTION : RETREAT, now);
    },
  };
}

/** What has held for a period, and was used, is known to be good; then still more is tried. */
function tryMore(learned: Learned, now: number): void {
  if (learned.allowed > learned.good && learned.most > learned.good) {
    learned.good = Math.min(learned.allowed, learned.most);
    learned.step = Math.min(learned.step + 1, STEPS.length - 1);
    learned.patience = PATIENCE.first;
  }
  learned.allowed = Math.ceil(learned.good * (STEPS[learned.step] ?? 1)) + 1;
  learned.most = 0;
  learned.next = now + learned.period;
}

/** What was tried is refused: what was good before still is, or most of what has passed, and nobody else has to wait. */
function tooMuch(learned: Learned, passed: number, share: number, now: number): void {
  const wasTried = learned.allowed > learned.good;
  learned.patience = wasTried ? Math.min(learned.patience * 2, PATIENCE.last) : PATIENCE.first;
  learned.good = Math.max(wasTried ? learned.good : 1, Math.floor(Math.min(passed, learned.allowed) * share));
  learned.allowed = learned.good;
  learned.step = 0;
  learned.next = now + learned.patience * learned.period;
}

function forget(answers: Queue<number>, before: number): void {
  for (let oldest = answers.peek(); oldest !== undefined && oldest < before; oldest = answers.peek()) answers.shift();
}
