import { canRead } from '../access/access.ts';
import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { licensed } from '../store/edition.ts';
import { openRepository } from '../git/repository.ts';
import { noteLabels } from './label-events.ts';
import { canReadMergeRequests } from '../repository/code-access.ts';
import { diffOf } from './diff.ts';
import type { MergeRequestRow } from './rows.ts';
import type { Args } from '../http/params.ts';
import { pipelineOfMergeRequest } from '../ci/push-pipelines.ts';
import { forbidden, invalid, refuse } from '../http/reply.ts';
import type { Reply } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { tell } from '../notes/system-notes.ts';
import { labelsIn } from './params.ts';
import type { createMergeRequestParams, updateMergeRequestParams } from './params.ts';

type New = Args<typeof createMergeRequestParams>;
export type Changes = Partial<Args<typeof updateMergeRequestParams>>;
type Columns = Partial<Omit<MergeRequestRow, 'id'>>;

/** A refusal whose message is a list: 409 and 422 of merge requests (POST /projects/:id/merge_requests, 18.9). */
function listed(status: number, text: string): Reply {
  return { status, body: { message: [text] } };
}

/** Makes a merge request (POST /projects/:id/merge_requests, 18.9). */
export function createMergeRequest(context: RequestContext, project: ProjectRow, sent: New): MergeRequestRow {
  const { state, clock } = context.platform;
  requireTarget(context, project, sent.target_project_id ?? undefined);
  refuseWrong(sent.title, sent.description ?? null);
  refuseBranches(context, project, sent.source_branch, sent.target_branch);
  const now = timestamp(clock);
  const reviewers = sent.reviewer_ids ?? [];
  const row = state.mergeRequests.insert({
    iid: Math.max(0, ...state.mergeRequestsOf(project.id).map((row) => row.iid)) + 1,
    project_id: project.id,
    source_project_id: project.id,
    source_branch: sent.source_branch,
    target_branch: sent.target_branch,
    title: sent.title,
    description: sent.description ?? null,
    state: 'opened',
    author_id: actor(context).id,
    assignee_ids: peopleIn(context, project, assigneesIn(sent) ?? []),
    reviewer_ids: peopleIn(context, project, reviewers),
    approved_by_ids: [],
    labels: labelsIn([...(sent.labels ?? []), ...(sent.add_labels ?? [])]),
    milestone: null,
    reactions: [],
    deployments: [],
    squash: sent.squash ?? project.attributes['squash_option'] === 'default_on',
    allow_collaboration: sent.allow_collaboration ?? sent.allow_maintainer_to_push ?? false,
    force_remove_source_branch: sent.remove_source_branch ?? null,
    should_remove_source_branch: null,
    discussion_locked: null,
    merge_when_pipeline_succeeds: false,
    merge_after: sent.merge_after ?? null,
    approvals_before_merge: sent.approvals_before_merge ?? null,
    diff: null,
    merge_user_id: null,
    merged_at: null,
    closed_by_id: null,
    closed_at: null,
    merge_commit_sha: null,
    squash_commit_sha: null,
    merge_error: null,
    rebase_until: null,
    created_at: now,
    updated_at: now,
  });
  noteLabels(context, row, []);
  pipelineOfMergeRequest(context, project, row);
  return row;
}

/** No project here is a fork of another: across projects only the way of refusing differs. */
function requireTarget(context: RequestContext, source: ProjectRow, targetId: number | undefined): void {
  if (targetId === undefined || targetId === source.id) return;
  const target = context.platform.state.projects.get(targetId);
  const seen = target !== undefined && canRead(context, { type: 'project', row: target });
  if (!seen || !canReadMergeRequests(context, target)) refuse(forbidden());
  refuse(listed(422, 'Source project is not a fork of the target project'));
}

function refuseWrong(title: string, description: string | null): void {
  const errors: Record<string, readonly string[]> = {};
  if (title.trim() === '') errors['title'] = ["can't be blank"];
  if (title.length > 255) errors['title'] = ['is too long (maximum is 255 characters)'];
  if ((description ?? '').length > 1_048_576) errors['description'] = ['is too long (maximum is 1048576 characters)'];
  if (Object.keys(errors).length > 0) refuse(invalid(errors));
}

function refuseBranches(context: RequestContext, project: ProjectRow, source: string, target: string): void {
  if (source === target) refuse(listed(422, "You can't use same project/branch for source and target"));
  const repository = openRepository(context.platform.state, project.id);
  const branches = [['Source', source] as const, ['Target', target] as const];
  const missing = branches.find(([, name]) => repository.ref('heads', name) === undefined);
  if (missing !== undefined) refuse(listed(422, `${missing[0]} branch "${missing[1]}" does not exist`));
  refuseSecond(context, project, source, target);
}

/** One open merge request for a source and a target. */
function refuseSecond(
  context: RequestContext,
  project: ProjectRow,
  source: string,
  target: string,
  own?: MergeRequestRow,
): void {
  const open = context.platform.state.mergeRequestsOf(project.id).find((row) => {
    return row !== own && row.state === 'opened' && row.source_branch === source && row.target_branch === target;
  });
  if (open === undefined) return;
  refuse(listed(409, `Another open merge request already exists for this source branch: !${open.iid}`));
}

function assigneesIn(sent: Pick<Changes, 'assignee_id' | 'assignee_ids'>): readonly number[] | undefined {
  if (sent.assignee_ids !== undefined) return sent.assignee_ids;
  return sent.assignee_id === undefined ? undefined : [sent.assignee_id ?? 0];
}

/** Those of the people who may see the merge request; more than one with a licence for it; 0 stands for nobody. */
export function peopleIn(context: RequestContext, project: ProjectRow, ids: readonly number[]): readonly number[] {
  const known = [...new Set(ids)].filter((id) => {
    const user = context.platform.state.users.get(id);
    return user !== undefined && canReadMergeRequests({ ...context, user, admin: user.admin }, project);
  });
  return licensed(context.platform.edition, 'premium') ? known : known.slice(0, 1);
}

/** Changes a merge request, and writes down what changed (PUT /projects/:id/merge_requests/:iid, 18.9). */
export function updateMergeRequest(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow,
  sent: Changes,
): void {
  refuseWrong(sent.title ?? row.title, sent.description ?? null);
  const target = sent.target_branch ?? row.target_branch;
  const reopens = sent.state_event === 'reopen' && row.state === 'closed';
  if (target === row.source_branch) refuse(listed(422, "You can't use same project/branch for source and target"));
  if (reopens || (row.state === 'opened' && target !== row.target_branch)) {
    refuseSecond(context, project, row.source_branch, target, row);
  }
  const people = peopleChanges(context, project, row, sent);
  const columns = {
    ...plainChanges(row, sent),
    ...people,
    ...stateChanges(context, row, sent.state_event ?? undefined),
  };
  const before = { ...row };
  context.platform.state.mergeRequests.update(row, { ...columns, updated_at: timestamp(context.platform.clock) });
  tellChanges(context, before, row);
  noteLabels(context, row, before.labels);
}

function plainChanges(row: MergeRequestRow, sent: Changes): Columns {
  const labels = labelsIn([...(sent.labels ?? row.labels), ...(sent.add_labels ?? [])]);
  const gone = labelsIn(sent.remove_labels ?? []);
  const collaboration = sent.allow_collaboration ?? sent.allow_maintainer_to_push;
  return {
    title: sent.title ?? row.title,
    description: sent.description === undefined ? row.description : sent.description,
    target_branch: sent.target_branch ?? row.target_branch,
    labels: labels.filter((label) => !gone.includes(label)),
    // No milestone has a number here: any that is sent leaves none.
    milestone: sent.milestone_id === undefined ? row.milestone : null,
    squash: sent.squash ?? row.squash,
    allow_collaboration: collaboration ?? row.allow_collaboration,
    force_remove_source_branch: sent.remove_source_branch ?? row.force_remove_source_branch,
    discussion_locked: sent.discussion_locked ?? row.discussion_locked,
    merge_after: sent.merge_after === undefined ? row.merge_after : sent.merge_after,
    approvals_before_merge:
      sent.approvals_before_merge === undefined ? row.approvals_before_merge : sent.approvals_before_merge,
  };
}

function peopleChanges(context: RequestContext, project: ProjectRow, row: MergeRequestRow, sent: Changes): Columns {
  const assignees = assigneesIn(sent);
  return {
    assignee_ids: assignees === undefined ? row.assignee_ids : peopleIn(context, project, assignees),
    reviewer_ids: sent.reviewer_ids === undefined ? row.reviewer_ids : peopleIn(context, project, sent.reviewer_ids),
  };
}

function stateChanges(context: RequestContext, row: MergeRequestRow, event: 'close' | 'reopen' | undefined): Columns {
  if (event === 'close' && row.state === 'opened') {
    const closed = { closed_at: timestamp(context.platform.clock), closed_by_id: actor(context).id };
    return { state: 'closed', ...closed, diff: diffOf(context.platform.state, row) };
  }
  if (event === 'reopen' && row.state === 'closed') {
    return { state: 'opened', closed_at: null, closed_by_id: null, diff: null };
  }
  return {};
}

function tellChanges(context: RequestContext, before: MergeRequestRow, row: MergeRequestRow): void {
  const names = (ids: readonly number[]) =>
    ids.map((id) => `@${context.platform.state.users.get(id)?.username ?? 'ghost'}`).join(' and ');
  const added = row.assignee_ids.filter((id) => !before.assignee_ids.includes(id));
  const gone = before.assignee_ids.filter((id) => !row.assignee_ids.includes(id));
  const people = [
    added.length > 0 ? `assigned to ${names(added)}` : '',
    gone.length > 0 ? `unassigned ${names(gone)}` : '',
  ];
  if (added.length + gone.length > 0) tell(context, row, people.filter((text) => text !== '').join(' and '));
  const asked = row.reviewer_ids.filter((id) => !before.reviewer_ids.includes(id));
  if (asked.length > 0) tell(context, row, `requested review from ${names(asked)}`);
  if (before.title !== row.title) tell(context, row, `changed title from **${before.title}** to **${row.title}**`);
  if (before.description !== row.description) tell(context, row, 'changed the description');
  if (before.target_branch !== row.target_branch) {
    tell(context, row, `changed target branch from \`${before.target_branch}\` to \`${row.target_branch}\``);
  }
  if (before.state !== row.state) tell(context, row, row.state === 'closed' ? 'closed' : 'reopened');
}
