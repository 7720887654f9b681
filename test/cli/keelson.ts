import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach } from 'vitest';

/** What a run of the program printed, and how it ended. */
export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** A folder to run the program in, with nothing of the caller's environment. */
export interface Workspace {
  readonly folder: string;
  /** Writes a file, and the folders above it. */
  write(file: string, text: string): void;
  /** Runs `keelson …args` there to its end. */
  run(...args: readonly string[]): Promise<Ran>;
  /** The same, and hands over the process at once. */
  start(...args: readonly string[]): { readonly child: ChildProcess; readonly ran: Promise<Ran> };
}

const main = new URL('../../dist/main.js', import.meta.url).pathname;
const workspaces: string[] = [];

/** A folder with these files; the program there is told of the instance by `env` alone. */
export function workspace(
  files: { readonly [file: string]: string } = {},
  env: { readonly [name: string]: string } = {},
): Workspace {
  if (!existsSync(main))
    throw new Error('There is no dist/main.js: `npm test` builds it, and so does `npm run build`.');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-cli-')));
  workspaces.push(folder);
  const write = (file: string, text: string): void => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return { child, ran: ended(child, env['KEELSON_URL']) };
  };
  return { folder, write, start, run: (...args) => start(...args).ran };
}

afterEach(() => {
  for (const folder of workspaces.splice(0)) rmSync(folder, { recursive: true, force: true });
});

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
