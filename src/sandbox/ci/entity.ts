import type { RequestContext } from '../http/request-context.ts';
import { currentJobs } from './status.ts';
import type { CiState, PipelineRow } from './rows.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { basicUser } from '../users/entity.ts';

function pathOf(context: RequestContext, pipeline: PipelineRow): string {
  const project = context.platform.state.projects.get(pipeline.project_id);
  return `/${project?.full_path ?? ''}/-/pipelines/${pipeline.id}`;
}

/** A pipeline inside other objects (APIEntitiesCiPipelineBasic, 18.9). */
export function basicPipeline(context: RequestContext, pipeline: PipelineRow): JsonObject {
  return {
    id: pipeline.id,
    iid: pipeline.iid,
    project_id: pipeline.project_id,
    sha: pipeline.sha,
    ref: pipeline.ref,
    status: pipeline.status,
    source: pipeline.source,
    created_at: pipeline.created_at,
    updated_at: pipeline.updated_at,
    web_url: `${context.platform.externalUrl}${pathOf(context, pipeline)}`,
  };
}

/** A pipeline as lists show it, with its name. */
export function listedPipeline(context: RequestContext, pipeline: PipelineRow): JsonObject {
  return { ...basicPipeline(context, pipeline), name: pipeline.name };
}

/** A pipeline as POST, retry and cancel show it (APIEntitiesCiPipeline, 18.9). */
export function pipelineEntity(context: RequestContext, pipeline: PipelineRow): JsonObject {
  const user = pipeline.user_id === null ? undefined : context.platform.state.users.get(pipeline.user_id);
  return {
    ...basicPipeline(context, pipeline),
    before_sha: pipeline.before_sha,
    tag: pipeline.tag,
    yaml_errors: pipeline.yaml_errors,
    user: user === undefined ? null : basicUser(context, user),
    started_at: pipeline.started_at,
    finished_at: pipeline.finished_at,
    committed_at: pipeline.committed_at,
    duration: seconds(pipeline.started_at, pipeline.finished_at),
    queued_duration: seconds(pipeline.created_at, pipeline.started_at),
    coverage: coverageOf(context, pipeline),
    detailed_status: detailedStatus(pipeline.status, pathOf(context, pipeline)),
    archived: false,
  };
}

/** A pipeline by itself (APIEntitiesCiPipelineWithMetadata, 18.9). */
export function namedPipeline(context: RequestContext, pipeline: PipelineRow): JsonObject {
  return { ...pipelineEntity(context, pipeline), name: pipeline.name };
}

/** The whole seconds between two moments, when both have come. */
function seconds(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 1000);
}

/** The mean of the jobs' coverage, as text with two digits. */
function coverageOf(context: RequestContext, pipeline: PipelineRow): string | null {
  const values = currentJobs(context.platform, pipeline).flatMap((job) =>
    job.coverage === null ? [] : [job.coverage],
  );
  if (values.length === 0) return null;
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(2);
}

const labels: Partial<Readonly<Record<CiState, readonly [text: string, label: string]>>> = {
  success: ['Passed', 'passed'],
  manual: ['Manual', 'manual action'],
  scheduled: ['Scheduled', 'delayed'],
  waiting_for_resource: ['Waiting', 'waiting for resource'],
};

function detailedStatus(status: CiState, path: string): Json {
  const words = status.replaceAll('_', ' ');
  const [text, label] = labels[status] ?? [words.slice(0, 1).toUpperCase() + words.slice(1), words];
  return {
    icon: `status_${status}`,
    text,
    label,
    group: status.replaceAll('_', '-'),
    tooltip: label,
    has_details: true,
    details_path: path,
    illustration: null,
    favicon: `/assets/ci_favicons/favicon_status_${status}.png`,
  };
}
