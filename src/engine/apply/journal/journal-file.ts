import { constants, lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Diagnostic } from '../../../base/diagnostic.ts';
import { specialFile } from '../../../base/special-file.ts';
import { writeWhole } from '../../../base/whole-file.ts';
import { journalLines, type JournalLine } from './journal-lines.ts';

const LARGEST = 256 * 1024 * 1024;

/** Why a file cannot be the journal of a run: it is something else, or cannot be read or written. */
export class JournalError extends Error {
  readonly diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super(diagnostic.message);
    this.diagnostic = diagnostic;
  }
}

/** The lines of the journal at a path, none where nothing is there; or why there is no telling. It does not throw, whatever stands there. */
export function readLines(file: string): readonly JournalLine[] | Diagnostic {
  const other = specialFile(file);
  if (other !== undefined) return notOurs(file, `is ${other}, and no journal`);
  try {
    if (statSync(file).size > LARGEST) return notOurs(file, 'is too large to be a journal');
    const lines = journalLines(readFileSync(file, 'utf8'));
    return typeof lines === 'string' ? notOurs(file, lines) : lines;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return code === 'ENOENT' ? [] : unreadable(file, code);
  }
}

/** Why a path cannot be that of a journal; undefined where one of ours stands there, or nothing yet. */
export function journalTrouble(file: string): Diagnostic | undefined {
  const lines = readLines(file);
  return 'severity' in lines ? lines : undefined;
}

/**
 * Opens a journal to add to it, and makes it where nothing is there. Throws JournalError for what is no regular file or holds something
 * else than a journal, which stays as it is.
 */
export async function openLines(
  file: string,
): Promise<{ readonly handle: FileHandle; readonly lines: readonly JournalLine[] }> {
  const { O_APPEND, O_CREAT, O_NONBLOCK, O_RDWR } = constants;
  try {
    mkdirSync(dirname(file), { recursive: true });
    // Nobody waits for the other end of a pipe.
    const handle = await open(file, O_APPEND | O_CREAT | O_RDWR | O_NONBLOCK, 0o600);
    const lines = (await handle.stat()).isFile() ? await linesIn(handle) : 'is no regular file';
    if (typeof lines !== 'string') return { handle, lines };
    await handle.close();
    throw new JournalError(notOurs(file, lines));
  } catch (error) {
    if (error instanceof JournalError) throw error;
    throw unwritableJournal(file, error);
  }
}

/** What is said of a journal that the file system does not let be written: its disk is full, say. */
export function unwritableJournal(file: string, error: unknown): JournalError {
  const why = error instanceof Error ? error.message : String(error);
  const message = `${file} cannot be written, which is to hold the journal: ${why}`;
  return new JournalError({ severity: 'error', code: 'unwritable', message, remedy: UNWRITABLE });
}

/**
 * Takes out of an open journal what need not be told any more. With nothing left its file goes, if it is still the one at that path;
 * behind a link, or at another place by now, it is emptied. Where something else has been written into it meanwhile, it stays as it is.
 */
export async function keepLines(
  handle: FileHandle,
  file: string,
  choose: (lines: readonly JournalLine[]) => readonly string[],
): Promise<void> {
  const lines = await linesIn(handle);
  if (typeof lines === 'string') return;
  const kept = choose(lines);
  const isItself = await isOpenAs(handle, file);
  if (kept.length === 0) await (isItself ? rm(file, { force: true }) : handle.truncate());
  // Whole or not at all: what is left to tell is not lost when the run is killed here.
  else if (isItself && kept.length < lines.length) writeWhole(file, `${kept.join('\n')}\n`);
}

const UNWRITABLE = 'make room for it, make its folder and let it be written, or name another file';

async function linesIn(handle: FileHandle): Promise<readonly JournalLine[] | string> {
  const { size } = await handle.stat();
  if (size > LARGEST) return 'is too large to be a journal';
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(size), 0, size, 0);
  return journalLines(buffer.toString('utf8', 0, bytesRead));
}

/** Whether a path is still the very file that was opened, and no link to it. */
async function isOpenAs(handle: FileHandle, file: string): Promise<boolean> {
  const [opened, there] = [await handle.stat(), lstatSync(file, { throwIfNoEntry: false })];
  return there?.isFile() === true && there.ino === opened.ino && there.dev === opened.dev;
}

function notOurs(file: string, what: string): Diagnostic {
  return {
    severity: 'error',
    code: 'bad-journal',
    message: `${file} ${what}`,
    remedy: 'see by hand what the last run did, and move the file away',
  };
}

function unreadable(file: string, code: string): Diagnostic {
  return {
    severity: 'error',
    code: 'bad-journal',
    message: `${file} cannot be read (${code}), which tells what an earlier run left unfinished`,
    remedy: 'let it be read, or name another file with --journal',
  };
}
