import type { RequestContext } from '../http/request-context.ts';
import { currentJobs } from './status.ts';
import type { CiJobRow, PipelineRow, TestCase } from './rows.ts';
import type { JsonObject } from '../store/json.ts';

/** The jobs of a pipeline that reported tests, by name: each name is a suite. */
function suitesOf(context: RequestContext, pipeline: PipelineRow): ReadonlyMap<string, readonly CiJobRow[]> {
  const suites = new Map<string, CiJobRow[]>();
  for (const job of currentJobs(context.platform, pipeline)) {
    if (job.tests.length === 0 && job.tests_error === null) continue;
    suites.set(job.name, [...(suites.get(job.name) ?? []), job]);
  }
  return suites;
}

function counters(cases: readonly TestCase[]): JsonObject {
  const count = (status: TestCase['status']) => cases.filter((one) => one.status === status).length;
  return {
    total_time: cases.reduce((sum, one) => sum + one.execution_time, 0),
    total_count: cases.length,
    success_count: count('success'),
    failed_count: count('failed'),
    skipped_count: count('skipped'),
    error_count: count('error'),
  };
}

/** All tests of a pipeline (TestReportEntity, 18.9). */
export function testReport(context: RequestContext, pipeline: PipelineRow): JsonObject {
  const suites = [...suitesOf(context, pipeline)];
  const all = suites.flatMap(([, jobs]) => jobs.flatMap((job) => job.tests));
  return {
    ...counters(all),
    test_suites: suites.map(([name, jobs]) => {
      const cases = jobs.flatMap((job) => job.tests);
      return { name, ...counters(cases), suite_error: errorOf(jobs), test_cases: cases.map((one) => ({ ...one })) };
    }),
  };
}

/** The numbers alone (TestReportSummaryEntity, 18.9). */
export function testReportSummary(context: RequestContext, pipeline: PipelineRow): JsonObject {
  const suites = [...suitesOf(context, pipeline)];
  const total = counters(suites.flatMap(([, jobs]) => jobs.flatMap((job) => job.tests)));
  return {
    total: {
      time: total['total_time'],
      count: total['total_count'],
      success: total['success_count'],
      failed: total['failed_count'],
      skipped: total['skipped_count'],
      error: total['error_count'],
      suite_error: errorOf(suites.flatMap(([, jobs]) => jobs)),
    },
    test_suites: suites.map(([name, jobs]) => ({
      name,
      ...counters(jobs.flatMap((job) => job.tests)),
      build_ids: jobs.map((job) => job.id),
      suite_error: errorOf(jobs),
    })),
  };
}

function errorOf(jobs: readonly CiJobRow[]): string | null {
  return jobs.find((job) => job.tests_error !== null)?.tests_error ?? null;
}
