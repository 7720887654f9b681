import type { Window } from './fold.ts';

/** One command of the demo: what it is there to show, and how it has to end. */
export interface Scene {
  /** What is to be seen, in one line. */
  readonly caption: string;
  readonly args: readonly string[];
  readonly status: number;
  /** What its output has to say; the demo fails where it does not. */
  readonly says: readonly string[];
  /** The parts of its output that are shown. */
  readonly shows: readonly Window[];
}

const path = 'examples/instance';
const whole: readonly Window[] = [{ first: 60 }];
const nothingToDo = ['Nothing to do:'];

/** From the repository to the instance. */
export const bringing: readonly Scene[] = [
  {
    caption: 'The YAML of a whole company is checked without asking anybody.',
    args: ['validate', path],
    status: 0,
    says: ['is valid'],
    shows: whole,
  },
  {
    caption: 'The plan: what would change, why, and which line asks for it. Nothing is written yet.',
    args: ['plan', path],
    status: 0,
    says: ['Plan: ', 'was platform/monitoring', 'old.contractor'],
    shows: [{ first: 2 }, { from: 'group[platform]', lines: 20 }, { last: 3 }],
  },
  {
    caption: 'The plan is applied: each thing after what it stands in, and what goes away last.',
    args: ['apply', path, '--auto-approve'],
    status: 0,
    says: ['Applied: '],
    shows: [{ last: 2 }],
  },
  {
    caption: 'The proof: the same plan again is empty.',
    args: ['plan', path],
    status: 0,
    says: nothingToDo,
    shows: [{ last: 1 }],
  },
];

/** What is found of the Friday evening, and how it is undone. */
export const repairing: readonly Scene[] = [
  {
    caption: 'Drift: what the instance says and the repository does not. Exit status 2 tells a scheduled job.',
    args: ['drift', path],
    status: 2,
    says: ['sam.brandt', 'signup_enabled', 'tomas.lind'],
    shows: [{ from: 'Changed', lines: 5 }, { last: 1 }],
  },
  {
    caption: 'The repository wins.',
    args: ['apply', path, '--auto-approve'],
    status: 0,
    says: ['Applied: 0 created, 2 updated, 0 replaced, 0 deleted'],
    shows: [{ first: 9 }, { last: 1 }],
  },
  {
    caption: 'And all is as written again.',
    args: ['plan', path, '--detailed-exitcode'],
    status: 0,
    says: nothingToDo,
    shows: [{ last: 1 }],
  },
];
