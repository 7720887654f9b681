import { hasLevel } from '../access/access.ts';
import { buildsAtLevel, buildsOf, canReadBuilds, pipelineAtLevel, readablePipeline } from './access.ts';
import type { PipelineVariable } from './rows.ts';
import { defaultBranchOf } from '../repository/default-branch.ts';
import { listedPipeline, namedPipeline, pipelineEntity } from './entity.ts';
import { testReport, testReportSummary } from './entity-test-report.ts';
import { findProject } from '../access/find.ts';
import { openRepository } from '../git/repository.ts';
import { textOf } from '../store/json.ts';
import type { JsonObject } from '../store/json.ts';
import { paginate } from '../http/pagination.ts';
import { created, forbidden, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { createPipeline, refOf } from './pipeline-creation.ts';
import { filteredPipelines, pipelineFilters } from './pipeline-filters.ts';

const pipelineId = { pipeline_id: { type: 'integer', required: true } } as const;

/** The variables of a new pipeline, as they were sent. */
export function variablesIn(sent: readonly JsonObject[] | undefined): readonly PipelineVariable[] {
  return (sent ?? []).map((one) => ({
    key: textOf(one['key']),
    value: textOf(one['value']),
    variable_type: one['variable_type'] === 'file' ? 'file' : 'env_var',
  }));
}

export const pipelineRoutes = [
  // GET /projects/:id/pipelines: newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines',
    anonymous: true,
    params: pipelineFilters,
    access: buildsOf,
    handle: ({ context, args, subject }) =>
      paginate(context, args, filteredPipelines(context, subject, args), (pipeline) =>
        listedPipeline(context, pipeline),
      ),
  }),
  // POST /projects/:id/pipeline: Developers; the jobs come from .gitlab-ci.yml at the ref (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/pipeline',
    params: {
      ref: { type: 'string', required: true },
      variables: {
        type: 'hashes',
        fields: {
          key: { type: 'string' },
          value: { type: 'string' },
          variable_type: { type: 'string', values: ['env_var', 'file'] },
        },
      },
      inputs: { type: 'hash' },
    },
    access: buildsAtLevel(30),
    handle: ({ context, args, subject }) => {
      const wanted = {
        ...refOf(context, subject, args.ref),
        source: 'api',
        variables: variablesIn(args.variables),
        inputs: args.inputs ?? {},
      } as const;
      const pipeline = createPipeline(context, subject, { ...wanted, mergeRequestId: null, broken: 'refused' });
      return created(pipelineEntity(context, pipeline));
    },
  }),
  // GET /projects/:id/pipelines/latest: of the commit that the ref stands at; 403 when it has none (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/latest',
    anonymous: true,
    params: { ref: { type: 'string' } },
    access: (context, args) => {
      const project = findProject(context, args.id);
      const { state } = context.platform;
      const ref = textOf(args.ref) || defaultBranchOf(state, project);
      const repository = openRepository(state, project.id);
      const sha = repository.ref('heads', ref) ?? repository.ref('tags', ref);
      const found = state
        .pipelinesOf(project.id)
        .findLast((one) => one.ref === ref && one.sha === sha && one.source !== 'parent_pipeline');
      return found !== undefined && canReadBuilds(context, project) ? found : refuse(forbidden());
    },
    handle: ({ context, subject }) => ok(namedPipeline(context, subject)),
  }),
  // GET /projects/:id/pipelines/:pipeline_id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id',
    anonymous: true,
    params: pipelineId,
    access: readablePipeline,
    handle: ({ context, subject }) => ok(namedPipeline(context, subject)),
  }),
  // GET /projects/:id/pipelines/:pipeline_id/variables: Maintainers, and the Developer who started it (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/variables',
    params: pipelineId,
    access: (context, args) => {
      const pipeline = pipelineAtLevel(30)(context, args);
      const row = findProject(context, args.id);
      const own = pipeline.user_id === context.user?.id;
      return own || hasLevel(context, { type: 'project', row }, 40) ? pipeline : refuse(forbidden());
    },
    handle: ({ subject }) => ok(subject.variables.map((variable) => ({ ...variable, raw: false }))),
  }),
  // GET /projects/:id/pipelines/:pipeline_id/test_report (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/test_report',
    anonymous: true,
    params: pipelineId,
    access: readablePipeline,
    handle: ({ context, subject }) => ok(testReport(context, subject)),
  }),
  // GET /projects/:id/pipelines/:pipeline_id/test_report_summary (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/pipelines/:pipeline_id/test_report_summary',
    anonymous: true,
    params: pipelineId,
    access: readablePipeline,
    handle: ({ context, subject }) => ok(testReportSummary(context, subject)),
  }),
];
