import type { Call } from '../call.ts';
import type { CiJobRow, PipelineRow } from '../ci-rows.ts';
import type { JsonObject } from '../json.ts';
import { basicUser } from './user.ts';

/** What a job, or an outside system, says of a commit. */
export interface CommitStatus {
  readonly pipeline: PipelineRow;
  readonly job: CiJobRow;
}

/** A status of a commit (API::Entities::CommitStatus, 18.9); an outside system's address stands as it was sent. */
export function statusEntity(call: Call, { pipeline, job }: CommitStatus): JsonObject {
  const { externalUrl, state } = call.world;
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
    author: author === undefined ? null : basicUser(call, author),
  };
}
