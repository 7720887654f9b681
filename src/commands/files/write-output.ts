import { specialFile } from '../../base/special-file.ts';
import { writeWhole } from '../../base/whole-file.ts';

/** A file that could not be written after all: its disk is full, say. The message names it, what it was to hold, and why. */
export class OutputError extends Error {}

/** Writes a file for the user alone, whole or not at all. Throws OutputError. */
export function writeOutput(file: string, what: string, text: string): void {
  try {
    // What has come there since it was looked at first.
    const other = specialFile(file);
    if (other !== undefined) throw new Error(`it is ${other}`);
    uninterrupted(() => {
      writeWhole(file, text);
    });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new OutputError(`${file} cannot be written, which is to hold ${what}: ${why}`, { cause: error });
  }
}

/** A signal that would end the process waits until a file is written: it would leave a draft beside it. */
export function uninterrupted(write: () => void): void {
  const wait = (): void => undefined;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, wait);
  try {
    write();
  } finally {
    for (const signal of signals) process.off(signal, wait);
  }
}
