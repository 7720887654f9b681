import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Diagnostic } from '../base/diagnostic.ts';
import { shardLock } from '../engine/shard.ts';
import { openJournal } from '../engine/apply/journal.ts';
import type { Desired, Plan } from '../model.ts';
import { parsePlan } from '../report/parse-plan.ts';
import { planText } from '../report/plan-text.ts';
import { carryOut, type CarryOutOptions } from './carry-out.ts';
import type { Connection } from './connect.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { statusWithoutPlan } from './forecasting.ts';
import { withLock, type LockOptions } from './locked.ts';
import { makePlan, refusalDiagnostics } from './planning.ts';
import { withConfiguration, withConnection } from './session.ts';
import type { Terminal } from './terminal.ts';

export type ApplyOptions = CarryOutOptions & LockOptions;

/** Brings the instance to what a configuration, or a saved plan, says. */
export async function applyCommand(
  path: string | undefined,
  options: ApplyOptions,
  waived: ReadonlySet<string>,
): Promise<ExitStatus> {
  return path !== undefined && isPlanFile(path)
    ? applySaved(path, options, waived)
    : applyConfiguration(path, options, waived);
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
    withLock(shardLock(desired.lock, options.shard), connection.client, terminal, options, () =>
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
  const made = await makePlan(desired, connection, options, waived, terminal);
  terminal.progress.end();
  if (!('plan' in made)) {
    terminal.diagnose(made);
    return statusWithoutPlan(made);
  }
  const { plan } = made;
  const { refusals = [] } = plan;
  if (!options.json) {
    const { verbose = false } = options;
    terminal.result(planText(plan, connection.counts.reads, { paint: terminal.paint, verbose }));
    // What becomes of it is printed below.
    if (plan.changes.length > 0 && refusals.length === 0) terminal.result('\n');
  }
  if (refusals.length > 0) {
    terminal.diagnose(refusalDiagnostics(refusals, 'error'));
    return EXIT.refused;
  }
  if (plan.changes.length === 0 && options.target.length === 0) await settleJournal(options.journal, plan.target.url);
  return carryOut(plan, options.autoApprove ? 'just made' : 'looked at', connection, terminal, options);
}

/** Where nothing is left to do, nothing is left of what an earlier run has not finished. */
async function settleJournal(file: string, target: string): Promise<void> {
  if (existsSync(file)) await (await openJournal(file, target)).end(false);
}

async function applySaved(file: string, options: ApplyOptions, waived: ReadonlySet<string>): Promise<ExitStatus> {
  const parsed = parsePlan(readFileSync(file, 'utf8'));
  return withConnection(options, async (connection, terminal) => {
    if ('diagnostic' in parsed) {
      terminal.diagnose([parsed.diagnostic]);
      return EXIT.refused;
    }
    const { plan } = parsed;
    const foreign = otherInstance(plan, connection);
    // What the guards said of it when it was made holds until it is waived.
    const refusals = (plan.refusals ?? []).filter(({ guard }) => !waived.has(guard));
    const against = foreign === undefined ? refusalDiagnostics(refusals, 'error') : [foreign];
    if (against.length > 0) {
      terminal.diagnose(against);
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
