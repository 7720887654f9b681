import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';

/** How much of a file is read at a time, in bytes. */
const PIECE = 1024 * 1024;

/** SHA-256 of these bytes. */
export function hashOfBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** SHA-256 of what is in a file, of which no more than a piece is held at a time. Throws where it cannot be read. */
export function hashOfFile(path: string): string {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE);
  const file = openSync(path, 'r');
  try {
    for (let length = readSync(file, piece); length > 0; length = readSync(file, piece))
      hash.update(piece.subarray(0, length));
  } finally {
    closeSync(file);
  }
  return hash.digest('hex');
}
