import type { Change } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';
import { outcomeLines } from '../outcome-text.ts';
import { wasDropped } from '../totals.ts';

/** In which way a change was not carried out, or not all of it. */
export type Undone = 'failed' | 'stale' | 'not-accepted' | 'accepted-in-part' | 'not-attempted';

/** A change that an apply was to carry out and did not, or not all of it, with all that is told of it. */
export interface LeftUndone {
  readonly change: Change;
  readonly how: Undone;
  /** One sentence first, and what belongs to it. */
  readonly lines: readonly string[];
}

/** What is left of a change after an apply; undefined where it is done. */
export function leftUndone(outcome: Outcome): LeftUndone | undefined {
  const { change, status } = outcome;
  const lines = outcomeLines(outcome);
  if (status !== 'done') return { change, how: status, lines };
  if (outcome.unshown === undefined) return undefined;
  return { change, how: wasDropped(outcome) ? 'not-accepted' : 'accepted-in-part', lines };
}
