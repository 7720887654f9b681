import { describe, expect, test } from 'vitest';
import { plainPaint } from '../../src/report/paint.ts';
import { progress, type Progress, type ProgressStage } from '../../src/report/progress.ts';
import { change } from './sample-plan.ts';

interface Stage {
  readonly shown: Progress;
  readonly pass: (milliseconds: number) => void;
  readonly written: () => string;
}

function stage(options: Partial<ProgressStage>): Stage {
  let time = 0;
  const texts: string[] = [];
  const write = (text: string): void => void texts.push(text);
  return {
    shown: progress({ write, now: () => time, tty: false, paint: plainPaint, ...options }),
    pass: (milliseconds) => void (time += milliseconds),
    written: () => texts.join(''),
  };
}

const hook = change({ address: 'group[a]/hook[ci]', action: 'create' });

describe('on a terminal', () => {
  test('one line is redrawn, not more than ten times a second', () => {
    const { shown, pass, written } = stage({ tty: true });
    shown.at({ doing: 'Reading', done: 1, noun: 'request' });
    shown.at({ doing: 'Reading', done: 2, noun: 'request' });
    pass(100);
    shown.at({ doing: 'Reading', done: 1300, total: 2000, noun: 'request' });
    shown.end();
    shown.end();
    expect(written()).toBe('Reading: 1 request\r\u001b[KReading: 1,300 of 2,000 requests\r\u001b[K');
  });

  test('a finished change stays above it', () => {
    const { shown, written } = stage({ tty: true });
    shown.at({ doing: 'Applying', done: 0, total: 2, noun: 'change' });
    shown.finished({ change: hook, status: 'done' });
    expect(written()).toBe('Applying: 0 of 2 changes\r\u001b[K  + group[a]/hook[ci]: done\nApplying: 0 of 2 changes');
  });

  test('a narrow terminal gets a shorter line', () => {
    const { shown, written } = stage({ tty: true, columns: 12 });
    shown.at({ doing: 'Reading', done: 1, noun: 'request' });
    expect(written()).toBe('Reading: 1…');
  });
});

describe('in a log', () => {
  test('there is a line every five seconds, and one for each finished change', () => {
    const { shown, pass, written } = stage({});
    shown.at({ doing: 'Reading', done: 1, noun: 'request' });
    pass(5_000);
    shown.at({ doing: 'Reading', done: 700, noun: 'request' });
    pass(1_000);
    shown.at({ doing: 'Reading', done: 900, noun: 'request' });
    shown.finished({ change: hook, status: 'done' });
    shown.finished({
      change: hook,
      status: 'failed',
      failure: { code: 'refused', message: 'the platform refused it' },
    });
    shown.finished({ change: hook, status: 'not-attempted', because: 'it was interrupted' });
    shown.end();
    expect(written()).toMatchInlineSnapshot(`
      "Reading: 700 requests
        + group[a]/hook[ci]: done
        + group[a]/hook[ci]: failed, the platform refused it
        + group[a]/hook[ci]: not attempted, it was interrupted
      "
    `);
  });
});
