import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { draftOf } from './claim.ts';

/** A secret that stands beside the files that it goes to, whole and on the disk. */
export interface DraftedSinks {
  /** Brings it to all of its files, or to none. Throws what the file system says. */
  readonly bring: () => void;
  /** Takes it away again: nothing is left of it. */
  readonly discard: () => void;
}

/**
 * Writes a secret to files that only their owner can read: whole or not at all, to all of them or to none, and never over anything. A folder
 * that is missing is made for the owner alone. Throws what the file system says.
 */
export function writeSinks(files: readonly string[], secret: string): void {
  draftSinks(files, secret).bring();
}

/** Writes a secret beside the files that it goes to, so that little can keep it from coming there. Throws what the file system says. */
export function draftSinks(files: readonly string[], secret: string): DraftedSinks {
  const drafts: { readonly file: string; readonly draft: string }[] = [];
  const discard = (): void => {
    for (const { draft } of drafts) rmSync(draft, { force: true });
  };
  try {
    for (const file of files) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const draft = draftOf(file);
      const descriptor = openSync(draft, 'wx', 0o600);
      drafts.push({ file, draft });
      writeWhole(descriptor, secret);
    }
  } catch (error) {
    discard();
    throw error;
  }
  const brought: string[] = [];
  const bring = (): void => {
    try {
      for (const { file } of drafts) claim(file);
      for (const { file, draft } of drafts) {
        renameSync(draft, file);
        brought.push(file);
      }
    } catch (error) {
      discard();
      brought.forEach(removeSink);
      throw error;
    }
  };
  return { bring, discard };
}

function writeWhole(descriptor: number, secret: string): void {
  try {
    // Until all of it is there, which a single write does not say.
    writeFileSync(descriptor, `${secret}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Takes away what was written by `writeSinks`: a token that is good no more must not be taken for one that is. Throws what the file system says. */
export function removeSink(file: string): void {
  unlinkSync(file);
}

/** Makes the file, empty, that the draft takes the place of; what is there already has to be empty too. */
function claim(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    const occupied = occupancy(file);
    if (occupied !== undefined) throw new Error(occupied, { cause: error });
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) throw error;
  }
}

/** What stands where a secret is to go and would be lost to it, as a clause; undefined where nothing is there but an empty file. */
export function occupancy(file: string): string | undefined {
  const there = standingAt(file);
  if (there === undefined) return undefined;
  // Not followed: what it points at may be anything, or become it.
  if (there.isSymbolicLink()) return `${file} is a symbolic link, which is not followed`;
  if (!there.isFile()) return `${file} is there, and is no file`;
  return there.size === 0 ? undefined : `${file} is there already, and is not written over`;
}

function standingAt(file: string): ReturnType<typeof lstatSync> {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    // What is in the way above it keeps it from being written, and is told as that.
    return undefined;
  }
}

/** Whether a file holds anything; an empty one is only the place that was made for it. */
export function isKept(file: string): boolean {
  try {
    return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0;
  } catch {
    // What cannot be looked at does not show that it is there.
    return false;
  }
}

/** Why a file cannot be written, found out before a secret depends on it; undefined where it can. */
export function sinkTrouble(file: string): string | undefined {
  try {
    const there = statSync(file, { throwIfNoEntry: false });
    // It would be replaced by a file: a folder cannot be, and a device must not be.
    if (there !== undefined && !there.isFile()) return `${file} is there, and is no file`;
    const folder = nearestFolder(file);
    if (!statSync(folder).isDirectory()) return `${folder} is no folder`;
    accessSync(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The folder of a file, or the nearest one above it that is there. */
function nearestFolder(file: string): string {
  let folder = dirname(resolve(file));
  while (statSync(folder, { throwIfNoEntry: false }) === undefined && dirname(folder) !== folder)
    folder = dirname(folder);
  return folder;
}
