import type { Client } from '../api/client.ts';
import type { Diagnostic } from '../base/diagnostic.ts';
import { breakLock, takeLock } from '../engine/lock.ts';
import type { Desired } from '../model.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { Interrupted, onInterrupt } from './interrupt.ts';
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
  // Whatever comes from now on, the lock is given back.
  const interrupt = onInterrupt(() => undefined);
  try {
    if (options.breakLock) await breakLock(client, lock);
    return await holding(lock, client, terminal, options, interrupt.signal, work);
  } finally {
    interrupt.dispose();
  }
}

async function holding(
  lock: NonNullable<Desired['lock']>,
  client: Client,
  terminal: Terminal,
  options: LockOptions,
  stop: AbortSignal,
  work: () => Promise<ExitStatus>,
): Promise<ExitStatus> {
  const taken = await takeLock(client, lock, options.lockWait * 1000, stop);
  if (taken.type === 'taken' && stop.aborted) throw new Interrupted();
  if (taken.type === 'taken') {
    terminal.progress.end();
    terminal.diagnose([heldBy(lock.project, taken.holder, taken.since)]);
    return EXIT.refused;
  }
  try {
    if (stop.aborted) throw new Interrupted();
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
