import { spawn } from 'node:child_process';

/** How a command of this program ended. */
export interface Ran {
  readonly status: number | null;
  /** What it printed: its result, and what it had to say about it. */
  readonly output: string;
  readonly errors: string;
  readonly seconds: number;
}

/** Runs this very program in another process, as somebody would from a shell. */
export async function runSelf(args: readonly string[], folder: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const began = performance.now();
  const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number | null>((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    }),
  ]);
  return { status, output, errors, seconds: (performance.now() - began) / 1000 };
}

async function text(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk)));
  return Buffer.concat(chunks).toString('utf8');
}
