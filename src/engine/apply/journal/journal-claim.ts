import { lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { claim, Claimed, type Claim } from '../claim.ts';
import { JournalError } from './journal-file.ts';

/** How often a run shows that it is at work, and how long another one looks for that, in milliseconds. */
const BEAT = 1_000;
const WATCHED = 5_000;

/**
 * Takes a journal for this run alone: of two that write into one file, each would take out what the other has to tell. A claim that shows
 * no sign of life is that of a run that was killed, on whatever machine, and is taken over. Throws JournalError where another run is at work.
 */
export async function claimJournal(file: string): Promise<Pick<Claim, 'release'>> {
  const own = await taken(file);
  const timer = setInterval(() => {
    try {
      if (!own.beat()) clearInterval(timer);
    } catch {
      // The next one may be seen: a single beat that fails is no reason to stop in the middle.
    }
  }, BEAT).unref();
  return {
    release: () => {
      clearInterval(timer);
      own.release();
    },
  };
}

async function taken(file: string): Promise<Claim> {
  try {
    mkdirSync(dirname(file), { recursive: true });
    const place = throughLinks(file);
    try {
      return claim(place);
    } catch (error) {
      if (!(error instanceof Claimed) || error.mark === undefined || (await isBeating(error.claim))) throw error;
      return claim(place, error.mark);
    }
  } catch (error) {
    throw new JournalError(error instanceof Claimed ? inUse(file, error) : unclaimable(file, error));
  }
}

/** Two runs may know one journal by two names. */
function throughLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

/** Whether a claim shows a sign of life while it is watched; one that goes meanwhile leaves its place free. */
async function isBeating(beside: string): Promise<boolean> {
  const first = beatOf(beside);
  for (const until = performance.now() + WATCHED; performance.now() < until;) {
    await sleep(BEAT / 10);
    const now = beatOf(beside);
    if (now !== first) return now !== undefined;
  }
  return false;
}

function beatOf(beside: string): number | undefined {
  return lstatSync(beside, { throwIfNoEntry: false })?.mtimeMs;
}

function inUse(file: string, { message, claim: beside }: Claimed) {
  return {
    severity: 'error',
    code: 'journal-in-use',
    message: `${file} is the journal of another run that is at work: ${message}`,
    remedy: `wait for that run to end, or name another file with --journal; where none is at work, remove ${beside}`,
  } as const;
}

function unclaimable(file: string, error: unknown) {
  const why = error instanceof Error ? error.message : String(error);
  return {
    severity: 'error',
    code: 'unwritable',
    message: `${file} cannot be claimed, which is to hold the journal: ${why}`,
    remedy: 'let files be made in its folder, or name another file with --journal',
  } as const;
}
