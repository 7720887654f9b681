import type { StillThere } from '../engine/apply/wait-until-empty.ts';
import type { Outcome } from '../outcome.ts';
import { signs, strokeOf } from './change-text.ts';
import { counted } from './counted.ts';
import { grouped } from './grouped.ts';
import type { Paint } from './paint.ts';
import { overtakenText } from './overtaken-text.ts';
import { visible } from './visible.ts';
import { durationText } from './waiting-text.ts';
import { shortened } from './width.ts';

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
  /** So many requests have been answered so far. */
  readonly requests: (done: number) => void;
  /** Looking at the instance is going to take about so many requests, those before it included. */
  readonly expects: (requests: number) => void;
  /** From now on so many changes are applied. */
  readonly applies: (changes: number) => void;
  /** A change is done, failed or left out. What has gone wrong is a line of its own that stays. */
  readonly finished: (outcome: Outcome) => void;
  /** So much is left of what GitLab does in the background for a change. */
  readonly follows: (address: string, standing: StillThere) => void;
  /** Nothing more is applied. */
  readonly applied: () => void;
  /** Takes the line away that was being redrawn. */
  readonly end: () => void;
}

/** How far a piece of work has come. */
interface Standing {
  readonly began: number;
  readonly done: number;
  readonly total?: number;
}

const redrawAfter = 100;
const lineAfter = 60_000;
/** For so long nobody knows how fast it goes. */
const guessAfter = 3_000;
const clearLine = '\r\u001b[K';

/** On a terminal one line that is redrawn, elsewhere a line every minute. */
export function progress({ write, now, tty, columns = 80, paint }: ProgressStage): Progress {
  const pause = tty ? redrawAfter : lineAfter;
  let last = tty ? -Infinity : now();
  let drawn = '';
  let look: Standing = { began: now(), done: 0 };
  const followed = new Map<string, Followed>();
  let work: (Standing & { readonly total: number; readonly failed: number }) | undefined;
  const clear = (): string => (drawn === '' ? '' : clearLine);
  const show = (): void => {
    if (now() - last < pause) return;
    last = now();
    // One column stays free, so that no terminal breaks the line.
    const text = shortened(
      work === undefined ? lookText(look, now()) : workText(work, now(), [...followed]),
      columns - 1,
    );
    write(tty ? clear() + (drawn = paint.faint(text)) : `${text}\n`);
  };
  return {
    requests(done) {
      look = { ...look, done };
      show();
    },
    expects(total) {
      look = { ...look, total };
    },
    applies(total) {
      work = { began: now(), done: 0, total, failed: 0 };
      show();
    },
    follows(address, standing) {
      const most = Math.max(followed.get(address)?.most ?? 0, standing.left ?? 0);
      followed.set(address, { ...standing, most });
      show();
    },
    finished(outcome) {
      followed.delete(outcome.change.address);
      if (work !== undefined) {
        const failed = work.failed + (outcome.status === 'failed' || outcome.status === 'stale' ? 1 : 0);
        work = { ...work, done: work.done + 1, failed };
      }
      const trouble = troubleText(outcome, paint);
      if (trouble !== undefined) write(`${clear()}${trouble}\n${drawn}`);
      show();
    },
    applied() {
      work = undefined;
    },
    end() {
      write(clear());
      drawn = '';
    },
  };
}

/** A forecast is made before anything is known: what differs is read again, so that there may be more. */
function lookText({ began, done, total }: Standing, now: number): string {
  const asked = 'Asking GitLab:';
  if (total === undefined) return `${asked} ${counted(done, 'request')}`;
  if (done > total) return `${asked} ${counted(done, 'request')}, about ${grouped(total)} foreseen`;
  return `${asked} ${grouped(done)} of about ${counted(total, 'request')}${leftText({ began, done, total }, now)}`;
}

/** What GitLab is doing in the background, and of how much. */
interface Followed extends StillThere {
  readonly most: number;
}

function workText(
  work: Standing & { readonly total: number; readonly failed: number },
  now: number,
  followed: readonly (readonly [address: string, Followed])[],
): string {
  const { done, total, failed } = work;
  const wrong = failed === 0 ? '' : `, ${grouped(failed)} failed`;
  const behind = followed.map(([address, standing]) => `; ${followedText(standing)} of ${visible(address)}`).join('');
  return `Applying: ${grouped(done)} of ${counted(total, 'change')}${wrong}${leftText(work, now)}${behind}`;
}

/** Above 10,000 GitLab does not say how much there is. */
function followedText({ left, most, what }: Followed): string {
  return left === undefined ? `an unknown number of ${what}s left` : `${grouped(left)} of ${counted(most, what)} left`;
}

/** How long the rest takes where it goes on as before; nothing while that is not known. */
function leftText({ began, done, total }: Standing & { readonly total: number }, now: number): string {
  const elapsed = now - began;
  if (done === 0 || done >= total || elapsed < guessAfter) return '';
  return `, about ${durationText(((elapsed / done) * (total - done)) / 1000)} left`;
}

/** What somebody who watches has to know at once; undefined of what goes as planned, or is left out because of something else. */
function troubleText(outcome: Outcome, paint: Paint): string | undefined {
  const { change } = outcome;
  const head = `${strokeOf(change.action, paint)(signs[change.action])} ${visible(change.address)}`;
  switch (outcome.status) {
    case 'failed':
      return `${head}: ${paint.error('failed')}, ${visible(outcome.failure.message)}`;
    case 'stale':
      return `${head}: ${paint.warning('stale')}, ${overtakenText(outcome.overtaken)}`;
    case 'done':
    case 'not-attempted':
      return undefined;
  }
}
