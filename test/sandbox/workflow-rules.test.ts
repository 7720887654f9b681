import { expect, test } from 'vitest';
import { planPipeline } from '../../src/sandbox/ci/config.ts';
import type { PipelineSource } from '../../src/sandbox/ci/rows.ts';

function jobsOf(text: string, source: PipelineSource): readonly string[] {
  const variables = { CI_PIPELINE_SOURCE: source };
  const planned = planPipeline(text, { ref: 'main', tag: false, source, variables, hasFile: () => true });
  return planned.kind === 'jobs' ? planned.jobs.map(({ name }) => name) : [];
}

const jobs = `
plain: { script: [true] }
but: { script: [true], except: [merge_requests] }
here: { script: [true], only: [branches] }
`;

test('a job without rules stays out of the pipeline of a merge request', () => {
  expect(jobsOf(jobs, 'push')).toEqual(['plain', 'but', 'here']);
  expect(jobsOf(jobs, 'merge_request_event')).toEqual([]);
});

test('and joins it where the configuration has workflow:rules, as far as it says nothing else itself', () => {
  const rules = "workflow: { rules: [{ if: '$CI_PIPELINE_SOURCE' }] }";
  expect(jobsOf(`${rules}\n${jobs}`, 'push')).toEqual(['plain', 'but', 'here']);
  expect(jobsOf(`${rules}\n${jobs}`, 'merge_request_event')).toEqual(['plain']);
  expect(jobsOf(`workflow: { name: a }\n${jobs}`, 'merge_request_event')).toEqual([]);
});
