import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';

/** What all tests together leave there at one time is far below this. */
const ENOUGH_BYTES = 512 * 1024 * 1024;

/**
 * A folder in memory for what the tests write, removed when this process ends; nothing where there is no room. The program flushes its journal to
 * the disk at each change, which takes a hundred times as long on one as in memory, and tests nothing.
 */
export function scratchInMemory(): string | undefined {
  if (!hasRoom()) return undefined;
  const folder = mkdtempSync(join(MEMORY, 'keelson-tests-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false; // Not Linux, or a container without it.
  }
}
