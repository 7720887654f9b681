import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stringify } from 'yaml';
import { inside } from '../../support/inside.ts';
import { ground } from './ground.ts';

/** How a run of the program ended. */
export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** The built program in a folder of its own, told of the platform by the environment alone. */
export interface Program {
  readonly folder: string;
  /** Runs the built program to its end, inside this process: loading it for each of some hundred runs would take the longer part of them. */
  run(...args: readonly string[]): Promise<Ran>;
  /** The same as a process of its own; it is killed when `kill` is called. */
  start(...args: readonly string[]): { readonly kill: () => void; readonly ran: Promise<Ran> };
  /** Writes what is wanted, as data or text, to keelson.yaml. */
  want(document: object | string): void;
  /** What `plan` would change, in short: `update group[a] (description)`. Throws where it could not plan. */
  plan(...args: readonly string[]): Promise<readonly string[]>;
  /** Applies; throws what it printed where it did not end well. */
  apply(...args: readonly string[]): Promise<Ran>;
}

/** Who asks, and where; the administrator, of the platform of this run, where it is not said. */
export interface Caller {
  readonly url?: string;
  readonly token?: string;
}

/** The secret that the generated documents refer to; where the platform checks more than that it is a URL, they refer to others. */
export const SECRET = 'KEELSON_ACCEPTANCE_SECRET';

const SECRETS: { readonly [name: string]: string } = {
  [SECRET]: 'https://hooks.example.com/a-secret-of-the-acceptance-suite',
  KEELSON_ACCEPTANCE_DISCORD: 'https://discord.com/api/webhooks/1/one',
  KEELSON_ACCEPTANCE_KEY: 'a1b2c3d4e5f6a7b8c9d0e1f2a3b4c5d6',
};

/** The program, in a folder that goes with the test. */
export function program({ url = ground.url, token = ground.token }: Caller = {}): Program {
  const folder = mkdtempSync(join(ground.folder, 'run-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  const env = { KEELSON_URL: url, KEELSON_TOKEN: token, ...SECRETS };
  const start: Program['start'] = (...args) => {
    const child = spawn(process.execPath, [ground.program, ...few(args)], {
      ...{ cwd: folder, env: { PATH: process.env['PATH'], ...env } },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (texts.out += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (texts.err += chunk));
    const ran = new Promise<Ran>((resolve, reject) => {
      child.on('error', reject).on('close', (status) => {
        resolve({ status, ...texts });
      });
    });
    return { kill: () => void child.kill('SIGKILL'), ran };
  };
  const run: Program['run'] = async (...args) => {
    const built = (await import(/* @vite-ignore */ join(dirname(ground.program), 'program.js'))) as BuiltProgram;
    const { result: status, out, err } = await inside(folder, env, () => built.runProgram(few(args)).catch(statusOf));
    return { status, out, err };
  };
  return {
    ...{ folder, start, run },
    want: (document) => {
      const text = typeof document === 'string' ? document : stringify({ version: 1, ...document });
      writeFileSync(join(folder, 'keelson.yaml'), text);
    },
    plan: async (...args) => inShort(good(await run('plan', '--json', ...args), 'plan').out),
    apply: async (...args) => good(await run('apply', '--auto-approve', ...args), 'apply'),
  };
}

/** What the bundle offers of which dist/main.js is made. */
interface BuiltProgram {
  runProgram(args: readonly string[]): Promise<number>;
}

/** The status of a run that its arguments have ended: commander has said why. */
function statusOf(error: unknown): number {
  if (error instanceof Error && 'exitCode' in error && typeof error.exitCode === 'number') return error.exitCode;
  throw error;
}

/** A real instance is not to be asked by more at once. */
function few(args: readonly string[]): readonly string[] {
  return TALKING.has(args[0] ?? '') && !args.includes('--concurrency') ? [...args, '--concurrency', '4'] : args;
}

const TALKING: ReadonlySet<string> = new Set(['plan', 'apply', 'drift', 'export']);

function good(ran: Ran, what: string): Ran {
  if (ran.status !== 0) throw new Error(`${what}: exit ${String(ran.status)}\n${ran.err}\n${ran.out.slice(0, 20_000)}`);
  return ran;
}

function inShort(text: string): string[] {
  const { changes } = JSON.parse(text) as {
    readonly changes: readonly {
      readonly action: string;
      readonly address: string;
      readonly fields?: readonly { readonly path: string }[];
    }[];
  };
  return changes.map(({ action, address, fields = [] }) =>
    action === 'update'
      ? `${action} ${address} (${fields.map(({ path }) => path).join(', ')})`
      : `${action} ${address}`,
  );
}
