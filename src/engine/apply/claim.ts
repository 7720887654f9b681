import { randomUUID } from 'node:crypto';
import { lstatSync, lutimesSync, mkdirSync, readlinkSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname } from 'node:path';

/** What a run has taken for itself: the place of a file that is yet to be written. */
export interface Claim {
  readonly release: () => void;
  /** Shows others that this run is at work still; false where the claim is not its own any more. */
  readonly beat: () => boolean;
}

/** Another run has the place of a file, or has left its claim behind where nobody can see whether it is still at work. */
export class Claimed extends Error {
  /** The file to be removed by hand where no other run is at work. */
  readonly claim: string;
  /** What tells this claim from every other; undefined where what stands there is none. */
  readonly mark: string | undefined;

  constructor(message: string, claim: string, mark: string | undefined) {
    super(message);
    this.claim = claim;
    this.mark = mark;
  }
}

/** Who has claimed a file, as its claim says. */
interface Claimant {
  readonly machine: string;
  readonly pid: number;
  readonly mark: string;
}

/**
 * Takes the place of a file for this run alone, by a file beside it that only one of two can make. What a run of this machine has left that
 * was killed is taken over, and so is what has the mark `dead`; of another machine nobody else can say that. Throws `Claimed`, or what
 * keeps it from making one.
 */
export function claim(file: string, dead?: string): Claim {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.claim`;
  const own: Claimant = { machine: thisMachine(), pid: process.pid, mark: randomUUID() };
  const killed = make(beside, own) ? undefined : takeOver(file, beside, own, dead);
  // What somebody has removed by hand may be another run's by now.
  const isOwn = (): boolean => claimantOf(beside)?.mark === own.mark;
  return {
    release: () => {
      if (!isOwn()) return;
      // What the killed run had not brought to its place yet may be the only copy, until another one stands there.
      if (killed !== undefined && isFilled(file)) rmSync(`${file}.${killed.mark}`, { force: true });
      unlinkSync(beside);
    },
    beat: () => {
      if (!isOwn()) return false;
      const now = Date.now() / 1000;
      lutimesSync(beside, now, now);
      return true;
    },
  };
}

/** Where what is to stand in a file is written first: under the mark of the run that has claimed it, so that the next one knows whose it was. */
export function draftOf(file: string): string {
  return `${file}.${claimantOf(`${file}.claim`)?.mark ?? randomUUID()}`;
}

/**
 * Takes away what a run of this machine that was killed has left beside a file that is there: its claim and its draft. Where the file is
 * not, both stay for whoever makes it: the draft is known by its claim alone.
 */
export function clearLeft(file: string): void {
  try {
    const claimant = claimantOf(`${file}.claim`);
    if (claimant !== undefined && isFilled(file) && !isAtWork(claimant)) claim(file).release();
  } catch {
    // Another run does so at this moment, or the file system does not let it: it is in nobody's way.
  }
}

function isFilled(file: string): boolean {
  const there = lstatSync(file, { throwIfNoEntry: false });
  return there?.isFile() === true && there.size > 0;
}

/** Two runs may find the same claim left behind: only that which holds the key to it removes it. Gives who had it. */
function takeOver(file: string, beside: string, own: Claimant, dead: string | undefined): Claimant {
  const key = `${beside}.key`;
  if (!make(key, own)) throw taken(file, claimantOf(beside), key);
  try {
    const claimant = claimantOf(beside);
    const other = noClaimAt(beside);
    if (other !== undefined) throw new Error(other);
    if (claimant === undefined || (claimant.mark !== dead && isAtWork(claimant))) throw taken(file, claimant, beside);
    unlinkSync(beside);
    if (!make(beside, own)) throw taken(file, claimantOf(beside), beside);
    return claimant;
  } finally {
    unlinkSync(key);
  }
}

/** Makes a claim where there is none; false where there is one. A link is there whole or not at all, says who made it, and points at nothing. */
function make(beside: string, { machine, pid, mark }: Claimant): boolean {
  try {
    symlinkSync(`${mark} ${pid} ${machine}`, beside);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  }
}

/** Undefined where it is gone, or no claim. */
function claimantOf(beside: string): Claimant | undefined {
  try {
    const [, mark, pid, machine] = /^([0-9a-f-]{36}) (\d+) (.+)$/.exec(readlinkSync(beside)) ?? [];
    return mark === undefined || machine === undefined ? undefined : { machine, pid: Number(pid), mark };
  } catch {
    return undefined;
  }
}

/** What keeps a file from being claimed by any run, ever: something beside it that is no claim; undefined where nothing does. It changes nothing. */
export function claimTrouble(file: string): string | undefined {
  return noClaimAt(`${file}.claim`);
}

function noClaimAt(beside: string): string | undefined {
  if (lstatSync(beside, { throwIfNoEntry: false }) === undefined || claimantOf(beside) !== undefined) return undefined;
  return `${beside} is in the way, which no run has made`;
}

/** Whether a claimant may still be at work: on another machine nobody can see that it is not. */
function isAtWork({ machine, pid }: Claimant): boolean {
  if (machine !== thisMachine()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Who may not send it a signal (EPERM) sees that it is there.
    return !hasCode(error, 'ESRCH');
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** Where the number of a process means one: containers of one name have numbers of their own. */
function thisMachine(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

function taken(file: string, claimant: Claimant | undefined, beside: string): Claimed {
  const [host = ''] = claimant?.machine.split(' ') ?? [];
  const who = claimant === undefined ? '' : ` (process ${claimant.pid} on ${host})`;
  return new Claimed(`another run${who} has claimed ${file} by ${beside}`, beside, claimant?.mark);
}
