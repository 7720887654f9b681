import type { EndedRun } from '../../../src/report/pipeline/run-record.ts';

const AT = '2026-11-25T22:10:00.000Z';

/** A run in which a test states only what matters to it. */
export function endedRun(partial: Partial<EndedRun>): EndedRun {
  return { command: 'plan', diagnostics: [], isDone: true, path: 'config', endedAt: AT, version: '1.2.3', ...partial };
}
