import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { buildsOf, findPipeline } from './access.ts';
import { ciStates } from './rows.ts';
import type { CiJobRow } from './rows.ts';
import { bridgeEntity, jobEntity } from './entity-job.ts';
import { keyset, paged, paginate, paginateByCursor } from '../http/pagination.ts';
import { route } from '../http/route.ts';

const scoped = { scope: { type: 'strings', values: ciStates } } as const;
const pipelineId = { pipeline_id: { type: 'integer', required: true } } as const;

function inScope(jobs: readonly CiJobRow[], scope: readonly string[] | undefined): readonly CiJobRow[] {
  return scope === undefined || scope.length === 0 ? jobs : jobs.filter((job) => scope.includes(job.status));
}

interface WithPipeline {
  readonly id: string;
  readonly pipeline_id: number;
}

function pipelineOf(context: RequestContext, args: WithPipeline) {
  return findPipeline(context, buildsOf(context, args), args.pipeline_id);
}

export const jobListRoutes = [
  // GET /projects/:id/pipelines/:pipeline_id/jobs: newest first, without those that were run again (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/jobs',
    anonymous: true,
    params: { ...pipelineId, ...paged, ...scoped, include_retried: { type: 'boolean' } },
    access: pipelineOf,
    handle: ({ context, args, subject }) => {
      const builds = context.platform.state.ciJobsOf(subject.id).filter((job) => job.kind === 'build');
      const shown = args.include_retried === true ? builds : builds.filter((job) => !job.retried);
      return paginate(context, args, inScope(shown, args.scope).toReversed(), (job) => jobEntity(context, job));
    },
  }),
  // GET /projects/:id/pipelines/:pipeline_id/bridges (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/bridges',
    anonymous: true,
    params: { ...pipelineId, ...paged, ...scoped },
    access: pipelineOf,
    handle: ({ context, args, subject }) => {
      const bridges = context.platform.state
        .ciJobsOf(subject.id)
        .filter((job) => job.kind === 'bridge' && !job.retried);
      return paginate(context, args, inScope(bridges, args.scope).toReversed(), (job) => bridgeEntity(context, job));
    },
  }),
  // GET /projects/:id/jobs: all builds, newest first; never counted, and paged by key on request (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs',
    params: { ...keyset, ...scoped, order_by: { type: 'string' }, sort: { type: 'string', values: ['asc', 'desc'] } },
    access: (context, args) => {
      actor(context);
      return buildsOf(context, args);
    },
    handle: ({ context, args, subject }) => {
      const { state } = context.platform;
      const builds = state.pipelinesOf(subject.id).flatMap((pipeline) => state.ciJobsOf(pipeline.id));
      const shown = inScope(
        builds.filter((job) => job.kind === 'build'),
        args.scope,
      ).toSorted((a, b) => b.id - a.id);
      const show = (job: CiJobRow) => jobEntity(context, job);
      if (args.pagination === 'keyset') return paginateByCursor(context, args, shown, show);
      return paginate(context, args, shown, show, { uncounted: true });
    },
  }),
];
