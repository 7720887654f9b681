import type { RequestContext } from '../http/request-context.ts';
import type { CiJobRow, PipelineRow } from './rows.ts';
import { isCancelable, settlePipeline } from './status.ts';
import { timestamp } from '../store/clock.ts';

/** What a job has before it has run: nothing. */
const NOT_RUN = {
  coverage: null,
  runner_id: null,
  failure_reason: null,
  retried: false,
  queued_at: null,
  started_at: null,
  finished_at: null,
  erased_at: null,
  trace: null,
  artifacts: [],
  artifacts_expire_at: null,
  tests: [],
  tests_error: null,
  downstream_pipeline_id: null,
} as const;

/** What tells a new job from others. */
export type NewJob = Pick<CiJobRow, 'kind' | 'name' | 'stage' | 'status' | 'user_id'> &
  Partial<Pick<CiJobRow, 'allow_failure' | 'tag_list' | 'external'>>;

/** Adds a job to a pipeline; one that is pending waits in the queue from now on. */
export function insertJob(
  { platform: { state, clock } }: RequestContext,
  pipeline: PipelineRow,
  job: NewJob,
): CiJobRow {
  const now = timestamp(clock);
  return state.ciJobs.insert({
    ...NOT_RUN,
    project_id: pipeline.project_id,
    pipeline_id: pipeline.id,
    allow_failure: false,
    tag_list: [],
    artifacts_public: true,
    variables: [],
    created_at: now,
    ...job,
    queued_at: job.status === 'pending' ? now : null,
  });
}

/** Runs a job again: a new one of the same name takes its place and waits for a runner. */
export function rerun(context: RequestContext, job: CiJobRow): CiJobRow {
  const { state, clock } = context.platform;
  const now = timestamp(clock);
  state.ciJobs.update(job, { retried: true });
  return state.ciJobs.insert({
    ...job,
    ...NOT_RUN,
    status: 'pending',
    user_id: context.user?.id ?? null,
    created_at: now,
    queued_at: now,
  });
}

/** Cancels a job that has not come to its end; one that has stays as it is. */
export function cancel(context: RequestContext, job: CiJobRow): void {
  if (!isCancelable(job.status)) return;
  context.platform.state.ciJobs.update(job, { status: 'canceled', finished_at: timestamp(context.platform.clock) });
}

/** Brings the pipeline of a job in line with its jobs. */
export function settlePipelineOf(context: RequestContext, job: CiJobRow): void {
  const pipeline = context.platform.state.pipelines.get(job.pipeline_id);
  if (pipeline !== undefined) settlePipeline(context.platform, pipeline);
}
