import { canReadMergeRequests, enabledCode } from '../repository/code-access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { basicMergeRequest } from './entity.ts';
import { findCommit, repositoryOf } from '../repository/find-commit.ts';
import { reachable } from '../git/history.ts';
import { diffOf } from './diff.ts';
import type { MergeRequestRow } from './rows.ts';
import { paged, paginate } from '../http/pagination.ts';
import { forbidden, refuse } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';

export const commitMergeRequestRoutes = [
  // GET …/commits/:sha/merge_requests: those that bring the commit in, or were merged by it; newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/merge_requests',
    anonymous: true,
    params: { ...paged, state: { type: 'string' } },
    before: enabledCode,
    access: (context, args) => {
      const project = enabledCode(context, args);
      return canReadMergeRequests(context, project) ? project : refuse(forbidden());
    },
    handle: ({ context, args, subject: project }) => {
      const { sha } = findCommit(context, project, args.sha);
      const state = args.state ?? 'all';
      const rows = context.platform.state
        .mergeRequestsOf(project.id)
        .filter((row) => state === 'all' || row.state === state)
        .filter((row) => brings(context, project, row, sha));
      return paginate(context, args, rows.toReversed(), (row) => basicMergeRequest(context, project, row));
    },
  }),
];

/** Whether a commit is one of a merge request's own, or the one that it was merged or squashed by. */
function brings(context: RequestContext, project: ProjectRow, row: MergeRequestRow, sha: string): boolean {
  if (row.merge_commit_sha === sha || row.squash_commit_sha === sha) return true;
  const { base_sha, head_sha } = diffOf(context.platform.state, row);
  if (head_sha === null) return false;
  const repository = repositoryOf(context, project);
  return reachable(repository, [head_sha]).has(sha) && !reachable(repository, [base_sha ?? '']).has(sha);
}
