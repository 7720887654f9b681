// npm run test:crash: the whole crash matrix, in parts that run side by side. A case waits more than it computes, and changes the folder
// that its process is in, so that each part is a process.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import process from 'node:process';

const parts = 2 * availableParallelism();

/** Runs one part, and gives how it ended and what it printed. */
function run(part) {
  const child = spawn('npx', ['vitest', 'run', 'test/crash', '--reporter=dot'], {
    env: { ...process.env, KEELSON_CRASH: `${part}/${parts}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => texts.push(text));
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (status) => resolve({ part, status, text: texts.join('') }));
  });
}

const ended = await Promise.all(Array.from({ length: parts }, (_, index) => run(index + 1)));
for (const { part, status, text } of ended) {
  const [sum = 'no result'] = /Tests .*/.exec(text) ?? [];
  console.log(`part ${part} of ${parts}: ${status === 0 ? sum : `exit ${status}\n${text}`}`);
}
process.exitCode = ended.every(({ status }) => status === 0) ? 0 : 1;
