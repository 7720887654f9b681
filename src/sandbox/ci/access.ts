import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { actor } from '../http/request-context.ts';
import type { CiJobRow, PipelineRow } from './rows.ts';
import { canUse, isArchived } from '../repository/code-access.ts';
import { findProject } from '../access/find.ts';
import { forbidden, refuse, rowNotFound } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';

interface WithId {
  readonly id: string;
}

/** Whether the caller may see pipelines and jobs: Reporters only, where they are not public (GET /projects/:id/pipelines, 18.9). */
export function canReadBuilds(context: RequestContext, project: ProjectRow): boolean {
  if (!canUse(context, project, 'builds')) return false;
  return project.attributes['public_jobs'] !== false || hasLevel(context, { type: 'project', row: project }, 20);
}

/** Access rule: the project, for those who may see its pipelines; 403 for the rest. */
export function buildsOf(context: RequestContext, args: WithId): ProjectRow {
  const project = findProject(context, args.id);
  return canReadBuilds(context, project) ? project : refuse(forbidden());
}

/** Whether the caller may start and stop pipelines: Developers, and nobody once the project is archived. */
export function canRunBuilds(context: RequestContext, project: ProjectRow): boolean {
  if (!canUse(context, project, 'builds') || isArchived(context.platform.state, project)) return false;
  return hasLevel(context, { type: 'project', row: project }, 30);
}

/** Access rule: the project, for those with this level on it who may see its pipelines. */
export function buildsAtLevel(level: number): (context: RequestContext, args: WithId) => ProjectRow {
  return (context, args) => {
    const project = buildsOf(context, args);
    const allowed =
      level > 30 ? hasLevel(context, { type: 'project', row: project }, level) : canRunBuilds(context, project);
    return allowed ? project : refuse(forbidden());
  };
}

interface WithPipeline extends WithId {
  readonly pipeline_id: number;
}

/** The pipeline of a project; else 404 Not found. */
export function findPipeline(context: RequestContext, project: ProjectRow, id: number): PipelineRow {
  const pipeline = context.platform.state.pipelines.get(id);
  return pipeline?.project_id === project.id ? pipeline : refuse(rowNotFound());
}

/** Access rule: a pipeline, for those who may see it; an unknown one is 404 before anything is said of rights. */
export function readablePipeline(context: RequestContext, args: WithPipeline): PipelineRow {
  const project = findProject(context, args.id);
  const pipeline = findPipeline(context, project, args.pipeline_id);
  return canReadBuilds(context, project) ? pipeline : refuse(forbidden());
}

/** Access rule: a pipeline, for those with this level on its project. */
export function pipelineAtLevel(level: number): (context: RequestContext, args: WithPipeline) => PipelineRow {
  return (context, args) => {
    const project = findProject(context, args.id);
    const pipeline = findPipeline(context, project, args.pipeline_id);
    const allowed =
      level > 30 ? hasLevel(context, { type: 'project', row: project }, level) : canRunBuilds(context, project);
    return allowed ? pipeline : refuse(forbidden());
  };
}

interface WithJob extends WithId {
  readonly job_id: number;
}

/** The job of a project by its id; bridges only where `kinds` says so; else 404 Not found. */
export function findJob(
  context: RequestContext,
  project: ProjectRow,
  id: number,
  kinds: 'builds' | 'builds and bridges',
): CiJobRow {
  const job = context.platform.state.ciJobs.get(id);
  const fits = kinds === 'builds' ? job?.kind === 'build' : job?.kind !== 'external';
  return job?.project_id === project.id && fits ? job : refuse(rowNotFound());
}

/** Access rule of reads of a job: nobody without a token (GET /projects/:id/jobs/:job_id, 18.9). */
export function readableJob(context: RequestContext, args: WithJob): CiJobRow {
  actor(context);
  return findJob(context, buildsOf(context, args), args.job_id, 'builds');
}

/** Access rule of changes to a job. */
export function runnableJob(
  kinds: 'builds' | 'builds and bridges',
): (context: RequestContext, args: WithJob) => CiJobRow {
  return (context, args) => findJob(context, buildsAtLevel(30)(context, args), args.job_id, kinds);
}
