import type { RequestContext } from '../http/request-context.ts';
import type { CiJobRow, PipelineRow } from './rows.ts';
import { openRepository } from '../git/repository.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { archiveOf } from './job-archive.ts';
import { commitEntity } from '../repository/entity-commit.ts';
import { basicPipeline } from './entity.ts';
import { basicProject, runnerEntity } from '../runners/entity.ts';
import { shownUser } from '../users/entity.ts';

/** A job without what belongs to builds alone (APIEntitiesCiJobBasic, 18.9). */
export function basicJob(context: RequestContext, job: CiJobRow): JsonObject {
  const { state, externalUrl } = context.platform;
  const pipeline = state.pipelines.get(job.pipeline_id);
  const project = state.projects.get(job.project_id);
  const user = job.user_id === null ? undefined : state.users.get(job.user_id);
  return {
    id: job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: pipeline?.ref ?? null,
    tag: pipeline?.tag ?? false,
    coverage: job.coverage,
    allow_failure: job.allow_failure,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    erased_at: job.erased_at,
    duration: spent(context, job.started_at, job.finished_at),
    queued_duration: spent(context, job.queued_at, job.started_at),
    user: user === undefined ? null : shownUser(context, user),
    commit: pipeline === undefined ? null : commitOf(context, pipeline),
    pipeline: pipeline === undefined ? null : basicPipeline(context, pipeline),
    // Only what failed has a reason.
    ...(job.status === 'failed' ? { failure_reason: job.failure_reason ?? 'script_failure' } : {}),
    web_url: `${externalUrl}/${project?.full_path ?? ''}/-/jobs/${job.id}`,
    project: { ci_job_token_scope_enabled: project?.attributes['ci_job_token_scope_enabled'] ?? false },
  };
}

/** A build with its artifacts and runner (APIEntitiesCiJob, 18.9). */
export function jobEntity(context: RequestContext, job: CiJobRow): JsonObject {
  const runner = job.runner_id === null ? undefined : context.platform.state.runners.get(job.runner_id);
  const archive = job.artifacts.length === 0 ? undefined : archiveOf(job.artifacts);
  return {
    ...basicJob(context, job),
    ...(archive === undefined ? {} : { artifacts_file: { filename: 'artifacts.zip', size: archive.length } }),
    artifacts: [
      ...(archive === undefined ? [] : [artifact('archive', archive.length, 'artifacts.zip', 'zip')]),
      ...(job.trace === null ? [] : [artifact('trace', Buffer.byteLength(job.trace), 'job.log', null)]),
    ],
    runner: runner === undefined ? null : runnerEntity(context, runner),
    runner_manager: null,
    artifacts_expire_at: job.artifacts_expire_at,
    archived: false,
    tag_list: job.tag_list.toSorted(),
  };
}

/** A job as its runner's list shows it, with its project (APIEntitiesCiJobBasicWithProject, 18.9). */
export function runnerJob(context: RequestContext, job: CiJobRow): JsonObject {
  const project = context.platform.state.projects.get(job.project_id);
  return { ...basicJob(context, job), project: project === undefined ? null : basicProject(context, project) };
}

/** A bridge with the pipeline that it started (APIEntitiesCiBridge, 18.9). */
export function bridgeEntity(context: RequestContext, job: CiJobRow): JsonObject {
  const { pipelines } = context.platform.state;
  const downstream = job.downstream_pipeline_id === null ? undefined : pipelines.get(job.downstream_pipeline_id);
  return {
    ...basicJob(context, job),
    downstream_pipeline: downstream === undefined ? null : basicPipeline(context, downstream),
  };
}

/** Any job in its own form. */
export function anyJob(context: RequestContext, job: CiJobRow): JsonObject {
  return job.kind === 'build' ? jobEntity(context, job) : bridgeEntity(context, job);
}

function artifact(type: string, size: number, filename: string, format: string | null): JsonObject {
  return { file_type: type, size, filename, file_format: format };
}

/** Seconds from one moment to another, or to now while the second has not come. */
function spent(context: RequestContext, from: string | null, to: string | null): number | null {
  if (from === null) return null;
  const end = to === null ? context.platform.clock.now().getTime() : Date.parse(to);
  return (end - Date.parse(from)) / 1000;
}

function commitOf(context: RequestContext, pipeline: PipelineRow): Json {
  const { state } = context.platform;
  const project = state.projects.get(pipeline.project_id);
  const commit = openRepository(state, pipeline.project_id).commit(pipeline.sha);
  return project === undefined || commit === undefined
    ? null
    : commitEntity(context, project, { sha: pipeline.sha, commit });
}
