import { existsSync } from 'node:fs';
import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { apply, type ApplyOptions } from '../engine/apply/apply.ts';
import { othersAreDone } from '../engine/apply/other-shards.ts';
import { anyStale, checkFreshness, checkSteps } from '../engine/apply/freshness.ts';
import { occupiedSinks } from '../engine/apply/occupied-sinks.ts';
import { claimJournal } from '../engine/apply/journal/journal-claim.ts';
import { JournalError } from '../engine/apply/journal/journal-file.ts';
import { openJournal } from '../engine/apply/journal/journal.ts';
import { createLookAgain, type LookAgain } from '../engine/apply/look-again.ts';
import { readOwnWork } from '../engine/apply/own-work.ts';
import { preflight } from '../engine/apply/preflight.ts';
import { kindsByName } from '../engine/kinds.ts';
import { isForReading, tokenScopes, writesNothing } from '../engine/token-scopes.ts';
import type { ApplyContext } from '../engine/apply/apply-context.ts';
import { openLedger } from '../engine/ledger/open-ledger.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Plan } from '../model.ts';
import type { Outcome } from '../outcome.ts';
import { counted } from '../report/counted.ts';
import { outcomeJson } from '../report/outcome-json.ts';
import { outcomeText } from '../report/outcome-text.ts';
import type { Connection } from './session/connect.ts';
import type { Undoing } from './undo/undoing.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { ask, interruptible, onInterrupt } from './terminal/interrupt.ts';
import type { PlanningOptions } from './session/options.ts';
import type { Terminal } from './terminal/terminal.ts';

/** What may be said of how a plan is carried out. */
export interface CarryOutOptions extends PlanningOptions {
  readonly autoApprove?: boolean;
  readonly onStale: 'stop' | 'skip';
  /** The file that is to bring back what was live. */
  readonly undo?: string;
}

/** How long what was read serves the changes of one section, in milliseconds. */
const FRESH_FOR = 500;

/** A plan that somebody has looked at may have been overtaken meanwhile; a saved one is not printed in this run. */
export type PlanAge = 'just made' | 'looked at' | 'saved';

/** What another shard has to make first, such as a role on the instance. */
function madeElsewhere(addresses: readonly string[]): Diagnostic {
  const more = addresses.length > 1 ? ` and ${addresses.length - 1} more` : '';
  return {
    severity: 'error',
    code: 'other-shard',
    message: `the changes wait for ${addresses[0] ?? ''}${more}, which another shard makes and has not made yet`,
    remedy: 'apply the first shard before the others, or all of them as the plan that keelson merge makes',
  };
}

/** Else the first refusal would tell it, with as many changes not attempted. */
function cannotWrite(scopes: readonly string[]): Diagnostic {
  const named = scopes.join(', ');
  const why = scopes.every(isForReading)
    ? `the token may only read (${named})`
    : `the scopes of the token (${named}) let nothing be written by the API`;
  return {
    severity: 'error',
    code: 'read-only-token',
    message: `${why}, so that nothing of this plan can be applied`,
    remedy: 'give apply a token with the scope api; for plan and drift this one is enough',
  };
}

/** Carries out a plan, if nothing speaks against it and somebody has agreed, and reports what became of it. */
export async function carryOut(
  made: Plan,
  age: PlanAge,
  connection: Connection,
  terminal: Terminal,
  options: CarryOutOptions,
  undoing?: Undoing,
): Promise<ExitStatus> {
  const { target } = made;
  if (made.changes.length === 0) {
    await settleJournal(options.journal, made);
    if (options.json) terminal.result(outcomeJson(target, []));
    return EXIT.done;
  }
  const madeBefore: ApplyContext['made'] = new Map();
  const { client, instance } = connection;
  const scopes = await interruptible(() => tokenScopes(client));
  if (scopes !== undefined && writesNothing(scopes)) {
    terminal.progress.end();
    terminal.diagnose([cannotWrite(scopes)]);
    return EXIT.failed;
  }
  const lookAgain = createLookAgain(client, instance, kindsByName(allKinds), 0);
  const begun = await interruptible(() => othersAreDone(made, lookAgain, madeBefore));
  if ('missing' in begun) {
    terminal.progress.end();
    terminal.diagnose([madeElsewhere(begun.missing)]);
    return EXIT.refused;
  }
  const { plan } = begun;
  const occupied = await interruptible(() => occupiedStill(plan, lookAgain, options.journal));
  const unready = [...preflight(plan, process.env), ...occupied];
  if (hasErrors(unready)) {
    terminal.diagnose(unready);
    return EXIT.failed;
  }
  const ledger = openLedger(plan.ledger, target.url, process.env);
  if (ledger !== undefined && 'severity' in ledger) {
    terminal.diagnose([ledger]);
    return EXIT.failed;
  }
  const wrongKey = await ledger?.keyTrouble();
  if (wrongKey !== undefined) {
    terminal.diagnose([wrongKey]);
    return EXIT.failed;
  }
  const consent = await approved(plan, terminal, options, undoing?.question ?? '');
  if (consent !== undefined) return consent;
  const begin = (): void => undoing?.begin();
  const outcomes = await run(plan, madeBefore, age, connection, terminal, options, begin);
  const incomplete = undoing?.end({ outcomes: outcomes.all, made: madeBefore });
  terminal.applied(outcomes.all);
  if (outcomes.broken !== undefined) terminal.diagnose([outcomes.broken]);
  const forgotten = await ledger?.remember(outcomes.all, kindsByName(allKinds), madeBefore);
  if (forgotten !== undefined) terminal.diagnose([forgotten]);
  if (incomplete !== undefined) terminal.diagnose([incomplete]);
  const { paint, columns } = terminal;
  terminal.outcome(
    options.json
      ? outcomeJson(target, outcomes.all)
      : outcomeText(outcomes.all, { paint, columns, told: age === 'saved' ? 'here' : 'above' }),
  );
  if (outcomes.interrupted) return EXIT.interrupted;
  if (outcomes.broken !== undefined) return EXIT.failed;
  if (anyStale(outcomes.all)) return EXIT.refused;
  const allKept = forgotten === undefined && incomplete === undefined;
  const allDone = allKept && outcomes.all.every(({ status }) => status === 'done');
  return allDone ? EXIT.done : EXIT.failed;
}

/** Where nothing is to be done, the journal forgets what was found done; where it is full of that alone, it goes. */
async function settleJournal(file: string, { target, settled }: Plan): Promise<void> {
  if (!existsSync(file)) return;
  const claim = await interruptible(() => claimJournal(file)).catch(otherAtWork);
  try {
    if (claim === undefined) return;
    const journal = await openJournal(file, target.url, settled);
    await journal.end(false);
    journal.broken.throwIfAborted();
  } finally {
    claim?.release();
  }
}

/** What is settled while another run is at work stays told until the next one. */
function otherAtWork(error: unknown): undefined {
  if (error instanceof JournalError && error.diagnostic.code === 'journal-in-use') return undefined;
  throw error;
}

/** The files in the way of secrets that are still to come: what a saved plan has made once, has its secret there, and is stale. */
async function occupiedStill({ changes, target }: Plan, lookAgain: LookAgain, journal: string): Promise<Diagnostic[]> {
  const check = checkFreshness(lookAgain, kindsByName(allKinds), readOwnWork(journal, target.url));
  const all = await Promise.all(
    occupiedSinks(changes).map(async ({ change, diagnostic }) =>
      (await check(change)) === 'holds' ? [diagnostic] : [],
    ),
  );
  return all.flat();
}

/** Why not to go on, as an exit status; undefined where the user has agreed. */
async function approved(
  plan: Plan,
  terminal: Terminal,
  options: CarryOutOptions,
  beside: string,
): Promise<ExitStatus | undefined> {
  if (options.autoApprove) return undefined;
  if (!terminal.canAsk) {
    terminal.diagnose([
      {
        severity: 'error',
        code: 'not-approved',
        message: 'nobody can be asked here whether to apply this plan',
        remedy: 'give --auto-approve once the plan has been looked at',
      },
    ]);
    return EXIT.failed;
  }
  const text = `Apply ${counted(plan.changes.length, 'change')} to ${plan.target.url}${beside}? [y/N] `;
  const answer = await interruptible(() => ask(text, process.stdin, process.stderr));
  if (/^y(es)?$/i.test(answer.trim())) return undefined;
  terminal.say('Not applied.');
  return EXIT.refused;
}

/** How a run has ended. */
interface Ended {
  readonly all: readonly Outcome[];
  readonly interrupted: boolean;
  /** Why its journal could not be written to the end. */
  readonly broken: Diagnostic | undefined;
}

async function run(
  plan: Plan,
  made: ApplyContext['made'],
  age: PlanAge,
  connection: Connection,
  terminal: Terminal,
  options: CarryOutOptions,
  begin: () => void,
): Promise<Ended> {
  const claim = await interruptible(() => claimJournal(options.journal));
  try {
    begin();
    return await written(plan, made, age, connection, terminal, options);
  } finally {
    claim.release();
  }
}

/** Carries out a plan whose journal no other run writes into. */
async function written(
  plan: Plan,
  made: ApplyContext['made'],
  age: PlanAge,
  { client, instance }: Connection,
  terminal: Terminal,
  { concurrency, journal: file, onStale }: CarryOutOptions,
): Promise<Ended> {
  const interrupt = onInterrupt(() => {
    terminal.say('Finishing what is under way; interrupt again to stop at once.');
  });
  const kinds = kindsByName(allKinds);
  const work = readOwnWork(file, instance.url);
  const journal = await openJournal(file, instance.url, plan.settled);
  const lookAgain = createLookAgain(client, instance, kinds, 0);
  const options: ApplyOptions = {
    concurrency,
    stop: AbortSignal.any([interrupt.signal, journal.broken]),
    goOnWhenStale: onStale === 'skip',
    check:
      age === 'just made'
        ? checkSteps(lookAgain, kinds)
        : checkFreshness(createLookAgain(client, instance, kinds, FRESH_FOR), kinds, work),
    finished: (outcome) => {
      terminal.progress.finished(outcome);
    },
  };
  terminal.progress.applies(plan.changes.length);
  try {
    const all = await apply(
      plan,
      { client, instance, kinds, env: process.env, journal, lookAgain, made, found: new Map(), listed: new Map() },
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
    terminal.progress.applied();
    terminal.progress.end();
    interrupt.dispose();
  }
}
