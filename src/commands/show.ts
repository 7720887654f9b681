import { printedPlan, type PlanForm } from '../report/printed-plan.ts';
import { reportsOf, type ReportOptions } from './files/pipeline-reports.ts';
import { readPlan } from './files/read-plan.ts';
import { overPlans } from './files/taken-files.ts';
import { refusalDiagnostics } from './planning/refused.ts';
import { EXIT, type ExitStatus } from './terminal/exit-status.ts';
import { openTerminal } from './terminal/terminal.ts';
import { kindsByName } from '../engine/kinds.ts';
import { kinds } from '../kinds/index.ts';

export interface ShowOptions extends ReportOptions, PlanForm {
  readonly detailedExitcode?: boolean;
}

/** Prints a saved plan, as `plan` printed it, without asking any instance. */
export function show(file: string, options: ShowOptions): ExitStatus {
  const terminal = openTerminal(options);
  const read = readPlan(file, 'name a file that `keelson plan --out FILE` has written');
  if ('diagnostic' in read) {
    terminal.diagnose([read.diagnostic]);
    return EXIT.failed;
  }
  const { plan, reads } = read;
  const taken = overPlans([plan], reportsOf(options), options.record);
  if (taken.length > 0) {
    terminal.diagnose(taken);
    return EXIT.failed;
  }
  terminal.planned(plan, { reads });
  terminal.result(printedPlan(plan, reads, options, terminal, kindsByName(kinds)));
  terminal.diagnose(refusalDiagnostics(plan.refusals ?? [], plan, 'warning'));
  return options.detailedExitcode && plan.changes.length > 0 ? EXIT.differs : EXIT.done;
}
