// Runs tests in parts that run side by side, each in a process of its own, and says of each how it ended.
import { spawn } from 'node:child_process';
import process from 'node:process';

const reporter = new URL('brief-reporter.mjs', import.meta.url).pathname;

/** Runs each part, `{ name, tests, env }`; what fails is told when it fails. Sets the exit status. */
export async function runInParts(parts) {
  const statuses = await Promise.all(parts.map(run));
  process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
}

function run({ name, tests, env }) {
  const child = spawn('npx', ['vitest', 'run', ...tests, `--reporter=${reporter}`], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8');
  let line = '';
  child.stdout.on('data', (text) => {
    const lines = `${line}${text}`.split('\n');
    line = lines.pop() ?? '';
    for (const one of lines) if (one.trim() !== '') console.log(`${name}: ${one}`);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (status) => {
      if (line !== '') console.log(`${name}: ${line}`);
      if (status !== 0) console.log(`${name}: exit ${status}`);
      resolve(status);
    });
  });
}
