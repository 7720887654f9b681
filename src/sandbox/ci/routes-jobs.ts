import { hasLevel } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { readableJob, runnableJob } from './access.ts';
import type { CiJobRow } from './rows.ts';
import { isFinished, isRetryable } from './status.ts';
import { timestamp } from '../store/clock.ts';
import { anyJob, jobEntity } from './entity-job.ts';
import { findProject } from '../access/find.ts';
import { cancel, rerun, settlePipelineOf } from './job-runs.ts';
import { textOf } from '../store/json.ts';
import { badRequest, created, forbidden, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';

const jobId = { job_id: { type: 'integer', required: true } } as const;

interface WithJob {
  readonly id: string;
  readonly job_id: number;
}

/** Maintainers erase any job, Developers their own (POST /projects/:id/jobs/:job_id/erase, 18.9). */
function erasableJob(context: RequestContext, args: WithJob): CiJobRow {
  const job = runnableJob('builds')(context, args);
  const row = findProject(context, args.id);
  const allowed = job.user_id === context.user?.id || hasLevel(context, { type: 'project', row }, 40);
  return allowed ? job : refuse(forbidden());
}

export const jobRoutes = [
  // GET /projects/:id/jobs/:job_id (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id',
    params: jobId,
    access: readableJob,
    handle: ({ context, subject }) => ok(jobEntity(context, subject)),
  }),
  // GET /projects/:id/jobs/:job_id/trace: plain text, empty when there is none (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/jobs/:job_id/trace',
    params: jobId,
    access: readableJob,
    handle: ({ subject }) => ({
      status: 200,
      text: subject.trace ?? '',
      headers: { 'Content-Disposition': `infile; filename="${subject.id}.log"` },
    }),
  }),
  // POST /projects/:id/jobs/:job_id/cancel: what has ended stays as it is; `force` is for Maintainers (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/cancel',
    params: { ...jobId, force: { type: 'boolean' } },
    access: runnableJob('builds'),
    handle: ({ context, args, subject }) => {
      const row = findProject(context, args.id);
      if (args.force === true && !hasLevel(context, { type: 'project', row }, 40)) refuse(forbidden());
      if (args.force === true && subject.status === 'canceling') {
        context.platform.state.ciJobs.update(subject, { status: 'canceled' });
      }
      cancel(context, subject);
      settlePipelineOf(context, subject);
      return created(jobEntity(context, subject));
    },
  }),
  // POST /projects/:id/jobs/:job_id/retry: builds and bridges that have ended; a new job waits (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/retry',
    params: { ...jobId, inputs: { type: 'hash' } },
    access: runnableJob('builds and bridges'),
    handle: ({ context, subject }) => {
      if (!isRetryable(subject)) refuse(forbidden('Job is not retryable'));
      const again = rerun(context, subject);
      settlePipelineOf(context, again);
      return created(anyJob(context, again));
    },
  }),
  // POST /projects/:id/jobs/:job_id/erase: the log and the artifacts of a job that has ended (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/erase',
    params: jobId,
    access: erasableJob,
    handle: ({ context, subject }) => {
      const keeps = subject.trace !== null || subject.artifacts.length > 0;
      if (!isFinished(subject.status) || !keeps) refuse(forbidden('Job is not erasable!'));
      const erased = { trace: null, artifacts: [], artifacts_expire_at: null, tests: [] };
      context.platform.state.ciJobs.update(subject, { ...erased, erased_at: timestamp(context.platform.clock) });
      return created(jobEntity(context, subject));
    },
  }),
  // POST /projects/:id/jobs/:job_id/play: a manual or delayed job waits for a runner from then on; 200 (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/jobs/:job_id/play',
    params: {
      ...jobId,
      job_variables_attributes: {
        type: 'hashes',
        fields: { key: { type: 'string', required: true }, value: { type: 'string', required: true } },
      },
      job_inputs: { type: 'hash' },
    },
    access: runnableJob('builds and bridges'),
    handle: ({ context, args, subject }) => {
      const playable = subject.status === 'manual' || subject.status === 'scheduled';
      if (!playable) refuse(badRequest('Unplayable Job'));
      const sent = args.job_variables_attributes ?? [];
      const variables = sent.map((one) => ({ key: textOf(one['key']), value: textOf(one['value']) }));
      const queued = { status: 'pending', queued_at: timestamp(context.platform.clock) } as const;
      context.platform.state.ciJobs.update(subject, { ...queued, variables, user_id: context.user?.id ?? null });
      settlePipelineOf(context, subject);
      return ok(anyJob(context, subject));
    },
  }),
];
