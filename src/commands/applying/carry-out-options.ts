import type { PlanningOptions } from '../session/options.ts';

/** What may be said of how a plan is carried out. */
export interface CarryOutOptions extends PlanningOptions {
  readonly autoApprove?: boolean;
  readonly onStale: 'stop' | 'skip';
  /** The file that is to bring back what was live. */
  readonly undo?: string;
}

/** A plan that somebody has looked at may have been overtaken meanwhile; a saved one is not printed in this run. */
export type PlanAge = 'just made' | 'looked at' | 'saved';
