import { canReadBuilds, canRunBuilds } from '../ci/access.ts';
import { basicPipeline, pipelineEntity } from '../ci/entity.ts';
import { mergeRequestPipelines } from './merge-checks.ts';
import { readableMergeRequest } from './access.ts';
import { diffOf } from './diff.ts';
import { paged, paginate } from '../http/pagination.ts';
import { forbidden, message, ok, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { createPipeline } from '../ci/pipeline-creation.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

export const mergeRequestPipelineRoutes = [
  // GET /projects/:id/merge_requests/:merge_request_iid/pipelines (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
    anonymous: true,
    params: { ...iid, ...paged },
    access: (context, args) => {
      const found = readableMergeRequest(context, args);
      return canReadBuilds(context, found.project) ? found.row : refuse(forbidden());
    },
    handle: ({ context, args, subject }) =>
      paginate(context, args, mergeRequestPipelines(context, subject), (pipeline) => basicPipeline(context, pipeline)),
  }),
  // POST /projects/:id/merge_requests/:merge_request_iid/pipelines: 200; a broken configuration fails it (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/pipelines',
    params: { ...iid, async: { type: 'boolean' } },
    access: readableMergeRequest,
    handle: ({ context, args, subject: { project, row } }) => {
      const { head_sha } = diffOf(context.platform.state, row);
      const possible = row.state === 'opened' && head_sha !== null && canRunBuilds(context, project);
      if (head_sha === null || !possible) return refuse(message(405, '405 Method Not Allowed'));
      const pipeline = createPipeline(context, project, {
        ref: `refs/merge-requests/${row.iid}/head`,
        branch: row.source_branch,
        tag: false,
        sha: head_sha,
        source: 'merge_request_event',
        variables: [],
        mergeRequestId: row.id,
        broken: 'kept as failed',
      });
      return args.async === true ? { status: 202 } : ok(pipelineEntity(context, pipeline));
    },
  }),
];
