import { setImmediate as breath } from 'node:timers/promises';
import type { FileText, Reading } from './reading.ts';

/** Another thread that reads files. What it was asked for is rejected when it dies, and whatever is asked for afterwards. */
export interface ReadingThread {
  readonly read: (file: FileText) => Promise<Reading>;
  readonly end: () => void;
}

/** How many files a thread is given ahead, so that it need not wait for this one to look up from a file of its own. */
const AHEAD = 3;

/**
 * Reads files in this thread and in others, each taking the next as soon as it can. The readings stand in the order of the files. What a
 * thread leaves behind that dies is read here, so that an error of it would be seen here as well.
 */
export async function readTogether(
  files: readonly FileText[],
  read: (file: FileText) => Reading,
  threads: readonly ReadingThread[],
): Promise<readonly Reading[]> {
  const readings = new Map<FileText, Reading>();
  const waiting = [...files];
  const here = async (): Promise<void> => {
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      readings.set(file, read(file));
      await breath();
    }
  };
  const there = async (thread: ReadingThread): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const reading = await thread.read(file).catch(() => undefined);
      if (reading === undefined) {
        waiting.push(file);
        return;
      }
      readings.set(file, reading);
    }
  };
  const others = threads.flatMap((thread) => Array.from({ length: AHEAD }, () => there(thread)));
  await here();
  await Promise.all(others);
  await here();
  return files.flatMap((file) => readings.get(file) ?? []);
}
