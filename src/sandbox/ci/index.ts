import type { AnyRoute } from '../http/route.ts';
import { jobArtifactRoutes } from './routes-artifacts.ts';
import { commitStatusRoutes } from './routes-commit-statuses.ts';
import { jobListRoutes } from './routes-job-lists.ts';
import { jobRoutes } from './routes-jobs.ts';
import { ciLintRoutes } from './routes-lint.ts';
import { pipelineChangeRoutes } from './routes-pipeline-changes.ts';
import { pipelineTriggerTokenRoutes } from './routes-trigger-tokens.ts';
import { pipelineTriggerRoutes } from './routes-triggers.ts';
import { pipelineRoutes } from './routes.ts';

/** The endpoints of pipelines and jobs. */
export const ciArea: readonly AnyRoute[] = [
  ...commitStatusRoutes,
  ...pipelineRoutes,
  ...pipelineChangeRoutes,
  ...jobListRoutes,
  ...jobRoutes,
  ...jobArtifactRoutes,
  ...pipelineTriggerRoutes,
  ...pipelineTriggerTokenRoutes,
  ...ciLintRoutes,
];
