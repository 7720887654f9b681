import type { Diagnostic } from '../../base/diagnostic.ts';
import type { ApplyContext } from '../../engine/apply/apply-context.ts';
import { apply, type ApplyOptions } from '../../engine/apply/apply.ts';
import { checkFreshness, checkSteps } from '../../engine/apply/freshness.ts';
import { claimJournal } from '../../engine/apply/journal/journal-claim.ts';
import { JournalError } from '../../engine/apply/journal/journal-file.ts';
import { openJournal } from '../../engine/apply/journal/journal.ts';
import { checkTogether } from '../../engine/apply/making-way-together.ts';
import { createLookAgain } from '../../engine/apply/look-again.ts';
import { readOwnWork } from '../../engine/apply/own-work.ts';
import { kindsByName } from '../../engine/kinds.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Plan } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import type { Connection } from '../session/connect.ts';
import { interruptible, onInterrupt } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { CarryOutOptions, PlanAge } from './carry-out-options.ts';

/** How long what was read serves the changes of one section, in milliseconds. */
const FRESH_FOR = 500;

/** How a run has ended. */
export interface Ended {
  readonly all: readonly Outcome[];
  readonly interrupted: boolean;
  /** Why its journal could not be written to the end. */
  readonly broken: Diagnostic | undefined;
}

/** What a run carries out. */
export interface Run {
  readonly plan: Plan;
  readonly age: PlanAge;
  /** What is made, by its address; others may have made some of it before. */
  readonly made: ApplyContext['made'];
  /** Called right before the first write, when no other run can come between. */
  begin(): void;
}

/** Carries out a plan while no other run has its journal. Throws ApiError, JournalError, and what `begin` throws. */
export async function runPlan(
  run: Run,
  connection: Connection,
  terminal: Terminal,
  options: CarryOutOptions,
): Promise<Ended> {
  const claim = await interruptible(() => claimJournal(options.journal));
  try {
    run.begin();
    return await written(run, connection, terminal, options);
  } finally {
    claim.release();
  }
}

/** Carries out a plan whose journal no other run writes into. */
async function written(
  { plan, age, made }: Run,
  { client, instance }: Connection,
  terminal: Terminal,
  { concurrency, journal: file, onStale, undo }: CarryOutOptions,
): Promise<Ended> {
  const interrupt = onInterrupt(() => {
    terminal.say('Finishing what is under way; interrupt again to stop at once.');
  });
  const kinds = kindsByName(allKinds);
  const work = readOwnWork(file, instance.url);
  const journal = await openJournal(file, instance.url, plan.settled, undo, () => client.clockAhead());
  const lookAgain = createLookAgain(client, instance, kinds, 0);
  const stop = AbortSignal.any([interrupt.signal, journal.broken]);
  const options: ApplyOptions = {
    concurrency,
    stop,
    askedFirst: age === 'just made' || onStale === 'skip' ? [] : plan.changes.filter(({ needs }) => needs.length === 0),
    goOnWhenStale: onStale === 'skip',
    check:
      age === 'just made'
        ? checkSteps(lookAgain, kinds)
        : checkTogether(
            checkFreshness(createLookAgain(client, instance, kinds, FRESH_FOR), kinds, instance, work),
            plan.changes,
          ),
    finished: (outcome) => {
      terminal.progress.finished(outcome);
    },
  };
  terminal.progress.applies(plan.changes.length);
  try {
    const all = await apply(
      plan,
      {
        ...{ client, instance, kinds, env: process.env, journal, lookAgain, made, stop },
        ...{ found: new Map(), listed: new Map() },
        follows: (address, standing) => {
          terminal.progress.follows(address, standing);
        },
      },
      options,
    );
    await journal.end(all.some(({ status }) => status !== 'done'));
    const reason: unknown = journal.broken.reason;
    return {
      all,
      interrupted: interrupt.signal.aborted,
      broken: reason instanceof JournalError ? reason.diagnostic : undefined,
    };
  } finally {
    await journal.release();
    terminal.progress.applied();
    terminal.progress.end();
    interrupt.dispose();
  }
}
