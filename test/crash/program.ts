import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { runProgram } from '../../src/program.ts';
import { inside } from '../support/inside.ts';

/** How a run of the program ended, and all that it printed; no status where it was killed. */
export interface Ended {
  readonly status: number | null;
  readonly text: string;
}

/** The same, with what went to standard output apart: the result, without progress and diagnostics. */
export interface EndedHere extends Ended {
  readonly result: string;
}

type Environment = { readonly [name: string]: string };

/** Runs the program in this process, in a folder and with an environment of its own. */
export async function runHere(folder: string, args: readonly string[], env: Environment): Promise<EndedHere> {
  const { result: status, out, text } = await inside(folder, env, () => runProgram(args));
  return { status, text, result: out };
}

/** A run of the program as a process of its own. */
export interface Started {
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

const main = new URL('../../dist/main.js', import.meta.url).pathname;

/** Starts the program as a process of its own. */
export function start(folder: string, args: readonly string[], env: Environment): Started {
  if (!existsSync(main)) throw new Error('There is no dist/main.js: `npm test` builds it first.');
  // It does not live long enough for what V8 would optimise to be of use.
  const child = spawn(process.execPath, ['--no-opt', main, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => texts.push(chunk));
  }
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on('error', reject).on('close', (status) => {
      resolve({ status, text: texts.join('') });
    });
  });
  return { signal: (name) => void child.kill(name), ended };
}

/** Throws what a run printed where it did not end well. */
export function complete({ status, text }: Ended, what: string): void {
  if (status !== 0) throw new Error(`${what}: exit ${String(status)}\n${text}`);
}
