import { setImmediate as breath } from 'node:timers/promises';
import type { FileText, Reading } from './reading.ts';

/** Another thread that reads files. What it was asked for is rejected when it dies, and whatever is asked for afterwards. */
export interface ReadingThread {
  readonly read: (file: FileText) => Promise<Reading>;
  readonly end: () => void;
}

/** More than these wait for the one that makes a configuration of what they read. */
const MOST = 7;

/**
 * How many threads to start beside this one. A core is left to the engine, which compiles and collects garbage beside them: on two cores
 * a thread took as much from this one as it gave, and more where another program had one of them.
 */
export function threadsFor(cores: number): number {
  return Math.max(0, Math.min(MOST, cores - 2));
}

/** How many files a thread is given ahead, so that it need not wait for this one to look up from a file of its own. */
const AHEAD = 3;

/**
 * Reads files in this thread and in others. The others begin at the first, this one at the last, and where they meet it reads what the
 * others have not answered yet: so it waits for nobody, and a thread that is slow, or dies, costs nothing but its help.
 */
export async function readTogether(
  files: readonly FileText[],
  read: (file: FileText) => Reading,
  threads: readonly ReadingThread[],
): Promise<readonly Reading[]> {
  const readings = new Map<FileText, Reading>();
  let next = 0;
  const there = async (thread: ReadingThread): Promise<void> => {
    for (let file = files[next++]; file !== undefined && !readings.has(file); file = files[next++]) {
      const reading = await thread.read(file).catch(() => undefined);
      if (reading === undefined) return;
      if (!readings.has(file)) readings.set(file, reading);
    }
  };
  for (const thread of threads) for (let lane = 0; lane < AHEAD; lane++) void there(thread);
  for (const file of [...files].reverse()) {
    if (readings.has(file)) continue;
    readings.set(file, read(file));
    if (threads.length > 0) await breath();
  }
  return files.flatMap((file) => readings.get(file) ?? []);
}
