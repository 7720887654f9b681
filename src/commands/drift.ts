import { driftText } from '../report/drift-text.ts';
import { planJson } from '../report/plan-json.ts';
import { EXIT, type ExitStatus } from './exit-status.ts';
import { statusWithoutPlan } from './forecasting.ts';
import type { PlanningOptions } from './options.ts';
import { makePlan } from './planning.ts';
import { withConfiguration } from './session.ts';
import { whoChanged } from '../engine/who-changed.ts';

/** Shows what has changed behind the repository's back, and who did it where the audit events tell. */
export async function drift(path: string | undefined, options: PlanningOptions): Promise<ExitStatus> {
  return withConfiguration(path, options, async (desired, connection, terminal) => {
    const made = await makePlan(desired, connection, options, new Set(), terminal);
    if (!('plan' in made)) {
      terminal.progress.end();
      terminal.diagnose(made);
      return statusWithoutPlan(made);
    }
    const { plan, kinds } = made;
    const who = options.json ? new Map<string, never>() : await whoChanged(plan, connection.client, kinds);
    terminal.progress.end();
    const { verbose = false } = options;
    terminal.result(
      options.json ? planJson(plan, connection.counts.reads) : driftText(plan, { paint: terminal.paint, verbose }, who),
    );
    return plan.changes.length > 0 ? EXIT.differs : EXIT.done;
  });
}
