import type { Answer } from '../exchange.ts';

/**
 * How many reads are sent at once: as many as the platform works on together, and a few to spare. What waits in line there makes the
 * others slower, and nothing sooner done.
 */
export interface Pace {
  limit(): number;
  answered(read: AnsweredRead): void;
}

/** A read that was answered. */
export interface AnsweredRead {
  readonly sentAt: number;
  readonly now: number;
  /** How many reads were under way when it was sent, this one included. */
  readonly underway: number;
  /** For how many milliseconds the platform says that it worked on it. */
  readonly worked: number;
}

const FIRST = 32;
/** As few make no answer slow. */
const FEWEST = 4;
/** After so many answers it is decided anew. */
const ROUND = 32;
/** More than are in work, so that the next is there when one is done, and that it shows where the platform could do more. */
const SPARE = { share: 1.25, reads: 2 };
/** How many times as many are tried at once. */
const STEP = 1.5;
/** This share of a limit is as good as the limit. */
const CLOSE = 0.75;
/** Answers that take less, in milliseconds, tell of our own work rather than of the platform's. */
const SHORT = 10;
/** So do those of a round in which our own event loop was late by more than this share of their time. */
const LATE = 0.1;
/** For how many rounds nothing is tried once it was tried in vain. */
const PATIENCE = 12;

/** For how many milliseconds the platform says that it worked on an answer: `X-Runtime`, in seconds (18.9); undefined where it says nothing. */
export function workedOn(header: Answer['header']): number | undefined {
  const seconds = Number(header('x-runtime') ?? 'none');
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
}

/** What a read has shown: times are in milliseconds, `wait` is what neither the work nor the way explains. */
interface Sample {
  readonly underway: number;
  readonly time: number;
  readonly wait: number;
}

/** A limit that is being tried, told by the one before it, and how many reads were in work then. */
interface Trial {
  readonly before: number;
  readonly inWork: number;
}

/** A pace that never exceeds `ceiling`; `late` tells by how many milliseconds our own event loop was late since it was asked before. */
export function createPace(ceiling: number, late: () => number): Pace {
  let limit = Math.max(1, Math.min(ceiling, FIRST));
  /** What was sent until then tells of another limit. */
  let since = -Infinity;
  /** The shortest time, in milliseconds, that an answer took beside the work on it. */
  let way = Infinity;
  let round: Sample[] = [];
  let trial: Trial | undefined;
  let patience = 0;

  const change = (to: number, now: number): void => {
    limit = to;
    since = now;
  };

  /** Ends a trial; whether more is to be decided on the same answers. */
  const judge = ({ before, inWork: then }: Trial, inWork: number, now: number): boolean => {
    trial = undefined;
    // Where there is no line, as many more or fewer are in work as are sent.
    const between = (then * (1 + limit / before)) / 2;
    const noLine = limit < before ? inWork < between : inWork > between;
    // What was taken for waiting is a longer way.
    if (noLine) way = Infinity;
    if (noLine !== limit < before) return !noLine;
    patience = PATIENCE;
    change(before, now);
    return false;
  };

  const decide = (answers: readonly Sample[], now: number): void => {
    const underway = mean(answers, 'underway');
    const time = mean(answers, 'time');
    if (late() > time * LATE || time < SHORT) return;
    // By Little's law, of all that are under way as large a share stands in line as the wait is of the time.
    const inWork = underway * (1 - mean(answers, 'wait') / time);
    if (trial !== undefined && !judge(trial, inWork, now)) return;
    // Where there is a line even the quickest waits: others may have come by a longer way.
    const quickest = Math.min(...answers.map(({ wait }) => wait));
    const fitting = Math.max(FEWEST, Math.floor(SPARE.share * underway * (1 - quickest / time)) + SPARE.reads);
    const wider = Math.min(ceiling, Math.ceil(limit * STEP));
    const narrower = Math.max(fitting, Math.ceil(limit / 2));
    patience = Math.max(0, patience - 1);
    if (fitting > limit) {
      change(Math.max(limit, Math.min(fitting, wider)), now);
    } else if (patience === 0 && (narrower < limit * CLOSE || wider > limit)) {
      trial = { before: limit, inWork };
      change(narrower < limit * CLOSE ? narrower : wider, now);
    }
  };

  return {
    limit: () => limit,
    answered({ sentAt, now, underway, worked }) {
      const time = now - sentAt;
      way = Math.min(way, Math.max(0, time - worked));
      // What nobody needed has not been tried.
      if (sentAt <= since || underway < limit * CLOSE) return;
      round.push({ underway, time, wait: Math.max(0, time - worked - way) });
      if (round.length < ROUND) return;
      const answers = round;
      round = [];
      decide(answers, now);
    },
  };
}

function mean(samples: readonly Sample[], of: keyof Sample): number {
  return samples.reduce((sum, sample) => sum + sample[of], 0) / samples.length;
}
