import type { RequestContext } from '../http/request-context.ts';
import type { CiJobRow, PipelineRow } from './rows.ts';
import type { JsonObject } from '../store/json.ts';
import { basicUser } from '../users/entity.ts';

/** What a job, or an outside system, says of a commit. */
export interface CommitStatus {
  readonly pipeline: PipelineRow;
  readonly job: CiJobRow;
}

/** A status of a commit (API::Entities::CommitStatus, 18.9); an outside system's address stands as it was sent. */
export function statusEntity(context: RequestContext, { pipeline, job }: CommitStatus): JsonObject {
  const { externalUrl, state } = context.platform;
  const author = job.user_id === null ? undefined : state.users.get(job.user_id);
  const path = state.projects.get(job.project_id)?.full_path ?? '';
  return {
    id: job.id,
    sha: pipeline.sha,
    ref: pipeline.ref,
    status: job.status,
    name: job.name,
    target_url: job.external === undefined ? `${externalUrl}/${path}/-/jobs/${job.id}` : job.external.target_url,
    description: job.external?.description ?? null,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    allow_failure: job.allow_failure,
    coverage: job.coverage,
    pipeline_id: job.pipeline_id,
    author: author === undefined ? null : basicUser(context, author),
  };
}
