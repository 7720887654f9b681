import { letsThrough } from '../repository/branch-levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { PipelineRow } from '../ci/rows.ts';
import { isActive } from '../ci/status.ts';
import { canPushCode } from '../repository/code-access.ts';
import { timestamp } from '../store/clock.ts';
import { diffOf, divergedCommits, hasConflicts } from './diff.ts';
import type { MergeRequestRow } from './rows.ts';
import { allResolved } from '../notes/threads.ts';
import { protectionOf } from '../repository/protected-branches.ts';
import type { ProjectRow } from '../projects/rows.ts';

const draft = /^\s*(\[draft\]|\(draft\)|draft:)\s*/i;

/** Whether a title marks a merge request as not ready. */
export function isDraft(title: string): boolean {
  return draft.test(title);
}

/** A title without the mark. */
export function readyTitle(title: string): string {
  return title.replace(draft, '');
}

/** The last pipeline of the commit that a merge request stands at. */
export function headPipeline(context: RequestContext, row: MergeRequestRow): PipelineRow | undefined {
  const { head_sha } = diffOf(context.platform.state, row);
  return mergeRequestPipelines(context, row).find((pipeline) => pipeline.sha === head_sha);
}

/** The pipelines of a merge request: its own and those of its source branch, newest first. */
export function mergeRequestPipelines(context: RequestContext, row: MergeRequestRow): readonly PipelineRow[] {
  const { head_sha } = diffOf(context.platform.state, row);
  const belongs = (one: PipelineRow) =>
    one.merge_request_id === row.id || (one.ref === row.source_branch && !one.tag && one.sha === head_sha);
  return context.platform.state.pipelinesOf(row.source_project_id).filter(belongs).toReversed();
}

/** Whether the caller may merge into the target branch: who may push there, or merge where it is protected. */
export function canMerge(context: RequestContext, project: ProjectRow, row: MergeRequestRow): boolean {
  if (!canPushCode(context, project)) return false;
  const protection = protectionOf(context.platform.state, project, row.target_branch);
  return protection === undefined || letsThrough(context, project, [...protection.push, ...protection.merge]);
}

/** For a while after its creation a merge request is only being looked at (GET /projects/:id/merge_requests/:iid, 18.9). */
export function isPrepared(context: RequestContext, row: MergeRequestRow): boolean {
  return context.platform.clock.now().getTime() >= Date.parse(row.created_at) + context.platform.backgroundDelay;
}

/** Whether the merge request is in a state to be merged, conflicts aside: what fails here is 405 (PUT …/merge, 18.9). */
export function mergeableState(context: RequestContext, project: ProjectRow, row: MergeRequestRow): boolean {
  return (
    row.state === 'opened' &&
    !isDraft(row.title) &&
    ciObstacle(context, project, row) === undefined &&
    !waits(context, row) &&
    !isUnresolved(context, project, row)
  );
}

/** Whether a discussion holds up the merge, where the project says that it does. */
function isUnresolved(context: RequestContext, project: ProjectRow, row: MergeRequestRow): boolean {
  const needed = project.attributes['only_allow_merge_if_all_discussions_are_resolved'] === true;
  return needed && !allResolved(context.platform.state, row);
}

function waits(context: RequestContext, row: MergeRequestRow): boolean {
  return row.merge_after !== null && row.merge_after > timestamp(context.platform.clock);
}

function ciObstacle(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow,
): 'ci_must_pass' | 'ci_still_running' | undefined {
  if (project.attributes['only_allow_merge_if_pipeline_succeeds'] !== true) return undefined;
  const pipeline = headPipeline(context, row);
  if (pipeline?.status === 'success') return undefined;
  if (pipeline?.status === 'skipped' && project.attributes['allow_merge_on_skipped_pipeline'] === true)
    return undefined;
  return pipeline !== undefined && isActive(pipeline.status) ? 'ci_still_running' : 'ci_must_pass';
}

/** A fast-forward merge needs a source that holds all of the target. */
export function needsRebase(context: RequestContext, project: ProjectRow, row: MergeRequestRow): boolean {
  const method = project.attributes['merge_method'];
  return (method === 'ff' || method === 'rebase_merge') && divergedCommits(context.platform.state, row) > 0;
}

/** Whether the branches allow the merge: what fails here is 422 (PUT …/merge, 18.9). */
export function branchesAllow(context: RequestContext, project: ProjectRow, row: MergeRequestRow): boolean {
  const { base_sha, head_sha, start_sha } = diffOf(context.platform.state, row);
  if (head_sha === null || start_sha === null || base_sha === head_sha) return false;
  return !hasConflicts(context.platform.state, row) && !needsRebase(context, project, row);
}

/** `merge_status`, the older of the two words. */
export function mergeStatus(context: RequestContext, row: MergeRequestRow): string {
  if (row.state !== 'opened') return 'can_be_merged';
  if (!isPrepared(context, row)) return 'checking';
  const { base_sha, head_sha, start_sha } = diffOf(context.platform.state, row);
  const comparable = head_sha !== null && start_sha !== null && base_sha !== head_sha;
  return comparable && !hasConflicts(context.platform.state, row) ? 'can_be_merged' : 'cannot_be_merged';
}

/** `detailed_merge_status`: what stands in the way first. */
export function detailedMergeStatus(context: RequestContext, project: ProjectRow, row: MergeRequestRow): string {
  if (row.state !== 'opened') return 'not_open';
  if (!isPrepared(context, row)) return 'preparing';
  const { base_sha, head_sha, start_sha } = diffOf(context.platform.state, row);
  if (head_sha === null || start_sha === null || base_sha === head_sha) return 'commits_status';
  if (waits(context, row)) return 'merge_time';
  if (isDraft(row.title)) return 'draft_status';
  if (hasConflicts(context.platform.state, row)) return 'conflict';
  if (needsRebase(context, project, row)) return 'need_rebase';
  const ci = ciObstacle(context, project, row);
  if (ci !== undefined) return ci;
  return isUnresolved(context, project, row) ? 'discussions_not_resolved' : 'mergeable';
}
