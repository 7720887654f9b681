import type { Client } from '../../api/client.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { breakLock, takeLock } from '../../engine/lock.ts';
import type { Desired } from '../../model.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { Interrupted, onInterrupt } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';

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
  if (taken.type !== 'held') {
    terminal.progress.end();
    const isTaken = taken.type === 'taken';
    terminal.diagnose([
      isTaken ? heldBy(lock.project, taken.holder, taken.since) : outOfReach(lock.project, taken.why),
    ]);
    return isTaken ? EXIT.refused : EXIT.failed;
  }
  let kept: 'released' | 'lost';
  let status: ExitStatus;
  try {
    if (stop.aborted) throw new Interrupted();
    status = await work();
  } finally {
    kept = await taken.release();
    if (kept === 'lost') {
      terminal.progress.end();
      terminal.diagnose([lostLock(lock.project)]);
    }
  }
  return kept === 'lost' && status === EXIT.done ? EXIT.failed : status;
}

function outOfReach(project: string, why: 'forbidden' | 'not-found'): Diagnostic {
  return {
    severity: 'error',
    code: 'lock-out-of-reach',
    message:
      why === 'not-found'
        ? `the lock of this configuration is in ${project}, which is not there, or this token does not see it; nothing is applied without it`
        : `the lock of this configuration is in ${project}, and the user of this token may not take it; nothing is applied without it`,
    remedy: `make the user of this token a maintainer of ${project}, where terraform states are not switched off, or name another project under \`lock\``,
  };
}

function lostLock(project: string): Diagnostic {
  return {
    severity: 'error',
    code: 'lock-lost',
    message: `the lock in ${project} was not this run's any more when it was to be given back: somebody took it, with --break-lock or by hand (or GitLab's answer was lost), and another run may have been at work at the same time`,
    remedy: 'see who did, and what `keelson plan` shows once no run is at work any more',
  };
}

function heldBy(project: string, holder: string, since: string): Diagnostic {
  return {
    severity: 'error',
    code: 'locked',
    message: `${holder} has the lock in ${project} since ${since}`,
    remedy: 'wait for that run, or give --lock-wait SECONDS; if it has died, give --break-lock once',
  };
}
