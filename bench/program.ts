import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a run of the built program printed, how it ended, and the most memory that it had, in bytes. */
export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  readonly peak: number;
}

const MAIN = join(process.cwd(), 'dist', 'main.js');
const TELL = 'process.on("exit",()=>process.stderr.write("\\npeak "+process.resourceUsage().maxRSS))';

/** Runs the built program in an empty folder. */
export function ran(args: readonly string[], url = ''): Promise<Ran> {
  return node(['--import', `data:text/javascript,${encodeURIComponent(TELL)}`, MAIN, ...args], url);
}

/** The arguments that run the built program and nothing else. */
export function plainly(...args: readonly string[]): readonly string[] {
  return [MAIN, ...args];
}

/** So many runs tell more exactly what one takes: some shells count in hundredths of a second. */
const TOGETHER = 5;

/** How many milliseconds of the processor a run of node takes, in all of its threads, from its beginning to its end. Throws where it fails. */
export async function processorTime(args: readonly string[], url = ''): Promise<number> {
  const script = `for run in $(seq ${TOGETHER}); do "$@" >&2 || exit 1; done; times`;
  const { status, out, err } = await spawned('sh', ['-c', script, 'sh', process.execPath, ...args], url);
  if (status !== 0) throw new Error(err);
  // The second line is that of the runs: 0m1.250s 0m0.120s.
  const [, ofRuns = ''] = out.split('\n');
  const seconds = [...ofRuns.matchAll(/(\d+)m([\d.]+)s/g)].map(
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  return (seconds.reduce((sum, one) => sum + one, 0) * 1000) / TOGETHER;
}

/** Runs node in an empty folder. */
export function node(args: readonly string[], url = ''): Promise<Ran> {
  return spawned(process.execPath, args, url);
}

async function spawned(command: string, args: readonly string[], url: string): Promise<Ran> {
  const child = spawn(command, args, {
    cwd: mkdtempSync(join(tmpdir(), 'keelson-bench-')),
    env: { PATH: process.env['PATH'], KEELSON_URL: url, KEELSON_TOKEN: 'glpat-sandbox-root' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (texts.out += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (texts.err += chunk));
  const status = await new Promise<number>((resolve, reject) => {
    child.on('error', reject).on('close', (code) => {
      resolve(code ?? -1);
    });
  });
  return { status, ...texts, peak: Number(/peak (\d+)$/.exec(texts.err)?.[1] ?? NaN) * 1024 };
}
