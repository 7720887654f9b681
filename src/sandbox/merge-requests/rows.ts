import type { Bag } from '../store/rows.ts';

export type MergeRequestState = 'opened' | 'closed' | 'locked' | 'merged';

/** A merge request. Its number (`iid`) counts within the target project. */
export interface MergeRequestRow {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly source_project_id: number;
  readonly source_branch: string;
  readonly target_branch: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: MergeRequestState;
  readonly author_id: number;
  readonly assignee_ids: readonly number[];
  readonly reviewer_ids: readonly number[];
  readonly approved_by_ids: readonly number[];
  readonly labels: readonly string[];
  readonly milestone: Bag | null;
  readonly reactions: readonly { readonly user_id: number; readonly name: string }[];
  readonly deployments: readonly { readonly environment: string; readonly at: string }[];
  readonly squash: boolean;
  readonly allow_collaboration: boolean;
  /** Asked for when the merge request was written. */
  readonly force_remove_source_branch: boolean | null;
  /** Asked for when it was merged. */
  readonly should_remove_source_branch: boolean | null;
  readonly discussion_locked: boolean | null;
  readonly merge_when_pipeline_succeeds: boolean;
  readonly merge_after: string | null;
  readonly approvals_before_merge: number | null;
  /** What was compared when it was merged or closed; open ones are compared as they stand. */
  readonly diff: MergeRequestDiff | null;
  readonly merge_user_id: number | null;
  readonly merged_at: string | null;
  readonly closed_by_id: number | null;
  readonly closed_at: string | null;
  readonly merge_commit_sha: string | null;
  readonly squash_commit_sha: string | null;
  readonly merge_error: string | null;
  /** A rebase that was asked for runs until then. */
  readonly rebase_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The commits between which a merge request's changes lie. */
export interface MergeRequestDiff {
  readonly base_sha: string | null;
  readonly head_sha: string | null;
  readonly start_sha: string | null;
}
