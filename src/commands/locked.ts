import type { Client } from '../api/client.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { breakLock, takeLock } from '../engine/lock.ts';
import type { Desired } from '../model.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import type { Terminal } from './terminal.ts';

/** What a user may say of the lock. */
export interface LockOptions {
  readonly breakLock?: boolean;
  /** Seconds to wait for somebody else's lock. */
  readonly lockWait: number;
}

/** Runs `work` while holding the lock that the configuration names; without one it just runs it. */
export async function withLock(
  lock: Desired['lock'],
  client: Client,
  terminal: Terminal,
  options: LockOptions,
  work: () => Promise<ExitStatus>,
): Promise<ExitStatus> {
  if (lock === undefined) return work();
  if (options.breakLock) await breakLock(client, lock);
  const taken = await takeLock(client, lock, options.lockWait * 1000);
  if (taken.type === 'taken') {
    terminal.progress.end();
    terminal.diagnose([heldBy(lock.project, taken.holder, taken.since)]);
    return EXIT.refused;
  }
  try {
    return await work();
  } finally {
    await taken.release();
  }
}

function heldBy(project: string, holder: string, since: string): Diagnostic {
  return {
    severity: 'error',
    code: 'locked',
    message: `${holder} has the lock in ${project} since ${since}`,
    remedy: 'wait for that run, or give --lock-wait SECONDS; if it has died, give --break-lock once',
  };
}
