import { canReadBuilds, canRunBuilds } from '../ci-access.ts';
import { basicPipeline, pipelineEntity } from '../entities/pipeline.ts';
import { mergeRequestPipelines } from '../merge-checks.ts';
import { readableMergeRequest } from '../merge-request-access.ts';
import { diffOf } from '../merge-request-diff.ts';
import { paged, paginate } from '../pagination.ts';
import { forbidden, message, ok, refuse } from '../reply.ts';
import { route } from '../route.ts';
import { createPipeline } from './pipeline-creation.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

export const mergeRequestPipelineRoutes = [
  // GET /projects/:id/merge_requests/:merge_request_iid/pipelines (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
    anonymous: true,
    params: { ...iid, ...paged },
    access: (call, args) => {
      const found = readableMergeRequest(call, args);
      return canReadBuilds(call, found.project) ? found.row : refuse(forbidden());
    },
    handle: ({ call, args, subject }) =>
      paginate(call, args, mergeRequestPipelines(call, subject), (pipeline) => basicPipeline(call, pipeline)),
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/pipelines: 200; a broken configuration fails it (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
    params: { ...iid, async: { type: 'boolean' } },
    access: readableMergeRequest,
    handle: ({ call, args, subject: { project, row } }) => {
      const { head_sha } = diffOf(call.world.state, row);
      const possible = row.state === 'opened' && head_sha !== null && canRunBuilds(call, project);
      if (head_sha === null || !possible) return refuse(message(405, '405 Method Not Allowed'));
      const pipeline = createPipeline(call, project, {
        ref: `refs/merge-requests/${row.iid}/head`,
        branch: row.source_branch,
        tag: false,
        sha: head_sha,
        source: 'merge_request_event',
        variables: [],
        mergeRequestId: row.id,
        broken: 'kept as failed',
      });
      return args.async === true ? { status: 202 } : ok(pipelineEntity(call, pipeline));
    },
  }),
];
