import type { Call } from './call.ts';
import type { CiJobRow } from './ci-rows.ts';
import { isCancelable, settlePipeline } from './ci-status.ts';
import { timestamp } from './clock.ts';

/** Runs a job again: a new one of the same name takes its place and waits for a runner. */
export function rerun(call: Call, job: CiJobRow): CiJobRow {
  const { state, clock } = call.world;
  const now = timestamp(clock);
  state.ciJobs.update(job, { retried: true });
  return state.ciJobs.insert({
    ...job,
    status: 'pending',
    coverage: null,
    user_id: call.user?.id ?? null,
    runner_id: null,
    failure_reason: null,
    retried: false,
    created_at: now,
    queued_at: now,
    started_at: null,
    finished_at: null,
    erased_at: null,
    trace: null,
    artifacts: [],
    artifacts_expire_at: null,
    tests: [],
    tests_error: null,
    downstream_pipeline_id: null,
  });
}

/** Cancels a job that has not come to its end; one that has stays as it is. */
export function cancel(call: Call, job: CiJobRow): void {
  if (!isCancelable(job.status)) return;
  call.world.state.ciJobs.update(job, { status: 'canceled', finished_at: timestamp(call.world.clock) });
}

/** Brings the pipeline of a job in line with its jobs. */
export function settlePipelineOf(call: Call, job: CiJobRow): void {
  const pipeline = call.world.state.pipelines.get(job.pipeline_id);
  if (pipeline !== undefined) settlePipeline(call.world, pipeline);
}
