import { fstatSync, writeSync } from 'node:fs';
import type { Writable } from 'node:stream';

/**
 * Lets a stream whose file is a regular one write all that it is given, or fail: where a disk gets full the system takes a part, which
 * Node.js takes for the whole (SyncWriteStream, 20 to 24), so that a cut result would end as a whole one does.
 */
export function writeWhole(stream: Writable, descriptor: number): void {
  if (!isFile(descriptor)) return;
  stream._write = (chunk: unknown, encoding, done) => {
    try {
      const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk), encoding);
      for (let at = 0; at < bytes.length;) at += writeSync(descriptor, bytes, at);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // It is closed.
    return false;
  }
}
