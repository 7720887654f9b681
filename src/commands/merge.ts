import type { Diagnostic } from '../base/diagnostic.ts';
import { refusedTogether } from '../engine/guard/refused-together.ts';
import { kindsByName } from '../engine/kinds.ts';
import { mergePlans } from '../engine/parts/merge-plans.ts';
import { kinds as allKinds } from '../kinds/index.ts';
import { planJson } from '../report/plan-json.ts';
import { printedPlan, type PlanForm } from '../report/printed-plan.ts';
import type { NoteOptions } from './posting/note.ts';
import { refusalDiagnostics } from './planning/refused.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { reportsOf, type ReportOptions } from './files/pipeline-reports.ts';
import { readPlan } from './files/read-plan.ts';
import { openTerminal } from './terminal/terminal.ts';
import { explainError } from './terminal/explain-error.ts';
import { overPlans } from './files/taken-files.ts';
import { PLAN, unwritable } from './files/writable.ts';
import { writeOutput } from './files/write-output.ts';

export interface MergeOptions extends ReportOptions, PlanForm, Pick<NoteOptions, 'note'> {
  readonly out?: string;
  readonly detailedExitcode?: boolean;
}

/** Makes one plan, one report and one exit status of the plans of all shards. */
export function merge(files: readonly string[], options: MergeOptions): ExitStatus {
  const terminal = openTerminal(options);
  // A part that did not come about is no reason to make a plan without it.
  const read = files.map((file) => readPlan(file, 'see why its shard made no plan'));
  const problems = read.flatMap((one) => ('diagnostic' in one ? [one.diagnostic] : []));
  const parts = read.flatMap((one) => ('plan' in one ? [one] : []));
  const asked = [...reportsOf(options), ...(options.out === undefined ? [] : [{ file: options.out, ...PLAN }])];
  const taken = overPlans(
    parts.map(({ plan }) => plan),
    asked,
    options.record,
  );
  if (taken.length > 0) {
    terminal.diagnose(taken);
    return EXIT.failed;
  }
  const merged = problems.length > 0 ? undefined : mergePlans(parts.map(({ plan }) => plan));
  if (merged === undefined || 'problem' in merged) {
    terminal.diagnose(merged === undefined ? problems : [cannotMerge(merged)]);
    return EXIT.refused;
  }
  const plan = refusedTogether(merged.plan, kindsByName(allKinds));
  const reads = parts.reduce((sum, part) => sum + part.reads, 0);
  if (options.out !== undefined) {
    const trouble = savingTrouble(options.out, planJson(plan, reads), options);
    if (trouble.length > 0) {
      terminal.diagnose(trouble);
      return EXIT.failed;
    }
  }
  terminal.planned(plan, { reads });
  terminal.result(printedPlan(plan, reads, options, terminal, kindsByName(allKinds)));
  terminal.diagnose(refusalDiagnostics(plan.refusals ?? [], plan, 'warning'));
  return options.detailedExitcode && plan.changes.length > 0 ? EXIT.differs : EXIT.done;
}

/** Saves the plan; why it could not be. */
function savingTrouble(file: string, text: string, options: ReportOptions): readonly Diagnostic[] {
  const trouble = unwritable([{ file, ...PLAN }, ...reportsOf(options)]);
  if (trouble.length > 0) return trouble;
  try {
    writeOutput(file, PLAN.what, text);
    return [];
  } catch (error) {
    return [explainError(error)];
  }
}

function cannotMerge({ problem, remedy }: { readonly problem: string; readonly remedy: string }): Diagnostic {
  return { severity: 'error', code: 'cannot-merge', message: problem, remedy };
}
