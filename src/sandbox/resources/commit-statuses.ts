import type { Call } from '../call.ts';
import type { CiJobRow, PipelineRow } from '../ci-rows.ts';
import { canUse, readableCode } from '../code-access.ts';
import { basicUser } from '../entities/user.ts';
import { findCommit } from '../find-commit.ts';
import type { JsonObject } from '../json.ts';
import { paged, paginate } from '../pagination.ts';
import { forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';

const text = { type: 'string' } as const;

export const commitStatusRoutes = [
  // GET …/commits/:sha/statuses: the jobs of its pipelines, without those that were retried (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/statuses',
    params: {
      ...paged,
      ref: text,
      stage: text,
      name: text,
      pipeline_id: { type: 'integer' },
      all: { type: 'boolean' },
      order_by: { type: 'string', values: ['id', 'pipeline_id'] },
      sort: { type: 'string', values: ['asc', 'desc'] },
    },
    before: readableCode,
    access: readableCode,
    handle: ({ call, args, subject: project }) => {
      if (!canUse(call, project, 'builds')) refuse(forbidden());
      const { sha } = findCommit(call, project, args.sha);
      const { state } = call.world;
      const rows = state
        .pipelinesOf(project.id)
        .filter((row) => row.sha === sha && (args.ref == null || row.ref === args.ref))
        .filter((row) => args.pipeline_id == null || row.id === args.pipeline_id)
        .flatMap((pipeline) => state.ciJobsOf(pipeline.id).map((job) => ({ pipeline, job })))
        .filter(({ job }) => (args.all === true || !job.retried) && job.kind === 'build')
        .filter(({ job }) => (args.stage ?? job.stage) === job.stage && (args.name ?? job.name) === job.name);
      const direction = args.sort === 'desc' ? -1 : 1;
      const key = ({ job }: Status) => (args.order_by === 'pipeline_id' ? job.pipeline_id : job.id);
      rows.sort((a, b) => direction * (key(a) - key(b)));
      return paginate(call, args, rows, (row) => statusEntity(call, row));
    },
  }),
];

interface Status {
  readonly pipeline: PipelineRow;
  readonly job: CiJobRow;
}

function statusEntity(call: Call, { pipeline, job }: Status): JsonObject {
  const { externalUrl, state } = call.world;
  const author = job.user_id === null ? undefined : state.users.get(job.user_id);
  const path = state.projects.get(job.project_id)?.full_path ?? '';
  return {
    id: job.id,
    sha: pipeline.sha,
    ref: pipeline.ref,
    status: job.status,
    name: job.name,
    target_url: `${externalUrl}/${path}/-/jobs/${job.id}`,
    description: null,
    created_at: job.created_at,
    started_at: job.started_at,
    finished_at: job.finished_at,
    allow_failure: job.allow_failure,
    coverage: job.coverage,
    pipeline_id: job.pipeline_id,
    author: author === undefined ? null : basicUser(call, author),
  };
}
