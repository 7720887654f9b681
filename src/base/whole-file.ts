import { randomUUID } from 'node:crypto';
import { readlinkSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Where files that are open already, and devices, have names: what is written there goes into them, and nothing may take their place. Shared memory
 * (`/dev/shm`) is a folder like any other, and a secret there is for its owner alone.
 */
export const OPEN_FILES = /^\/(?:proc(?:\/|$)|dev(?:$|\/(?:fd|pts)(?:\/|$)))/;

/** More links than any system follows. */
const MOST_LINKS = 40;

/** Writes a file for its owner alone, whole or not at all: what stood there stays where there is no room for the new one. A link stays one. */
export function writeWhole(file: string, text: string, openFiles: RegExp = OPEN_FILES): void {
  const place = replacedAt(file, openFiles);
  if (place === undefined) {
    writeFileSync(file, text);
    return;
  }
  const draft = `${place}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/**
 * The path at which a new file takes the place of another: that of the file itself, links to it followed, whether or not it is there yet.
 * Undefined where the path is that of an open file. Throws what the file system says.
 */
export function replacedAt(file: string, openFiles: RegExp = OPEN_FILES): string | undefined {
  let place = resolve(file);
  for (let links = 0; links < MOST_LINKS; links++) {
    const folder = realpathSync(dirname(place));
    if (openFiles.test(folder)) return undefined;
    const next = linkAt(place);
    if (next === undefined) return place;
    place = resolve(folder, next);
  }
  throw new Error(`${file} is a link that leads nowhere`);
}

function linkAt(place: string): string | undefined {
  try {
    return readlinkSync(place);
  } catch {
    // It is no link, or nothing.
    return undefined;
  }
}
