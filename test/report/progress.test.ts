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
const done = { change: hook, status: 'done' } as const;
const failed = {
  change: hook,
  status: 'failed',
  failure: { code: 'refused', message: 'the platform refused it' },
} as const;

describe('on a terminal', () => {
  test('one line is redrawn, not more than ten times a second', () => {
    const { shown, pass, written } = stage({ tty: true });
    shown.requests(1);
    shown.requests(2);
    pass(100);
    shown.requests(1300);
    shown.end();
    shown.end();
    expect(written()).toBe('Asking GitLab: 1 request\r\u001b[KAsking GitLab: 1,300 requests\r\u001b[K');
  });

  test('it says how much is left of what GitLab does in the background, until that has ended', () => {
    const { shown, pass, written } = stage({ tty: true, columns: 120 });
    shown.applies(2);
    pass(1_000);
    shown.follows('group[a]/hook[ci]', { left: 1200, what: 'snippet' });
    pass(1_000);
    shown.follows('group[a]/hook[ci]', { left: 1, what: 'snippet' });
    pass(1_000);
    shown.follows('instance/snippet_storage[b]', { left: undefined, what: 'snippet' });
    pass(1_000);
    shown.finished(done);
    expect(written().split('\r\u001b[K').slice(1)).toEqual([
      'Applying: 0 of 2 changes; 1,200 of 1,200 snippets left of group[a]/hook[ci]',
      'Applying: 0 of 2 changes; 1 of 1,200 snippets left of group[a]/hook[ci]',
      'Applying: 0 of 2 changes; 1 of 1,200 snippets left of group[a]/hook[ci]; an unknown number of snippets left of instanc…',
      'Applying: 1 of 2 changes, about 4 seconds left; an unknown number of snippets left of instance/snippet_storage[b]',
    ]);
  });

  test('it says how many are done of how many, and how long the rest takes where it goes on as before', () => {
    const { shown, pass, written } = stage({ tty: true });
    shown.expects(2000);
    pass(10_000);
    shown.requests(500);
    pass(30_000);
    shown.requests(2000);
    pass(1_000);
    // What differs is read again, which nobody can foresee.
    shown.requests(2300);
    shown.applies(300);
    pass(1_000);
    shown.finished(done);
    pass(1_000);
    shown.finished(failed);
    pass(2_000);
    shown.finished(done);
    expect(written().split('\r\u001b[K')).toEqual([
      'Asking GitLab: 500 of about 2,000 requests, about 30 seconds left',
      'Asking GitLab: 2,000 of about 2,000 requests',
      'Asking GitLab: 2,300 requests, about 2,000 foreseen',
      'Applying: 1 of 300 changes',
      '  + group[a]/hook[ci]: failed, the platform refused it\nApplying: 1 of 300 changes',
      'Applying: 2 of 300 changes, 1 failed',
      'Applying: 3 of 300 changes, 1 failed, about 7 minutes left',
    ]);
  });

  test('what has gone wrong stays above it; what went as planned is told by the plan', () => {
    const { shown, pass, written } = stage({ tty: true });
    shown.applies(3);
    shown.finished(done);
    shown.finished(failed);
    pass(500);
    shown.applied();
    shown.requests(7);
    expect(written().split('\r\u001b[K')).toEqual([
      'Applying: 0 of 3 changes',
      '  + group[a]/hook[ci]: failed, the platform refused it\nApplying: 0 of 3 changes',
      'Asking GitLab: 7 requests',
    ]);
  });

  test('a narrow terminal gets a shorter line', () => {
    const { shown, written } = stage({ tty: true, columns: 12 });
    shown.requests(1);
    expect(written()).toBe('Asking Git…');
  });
});

describe('in a log', () => {
  test('there is a line every minute, and one for each change that has failed or is stale', () => {
    const { shown, pass, written } = stage({});
    shown.requests(1);
    pass(59_000);
    shown.requests(600);
    pass(1_000);
    shown.requests(700);
    pass(59_000);
    shown.applies(40);
    shown.finished(done);
    shown.finished(failed);
    shown.finished({ change: hook, status: 'stale', overtaken: { code: 'gone' } });
    shown.finished({ change: hook, status: 'not-attempted', because: 'it was interrupted' });
    pass(61_000);
    shown.requests(900);
    shown.end();
    expect(written()).toMatchInlineSnapshot(`
      "Asking GitLab: 700 requests
        + group[a]/hook[ci]: failed, the platform refused it
        + group[a]/hook[ci]: stale, it is not there any more
      Applying: 4 of 40 changes, 2 failed, about 10 minutes left
      "
    `);
  });
});
