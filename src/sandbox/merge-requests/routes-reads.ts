import type { RequestContext } from '../http/request-context.ts';
import { commitEntity } from '../repository/entity-commit.ts';
import { diffEntity } from '../repository/entity-diff.ts';
import { mergeRequestEntity } from './entity.ts';
import { basicUser } from '../users/entity.ts';
import { walk } from '../git/history.ts';
import type { Named } from '../git/history.ts';
import { openRepository } from '../git/repository.ts';
import { diffTrees } from '../git/tree-diff.ts';
import type { FileDiff } from '../git/tree-diff.ts';
import { readableMergeRequest } from './access.ts';
import { diffOf } from './diff.ts';
import type { MergeRequestRow } from './rows.ts';
import { participantsOf } from './subscriptions.ts';
import { paged, paginate } from '../http/pagination.ts';
import { ok } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { UserRow } from '../users/rows.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;
const listed = { ...iid, ...paged } as const;

function usersOf(context: RequestContext, ids: readonly number[]): readonly UserRow[] {
  return ids.flatMap((id) => context.platform.state.users.get(id) ?? []);
}

/** The commits that the source has and the target had not, newest first. */
function commitsOf(context: RequestContext, row: MergeRequestRow): readonly Named[] {
  const { base_sha, head_sha } = diffOf(context.platform.state, row);
  if (head_sha === null) return [];
  return walk(openRepository(context.platform.state, row.project_id), [head_sha], base_sha === null ? [] : [base_sha]);
}

function changesOf(context: RequestContext, row: MergeRequestRow): readonly FileDiff[] {
  const repository = openRepository(context.platform.state, row.project_id);
  const { base_sha, head_sha } = diffOf(context.platform.state, row);
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
    handle: ({ context, args, subject: { row } }) =>
      paginate(context, args, usersOf(context, participantsOf(context, row)), (user) => basicUser(context, user)),
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/reviewers: what each made of it (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/reviewers',
    anonymous: true,
    params: listed,
    access: readableMergeRequest,
    handle: ({ context, args, subject: { row } }) =>
      paginate(context, args, usersOf(context, row.reviewer_ids), (user) => ({
        user: basicUser(context, user),
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
    handle: ({ context, args, subject: { project, row } }) =>
      paginate(context, args, commitsOf(context, row), (named) => commitEntity(context, project, named)),
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/changes: the merge request with its diffs (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/changes',
    anonymous: true,
    params: { ...iid, access_raw_diffs: { type: 'boolean' }, unidiff: { type: 'boolean' } },
    access: readableMergeRequest,
    handle: ({ context, args, subject: { project, row } }) => {
      const repository = openRepository(context.platform.state, project.id);
      const form = args.unidiff === true ? 'unified' : 'hunks';
      const changes = changesOf(context, row).map((diff) => diffEntity(repository, diff, form));
      return ok({ ...mergeRequestEntity(context, project, row), changes, overflow: false });
    },
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/diffs (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/diffs',
    anonymous: true,
    params: { ...listed, unidiff: { type: 'boolean' } },
    access: readableMergeRequest,
    handle: ({ context, args, subject: { project, row } }) => {
      const repository = openRepository(context.platform.state, project.id);
      const form = args.unidiff === true ? 'unified' : 'hunks';
      return paginate(context, args, changesOf(context, row), (diff) => diffEntity(repository, diff, form));
    },
  }),
  // GET /projects/:id/merge_requests/:merge_request_iid/closes_issues: there are no issues here (18.9).
  route({
    method: 'GET',
    path: '/projects/:id/merge_requests/:merge_request_iid/closes_issues',
    anonymous: true,
    params: listed,
    access: readableMergeRequest,
    handle: ({ context, args }) => paginate(context, args, [], () => null),
  }),
];
