import { timestamp } from '../store/clock.ts';
import { openRepository } from '../git/repository.ts';
import { canMerge } from './merge-checks.ts';
import { visibleMergeRequest } from './access.ts';
import { diffOf, mergedTree } from './diff.ts';
import { created, message, ok, refuse, unauthorized } from '../http/reply.ts';
import { route } from '../http/route.ts';
import { signatureOf } from '../repository/signature.ts';
import { actor } from '../http/request-context.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

export const mergeRequestAutoMergeRoutes = [
  // POST /projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds: 201 either way (18.9).
  route({
    method: 'POST',
    path: '/projects/:id/merge_requests/:merge_request_iid/cancel_merge_when_pipeline_succeeds',
    params: iid,
    access: (context, args) => {
      const found = visibleMergeRequest(context, args);
      const own = found.row.author_id === context.user?.id;
      return own || canMerge(context, found.project, found.row) ? found.row : refuse(unauthorized());
    },
    handle: ({ context, subject: row }) => {
      if (!row.merge_when_pipeline_succeeds) {
        return created({ message: "Can't cancel the automatic merge", status: 'error', http_status: 406 });
      }
      const now = timestamp(context.platform.clock);
      const canceled = { merge_when_pipeline_succeeds: false, merge_user_id: null, updated_at: now };
      context.platform.state.mergeRequests.update(row, canceled);
      return created({ status: 'success' });
    },
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/merge_ref: the commit that a merge would make now (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/merge_ref',
    params: iid,
    access: visibleMergeRequest,
    handle: ({ context, subject: { project, row } }) => {
      const { state } = context.platform;
      const tree = row.state === 'opened' ? mergedTree(state, row) : undefined;
      const { head_sha: head, start_sha: start } = diffOf(state, row);
      if (tree === undefined || head === null || start === null) {
        return refuse(message(400, 'Merge request is not mergeable'));
      }
      const signed = signatureOf(context, actor(context));
      const text = `Merge branch '${row.source_branch}' into '${row.target_branch}'`;
      const repository = openRepository(state, project.id);
      const commit = { type: 'commit', tree, parents: [start, head], author: signed, committer: signed } as const;
      return ok({ commit_id: repository.put({ ...commit, message: text }) });
    },
  }),
];
