import { planText } from '../../report/plan-text.ts';
import type { CarryOutOptions } from './carry-out-options.ts';
import { carryOut } from './carry-out.ts';
import type { Planned } from '../planning/make-plan.ts';
import { refusalDiagnostics } from '../planning/refused.ts';
import type { Connection } from '../session/connect.ts';
import { EXIT, type ExitStatus } from '../terminal/exit-status.ts';
import { interruptible } from '../terminal/interrupt.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { undoingOf } from '../undo/undoing.ts';
import { kindsByName } from '../../engine/kinds.ts';
import { kinds } from '../../kinds/index.ts';

/** Shows a plan that was made a moment ago, and carries it out where no guard refuses it and somebody agrees. */
export async function showAndCarryOut(
  planned: Planned,
  connection: Connection,
  terminal: Terminal,
  options: CarryOutOptions,
): Promise<ExitStatus> {
  const { plan } = planned;
  terminal.planned(plan, { reads: connection.counts.reads });
  const { refusals = [] } = plan;
  if (!options.json) {
    const { verbose = false } = options;
    const { paint, columns } = terminal;
    terminal.result(planText(plan, connection.counts.reads, { paint, columns, verbose, kinds: kindsByName(kinds) }));
    // What becomes of it is printed below.
    if (plan.changes.length > 0 && refusals.length === 0) terminal.result('\n');
  }
  if (refusals.length > 0) {
    terminal.diagnose(refusalDiagnostics(refusals, plan, 'error'));
    return EXIT.refused;
  }
  const undoing = await interruptible(() => undoingOf(options.undo, planned, connection, terminal));
  const age = options.autoApprove ? 'just made' : 'looked at';
  return carryOut({ plan, age, undoing }, connection, terminal, options);
}
