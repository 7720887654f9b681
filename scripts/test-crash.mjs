// npm run test:crash: the whole crash matrix, in parts that run side by side. A case waits more than it computes, and changes the folder
// that its process is in, so that each part is a process.
import { availableParallelism } from 'node:os';
import { runInParts } from './in-parts.mjs';

const parts = 2 * availableParallelism();
// What is not divided into parts is played whole by `npm test`.
const divided = ['faults', 'kills', 'overtaken'].map((name) => `test/crash/${name}.test.ts`);

await runInParts(
  Array.from({ length: parts }, (_, index) => ({
    name: `part ${index + 1} of ${parts}`,
    tests: divided,
    env: { KEELSON_CRASH: `${index + 1}/${parts}` },
  })),
);
