import type { Diagnostic } from '../../base/diagnostic.ts';
import type { ApplyContext } from '../../engine/apply/apply-context.ts';
import { anyStale } from '../../engine/apply/freshness.ts';
import { kindsByName } from '../../engine/kinds.ts';
import { kinds as allKinds } from '../../kinds/index.ts';
import type { Plan } from '../../model.ts';
import { outcomeJson } from '../../report/outcome-json.ts';
import { outcomeText } from '../../report/outcome-text.ts';
import type { Connection } from '../session/connect.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Undoing } from '../undo/undoing.ts';
import { approved } from './approval.ts';
import type { CarryOutOptions, PlanAge } from './carry-out-options.ts';
import { runPlan, type Ended } from './run-plan.ts';
import { settleJournal } from './settle-journal.ts';
import { readiness } from './readiness.ts';

/** What is to be carried out. */
export interface Work {
  readonly plan: Plan;
  readonly age: PlanAge;
  /** What is to bring back what was live. */
  readonly undoing?: Undoing | undefined;
}

/** Carries out a plan, if nothing speaks against it and somebody has agreed, and reports what became of it. */
export async function carryOut(
  { plan: whole, age, undoing }: Work,
  connection: Connection,
  terminal: Terminal,
  options: CarryOutOptions,
): Promise<ExitStatus> {
  const { target } = whole;
  if (whole.changes.length === 0) {
    await settleJournal(options.journal, whole);
    if (options.json) terminal.result(outcomeJson(target, []));
    return EXIT.done;
  }
  const made: ApplyContext['made'] = new Map();
  const ready = await readiness(whole, made, connection, options.journal);
  if ('status' in ready) {
    terminal.progress.end();
    terminal.diagnose(ready.diagnostics);
    return ready.status;
  }
  const { plan, ledger } = ready;
  const consent = await approved(plan, terminal, options, undoing?.question ?? '');
  if (consent !== undefined) return consent;
  const run = { plan, age, made, begin: () => undoing?.begin() };
  const ended = await runPlan(run, connection, terminal, options);
  const incomplete = await undoing?.end({ outcomes: ended.all, made });
  terminal.applied(ended.all);
  const forgotten = await ledger?.remember(ended.all, kindsByName(allKinds), made);
  const troubles = [ended.broken, forgotten, incomplete].flatMap((trouble) => trouble ?? []);
  for (const trouble of troubles) terminal.diagnose([trouble]);
  const { paint, columns } = terminal;
  terminal.outcome(
    options.json
      ? outcomeJson(target, ended.all)
      : outcomeText(ended.all, { paint, columns, told: age === 'saved' ? 'here' : 'above' }),
  );
  return statusOf(ended, troubles);
}

function statusOf({ all, interrupted, broken }: Ended, troubles: readonly Diagnostic[]): ExitStatus {
  if (interrupted) return EXIT.interrupted;
  if (broken !== undefined) return EXIT.failed;
  if (anyStale(all)) return EXIT.refused;
  return troubles.length === 0 && all.every(({ status }) => status === 'done') ? EXIT.done : EXIT.failed;
}
