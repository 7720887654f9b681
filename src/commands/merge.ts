import { readFileSync } from 'node:fs';
import type { Diagnostic } from '../base/diagnostic.ts';
import { mergePlans } from '../engine/parts/merge-plans.ts';
import type { Plan } from '../model.ts';
import { parsePlan } from '../report/parse-plan.ts';
import { planJson } from '../report/plan-json.ts';
import { planMarkdown } from '../report/plan-markdown.ts';
import { planText } from '../report/plan-text.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { openTerminal, type TerminalOptions } from './terminal/terminal.ts';
import { explainError } from './terminal/explain-error.ts';
import { PLAN, unwritable } from './files/writable.ts';
import { writeOutput } from './files/write-output.ts';

export interface MergeOptions extends TerminalOptions {
  readonly out?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly verbose?: boolean;
  readonly detailedExitcode?: boolean;
}

/** Makes one plan, one report and one exit status of the plans of all shards. */
export function merge(files: readonly string[], options: MergeOptions): ExitStatus {
  const terminal = openTerminal(options);
  const read = files.map(readPlan);
  const problems = read.flatMap((one) => ('diagnostic' in one ? [one.diagnostic] : []));
  const parts = read.flatMap((one) => ('plan' in one ? [one] : []));
  const merged = problems.length > 0 ? undefined : mergePlans(parts.map(({ plan }) => plan));
  if (merged === undefined || 'problem' in merged) {
    terminal.diagnose(merged === undefined ? problems : [cannotMerge(merged)]);
    return EXIT.refused;
  }
  const { plan } = merged;
  const reads = parts.reduce((sum, part) => sum + part.reads, 0);
  if (options.out !== undefined) {
    const trouble = savingTrouble(options.out, planJson(plan, reads));
    if (trouble.length > 0) {
      terminal.diagnose(trouble);
      return EXIT.failed;
    }
  }
  const { json, markdown, verbose = false } = options;
  if (json) terminal.result(planJson(plan, reads));
  else if (markdown) terminal.result(planMarkdown(plan, reads));
  else terminal.result(planText(plan, reads, { paint: terminal.paint, verbose }));
  return options.detailedExitcode && plan.changes.length > 0 ? EXIT.differs : EXIT.done;
}

/** Saves the plan; why it could not be. */
function savingTrouble(file: string, text: string): readonly Diagnostic[] {
  const trouble = unwritable([{ file, ...PLAN }]);
  if (trouble.length > 0) return trouble;
  try {
    writeOutput(file, PLAN.what, text);
    return [];
  } catch (error) {
    return [explainError(error)];
  }
}

type ReadPlan = { readonly plan: Plan; readonly reads: number } | { readonly diagnostic: Diagnostic };

function readPlan(file: string): ReadPlan {
  try {
    const parsed = parsePlan(readFileSync(file, 'utf8'));
    return 'plan' in parsed
      ? parsed
      : { diagnostic: { ...parsed.diagnostic, message: `${file}: ${parsed.diagnostic.message}` } };
  } catch (error) {
    // A part that did not come about is no reason to make a plan without it.
    const why = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    const message = `the plan file ${file} cannot be read${why}`;
    return {
      diagnostic: { severity: 'error', code: 'no-plan-file', message, remedy: 'see why its shard made no plan' },
    };
  }
}

function cannotMerge({ problem, remedy }: { readonly problem: string; readonly remedy: string }): Diagnostic {
  return { severity: 'error', code: 'cannot-merge', message: problem, remedy };
}
