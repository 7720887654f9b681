import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type * as Program from '../../src/program.ts';
import { runToEnd } from '../../src/commands/terminal/run-to-end.ts';
import { inside } from '../support/inside.ts';

/** What a run of the program printed, and how it ended. */
export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** What a question looks like, and what is typed then. */
export interface Answer {
  readonly asked: RegExp;
  type(): string | Promise<string>;
}

/** A folder to run the program in, with nothing of the caller's environment. */
export interface Workspace {
  readonly folder: string;
  /** Writes a file, and the folders above it. */
  write(file: string, text: string): void;
  /** Runs `keelson …args` there to its end: the built program, inside this process, when the runs before it have ended. */
  run(...args: readonly string[]): Promise<Ran>;
  /** The same as a process of its own: for what has to run beside something else, gets signals, or is about the process itself. */
  start(...args: readonly string[]): { readonly child: ChildProcess; readonly ran: Promise<Ran> };
  /** The same on a terminal of its own, where each question is answered once it stands there. Gives all that was to be seen. */
  onTerminal(args: readonly string[], answers: readonly Answer[]): Promise<{ status: number | null; shown: string }>;
  /** The same folder, where the program is told other things by its environment. */
  told(more: { readonly [name: string]: string }): Workspace;
}

const main = new URL('../../dist/main.js', import.meta.url).pathname;
const program = new URL('../../dist/program.js', import.meta.url).href;

/** A folder with these files; the program there is told of the instance by `env` alone. */
export function workspace(
  files: { readonly [file: string]: string } = {},
  env: { readonly [name: string]: string } = {},
): Workspace {
  if (!existsSync(main))
    throw new Error('There is no dist/main.js: `npm test` builds it, and so does `npm run build`.');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-cli-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const opened = inFolder(folder, env);
  for (const [file, text] of Object.entries(files)) opened.write(file, text);
  return opened;
}

function inFolder(folder: string, env: { readonly [name: string]: string }): Workspace {
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ran: ended(child, env['KEELSON_URL']) };
  };
  const onTerminal = async (args: readonly string[], answers: readonly Answer[]) => {
    // script(1) gives the program a terminal of its own.
    const command = [process.execPath, main, ...args, '--no-color'].map((word) => `'${word}'`).join(' ');
    const child = spawn('script', ['-qec', command, '/dev/null'], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TERM: 'dumb', ...env },
    });
    const left = [...answers];
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
      if (left[0]?.asked.test(shown) !== true) return;
      void Promise.resolve(left.shift()?.type()).then((typed) => child.stdin.write(`${typed ?? ''}\n`));
    });
    const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
    return { status, shown };
  };
  const run = async (...args: readonly string[]): Promise<Ran> => {
    const { runProgram } = (await import(/* @vite-ignore */ program)) as typeof Program;
    const { result: status, out, err } = await inside(folder, env, () => runToEnd(runProgram(args)));
    return { status, out: steady(out, env['KEELSON_URL']), err: steady(err, env['KEELSON_URL']) };
  };
  return { folder, write, start, run, onTerminal, told: (more) => inFolder(folder, { ...env, ...more }) };
}

/** What is another every time, as what stands for it: the port of the sandbox, and the checksums that depend on it. */
export function steady(text: string, url: string | undefined): string {
  const here = url === undefined ? text : text.replaceAll(url, 'http://gitlab.test');
  return here.replace(/checksum [0-9a-f]{12}/g, 'checksum 0123456789ab');
}

async function ended(child: ChildProcess, url: string | undefined): Promise<Ran> {
  const texts = { out: '', err: '' };
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (texts.out += chunk));
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (texts.err += chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject).on('close', resolve);
  });
  return { status, out: steady(texts.out, url), err: steady(texts.err, url) };
}
