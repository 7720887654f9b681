import type { Call } from '../call.ts';
import { commitEntity } from '../entities/commit.ts';
import { diffEntity } from '../entities/diff.ts';
import { mergeRequestEntity } from '../entities/merge-request.ts';
import { basicUser } from '../entities/user.ts';
import { walk } from '../git/history.ts';
import type { Named } from '../git/history.ts';
import { openRepository } from '../git/repository.ts';
import { diffTrees } from '../git/tree-diff.ts';
import type { FileDiff } from '../git/tree-diff.ts';
import { readableMergeRequest } from '../merge-request-access.ts';
import { diffOf } from '../merge-request-diff.ts';
import type { MergeRequestRow } from '../merge-request-rows.ts';
import { participantsOf } from '../merge-request-subscriptions.ts';
import { paged, paginate } from '../pagination.ts';
import { ok } from '../reply.ts';
import { route } from '../route.ts';
import type { UserRow } from '../rows.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;
const listed = { ...iid, ...paged } as const;

function usersOf(call: Call, ids: readonly number[]): readonly UserRow[] {
  return ids.flatMap((id) => call.world.state.users.get(id) ?? []);
}

/** The commits that the source has and the target had not, newest first. */
function commitsOf(call: Call, row: MergeRequestRow): readonly Named[] {
  const { base_sha, head_sha } = diffOf(call.world.state, row);
  if (head_sha === null) return [];
  return walk(openRepository(call.world.state, row.project_id), [head_sha], base_sha === null ? [] : [base_sha]);
}

function changesOf(call: Call, row: MergeRequestRow): readonly FileDiff[] {
  const repository = openRepository(call.world.state, row.project_id);
  const { base_sha, head_sha } = diffOf(call.world.state, row);
  const head = repository.commit(head_sha ?? '');
  return head === undefined ? [] : diffTrees(repository, repository.commit(base_sha ?? '')?.tree, head.tree);
}

export const mergeRequestReadRoutes = [
  // GET /projects/:id/merge_requests/:merge_request_iid/participants (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/participants',
    anonymous: true,
    params: listed,
    access: readableMergeRequest,
    handle: ({ call, args, subject: { row } }) =>
      paginate(call, args, usersOf(call, participantsOf(call, row)), (user) => basicUser(call, user)),
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/reviewers: what each made of it (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/reviewers',
    anonymous: true,
    params: listed,
    access: readableMergeRequest,
    handle: ({ call, args, subject: { row } }) =>
      paginate(call, args, usersOf(call, row.reviewer_ids), (user) => ({
        user: basicUser(call, user),
        state: row.approved_by_ids.includes(user.id) ? 'approved' : 'unreviewed',
        created_at: row.created_at,
      })),
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/commits: newest first (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/commits',
    anonymous: true,
    params: listed,
    access: readableMergeRequest,
    handle: ({ call, args, subject: { project, row } }) =>
      paginate(call, args, commitsOf(call, row), (named) => commitEntity(call, project, named)),
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/changes: the merge request with its diffs (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/changes',
    anonymous: true,
    params: { ...iid, access_raw_diffs: { type: 'boolean' }, unidiff: { type: 'boolean' } },
    access: readableMergeRequest,
    handle: ({ call, args, subject: { project, row } }) => {
      const repository = openRepository(call.world.state, project.id);
      const form = args.unidiff === true ? 'unified' : 'hunks';
      const changes = changesOf(call, row).map((diff) => diffEntity(repository, diff, form));
      return ok({ ...mergeRequestEntity(call, project, row), changes, overflow: false });
    },
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/diffs (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/diffs',
    anonymous: true,
    params: { ...listed, unidiff: { type: 'boolean' } },
    access: readableMergeRequest,
    handle: ({ call, args, subject: { project, row } }) => {
      const repository = openRepository(call.world.state, project.id);
      const form = args.unidiff === true ? 'unified' : 'hunks';
      return paginate(call, args, changesOf(call, row), (diff) => diffEntity(repository, diff, form));
    },
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/closes_issues: there are no issues here (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/closes_issues',
    anonymous: true,
    params: listed,
    access: readableMergeRequest,
    handle: ({ call, args }) => paginate(call, args, [], () => null),
  }),
];
