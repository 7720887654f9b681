import type { Call } from '../call.ts';
import type { CiJobRow, PipelineRow } from '../ci-rows.ts';
import { openRepository } from '../git/repository.ts';
import type { Json, JsonObject } from '../json.ts';
import { archiveOf } from '../job-archive.ts';
import { commitEntity } from './commit.ts';
import { basicPipeline } from './pipeline.ts';
import { basicProject, runnerEntity } from './runner.ts';
import { shownUser } from './user.ts';

/** A job without what belongs to builds alone (APIEntitiesCiJobBasic, 18.9). */
export function basicJob(call: Call, job: CiJobRow): JsonObject {
  const { state, externalUrl } = call.world;
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
    duration: spent(call, job.started_at, job.finished_at),
    queued_duration: spent(call, job.queued_at, job.started_at),
    user: user === undefined ? null : shownUser(call, user),
    commit: pipeline === undefined ? null : commitOf(call, pipeline),
    pipeline: pipeline === undefined ? null : basicPipeline(call, pipeline),
    // Only what failed has a reason.
    ...(job.status === 'failed' ? { failure_reason: job.failure_reason ?? 'script_failure' } : {}),
    web_url: `${externalUrl}/${project?.full_path ?? ''}/-/jobs/${job.id}`,
    project: { ci_job_token_scope_enabled: project?.attributes['ci_job_token_scope_enabled'] ?? false },
  };
}

/** A build with its artifacts and runner (APIEntitiesCiJob, 18.9). */
export function jobEntity(call: Call, job: CiJobRow): JsonObject {
  const runner = job.runner_id === null ? undefined : call.world.state.runners.get(job.runner_id);
  const archive = job.artifacts.length === 0 ? undefined : archiveOf(job.artifacts);
  return {
    ...basicJob(call, job),
    ...(archive === undefined ? {} : { artifacts_file: { filename: 'artifacts.zip', size: archive.length } }),
    artifacts: [
      ...(archive === undefined ? [] : [artifact('archive', archive.length, 'artifacts.zip', 'zip')]),
      ...(job.trace === null ? [] : [artifact('trace', Buffer.byteLength(job.trace), 'job.log', null)]),
    ],
    runner: runner === undefined ? null : runnerEntity(call, runner),
    runner_manager: null,
    artifacts_expire_at: job.artifacts_expire_at,
    archived: false,
    tag_list: job.tag_list.toSorted(),
  };
}

/** A job as its runner's list shows it, with its project (APIEntitiesCiJobBasicWithProject, 18.9). */
export function runnerJob(call: Call, job: CiJobRow): JsonObject {
  const project = call.world.state.projects.get(job.project_id);
  return { ...basicJob(call, job), project: project === undefined ? null : basicProject(call, project) };
}

/** A bridge with the pipeline that it started (APIEntitiesCiBridge, 18.9). */
export function bridgeEntity(call: Call, job: CiJobRow): JsonObject {
  const { pipelines } = call.world.state;
  const downstream = job.downstream_pipeline_id === null ? undefined : pipelines.get(job.downstream_pipeline_id);
  return {
    ...basicJob(call, job),
    downstream_pipeline: downstream === undefined ? null : basicPipeline(call, downstream),
  };
}

/** Any job in its own form. */
export function anyJob(call: Call, job: CiJobRow): JsonObject {
  return job.kind === 'build' ? jobEntity(call, job) : bridgeEntity(call, job);
}

function artifact(type: string, size: number, filename: string, format: string | null): JsonObject {
  return { file_type: type, size, filename, file_format: format };
}

/** Seconds from one moment to another, or to now while the second has not come. */
function spent(call: Call, from: string | null, to: string | null): number | null {
  if (from === null) return null;
  const end = to === null ? call.world.clock.now().getTime() : Date.parse(to);
  return (end - Date.parse(from)) / 1000;
}

function commitOf(call: Call, pipeline: PipelineRow): Json {
  const { state } = call.world;
  const project = state.projects.get(pipeline.project_id);
  const commit = openRepository(state, pipeline.project_id).commit(pipeline.sha);
  return project === undefined || commit === undefined
    ? null
    : commitEntity(call, project, { sha: pipeline.sha, commit });
}
