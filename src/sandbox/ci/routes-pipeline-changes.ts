import { pipelineAtLevel } from './access.ts';
import { currentJobs, isRetryable, settlePipeline } from './status.ts';
import { timestamp } from '../store/clock.ts';
import { requireUnmodified } from '../http/conditional.ts';
import { namedPipeline, pipelineEntity } from './entity.ts';
import { erasePipeline } from '../background/erase.ts';
import { cancel, rerun } from './job-runs.ts';
import { created, message, noContent, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';

const pipelineId = { pipeline_id: { type: 'integer', required: true } } as const;

export const pipelineChangeRoutes = [
  // PUT /projects/:id/pipelines/:pipeline_id/metadata: the name, up to 255 characters (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/pipelines/:pipeline_id/metadata',
    since: '16.6',
    params: { ...pipelineId, name: { type: 'string', required: true } },
    access: pipelineAtLevel(30),
    handle: ({ context, args, subject }) => {
      if (args.name.length > 255) {
        refuse(message(400, 'Failed to update pipeline - Name is too long (maximum is 255 characters)'));
      }
      context.platform.state.pipelines.update(subject, {
        name: args.name,
        updated_at: timestamp(context.platform.clock),
      });
      return ok(namedPipeline(context, subject));
    },
  }),
  // POST /projects/:id/pipelines/:pipeline_id/retry: what failed or was canceled runs again; else nothing does (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/retry',
    params: pipelineId,
    access: pipelineAtLevel(30),
    handle: ({ context, subject }) => {
      const jobs = currentJobs(context.platform, subject).filter((job) => isRetryable(job) && job.status !== 'success');
      for (const job of jobs) rerun(context, job);
      if (jobs.length > 0) settlePipeline(context.platform, subject);
      return created(pipelineEntity(context, subject));
    },
  }),
  // POST /projects/:id/pipelines/:pipeline_id/cancel: 200, though it is a POST (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/cancel',
    params: pipelineId,
    access: pipelineAtLevel(30),
    handle: ({ context, subject }) => {
      const jobs = currentJobs(context.platform, subject);
      for (const job of jobs) cancel(context, job);
      if (jobs.length > 0) settlePipeline(context.platform, subject);
      return ok(pipelineEntity(context, subject));
    },
  }),
  // DELETE /projects/:id/pipelines/:pipeline_id: Owners; with its jobs, without its children (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/pipelines/:pipeline_id',
    params: pipelineId,
    access: pipelineAtLevel(50),
    handle: ({ context, subject }) => {
      requireUnmodified(context, subject.updated_at);
      erasePipeline(context.platform.state, subject);
      return noContent();
    },
  }),
];
