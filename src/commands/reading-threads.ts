import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Reading } from '../config/reading.ts';
import { threadsFor, type ReadingThread } from '../config/read-together.ts';

/** Starts threads that read configurations, as many as make sense on this machine. */
export function readingThreads(): readonly ReadingThread[] {
  return Array.from({ length: threadsFor(availableParallelism()) }, readingThread);
}

interface Asked {
  readonly resolve: (reading: Reading) => void;
  readonly reject: (error: Error) => void;
}

function readingThread(): ReadingThread {
  // scripts/build.mjs puts it beside every chunk. Where it is missing the thread dies, and this one reads alone.
  const worker = new Worker(new URL('./reading-worker.js', import.meta.url));
  const asked: Asked[] = [];
  let dead: Error | undefined;
  const die = (error: Error): void => {
    dead ??= error;
    for (const { reject } of asked.splice(0)) reject(dead);
  };
  // Answers come in the order of the questions.
  worker.on('message', (reading: Reading) => asked.shift()?.resolve(reading));
  worker.on('error', die);
  worker.on('exit', () => {
    die(new Error('The thread has ended'));
  });
  return {
    read: (file) =>
      new Promise((resolve, reject) => {
        if (dead !== undefined) {
          reject(dead);
          return;
        }
        asked.push({ resolve, reject });
        worker.postMessage(file);
      }),
    end: () => void worker.terminate(),
  };
}
