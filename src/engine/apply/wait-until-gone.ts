import { setTimeout as wait } from 'node:timers/promises';
import { ApiError } from '../../api/api-error.ts';
import type { Client } from '../../api/client.ts';
import type { Read } from '../../read.ts';

/** How long is waited for what the platform does in the background, and how often it is looked, in milliseconds. */
const LONGEST = 20_000;
const SHORTEST_PAUSE = 50;
const LONGEST_PAUSE = 2_000;

/**
 * Waits until a read finds nothing any more, for a while: the call was accepted, and the platform does it whether anybody looks or not.
 * What cannot be looked at is not waited for.
 */
export async function waitUntilGone(read: Read, client: Pick<Client, 'read'>, longest = LONGEST): Promise<void> {
  const began = performance.now();
  for (let pause = SHORTEST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const isGone = await client.read({ ...read, mayBeMissing: true }).then(
      (found) => found === undefined,
      (error: unknown) => {
        if (error instanceof ApiError) return true;
        throw error;
      },
    );
    if (isGone || performance.now() - began + pause > longest) return;
    await wait(pause);
  }
}
