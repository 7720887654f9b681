import { canRunBuilds } from '../ci-access.ts';
import { canUse, readableCode } from '../code-access.ts';
import { statusEntity } from '../entities/commit-status.ts';
import type { CommitStatus } from '../entities/commit-status.ts';
import { findCommit } from '../find-commit.ts';
import { findProject } from '../find.ts';
import { paged, paginate } from '../pagination.ts';
import { created, forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import { setStatus, statusStates } from './commit-status-changes.ts';

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
        .filter(({ job }) => (args.all === true || !job.retried) && job.kind !== 'bridge')
        .filter(({ job }) => (args.stage ?? job.stage) === job.stage && (args.name ?? job.name) === job.name);
      const direction = args.sort === 'desc' ? -1 : 1;
      const key = ({ job }: CommitStatus) => (args.order_by === 'pipeline_id' ? job.pipeline_id : job.id);
      rows.sort((a, b) => direction * (key(a) - key(b)));
      return paginate(call, args, rows, (row) => statusEntity(call, row));
    },
  }),
  // POST /projects/:id/statuses/:sha: Developers, and on a protected ref those who may push or merge there (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/statuses/:sha',
    params: {
      state: { type: 'string', required: true, values: statusStates },
      ref: text,
      name: text,
      context: text,
      target_url: text,
      description: text,
      coverage: { type: 'number' },
      pipeline_id: { type: 'integer' },
    },
    access: (call, args) => {
      const project = findProject(call, args.id);
      return canRunBuilds(call, project) ? project : refuse(forbidden());
    },
    handle: ({ call, args, subject: project }) => {
      const { sha } = findCommit(call, project, args.sha);
      const name = args.name ?? args.context ?? 'default';
      return created(statusEntity(call, setStatus(call, project, sha, { ...args, name })));
    },
  }),
];
