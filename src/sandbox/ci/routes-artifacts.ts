import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { buildsAtLevel, buildsOf, findJob, runnableJob } from './access.ts';
import type { CiJobRow, PipelineRow } from './rows.ts';
import { timestamp } from '../store/clock.ts';
import { since } from '../store/edition.ts';
import { jobEntity } from './entity-job.ts';
import { archiveOf } from './job-archive.ts';
import { artifactTree, hasArtifacts, isArtifactPath, isKept } from './job-artifact-files.ts';
import { textOf } from '../store/json.ts';
import { paged, paginate } from '../http/pagination.ts';
import { accepted, badRequest, forbidden, noContent, notFound, ok, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

const jobId = { job_id: { type: 'integer', required: true } } as const;
const token = { job_token: { type: 'string' } } as const;

interface WithJob {
  readonly id: string;
  readonly job_id: number;
}

/** Artifacts that a job made for the project's Developers alone are 403 for others (18.9). */
function requireReadable(context: RequestContext, project: ProjectRow, job: CiJobRow): CiJobRow {
  const open = job.artifacts_public || hasLevel(context, { type: 'project', row: project }, 30);
  return open ? job : refuse(forbidden());
}

function artifactsOf(context: RequestContext, args: WithJob): { readonly project: ProjectRow; readonly job: CiJobRow } {
  const project = buildsOf(context, args);
  return { project, job: requireReadable(context, project, findJob(context, project, args.job_id, 'builds')) };
}

function archive(job: CiJobRow): Reply {
  const disposition = `attachment; filename="artifacts.zip"; filename*=UTF-8''artifacts.zip`;
  const headers = { 'Content-Type': 'application/zip', 'Content-Disposition': disposition };
  return {
    status: 200,
    bytes: archiveOf(job.artifacts),
    headers: { ...headers, 'Content-Transfer-Encoding': 'binary' },
  };
}

function singleFile(job: CiJobRow, path: string): Reply {
  if (!isArtifactPath(path)) refuse(badRequest());
  const file = job.artifacts.find((one) => one.path === path) ?? refuse(notFound());
  return { status: 200, bytes: Buffer.from(file.base64, 'base64'), headers: { 'Content-Type': 'text/plain' } };
}

/** The job of this name in the last successful pipelines of a ref, newest first, or in a child of one. */
function jobOfRef(context: RequestContext, project: ProjectRow, ref: string, name: string, reach: number): CiJobRow {
  const { state } = context.platform;
  const pipelines = state.pipelinesOf(project.id);
  const parents = pipelines
    .filter((one) => one.ref === ref && one.status === 'success' && one.parent_id === null)
    .toReversed()
    .slice(0, reach);
  const inside = (pipeline: PipelineRow) =>
    state.ciJobsOf(pipeline.id).findLast((job) => job.name === name && job.status === 'success');
  const job =
    parents
      .flatMap((parent) => [parent, ...pipelines.filter((one) => one.parent_id === parent.id)])
      .map(inside)
      .find((one) => one !== undefined) ?? refuse(notFound('Job'));
  if (!hasArtifacts(context.platform, project, job)) refuse(notFound());
  return requireReadable(context, project, job);
}

export const jobArtifactRoutes = [
  // GET /projects/:id/jobs/artifacts/:ref_name/download and /raw/*artifact_path: a branch name may hold slashes (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs/artifacts/**:rest',
    anonymous: true,
    jobToken: true,
    params: {
      ...token,
      job: { type: 'string', required: true },
      search_recent_successful_pipelines: { type: 'boolean' },
    },
    access: buildsOf,
    handle: ({ context, args, subject }) => {
      // Until 18.10 a flag that is off keeps the search to the last pipeline.
      const wide = args.search_recent_successful_pipelines === true && since(context.platform.edition, '18.10');
      const find = (ref: string) => jobOfRef(context, subject, ref, args.job, wide ? 100 : 1);
      const file = /^(.+?)\/raw\/(.*)$/.exec(args.rest);
      if (file !== null) return singleFile(find(file[1] ?? ''), file[2] ?? '');
      const whole = /^(.+)\/download$/.exec(args.rest) ?? refuse({ status: 404, body: { error: '404 Not Found' } });
      return archive(find(whole[1] ?? ''));
    },
  }),
  // GET /projects/:id/jobs/:job_id/artifacts: the archive (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/artifacts',
    anonymous: true,
    jobToken: true,
    params: { ...jobId, ...token },
    access: artifactsOf,
    handle: ({ context, subject: { project, job } }) => {
      if (!hasArtifacts(context.platform, project, job)) refuse(notFound());
      return archive(job);
    },
  }),
  // GET /projects/:id/jobs/:job_id/artifacts/tree (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/artifacts/tree',
    anonymous: true,
    jobToken: true,
    params: { ...jobId, ...token, ...paged, path: { type: 'string' }, recursive: { type: 'boolean' } },
    access: artifactsOf,
    handle: ({ context, args, subject: { project, job } }) => {
      if (!hasArtifacts(context.platform, project, job)) refuse(notFound('Artifacts'));
      const entries = artifactTree(job, textOf(args.path), args.recursive === true ? 'recursive' : 'flat');
      return paginate(context, args, entries, (entry) => entry);
    },
  }),
  // GET /projects/:id/jobs/:job_id/artifacts/*artifact_path: one file (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/artifacts/**:artifact_path',
    anonymous: true,
    jobToken: true,
    params: { ...jobId, ...token },
    access: artifactsOf,
    handle: ({ context, args, subject: { project, job } }) => {
      if (!hasArtifacts(context.platform, project, job)) refuse(notFound());
      return singleFile(job, args.artifact_path);
    },
  }),
  // POST /projects/:id/jobs/:job_id/artifacts/keep: they no longer expire; 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/artifacts/keep',
    params: jobId,
    access: runnableJob('builds'),
    handle: ({ context, subject }) => {
      if (subject.artifacts.length === 0) refuse(notFound());
      context.platform.state.ciJobs.update(subject, { artifacts_expire_at: null });
      return ok(jobEntity(context, subject));
    },
  }),
  // DELETE /projects/:id/jobs/:job_id/artifacts: Maintainers (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/jobs/:job_id/artifacts',
    params: jobId,
    access: (context, args) => findJob(context, buildsAtLevel(40)(context, args), args.job_id, 'builds'),
    handle: ({ context, subject }) => {
      context.platform.state.ciJobs.update(subject, { artifacts: [], artifacts_expire_at: null });
      return noContent();
    },
  }),
  // DELETE /projects/:id/artifacts: they expire now, save those that the project keeps; 202 (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/artifacts',
    access: buildsAtLevel(40),
    handle: ({ context, subject }) => {
      const { state, clock } = context.platform;
      const jobs = state.pipelinesOf(subject.id).flatMap((pipeline) => state.ciJobsOf(pipeline.id));
      for (const job of jobs) {
        if (job.artifacts.length === 0 || isKept(context.platform, subject, job)) continue;
        state.ciJobs.update(job, { artifacts_expire_at: timestamp(clock) });
      }
      return accepted();
    },
  }),
];
