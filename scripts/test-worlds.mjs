// npm run test:worlds [-- COUNT [SEED]]: random worlds and trees, COUNT of each (400 unless told), in parts that run side by side. The
// same numbers make the same worlds; what fails says its seed.
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { runInParts } from './in-parts.mjs';

const [count = 400, seed = 20261101] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(count) || count < 1 || !Number.isSafeInteger(seed)) {
  console.error('npm run test:worlds [-- COUNT [SEED]]: COUNT is a number from 1 on, SEED a whole number');
  process.exit(2);
}
const share = Math.ceil(count / availableParallelism());
const parts = Math.ceil(count / share);

await runInParts(
  Array.from({ length: parts }, (_, part) => {
    const first = seed + part * share;
    const seeds = `${first}..${Math.min(first + share, seed + count) - 1}`;
    return {
      name: `worlds and trees of the seeds ${seeds}`,
      tests: ['--project', 'parts', 'test/worlds', 'test/trees'],
      env: { KEELSON_WORLDS: seeds, KEELSON_TREES: seeds },
    };
  }),
);
