import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { reader, type FileText } from '../../src/config/reading.ts';
import { kinds } from '../../src/kinds/index.ts';

const worker = new URL('../../dist/reading-worker.js', import.meta.url);

const files: readonly FileText[] = [
  { file: 'plain.yaml', text: 'groups:\n  team:\n    members: { ann: owner }\n' },
  { file: 'anchor.yaml', text: 'groups:\n  a: &a { name: A }\n  b: *a\n' },
  { file: 'wrong.yaml', text: 'groups:\n  team:\n    members: { ann: boss }\n    colour: blue\n' },
  { file: 'broken.yaml', text: 'groups: [\n' },
];

it('a thread of the built program reads as this one does, and answers in order', async () => {
  const thread = new Worker(worker);
  const answers: unknown[] = [];
  const all = new Promise<void>((resolve, reject) => {
    thread.on('error', reject).on('message', (answer) => {
      if (answers.push(answer) === files.length) resolve();
    });
  });
  for (const file of files) thread.postMessage(file);
  await all;
  await Promise.all([once(thread, 'exit'), thread.terminate()]);
  const here = files.map(reader(kinds)).map(({ data, offsets, diagnostics, problems }) => ({
    data,
    offsets,
    diagnostics,
    problems,
  }));
  expect(answers).toEqual(structuredClone(here));
});
