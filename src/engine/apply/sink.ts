import { randomUUID } from 'node:crypto';
import { accessSync, closeSync, constants, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a secret to a file that only its owner can read: whole or not at all. Throws what the file system says. */
export function writeSink(file: string, secret: string): void {
  const draft = `${file}.${randomUUID()}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    writeSync(descriptor, `${secret}\n`);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  try {
    renameSync(draft, file);
  } catch (error) {
    unlinkSync(draft);
    throw error;
  }
}

/** Why a file cannot be written, found out before a secret depends on it; undefined where it can. */
export function sinkTrouble(file: string): string | undefined {
  try {
    accessSync(dirname(file), constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
