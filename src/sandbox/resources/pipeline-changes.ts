import { pipelineAtLevel } from '../ci-access.ts';
import { currentJobs, isRetryable, settlePipeline } from '../ci-status.ts';
import { timestamp } from '../clock.ts';
import { requireUnmodified } from '../conditional.ts';
import { namedPipeline, pipelineEntity } from '../entities/pipeline.ts';
import { erasePipeline } from '../erase.ts';
import { cancel, rerun } from '../job-runs.ts';
import { created, message, noContent, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';

const pipelineId = { pipeline_id: { type: 'integer', required: true } } as const;

export const pipelineChangeRoutes = [
  // PUT /projects/:id/pipelines/:pipeline_id/metadata: the name, up to 255 characters (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/pipelines/:pipeline_id/metadata',
    since: '16.6',
    params: { ...pipelineId, name: { type: 'string', required: true } },
    access: pipelineAtLevel(30),
    handle: ({ call, args, subject }) => {
      if (args.name.length > 255) {
        refuse(message(400, 'Failed to update pipeline - Name is too long (maximum is 255 characters)'));
      }
      call.world.state.pipelines.update(subject, { name: args.name, updated_at: timestamp(call.world.clock) });
      return ok(namedPipeline(call, subject));
    },
  }),
  // POST /projects/:id/pipelines/:pipeline_id/retry: what failed or was canceled runs again; else nothing does (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/retry',
    params: pipelineId,
    access: pipelineAtLevel(30),
    handle: ({ call, subject }) => {
      const jobs = currentJobs(call.world, subject).filter((job) => isRetryable(job) && job.status !== 'success');
      for (const job of jobs) rerun(call, job);
      if (jobs.length > 0) settlePipeline(call.world, subject);
      return created(pipelineEntity(call, subject));
    },
  }),
  // POST /projects/:id/pipelines/:pipeline_id/cancel: 200, though it is a POST (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/pipelines/:pipeline_id/cancel',
    params: pipelineId,
    access: pipelineAtLevel(30),
    handle: ({ call, subject }) => {
      const jobs = currentJobs(call.world, subject);
      for (const job of jobs) cancel(call, job);
      if (jobs.length > 0) settlePipeline(call.world, subject);
      return ok(pipelineEntity(call, subject));
    },
  }),
  // DELETE /projects/:id/pipelines/:pipeline_id: Owners; with its jobs, without its children (18.9).
  route({
    method: 'DELETE',
    path: '/projects/:id/pipelines/:pipeline_id',
    params: pipelineId,
    access: pipelineAtLevel(50),
    handle: ({ call, subject }) => {
      requireUnmodified(call, subject.updated_at);
      erasePipeline(call.world.state, subject);
      return noContent();
    },
  }),
];
