import { expect, test } from 'vitest';
import { isTerraformReport, terraformReport } from '../../../src/report/pipeline/terraform-report.ts';
import { samplePlan } from '../sample-plan.ts';
import { endedRun } from './ended-run.ts';

test('a replacement is one to create and one to delete', () => {
  const text = terraformReport(endedRun({ plan: samplePlan }));
  expect(JSON.parse(text)).toEqual({ create: 2, update: 4, delete: 2 });
  expect(isTerraformReport(text)).toBe(true);
});

test('where there is no plan, it has no counts: GitLab says that it failed', () => {
  expect(terraformReport(endedRun({ isDone: false }))).toBe('{}\n');
  expect(isTerraformReport('{}\n')).toBe(true);
  expect(isTerraformReport('{"token":"x"}')).toBe(false);
});
