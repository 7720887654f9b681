import { parentPort } from 'node:worker_threads';
import { reader, type FileText, type Reading } from '../config/reading.ts';
import { kinds } from '../kinds/index.ts';

// A thread of its own: it reads each file that it is sent, and answers with what is in it, in the same order.
const read = reader(kinds);

parentPort?.on('message', (file: FileText) => {
  // All but the places of the tree, which is no data.
  const { data, offsets, diagnostics, problems } = read(file);
  parentPort?.postMessage({ data, offsets, diagnostics, problems } satisfies Reading);
});
