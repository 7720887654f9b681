import { ApiError } from '../../api/api-error.ts';
import type { Diagnostic } from '../../base/diagnostic.ts';
import { breakLock, takeLock } from '../../engine/lock.ts';
import type { Desired } from '../../model.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { lockedText } from '../../report/waiting-text.ts';
import { Interrupted, onInterrupt } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Connection } from './connect.ts';

/** What a user may say of the lock. */
export interface LockOptions {
  readonly breakLock?: boolean;
  /** Seconds to wait for somebody else's lock. */
  readonly lockWait: number;
}

/** Runs `work` while holding the lock that the configuration names; without one it just runs it. */
export async function withLock(
  lock: Desired['lock'],
  connection: Connection,
  terminal: Terminal,
  options: LockOptions,
  work: () => Promise<ExitStatus>,
): Promise<ExitStatus> {
  if (lock === undefined) return work();
  if (options.breakLock) await breakLock(connection.client, lock);
  return holding(lock, connection, terminal, options, work);
}

async function holding(
  lock: NonNullable<Desired['lock']>,
  { client, instance: { me } }: Connection,
  terminal: Terminal,
  options: LockOptions,
  work: () => Promise<ExitStatus>,
): Promise<ExitStatus> {
  // Who is interrupted while the lock is asked for gives it back where it was had.
  const interrupt = onInterrupt(() => undefined);
  const stop = interrupt.signal;
  const taken = await takeLock(client, lock, options.lockWait * 1000, stop, ({ holder, since }) => {
    terminal.progress.end();
    terminal.say(lockedText(lock.project, holder, since, options.lockWait));
  }).finally(() => {
    interrupt.dispose();
  });
  if (taken.type === 'taken' && stop.aborted) throw new Interrupted();
  if (taken.type !== 'held') {
    terminal.progress.end();
    const isTaken = taken.type === 'taken';
    terminal.diagnose([
      isTaken ? heldBy(lock.project, taken.holder, taken.since, me.username) : outOfReach(lock.project, taken.why),
    ]);
    return isTaken ? EXIT.refused : EXIT.failed;
  }
  let trouble: Diagnostic | undefined;
  let status: ExitStatus;
  try {
    if (stop.aborted) throw new Interrupted();
    status = await work();
  } finally {
    trouble = await taken.release().then(
      (kept) => (kept === 'lost' ? lostLock(lock.project) : undefined),
      (error: unknown) => keptLock(lock.project, me.username, error),
    );
    if (trouble !== undefined) {
      terminal.progress.end();
      terminal.diagnose([trouble]);
    }
  }
  return trouble !== undefined && status === EXIT.done ? EXIT.failed : status;
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

/** Why the lock could not be given back, and that nobody else does that. Throws what is a bug. */
function keptLock(project: string, username: string, error: unknown): Diagnostic {
  if (!(error instanceof ApiError)) throw error;
  return {
    severity: 'error',
    code: 'lock-kept',
    message: `the lock in ${project} could not be given back, and ${username} may still have it: ${error.message}`,
    remedy: 'give --break-lock once to the next apply, when no other run is at work: until then each is refused',
  };
}

function heldBy(project: string, holder: string, since: string, username: string): Diagnostic {
  const isOwn = holder === username;
  return {
    severity: 'error',
    code: 'locked',
    message: `${holder}${isOwn ? ', the user of this token,' : ''} has the lock in ${project} since ${since}`,
    remedy: isOwn
      ? 'if another run with this token is at work, wait for it, or give --lock-wait SECONDS; if none is, one has died or lost its connection: give --break-lock once'
      : 'wait for that run, or give --lock-wait SECONDS; if it has died, give --break-lock once',
  };
}
