import type { Call } from '../call.ts';
import { currentJobs } from '../ci-status.ts';
import type { CiState, PipelineRow } from '../ci-rows.ts';
import type { Json, JsonObject } from '../json.ts';
import { basicUser } from './user.ts';

function pathOf(call: Call, pipeline: PipelineRow): string {
  const project = call.world.state.projects.get(pipeline.project_id);
  return `/${project?.full_path ?? ''}/-/pipelines/${pipeline.id}`;
}

/** A pipeline inside other objects (APIEntitiesCiPipelineBasic, 18.9). */
export function basicPipeline(call: Call, pipeline: PipelineRow): JsonObject {
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
    web_url: `${call.world.externalUrl}${pathOf(call, pipeline)}`,
  };
}

/** A pipeline as lists show it, with its name. */
export function listedPipeline(call: Call, pipeline: PipelineRow): JsonObject {
  return { ...basicPipeline(call, pipeline), name: pipeline.name };
}

/** A pipeline as POST, retry and cancel show it (APIEntitiesCiPipeline, 18.9). */
export function pipelineEntity(call: Call, pipeline: PipelineRow): JsonObject {
  const user = pipeline.user_id === null ? undefined : call.world.state.users.get(pipeline.user_id);
  return {
    ...basicPipeline(call, pipeline),
    before_sha: pipeline.before_sha,
    tag: pipeline.tag,
    yaml_errors: pipeline.yaml_errors,
    user: user === undefined ? null : basicUser(call, user),
    started_at: pipeline.started_at,
    finished_at: pipeline.finished_at,
    committed_at: pipeline.committed_at,
    duration: seconds(pipeline.started_at, pipeline.finished_at),
    queued_duration: seconds(pipeline.created_at, pipeline.started_at),
    coverage: coverageOf(call, pipeline),
    detailed_status: detailedStatus(pipeline.status, pathOf(call, pipeline)),
    archived: false,
  };
}

/** A pipeline by itself (APIEntitiesCiPipelineWithMetadata, 18.9). */
export function namedPipeline(call: Call, pipeline: PipelineRow): JsonObject {
  return { ...pipelineEntity(call, pipeline), name: pipeline.name };
}

/** The whole seconds between two moments, when both have come. */
function seconds(from: string | null, to: string | null): number | null {
  return from === null || to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 1000);
}

/** The mean of the jobs' coverage, as text with two digits. */
function coverageOf(call: Call, pipeline: PipelineRow): string | null {
  const values = currentJobs(call.world, pipeline).flatMap((job) => (job.coverage === null ? [] : [job.coverage]));
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
