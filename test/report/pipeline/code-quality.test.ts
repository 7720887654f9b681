import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../../../src/base/diagnostic.ts';
import { codeQuality, isCodeQuality, type CodeQualityFinding } from '../../../src/report/pipeline/code-quality.ts';
import { change, plan, samplePlan } from '../sample-plan.ts';
import { endedRun, mixedOutcomes } from './ended-run.ts';

const found = (text: string): readonly CodeQualityFinding[] => JSON.parse(text) as readonly CodeQualityFinding[];

const duplicate = (line: number): Diagnostic => ({
  severity: 'error',
  code: 'duplicate',
  message: 'hook "ci" is declared twice',
  place: { file: './config/a.yaml', line, column: 3 },
  remedy: 'remove one of the two',
});

describe('findings of code quality', () => {
  test('each change and each word stands at its line', () => {
    const findings = found(codeQuality(endedRun({ plan: samplePlan, diagnostics: [duplicate(7)] })));
    expect(findings.map(({ check_name, severity, location }) => [check_name, severity, location.lines.begin])).toEqual([
      ['keelson-last-owner-ends', 'minor', 13],
      ['keelson-duplicate', 'blocker', 7],
      ['keelson-update', 'info', 4],
      ['keelson-create', 'info', 9],
      ['keelson-replace', 'major', 17],
      ['keelson-update', 'info', 21],
      ['keelson-update', 'info', 14],
      ['keelson-update', 'info', 30],
      ['keelson-delete', 'major', 15],
    ]);
    expect(findings[1]?.location.path).toBe('config/a.yaml');
    expect(findings[1]?.description).toBe('hook "ci" is declared twice (remove one of the two)');
    expect(findings[2]?.description).toBe('Plan: update instance/settings: signup_enabled, default_project_visibility');
  });

  test('after an apply what is done is none, and the rest is told with what became of it', () => {
    const run = endedRun({ command: 'apply', plan: plan({}), outcomes: mixedOutcomes, isDone: false });
    expect(
      found(codeQuality(run)).map(({ check_name, severity, description, location }) => [
        ...[check_name, severity, description, location.lines.begin],
      ]),
    ).toEqual([
      [
        'keelson-failed',
        'blocker',
        'Failed: create group[a]/hook[ci]: GitLab refuses it; POST /groups/a/hooks answered 422; GitLab says: Url is blocked',
        2,
      ],
      ['keelson-stale', 'critical', 'Stale: update group[b]: it is not there any more', 3],
      [
        'keelson-accepted-in-part',
        'major',
        'Accepted in part: create group[c]: GitLab took the call, and its answer does not show file_template, which needs a licence: not accepted',
        4,
      ],
      ['keelson-not-attempted', 'minor', 'Not attempted: delete group[a]/member[bob]: the run was stopped', 5],
    ]);
  });

  test('a fingerprint stays when a line moves, and two that are alike have two', () => {
    const prints = (...lines: readonly number[]): readonly string[] =>
      found(codeQuality(endedRun({ diagnostics: lines.map(duplicate) }))).map(({ fingerprint }) => fingerprint);
    expect(prints(7, 9)).toEqual(prints(8, 30));
    expect(new Set(prints(7, 9)).size).toBe(2);
  });

  test('what has no line is shown at the first one of the configuration', () => {
    const pruned = plan({ changes: [change({ address: 'group[a]/member[eve]', action: 'delete' })] });
    expect(found(codeQuality(endedRun({ plan: pruned, path: './keelson.yaml' })))[0]?.location).toEqual({
      path: 'keelson.yaml',
      lines: { begin: 1 },
    });
  });

  test('a text is known as such a report, and others are not', () => {
    expect(isCodeQuality(codeQuality(endedRun({})))).toBe(true);
    expect(isCodeQuality(codeQuality(endedRun({ plan: samplePlan })))).toBe(true);
    expect(isCodeQuality('["glpat-x"]')).toBe(false);
    expect(isCodeQuality('[{"description": "of another linter", "check_name": "semi"}]')).toBe(false);
  });
});
