import type { LiveEntry, Plan, World } from '../../model.ts';
import type { Traces } from '../apply/own-work.ts';
import type { PlanOptions } from '../plan/plan-options.ts';
import type { UndoEntry } from './undo.ts';

/** The plan of an undo, with what it was made from and what earlier runs have done. */
export interface PlannedUndo {
  readonly changes: Plan['changes'];
  readonly world: World;
  readonly earlier: Pick<PlanOptions, 'madeBefore'>;
  readonly traces: Traces;
}

/** Whether an earlier run of this undo, which did not come to its end, has made what has this number. */
export function isMadeByUndo(
  { address }: UndoEntry,
  id: LiveEntry['id'],
  { earlier, traces }: Pick<PlannedUndo, 'earlier' | 'traces'>,
): boolean {
  return id !== undefined && (earlier.madeBefore(address, id) || traces.work.get(address)?.object === id);
}
