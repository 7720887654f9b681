import { spawn } from 'node:child_process';

/** A sandbox of its own, as a process. */
export interface Sandbox {
  readonly url: string;
  readonly stop: () => void;
}

/** Starts the program's sandbox on a free port. */
export function startSandbox(program: string, token: string, ...options: readonly string[]): Promise<Sandbox> {
  const child = spawn(process.execPath, [program, 'sandbox', '--port', '0', '--token', token, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  return new Promise((resolve, reject) => {
    let text = '';
    const look = (chunk: string): void => {
      text += chunk;
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text)?.[0];
      if (url !== undefined) resolve({ url, stop: () => void child.kill('SIGKILL') });
    };
    child.stdout.setEncoding('utf8').on('data', look);
    child.stderr.setEncoding('utf8').on('data', look);
    child.on('error', reject).on('close', () => {
      reject(new Error(`the sandbox ended: ${text}`));
    });
  });
}
