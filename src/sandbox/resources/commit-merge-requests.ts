import { enabledCode } from '../code-access.ts';
import type { Call } from '../call.ts';
import { basicMergeRequest } from '../entities/merge-request.ts';
import { findCommit, repositoryOf } from '../find-commit.ts';
import { reachable } from '../git/history.ts';
import { canReadMergeRequests } from '../merge-request-access.ts';
import { diffOf } from '../merge-request-diff.ts';
import type { MergeRequestRow } from '../merge-request-rows.ts';
import { paged, paginate } from '../pagination.ts';
import { forbidden, refuse } from '../reply.ts';
import { route } from '../route.ts';
import type { ProjectRow } from '../rows.ts';

export const commitMergeRequestRoutes = [
  // GET …/commits/:sha/merge_requests: those that bring the commit in, or were merged by it; newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/repository/commits/:sha/merge_requests',
    anonymous: true,
    params: { ...paged, state: { type: 'string' } },
    before: enabledCode,
    access: (call, args) => {
      const project = enabledCode(call, args);
      return canReadMergeRequests(call, project) ? project : refuse(forbidden());
    },
    handle: ({ call, args, subject: project }) => {
      const { sha } = findCommit(call, project, args.sha);
      const state = args.state ?? 'all';
      const rows = call.world.state
        .mergeRequestsOf(project.id)
        .filter((row) => state === 'all' || row.state === state)
        .filter((row) => brings(call, project, row, sha));
      return paginate(call, args, rows.toReversed(), (row) => basicMergeRequest(call, project, row));
    },
  }),
];

/** Whether a commit is one of a merge request's own, or the one that it was merged or squashed by. */
function brings(call: Call, project: ProjectRow, row: MergeRequestRow, sha: string): boolean {
  if (row.merge_commit_sha === sha || row.squash_commit_sha === sha) return true;
  const { base_sha, head_sha } = diffOf(call.world.state, row);
  if (head_sha === null) return false;
  const repository = repositoryOf(call, project);
  return reachable(repository, [head_sha]).has(sha) && !reachable(repository, [base_sha ?? '']).has(sha);
}
