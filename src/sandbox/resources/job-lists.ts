import { actor } from '../call.ts';
import type { Call } from '../call.ts';
import { buildsOf, findPipeline } from '../ci-access.ts';
import { ciStates } from '../ci-rows.ts';
import type { CiJobRow } from '../ci-rows.ts';
import { bridgeEntity, jobEntity } from '../entities/ci-job.ts';
import { keyset, paged, paginate, paginateByCursor } from '../pagination.ts';
import { route } from '../route.ts';

const scoped = { scope: { type: 'strings', values: ciStates } } as const;
const pipelineId = { pipeline_id: { type: 'integer', required: true } } as const;

function inScope(jobs: readonly CiJobRow[], scope: readonly string[] | undefined): readonly CiJobRow[] {
  return scope === undefined || scope.length === 0 ? jobs : jobs.filter((job) => scope.includes(job.status));
}

interface WithPipeline {
  readonly id: string;
  readonly pipeline_id: number;
}

function pipelineOf(call: Call, args: WithPipeline) {
  return findPipeline(call, buildsOf(call, args), args.pipeline_id);
}

export const jobListRoutes = [
  // GET /projects/:id/pipelines/:pipeline_id/jobs: newest first, without those that were run again (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/jobs',
    anonymous: true,
    params: { ...pipelineId, ...paged, ...scoped, include_retried: { type: 'boolean' } },
    access: pipelineOf,
    handle: ({ call, args, subject }) => {
      const builds = call.world.state.ciJobsOf(subject.id).filter((job) => job.kind === 'build');
      const shown = args.include_retried === true ? builds : builds.filter((job) => !job.retried);
      return paginate(call, args, inScope(shown, args.scope).toReversed(), (job) => jobEntity(call, job));
    },
  }),
  // GET /projects/:id/pipelines/:pipeline_id/bridges (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/bridges',
    anonymous: true,
    params: { ...pipelineId, ...paged, ...scoped },
    access: pipelineOf,
    handle: ({ call, args, subject }) => {
      const bridges = call.world.state.ciJobsOf(subject.id).filter((job) => job.kind === 'bridge' && !job.retried);
      return paginate(call, args, inScope(bridges, args.scope).toReversed(), (job) => bridgeEntity(call, job));
    },
  }),
  // GET /projects/:id/jobs: all builds, newest first; never counted, and paged by key on request (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs',
    params: { ...keyset, ...scoped, order_by: { type: 'string' }, sort: { type: 'string', values: ['asc', 'desc'] } },
    access: (call, args) => {
      actor(call);
      return buildsOf(call, args);
    },
    handle: ({ call, args, subject }) => {
      const { state } = call.world;
      const builds = state.pipelinesOf(subject.id).flatMap((pipeline) => state.ciJobsOf(pipeline.id));
      const shown = inScope(
        builds.filter((job) => job.kind === 'build'),
        args.scope,
      ).toSorted((a, b) => b.id - a.id);
      const show = (job: CiJobRow) => jobEntity(call, job);
      if (args.pagination === 'keyset') return paginateByCursor(call, args, shown, show);
      return paginate(call, args, shown, show, { uncounted: true });
    },
  }),
];
