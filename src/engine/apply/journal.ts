import { constants, lstatSync, mkdirSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Call, Change } from '../../model.ts';
import { anySecretLost } from './unfinished.ts';
import { JOURNAL_FORMAT, type JournalRecord } from './journal-record.ts';

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
 * Opens the journal of a run against the instance at `target`; what an earlier run has written stays until all is settled. Throws where
 * what stands there is no regular file: it is not written to.
 */
export async function openJournal(file: string, target: string): Promise<Journal> {
  mkdirSync(dirname(file), { recursive: true });
  const handle = await openFile(file);
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
        ...(reason.code === 'renamed' && { moves: true }),
      }),
    refused: ({ address }) => write({ type: 'refused', address, at: now() }),
    done: ({ address }) => write({ type: 'done', address, at: now() }),
    async end(unfinished) {
      if (unfinished) await write({ type: 'end', at: now() });
      const isPlainlyUnchanged = !unfinished && !anySecretLost(file);
      // A link that somebody has put there stays, and what it points at is emptied.
      const isItself = isPlainlyUnchanged && (await isOpenAs(handle, file));
      if (isPlainlyUnchanged && !isItself) await handle.truncate();
      await handle.close();
      if (isItself) await rm(file, { force: true });
    },
  };
}

/** Opens a regular file alone, and waits for nobody to read from a pipe. */
async function openFile(file: string): Promise<FileHandle> {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_WRONLY } = constants;
  const handle = await open(file, O_APPEND | O_CREAT | O_WRONLY | O_NONBLOCK, 0o600);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Error(`${file} is no regular file`);
}

/** Whether a path is still the very file that was opened, and no link to it. */
async function isOpenAs(handle: FileHandle, file: string): Promise<boolean> {
  const [opened, there] = [await handle.stat(), lstatSync(file, { throwIfNoEntry: false })];
  return there?.isFile() === true && there.ino === opened.ino && there.dev === opened.dev;
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
