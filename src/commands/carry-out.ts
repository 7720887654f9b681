import { createInterface } from 'node:readline/promises';
import { hasErrors, type Diagnostic } from '../base/diagnostic.ts';
import { apply, type Course } from '../engine/apply/apply.ts';
import { anyStale, checkFreshness, holds } from '../engine/apply/freshness.ts';
import { openJournal } from '../engine/apply/journal.ts';
import { createLookAgain } from '../engine/apply/look-again.ts';
import { preflight } from '../engine/apply/preflight.ts';
import { kindsByName } from '../engine/kinds.ts';
import { openLedger } from '../engine/ledger/open-ledger.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import { unmetNeeds } from '../engine/shard.ts';
import type { Outcome, Plan } from '../model.ts';
import { counted } from '../report/counted.ts';
import { outcomeJson } from '../report/outcome-json.ts';
import { outcomeText } from '../report/outcome-text.ts';
import type { Connection } from './connect.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { onInterrupt } from './interrupt.ts';
import type { PlanningOptions } from './options.ts';
import type { Terminal } from './terminal.ts';

/** What may be said of how a plan is carried out. */
export interface CarryOutOptions extends PlanningOptions {
  readonly autoApprove?: boolean;
  readonly onStale: 'stop' | 'skip';
}

/** How long what was read serves the changes of one section, in milliseconds. */
const FRESH_FOR = 500;

/** A plan that somebody has looked at may have been overtaken meanwhile. */
export type PlanAge = 'just made' | 'looked at';

/** What another shard has to make first, such as a role on the instance. */
function madeElsewhere(addresses: readonly string[]): Diagnostic {
  const more = addresses.length > 1 ? ` and ${addresses.length - 1} more` : '';
  return {
    severity: 'error',
    code: 'other-shard',
    message: `the changes wait for ${addresses[0] ?? ''}${more}, which another shard makes`,
    remedy: 'apply the first shard before the others, or all of them as the plan that keelson merge makes',
  };
}

/** Carries out a plan, if nothing speaks against it and somebody has agreed, and reports what became of it. */
export async function carryOut(
  plan: Plan,
  age: PlanAge,
  connection: Connection,
  terminal: Terminal,
  options: CarryOutOptions,
): Promise<ExitStatus> {
  const { target } = plan;
  if (plan.changes.length === 0) {
    if (options.json) terminal.result(outcomeJson(target, []));
    return EXIT.done;
  }
  const unmet = unmetNeeds(plan);
  if (unmet.length > 0) {
    terminal.diagnose([madeElsewhere(unmet)]);
    return EXIT.refused;
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
  const allDone = forgotten === undefined && outcomes.all.every(({ status }) => status === 'done');
  return allDone ? EXIT.done : EXIT.failed;
}

/** Why not to go on, as an exit status; undefined where the user has agreed. */
async function approved(plan: Plan, terminal: Terminal, options: CarryOutOptions): Promise<ExitStatus | undefined> {
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
    `Apply ${counted(plan.changes.length, 'change')} to ${plan.target.url}? [y/N] `,
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
  { concurrency, journal: file, onStale }: CarryOutOptions,
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
