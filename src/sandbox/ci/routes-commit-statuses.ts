import { canRunBuilds } from './access.ts';
import { canUse, readableCode } from '../repository/code-access.ts';
import { statusEntity } from './entity-commit-status.ts';
import type { CommitStatus } from './entity-commit-status.ts';
import { findCommit } from '../repository/find-commit.ts';
import { findProject } from '../access/find.ts';
import { paged, paginate } from '../http/pagination.ts';
import { created, forbidden, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
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
    handle: ({ context, args, subject: project }) => {
      if (!canUse(context, project, 'builds')) refuse(forbidden());
      const { sha } = findCommit(context, project, args.sha);
      const { state } = context.platform;
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
      return paginate(context, args, rows, (row) => statusEntity(context, row));
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
    access: (context, args) => {
      const project = findProject(context, args.id);
      return canRunBuilds(context, project) ? project : refuse(forbidden());
    },
    handle: ({ context, args, subject: project }) => {
      const { sha } = findCommit(context, project, args.sha);
      const name = args.name ?? args.context ?? 'default';
      return created(statusEntity(context, setStatus(context, project, sha, { ...args, name })));
    },
  }),
];
