import type { Outcome } from '../../../src/outcome.ts';
import type { EndedRun } from '../../../src/report/pipeline/run-record.ts';
import { change } from '../sample-plan.ts';

const AT = '2026-11-25T22:10:00.000Z';

/** A run in which a test states only what matters to it. */
export function endedRun(partial: Partial<EndedRun>): EndedRun {
  return { command: 'plan', diagnostics: [], isDone: true, path: 'config', endedAt: AT, version: '1.2.3', ...partial };
}

const at = (line: number) => ({ place: { file: 'config/a.yaml', line, column: 3 } });

/** An apply of which each change has ended in another way. */
export const mixedOutcomes: readonly Outcome[] = [
  { change: change({ address: 'group[a]', action: 'update', ...at(1) }), status: 'done' },
  {
    change: change({ address: 'group[a]/hook[ci]', action: 'create', ...at(2) }),
    status: 'failed',
    failure: {
      code: 'refused',
      message: 'GitLab refuses it',
      call: { method: 'POST', path: '/groups/a/hooks' },
      status: 422,
      serverMessage: 'Url is blocked',
    },
  },
  {
    change: change({ address: 'group[b]', action: 'update', ...at(3) }),
    status: 'stale',
    overtaken: { code: 'gone' },
  },
  {
    change: change({ address: 'group[c]', action: 'create', ...at(4) }),
    status: 'done',
    unshown: ['file_template'],
  },
  {
    change: change({ address: 'group[a]/member[bob]', action: 'delete', ...at(5) }),
    status: 'not-attempted',
    because: 'the run was stopped',
  },
];
