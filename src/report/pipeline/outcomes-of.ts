import type { Outcome } from '../../outcome.ts';
import { saidOf, type EndedRun } from './run-record.ts';

/**
 * What became of each change of an apply: where it never began, nothing was attempted, for the reason that was told first. Undefined of
 * other commands, which change nothing, and of a run that came to no plan.
 */
export function outcomesOf(run: EndedRun): readonly Outcome[] | undefined {
  const { command, plan, outcomes } = run;
  if (outcomes !== undefined || command !== 'apply' || plan === undefined) return outcomes;
  const because = whyNothing(run);
  return plan.changes.map((change) => ({ change, status: 'not-attempted', because }));
}

function whyNothing(run: EndedRun): string {
  const [first, ...more] = saidOf(run).filter(({ severity }) => severity === 'error');
  if (first === undefined) return 'nothing was applied';
  return `nothing was applied: ${first.message}${more.length === 0 ? '' : `, and ${more.length} more`}`;
}
