import { hasLevel } from './access.ts';
import type { Call } from './call.ts';
import { actor } from './call.ts';
import type { CiJobRow, PipelineRow } from './ci-rows.ts';
import { canUse, isArchived } from './code-access.ts';
import { findProject } from './find.ts';
import { forbidden, refuse, rowNotFound } from './reply.ts';
import type { ProjectRow } from './rows.ts';

interface WithId {
  readonly id: string;
}

/** Whether the caller may see pipelines and jobs: Reporters only, where they are not public (GET /projects/:id/pipelines, 18.9). */
export function canReadBuilds(call: Call, project: ProjectRow): boolean {
  if (!canUse(call, project, 'builds')) return false;
  return project.attributes['public_jobs'] !== false || hasLevel(call, { type: 'project', row: project }, 20);
}

/** Access rule: the project, for those who may see its pipelines; 403 for the rest. */
export function buildsOf(call: Call, args: WithId): ProjectRow {
  const project = findProject(call, args.id);
  return canReadBuilds(call, project) ? project : refuse(forbidden());
}

/** Whether the caller may start and stop pipelines: Developers, and nobody once the project is archived. */
export function canRunBuilds(call: Call, project: ProjectRow): boolean {
  if (!canUse(call, project, 'builds') || isArchived(call.world.state, project)) return false;
  return hasLevel(call, { type: 'project', row: project }, 30);
}

/** Access rule: the project, for those with this level on it who may see its pipelines. */
export function buildsAtLevel(level: number): (call: Call, args: WithId) => ProjectRow {
  return (call, args) => {
    const project = buildsOf(call, args);
    const allowed = level > 30 ? hasLevel(call, { type: 'project', row: project }, level) : canRunBuilds(call, project);
    return allowed ? project : refuse(forbidden());
  };
}

interface WithPipeline extends WithId {
  readonly pipeline_id: number;
}

/** The pipeline of a project; else 404 Not found. */
export function findPipeline(call: Call, project: ProjectRow, id: number): PipelineRow {
  const pipeline = call.world.state.pipelines.get(id);
  return pipeline?.project_id === project.id ? pipeline : refuse(rowNotFound());
}

/** Access rule: a pipeline, for those who may see it; an unknown one is 404 before anything is said of rights. */
export function readablePipeline(call: Call, args: WithPipeline): PipelineRow {
  const project = findProject(call, args.id);
  const pipeline = findPipeline(call, project, args.pipeline_id);
  return canReadBuilds(call, project) ? pipeline : refuse(forbidden());
}

/** Access rule: a pipeline, for those with this level on its project. */
export function pipelineAtLevel(level: number): (call: Call, args: WithPipeline) => PipelineRow {
  return (call, args) => {
    const project = findProject(call, args.id);
    const pipeline = findPipeline(call, project, args.pipeline_id);
    const allowed = level > 30 ? hasLevel(call, { type: 'project', row: project }, level) : canRunBuilds(call, project);
    return allowed ? pipeline : refuse(forbidden());
  };
}

interface WithJob extends WithId {
  readonly job_id: number;
}

/** The job of a project by its id; bridges only where `kinds` says so; else 404 Not found. */
export function findJob(call: Call, project: ProjectRow, id: number, kinds: 'builds' | 'builds and bridges'): CiJobRow {
  const job = call.world.state.ciJobs.get(id);
  const fits = kinds === 'builds' ? job?.kind === 'build' : job?.kind !== 'external';
  return job?.project_id === project.id && fits ? job : refuse(rowNotFound());
}

/** Access rule of reads of a job: nobody without a token (GET /projects/:id/jobs/:job_id, 18.9). */
export function readableJob(call: Call, args: WithJob): CiJobRow {
  actor(call);
  return findJob(call, buildsOf(call, args), args.job_id, 'builds');
}

/** Access rule of changes to a job. */
export function runnableJob(kinds: 'builds' | 'builds and bridges'): (call: Call, args: WithJob) => CiJobRow {
  return (call, args) => findJob(call, buildsAtLevel(30)(call, args), args.job_id, kinds);
}
