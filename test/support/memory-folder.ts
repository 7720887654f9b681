import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs';

const SHARED_MEMORY = '/dev/shm';

/** So much room is asked for, in bytes: the tests write journals, plans and bundles, and take them away again. */
const ROOM = 512 * 1024 * 1024;

/**
 * A folder in memory for what tests write, where the machine has one with room: the journal of each run is flushed to the disk line by line,
 * and what a test writes need not outlive it. Undefined where there is none.
 */
export function memoryFolder(): string | undefined {
  try {
    accessSync(SHARED_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    if (bavail * bsize < ROOM) return undefined;
    const folder = `${SHARED_MEMORY}/keelson-tests`;
    mkdirSync(folder, { recursive: true });
    return folder;
  } catch {
    return undefined;
  }
}
