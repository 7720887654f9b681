import type { EndedRun } from '../../../src/report/pipeline/run-record.ts';

/** A run in which a test states only what matters to it. */
export function endedRun(partial: Partial<EndedRun>): EndedRun {
  return { command: 'plan', diagnostics: [], isDone: true, path: 'config', version: '1.2.3', ...partial };
}
