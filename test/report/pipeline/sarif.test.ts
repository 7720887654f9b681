import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { isSarif, sarif } from '../../../src/report/pipeline/sarif.ts';
import { samplePlan } from '../sample-plan.ts';
import { endedRun, mixedOutcomes } from './ended-run.ts';

test('what was said, each with its rule and its place', () => {
  const text = sarif(
    endedRun({
      plan: samplePlan,
      isDone: false,
      diagnostics: [
        {
          severity: 'error',
          code: 'unknown-key',
          message: '`nam` is no key',
          place: { file: 'a b/ü.yaml', line: 3, column: 5, length: 3 },
        },
        { severity: 'warning', code: 'guard-own-access', message: 'alice would lose access' },
      ],
    }),
  );
  const [run] = (JSON.parse(text) as Log).runs;
  expect(run?.invocations).toEqual([{ executionSuccessful: false }]);
  expect(run?.tool.driver.rules?.map(({ id }) => id)).toEqual(['guard-own-access', 'last-owner-ends', 'unknown-key']);
  expect(run?.results?.map(({ ruleId, ruleIndex, level }) => [ruleId, ruleIndex, level])).toEqual([
    ['last-owner-ends', 1, 'warning'],
    ['unknown-key', 2, 'error'],
    ['guard-own-access', 0, 'error'],
  ]);
  expect(run?.results?.[1]?.locations).toEqual([
    {
      physicalLocation: {
        artifactLocation: { uri: 'a%20b/%C3%BC.yaml' },
        region: { startLine: 3, startColumn: 5, endColumn: 8 },
      },
    },
  ]);
  expect(isSarif(text)).toBe(true);
  expect(isSarif(sarif(endedRun({})))).toBe(true);
  expect(isSarif('{"version": "2.1.0", "runs": []}')).toBe(false);
});

test('what an apply has not done of its plan, each at its line, and nothing of what is done', () => {
  const results = (more: Parameters<typeof endedRun>[0]) =>
    (JSON.parse(sarif(endedRun({ command: 'apply', plan: samplePlan, ...more }))) as Log).runs[0]?.results?.map(
      ({ ruleId, level, message, locations }) => [
        ruleId,
        level,
        message.text,
        locations?.[0]?.physicalLocation?.region?.startLine,
      ],
    );
  expect(results({ outcomes: mixedOutcomes, isDone: false })?.slice(1)).toEqual([
    [
      'change-failed',
      'error',
      'create group[a]/hook[ci]: GitLab refuses it; POST /groups/a/hooks answered 422; GitLab says: Url is blocked.',
      2,
    ],
    ['change-stale', 'error', 'update group[b]: it is not there any more.', 3],
    [
      'change-accepted-in-part',
      'warning',
      'create group[c]: GitLab took the call, and its answer does not show file_template, which needs a licence: not accepted.',
      4,
    ],
    ['change-not-attempted', 'warning', 'delete group[a]/member[bob]: the run was stopped.', 5],
  ]);
  expect(results({ isDone: false })?.slice(1)).toEqual(
    samplePlan.changes.map(({ address, action, place }) => [
      'change-not-attempted',
      'warning',
      `${action} ${address}: nothing was applied.`,
      place?.line,
    ]),
  );
});
