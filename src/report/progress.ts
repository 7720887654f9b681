import type { Outcome } from '../outcome.ts';
import { signs, strokeOf } from './change-text.ts';
import { counted } from './counted.ts';
import { grouped } from './grouped.ts';
import type { Paint } from './paint.ts';
import { overtakenText } from './overtaken-text.ts';
import { visible } from './visible.ts';
import { shortened } from './width.ts';

/** How far a piece of work has come. */
export interface ProgressState {
  /** What is being done, in one word: `Reading`. */
  readonly doing: string;
  readonly done: number;
  /** How many there are; missing while nobody knows. */
  readonly total?: number | undefined;
  /** What is counted, in the singular: `request`. */
  readonly noun: string;
}

/** Where progress is shown, and by which clock. */
export interface ProgressStage {
  readonly write: (text: string) => void;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  readonly tty: boolean;
  readonly columns?: number | undefined;
  readonly paint: Paint;
}

/** Shows on standard error how far the work has come. */
export interface Progress {
  readonly at: (standing: ProgressState) => void;
  /** A change is done, failed or left out: a line of its own that stays. */
  readonly finished: (outcome: Outcome) => void;
  /** Takes the line away that was being redrawn. */
  readonly end: () => void;
}

const redrawAfter = 100;
const lineAfter = 5_000;
const clearLine = '\r\u001b[K';

/** On a terminal one line that is redrawn, elsewhere a line every five seconds; finished changes are lines in both. */
export function progress({ write, now, tty, columns = 80, paint }: ProgressStage): Progress {
  const pause = tty ? redrawAfter : lineAfter;
  let last = tty ? -Infinity : now();
  let drawn = '';
  const clear = (): string => (drawn === '' ? '' : clearLine);
  return {
    at(standing) {
      if (now() - last < pause) return;
      last = now();
      // One column stays free, so that no terminal breaks the line.
      const text = shortened(standingText(standing), columns - 1);
      write(tty ? clear() + (drawn = paint.faint(text)) : `${text}\n`);
    },
    finished(outcome) {
      write(`${clear()}${finishedText(outcome, paint)}\n${drawn}`);
    },
    end() {
      write(clear());
      drawn = '';
    },
  };
}

function standingText({ doing, done, total, noun }: ProgressState): string {
  const of = total === undefined ? counted(done, noun) : `${grouped(done)} of ${counted(total, noun)}`;
  return visible(`${doing}: ${of}`);
}

function finishedText(outcome: Outcome, paint: Paint): string {
  const { change } = outcome;
  const head = `${strokeOf(change.action, paint)(signs[change.action])} ${visible(change.address)}`;
  switch (outcome.status) {
    case 'done':
      return `${head}: done`;
    case 'failed':
      return `${head}: ${paint.error('failed')}, ${visible(outcome.failure.message)}`;
    case 'stale':
      return `${head}: ${paint.warning('stale')}, ${overtakenText(outcome.overtaken)}`;
    case 'not-attempted':
      return `${head}: ${paint.warning('not attempted')}, ${visible(outcome.because)}`;
  }
}
