import { readFileSync, statSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { apply, type Course } from '../engine/apply/apply.ts';
import { anyStale, checkFreshness, holds } from '../engine/apply/freshness.ts';
import { openJournal } from '../engine/apply/journal.ts';
import { createLookAgain } from '../engine/apply/look-again.ts';
import { preflight } from '../engine/apply/preflight.ts';
import { openLedger } from '../engine/ledger/open-ledger.ts';
import { kindsByName } from '../engine/kinds.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import type { Desired, Outcome, Plan } from '../model.ts';
import { counted } from '../report/counted.ts';
import { outcomeJson } from '../report/outcome-json.ts';
import { outcomeText } from '../report/outcome-text.ts';
import { parsePlan } from '../report/parse-plan.ts';
import { planText } from '../report/plan-text.ts';
import type { Connection } from './connect.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { withLock, type LockOptions } from './locked.ts';
import { onInterrupt } from './interrupt.ts';
import type { PlanningOptions } from './options.ts';
import { makePlan, refusalDiagnostics } from './planning.ts';
import { withConfiguration, withConnection } from './session.ts';
import type { Terminal } from './terminal.ts';

export interface ApplyOptions extends PlanningOptions, LockOptions {
  readonly autoApprove?: boolean;
  readonly onStale: 'stop' | 'skip';
}

/** How long what was read serves the changes of one section, in milliseconds. */
const FRESH_FOR = 500;

/** Brings the instance to what a configuration, or a saved plan, says. */
export async function applyCommand(
  path: string | undefined,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  return path !== undefined && isPlanFile(path) ? applySaved(path, options) : applyConfiguration(path, options, waived);
}

function isPlanFile(path: string): boolean {
  return path.endsWith('.json') && (statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}

async function applyConfiguration(
  path: string | undefined,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  return withConfiguration(path, options, (desired, connection, terminal) =>
    withLock(desired.lock, connection.client, terminal, options, () =>
      planAndCarryOut(desired, connection, terminal, options, waived),
    ),
  );
}

async function planAndCarryOut(
  desired: Desired,
  connection: Connection,
  terminal: Terminal,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  const made = await makePlan(desired, connection, options, waived);
  terminal.progress.end();
  if (!('plan' in made)) {
    terminal.diagnose(made);
    return EXIT.failed;
  }
  const { plan, refusals } = made;
  if (!options.json) {
    const { verbose = false } = options;
    terminal.result(planText(plan, connection.counts.reads, { paint: terminal.paint, verbose }));
  }
  if (refusals.length > 0) {
    terminal.diagnose(refusalDiagnostics(refusals, 'error'));
    return EXIT.refused;
  }
  return carryOut(plan, options.autoApprove ? 'just made' : 'looked at', connection, terminal, options);
}

async function applySaved(file: string, options: ApplyOptions): Promise<ExitStatus> {
  const parsed = parsePlan(readFileSync(file, 'utf8'));
  return withConnection(options, async (connection, terminal) => {
    if ('diagnostic' in parsed) {
      terminal.diagnose([parsed.diagnostic]);
      return EXIT.refused;
    }
    const { plan } = parsed;
    const foreign = otherInstance(plan, connection);
    if (foreign !== undefined) {
      terminal.diagnose([foreign]);
      return EXIT.refused;
    }
    return withLock(plan.lock, connection.client, terminal, options, () =>
      carryOut(plan, 'looked at', connection, terminal, options),
    );
  });
}

function otherInstance(plan: Plan, { instance }: Connection): Diagnostic | undefined {
  if (plan.target.url === instance.url) return undefined;
  const message = `the plan was made for ${plan.target.url}, and this is ${instance.url}`;
  return { severity: 'error', code: 'plan-file-foreign', message, remedy: 'make a plan for this instance' };
}

/** A plan that somebody has looked at may have been overtaken meanwhile. */
type PlanAge = 'just made' | 'looked at';

async function carryOut(
  plan: Plan,
  age: PlanAge,
  connection: Connection,
  terminal: Terminal,
  options: ApplyOptions,
): Promise<ExitStatus> {
  const { target } = plan;
  if (plan.changes.length === 0) {
    if (options.json) terminal.result(outcomeJson(target, []));
    return EXIT.done;
  }
  const unready = preflight(plan, process.env);
  if (hasErrors(unready)) {
    terminal.diagnose(unready);
    return EXIT.failed;
  }
  const ledger = openLedger(plan.ledger, target.url, process.env);
  if (ledger !== undefined && 'severity' in ledger) {
    terminal.diagnose([ledger]);
    return EXIT.failed;
  }
  const consent = await approved(plan, terminal, options);
  if (consent !== undefined) return consent;
  const outcomes = await run(plan, age, connection, terminal, options);
  const forgotten = await ledger?.remember(outcomes.all);
  if (forgotten !== undefined) terminal.diagnose([forgotten]);
  terminal.result(
    options.json ? outcomeJson(target, outcomes.all) : outcomeText(outcomes.all, { paint: terminal.paint }),
  );
  if (outcomes.interrupted) return EXIT.interrupted;
  if (anyStale(outcomes.all)) return EXIT.refused;
  return outcomes.all.every(({ status }) => status === 'done') ? EXIT.done : EXIT.failed;
}

/** Why not to go on, as an exit status; undefined where the user has agreed. */
async function approved(plan: Plan, terminal: Terminal, options: ApplyOptions): Promise<ExitStatus | undefined> {
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
  const question = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await question.question(
    `\nApply ${counted(plan.changes.length, 'change')} to ${plan.target.url}? [y/N] `,
  );
  question.close();
  if (/^y(es)?$/i.test(answer.trim())) return undefined;
  terminal.say('Not applied.');
  return EXIT.refused;
}

async function run(
  plan: Plan,
  age: PlanAge,
  { client, instance }: Connection,
  terminal: Terminal,
  { concurrency, journal: file, onStale }: ApplyOptions,
): Promise<{ readonly all: readonly Outcome[]; readonly interrupted: boolean }> {
  const interrupt = onInterrupt(() => {
    terminal.say('Finishing what is under way; interrupt again to stop at once.');
  });
  const kinds = kindsByName(allKinds);
  const journal = await openJournal(file, instance.url);
  const lookAgain = createLookAgain(client, instance, kinds, 0);
  const course: Course = {
    concurrency,
    stop: interrupt.signal,
    goOnWhenStale: onStale === 'skip',
    check: age === 'just made' ? holds : checkFreshness(createLookAgain(client, instance, kinds, FRESH_FOR)),
    finished: (outcome) => {
      terminal.progress.finished(outcome);
    },
  };
  try {
    const all = await apply(
      plan,
      { client, instance, kinds, env: process.env, journal, lookAgain, made: new Map() },
      course,
    );
    await journal.end(all.some(({ status }) => status !== 'done'));
    return { all, interrupted: interrupt.signal.aborted };
  } finally {
    terminal.progress.end();
    interrupt.dispose();
  }
}
