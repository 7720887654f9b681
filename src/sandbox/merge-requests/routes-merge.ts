import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { isActive } from '../ci/status.ts';
import { timestamp } from '../store/clock.ts';
import { defaultBranchOf } from '../repository/default-branch.ts';
import { mergeRequestEntity } from './entity.ts';
import { openRepository } from '../git/repository.ts';
import { mergeBranches, rebaseBranch } from './merge-branches.ts';
import { branchesAllow, canMerge, headPipeline, mergeableState } from './merge-checks.ts';
import { visibleMergeRequest } from './access.ts';
import type { Found } from './access.ts';
import { diffOf } from './diff.ts';
import type { MergeRequestRow } from './rows.ts';
import { canPushTo, protectionOf } from '../repository/protected-branches.ts';
import { conflict, forbidden, message, ok, refuse, unauthorized } from '../http/reply.ts';
import { route } from '../http/route.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { tell } from '../notes/system-notes.ts';

const iid = { merge_request_iid: { type: 'integer', required: true } } as const;

interface Wish {
  readonly merge_commit_message?: string | null | undefined;
  readonly squash_commit_message?: string | null | undefined;
  readonly should_remove_source_branch?: boolean | null | undefined;
  readonly squash?: boolean | null | undefined;
}

const cannot = message(422, 'Branch cannot be merged');

function merge(context: RequestContext, project: ProjectRow, row: MergeRequestRow, wish: Wish): void {
  const { state, clock } = context.platform;
  const diff = diffOf(state, row);
  const squash = wish.squash ?? row.squash;
  const texts = {
    message: wish.merge_commit_message ?? undefined,
    squashMessage: wish.squash_commit_message ?? undefined,
  };
  const result = mergeBranches(context, project, row, { squash, ...texts }) ?? refuse(cannot);
  const removal = wish.should_remove_source_branch ?? null;
  const now = timestamp(clock);
  const merged = { state: 'merged', merged_at: now, merge_user_id: actor(context).id, updated_at: now } as const;
  const settled = { should_remove_source_branch: removal, merge_when_pipeline_succeeds: false, squash, diff };
  state.mergeRequests.update(row, { ...merged, ...settled, ...result });
  tell(context, row, 'merged');
  if (removal ?? row.force_remove_source_branch === true) removeSource(context, project, row);
}

/** The source branch goes, unless it is protected or the default one. */
function removeSource(context: RequestContext, project: ProjectRow, row: MergeRequestRow): void {
  const { state } = context.platform;
  const kept = row.source_branch === defaultBranchOf(state, project);
  if (kept || protectionOf(state, project, row.source_branch) !== undefined) return;
  openRepository(state, project.id).removeRef('heads', row.source_branch);
}

/** Sets the merge off for the time when the pipeline has succeeded. */
function enableAutoMerge(context: RequestContext, row: MergeRequestRow, wish: Wish): void {
  const removal = wish.should_remove_source_branch ?? row.should_remove_source_branch;
  const waiting = { merge_when_pipeline_succeeds: true, merge_user_id: actor(context).id };
  context.platform.state.mergeRequests.update(row, {
    ...waiting,
    should_remove_source_branch: removal,
    squash: wish.squash ?? row.squash,
    updated_at: timestamp(context.platform.clock),
  });
}

/** Who may rebase, by what stands in the way (PUT …/rebase, 18.9). */
function requireRebase(context: RequestContext, { project, row }: Found): void {
  const { state } = context.platform;
  const there = openRepository(state, project.id).ref('heads', row.source_branch) !== undefined;
  if (!there) refuse(forbidden('Source branch does not exist'));
  if (!canPushTo(context, project, row.source_branch)) refuse(forbidden('Cannot push to source branch'));
  const isProtected = protectionOf(state, project, row.source_branch) !== undefined;
  if (isProtected) refuse(forbidden('Source branch is protected from force push'));
}

export const mergeRequestMergeRoutes = [
  // PUT /projects/:id/merge_requests/:merge_request_iid/merge: 401, then 405, then 422, then 409 (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/merge',
    params: {
      ...iid,
      merge_commit_message: { type: 'string' },
      squash_commit_message: { type: 'string' },
      should_remove_source_branch: { type: 'boolean' },
      merge_when_pipeline_succeeds: { type: 'boolean' },
      auto_merge: { type: 'boolean' },
      sha: { type: 'string' },
      squash: { type: 'boolean' },
      skip_merge_train: { type: 'boolean' },
    },
    access: (context, args) => {
      const found = visibleMergeRequest(context, args);
      return canMerge(context, found.project, found.row) ? found : refuse(unauthorized());
    },
    handle: ({ context, args, subject: { project, row } }) => {
      const waits = args.auto_merge === true || args.merge_when_pipeline_succeeds === true;
      const pipeline = headPipeline(context, row);
      const running = pipeline !== undefined && (isActive(pipeline.status) || pipeline.status === 'created');
      const later = waits && running && row.state === 'opened';
      const now = waits ? pipeline?.status === 'success' : true;
      if (!later && !(now && mergeableState(context, project, row))) refuse(message(405, '405 Method Not Allowed'));
      if (!later && !branchesAllow(context, project, row)) refuse(cannot);
      const head = diffOf(context.platform.state, row).head_sha ?? '';
      if (args.sha != null && args.sha !== head) {
        refuse(conflict(`SHA does not match HEAD of source branch: ${head}`));
      }
      if (later) enableAutoMerge(context, row, args);
      else merge(context, project, row, args);
      return ok(mergeRequestEntity(context, project, row));
    },
  }),
  // PUT /projects/:id/merge_requests/:merge_request_iid/rebase: 202; one at a time (18.9).
  route({
    method: 'PUT',
    path: '/projects/:id/merge_requests/:merge_request_iid/rebase',
    params: { ...iid, skip_ci: { type: 'boolean' } },
    access: (context, args) => {
      const found = visibleMergeRequest(context, args);
      requireRebase(context, found);
      return found;
    },
    handle: ({ context, args, subject: { project, row } }) => {
      const { state, clock, backgroundDelay } = context.platform;
      const running = row.rebase_until !== null && row.rebase_until > timestamp(clock);
      if (running || row.state !== 'opened') refuse(conflict('409 Conflict: Resource lock'));
      const failed = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.';
      const error = rebaseBranch(context, project, row, args.skip_ci === true ? 'without' : 'with pipelines')
        ? null
        : failed;
      const until = new Date(clock.now().getTime() + backgroundDelay).toISOString();
      state.mergeRequests.update(row, { merge_error: error, rebase_until: until, updated_at: timestamp(clock) });
      return { status: 202, body: { rebase_in_progress: true } };
    },
  }),
];
