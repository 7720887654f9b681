import { levelOn } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { canReadBuilds } from '../ci/access.ts';
import { timestamp } from '../store/clock.ts';
import { licensed } from '../store/edition.ts';
import type { Json, JsonObject } from '../store/json.ts';
import {
  canMerge,
  detailedMergeStatus,
  headPipeline,
  isDraft,
  isPrepared,
  mergeRequestPipelines,
  mergeStatus,
} from './merge-checks.ts';
import { timeStats } from './time.ts';
import { isSubscribed } from './subscriptions.ts';
import { allResolved } from '../notes/threads.ts';
import { changesCount, diffOf, divergedCommits, hasConflicts } from './diff.ts';
import type { MergeRequestRow } from './rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import { labelDetail } from './entity-label.ts';
import { basicPipeline, pipelineEntity } from '../ci/entity.ts';
import { basicUser } from '../users/entity.ts';

function userOf(context: RequestContext, id: number | null): Json {
  const user = id === null ? undefined : context.platform.state.users.get(id);
  return user === undefined ? null : basicUser(context, user);
}

function usersOf(context: RequestContext, ids: readonly number[]): readonly Json[] {
  return ids.map((id) => userOf(context, id)).filter((user) => user !== null);
}

function webUrl(context: RequestContext, project: ProjectRow, row: MergeRequestRow): string {
  return `${context.platform.externalUrl}/${project.full_path}/-/merge_requests/${row.iid}`;
}

/** A merge request in few words (`view=simple`, 18.9). */
export function simpleMergeRequest(context: RequestContext, project: ProjectRow, row: MergeRequestRow): JsonObject {
  const { id, iid, project_id, title, description, state, created_at, updated_at } = row;
  const shown = { id, iid, project_id, title, description, state, created_at, updated_at };
  return { ...shown, web_url: webUrl(context, project, row) };
}

/** How a list shows merge requests. */
export interface Shown {
  readonly labels?: 'names' | 'details';
  /** The group that is being looked at: references are told from there. */
  readonly from?: GroupRow;
}

/** A reference from a group: by the project's path in its own group, by the full path elsewhere. */
function relativeReference(project: ProjectRow, reference: string, from: GroupRow | undefined): string {
  if (from === undefined) return reference;
  return `${project.group_id === from.id ? project.path : project.full_path}${reference}`;
}

/** A merge request as lists show it (APIEntitiesMergeRequestBasic, 18.9). */
export function basicMergeRequest(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow,
  shown: Shown = {},
): JsonObject {
  const { state, edition } = context.platform;
  const notes = state.notesOn(`MergeRequest ${row.id}`);
  const votes = (name: string) => row.reactions.filter((reaction) => reaction.name === name).length;
  const merger = row.state === 'merged' ? userOf(context, row.merge_user_id) : null;
  const reference = `!${row.iid}`;
  return {
    ...simpleMergeRequest(context, project, row),
    merged_by: merger,
    merge_user: userOf(context, row.merge_user_id),
    merged_at: row.merged_at,
    closed_by: userOf(context, row.closed_by_id),
    closed_at: row.closed_at,
    target_branch: row.target_branch,
    source_branch: row.source_branch,
    user_notes_count: notes.filter((note) => !note.system).length,
    upvotes: votes('thumbsup'),
    downvotes: votes('thumbsdown'),
    author: userOf(context, row.author_id),
    assignees: usersOf(context, row.assignee_ids),
    assignee: userOf(context, row.assignee_ids[0] ?? null),
    reviewers: usersOf(context, row.reviewer_ids),
    source_project_id: row.source_project_id,
    target_project_id: row.project_id,
    labels:
      shown.labels === 'details' ? row.labels.map((name, position) => labelDetail(name, position + 1)) : row.labels,
    draft: isDraft(row.title),
    imported: false,
    imported_from: 'none',
    work_in_progress: isDraft(row.title),
    milestone: row.milestone,
    merge_when_pipeline_succeeds: row.merge_when_pipeline_succeeds,
    merge_status: mergeStatus(context, row),
    detailed_merge_status: detailedMergeStatus(context, project, row),
    merge_after: row.merge_after,
    sha: diffOf(state, row).head_sha,
    merge_commit_sha: row.merge_commit_sha,
    squash_commit_sha: row.squash_commit_sha,
    discussion_locked: row.discussion_locked,
    should_remove_source_branch: row.should_remove_source_branch,
    force_remove_source_branch: row.force_remove_source_branch,
    prepared_at: isPrepared(context, row) ? row.created_at : null,
    reference: relativeReference(project, reference, shown.from),
    references: {
      short: reference,
      relative: relativeReference(project, reference, shown.from),
      full: `${project.full_path}${reference}`,
    },
    time_stats: timeStats(context, row),
    squash: row.squash,
    squash_on_merge: row.squash,
    task_completion_status: tasksIn(row.description ?? ''),
    has_conflicts: hasConflicts(state, row),
    blocking_discussions_resolved: allResolved(state, row),
    ...(licensed(edition, 'premium') ? { approvals_before_merge: row.approvals_before_merge } : {}),
  };
}

/** The check boxes of a description. */
function tasksIn(description: string): JsonObject {
  const boxes = [...description.matchAll(/^\s*(?:[-*+]|\d+\.)\s+\[([ xX~])\]\s/gm)].map((match) => match[1] ?? '');
  const counted = boxes.filter((box) => box !== '~');
  return { count: counted.length, completed_count: counted.filter((box) => box !== ' ').length };
}

/** What a single read may add on request. */
export interface Extras {
  readonly html?: boolean;
  readonly diverged?: boolean;
  readonly rebase?: boolean;
}

/** A merge request by itself (APIEntitiesMergeRequest, 18.9). */
export function mergeRequestEntity(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow,
  extras: Extras = {},
): JsonObject {
  const { state, clock } = context.platform;
  const author = state.users.get(row.author_id);
  const readable = canReadBuilds(context, project);
  const [last] = mergeRequestPipelines(context, row);
  const head = headPipeline(context, row);
  const rebasing = row.rebase_until !== null && row.rebase_until > timestamp(clock);
  const isNew = author !== undefined && !isMember(context, project, author.id);
  return {
    ...basicMergeRequest(context, project, row),
    ...(extras.html === true
      ? { title_html: escaped(row.title), description_html: escaped(row.description ?? '') }
      : {}),
    subscribed: context.user !== undefined && isSubscribed(context, row, context.user),
    changes_count: changesCount(state, row),
    latest_build_started_at: last?.started_at ?? null,
    latest_build_finished_at: last?.finished_at ?? null,
    first_deployed_to_production_at: row.deployments.find((one) => one.environment === 'production')?.at ?? null,
    pipeline: last === undefined || !readable ? null : basicPipeline(context, last),
    ...(readable ? { head_pipeline: head === undefined ? null : pipelineEntity(context, head) } : {}),
    diff_refs: { ...diffOf(state, row) },
    merge_error: row.merge_error,
    ...(extras.rebase === true ? { rebase_in_progress: rebasing } : {}),
    ...(extras.diverged === true ? { diverged_commits_count: divergedCommits(state, row) } : {}),
    first_contribution:
      isNew &&
      !state.mergeRequestsOf(project.id).some((one) => one.state === 'merged' && one.author_id === row.author_id),
    user: { can_merge: canMerge(context, project, row) },
  };
}

function isMember(context: RequestContext, project: ProjectRow, userId: number): boolean {
  const user = context.platform.state.users.get(userId);
  return levelOn({ ...context, user }, { type: 'project', row: project }) > 10;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
