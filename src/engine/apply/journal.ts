import type { FileHandle } from 'node:fs/promises';
import type { Call, Change } from '../../model.ts';
import { openLines, removeLines } from './journal-file.ts';
import { JOURNAL_FORMAT, type JournalRecord } from './journal-record.ts';
import { anySecretLost } from './unfinished.ts';

/** Writes down what a run is about to do, and what came of it, so that the next one knows what was under way. It never holds a secret. */
export interface Journal {
  /** A call is about to be sent; resolves when that is on the disk. */
  intend(change: Change, call: Call): Promise<void>;
  /** The call was refused, and has made nothing. */
  refused(change: Change): Promise<void>;
  /** All calls of a change are done. */
  done(change: Change): Promise<void>;
  /**
   * The run has ended; without `unfinished` changes nothing is left to tell, and the file is removed: unless an earlier run has
   * lost a secret that this one, by its targets or its saved plan, had nothing to do with.
   */
  end(unfinished: boolean): Promise<void>;
}

/**
 * Opens the journal of a run against the instance at `target`; what an earlier run has written stays until all is settled. Throws
 * JournalError where something else stands there: it is not written to.
 */
export async function openJournal(file: string, target: string): Promise<Journal> {
  const handle = await openLines(file);
  const write = createWriter(handle);
  // The last line of a run that was killed may have no end.
  await handle.appendFile('\n');
  await write({ type: 'run', format: JOURNAL_FORMAT, target, at: now() });
  return {
    intend: ({ address, reason }, { method, path, saveSecretTo }) =>
      write({
        type: 'intent',
        address,
        method,
        path,
        at: now(),
        ...(saveSecretTo && { sink: saveSecretTo.file }),
        ...((reason.code === 'renamed' || reason.code === 'makes-way') && { moves: true }),
      }),
    refused: ({ address }) => write({ type: 'refused', address, at: now() }),
    done: ({ address }) => write({ type: 'done', address, at: now() }),
    async end(unfinished) {
      if (unfinished) await write({ type: 'end', at: now() });
      if (!unfinished && !anySecretLost(file)) await removeLines(handle, file);
      await handle.close();
    },
  };
}

/** Appends records; those that come while the disk is busy go there together. */
function createWriter(handle: FileHandle): (record: JournalRecord) => Promise<void> {
  let waiting: string[] = [];
  let flush: Promise<void> | undefined;
  const flushAll = async (): Promise<void> => {
    const lines = waiting.join('');
    waiting = [];
    flush = undefined;
    await handle.appendFile(lines);
    await handle.datasync();
  };
  let last: Promise<void> = Promise.resolve();
  return (record) => {
    waiting.push(`${JSON.stringify(record)}\n`);
    flush ??= last = last.then(flushAll);
    return flush;
  };
}

function now(): string {
  return new Date().toISOString();
}
