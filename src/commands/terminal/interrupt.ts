import { createInterface } from 'node:readline/promises';
import { EXIT } from './exit-status.ts';

/** The user, or the pipeline, wants this run to end before it has changed anything. */
export class Interrupted extends Error {}

/** How many wait for a signal of the process, whether one that comes while nobody does is kept, and whether one has come. */
const heard = { waiting: 0, keeps: false, kept: false };

/** Waits for SIGINT and SIGTERM: the first one sets off the signal, the second one ends the process at once. */
export function onInterrupt(first: () => void): { readonly signal: AbortSignal; dispose(): void } {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
    first();
  };
  const dispose = handling(handle);
  heard.waiting++;
  if (heard.kept) handle();
  heard.kept = false;
  return {
    signal: controller.signal,
    dispose: () => {
      heard.waiting--;
      dispose();
    },
  };
}

/**
 * From now on a signal that comes while nobody waits for one is kept for who waits next. Without it the process would end on the spot between two
 * pieces of work, or before the last of its reports is written, without a word; the second signal still ends it at once.
 */
export function keepInterrupts(): void {
  if (heard.keeps) return;
  heard.keeps = true;
  handling(() => {
    if (heard.waiting > 0) return;
    if (heard.kept) process.exit(EXIT.interrupted);
    heard.kept = true;
  });
}

function handling(handle: () => void): () => void {
  process.on('SIGINT', handle);
  process.on('SIGTERM', handle);
  return () => {
    process.off('SIGINT', handle);
    process.off('SIGTERM', handle);
  };
}

/** What work comes to, unless a signal comes first: then it throws Interrupted, and nobody waits for the work any more. */
export async function interruptible<Result>(work: () => Promise<Result>): Promise<Result> {
  let interrupt = (): void => undefined;
  const interrupted = new Promise<never>((_, reject) => {
    interrupt = () => {
      reject(new Interrupted());
    };
  });
  const handler = onInterrupt(() => {
    interrupt();
  });
  const result = handler.signal.aborted ? interrupted : work();
  // What is given up may still fail, and nobody hears it.
  result.catch(() => undefined);
  try {
    const done = await Promise.race([result, interrupted]);
    // A signal that has come with the last answer is heard in the next round of the event loop, and lost without a handler.
    await Promise.race([rounds(2), interrupted]);
    return done;
  } finally {
    handler.dispose();
  }
}

async function rounds(count: number): Promise<void> {
  for (let round = 0; round < count; round++) await new Promise((resolve) => setImmediate(resolve));
}

/** Asks on a terminal; the empty string where the input ends. Throws Interrupted for Ctrl-C, which a terminal gives no signal for while it asks. */
export function ask(text: string, input: NodeJS.ReadableStream, output: NodeJS.WritableStream): Promise<string> {
  const question = createInterface({ input, output, terminal: true });
  return new Promise<string>((resolve, reject) => {
    question.once('SIGINT', () => {
      output.write('\n');
      reject(new Interrupted());
    });
    question.once('close', () => {
      resolve('');
    });
    question.question(text).then(resolve, reject);
  }).finally(() => {
    question.close();
  });
}
