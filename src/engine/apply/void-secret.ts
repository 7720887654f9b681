import { removeSink } from './sink.ts';

/** The files that the secret of what was removed again was written to: those from which it could be taken away, and the others. */
export interface VoidSecret {
  readonly removed: readonly string[];
  readonly left: readonly string[];
}

/** Takes a void secret out of the files that this run has written it to: who stores these must not store it. */
export function takenAway(files: readonly string[]): VoidSecret {
  const removed = files.filter(tookAway);
  return { removed, left: files.filter((file) => !removed.includes(file)) };
}

function tookAway(file: string): boolean {
  try {
    removeSink(file);
    return true;
  } catch {
    return false;
  }
}
