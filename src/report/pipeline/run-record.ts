import type { Diagnostic } from '../../base/diagnostic.ts';
import type { Plan, Touch } from '../../model.ts';
import type { Outcome } from '../../outcome.ts';

/** The commands of which reports are made; showing and merging plans is like making one. */
export type ReportedCommand = 'validate' | 'plan' | 'apply' | 'drift';

/** What is known of a plan beside what is in it. */
export interface Looked {
  /** How many requests it took to look at the instance. */
  readonly reads: number;
  /** Who touched what has drifted, by its address. */
  readonly who?: ReadonlyMap<string, Touch>;
  /** Which sections nobody declares, so that nothing in them was looked at: one sentence. */
  readonly unwatched?: string | undefined;
}

/** What a run has told so far, which the reports for a pipeline are made of. */
export interface RunRecord {
  readonly command: ReportedCommand;
  readonly diagnostics: Diagnostic[];
  /** Set once there is one; after `drift` it holds what differs. */
  plan?: Plan;
  looked?: Looked;
  /** Set once an apply has begun. */
  outcomes?: readonly Outcome[];
  /** Files in which no report is to be written after all: they are for something else. */
  barred?: readonly string[];
}

/** A run that is over. */
export interface EndedRun extends Readonly<RunRecord> {
  /** Whether it did all that it was asked for; where something differs, that is no failure of the run. */
  readonly isDone: boolean;
  /** The file or folder of the configuration, for what has no place of its own. */
  readonly path: string;
  /** When it ended, ISO 8601. */
  readonly endedAt: string;
  /** That of this program. */
  readonly version: string;
}

/** All that was said of a run, each once: a plan has its own warnings, and what is told with it. */
export function saidOf({ diagnostics, plan }: Pick<RunRecord, 'diagnostics' | 'plan'>): readonly Diagnostic[] {
  return [...new Set([...(plan?.diagnostics ?? []), ...diagnostics])];
}

/** Whether it keeps a plan from being applied: an error, or a guard that is yet to be waived. */
export function isBarrier({ severity, code }: Diagnostic): boolean {
  return severity === 'error' || code.startsWith('guard-');
}
