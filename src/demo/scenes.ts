import type { Fold } from './fold.ts';

/** One command of the demo: what it is there to show, and how it has to end. */
export interface Scene {
  /** What is to be seen, in one line. */
  readonly caption: string;
  readonly args: readonly string[];
  readonly status: number;
  /** What its output has to say; the demo fails where it does not. */
  readonly says: readonly string[];
  readonly fold: Fold;
}

const path = 'examples/instance';
const whole: Fold = { head: 60, tail: 0 };
const nothingToDo = ['Nothing to do:'];

/** From the repository to the instance. */
export const bringing: readonly Scene[] = [
  {
    caption: 'The YAML of a whole company is checked without asking anybody.',
    args: ['validate', path],
    status: 0,
    says: ['is valid'],
    fold: whole,
  },
  {
    caption: 'The plan: what would change, why, and which line asks for it. Nothing is written yet.',
    args: ['plan', path],
    status: 0,
    says: ['Plan: ', '~ group[platform/infrastructure]', 'old.contractor'],
    fold: { head: 22, tail: 3 },
  },
  {
    caption: 'Exactly that is applied.',
    args: ['apply', path, '--auto-approve'],
    status: 0,
    says: ['Applied: '],
    fold: { head: 0, tail: 4 },
  },
  {
    caption: 'The proof: the same plan again is empty.',
    args: ['plan', path],
    status: 0,
    says: nothingToDo,
    fold: { head: 0, tail: 1 },
  },
];

/** What is found of the Friday evening, and how it is undone. */
export const repairing: readonly Scene[] = [
  {
    caption: 'Drift: what the instance says and the repository does not. Exit status 2 wakes somebody up.',
    args: ['drift', path],
    status: 2,
    says: ['sam.brandt', 'signup_enabled', 'Tomas Lind'],
    fold: whole,
  },
  {
    caption: 'The repository wins.',
    args: ['apply', path, '--auto-approve'],
    status: 0,
    says: ['Applied: 0 created, 2 updated, 0 replaced, 0 deleted'],
    fold: whole,
  },
  {
    caption: 'And all is as written again.',
    args: ['plan', path, '--detailed-exitcode'],
    status: 0,
    says: nothingToDo,
    fold: { head: 0, tail: 1 },
  },
];
