// npm run test:worlds [-- COUNT [SEED]]: random worlds and trees, COUNT of each (400 unless told), in parts that run side by side. The
// same numbers make the same worlds; what fails says its seed.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';

const [count = 400, seed = 20261101] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.error('npm run test:worlds [-- COUNT [SEED]]: COUNT is a number from 1 on, SEED a whole number');
  process.exit(2);
}
const share = Math.ceil(count / availableParallelism());
const parts = Math.ceil(count / share);

/** Runs one part, and gives how it ended and what it printed. */
function run(part) {
  const first = seed + part * share;
  const seeds = `${first}..${Math.min(first + share, seed + count) - 1}`;
  const child = spawn('npx', ['vitest', 'run', '--project', 'parts', 'test/worlds', 'test/trees', '--reporter=dot'], {
    env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', KEELSON_WORLDS: seeds, KEELSON_TREES: seeds },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => texts.push(text));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (status) => resolve({ seeds, status, text: texts.join('') }));
  });
}

const ended = await Promise.all(Array.from({ length: parts }, (_, part) => run(part)));
for (const { seeds, status, text } of ended) {
  const told = [...text.matchAll(/^(?:worlds|trees): .*/gm)].map(([line]) => line);
  console.log(
    `worlds and trees of the seeds ${seeds}: ${status === 0 ? told.join(' ') || 'green' : `exit ${status}\n${text}`}`,
  );
}
process.exitCode = ended.every(({ status }) => status === 0) ? 0 : 1;
