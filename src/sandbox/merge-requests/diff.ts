import { mergeBase, reachable } from '../git/history.ts';
import { mergeTrees } from '../git/merge-trees.ts';
import { openRepository } from '../git/repository.ts';
import { diffTrees } from '../git/tree-diff.ts';
import type { MergeRequestDiff, MergeRequestRow } from './rows.ts';
import type { State } from '../store/state.ts';

/** The commits that a merge request lies between: as they were when it ended, else as the branches stand. */
export function diffOf(state: State, row: MergeRequestRow): MergeRequestDiff {
  if (row.diff !== null) return row.diff;
  const repository = openRepository(state, row.project_id);
  const head = repository.ref('heads', row.source_branch) ?? null;
  const start = repository.ref('heads', row.target_branch) ?? null;
  const base = head === null || start === null ? null : (mergeBase(repository, head, [start]) ?? null);
  return { base_sha: base, head_sha: head, start_sha: start };
}

/** The tree that a merge would lead to; undefined where a branch is gone, nothing is to be merged, or both sides clash. */
export function mergedTree(state: State, row: MergeRequestRow): string | undefined {
  const repository = openRepository(state, row.project_id);
  const { base_sha, head_sha, start_sha } = diffOf(state, row);
  const [base, head, start] = [base_sha, head_sha, start_sha].map((sha) => repository.commit(sha ?? ''));
  if (head === undefined || start === undefined || base_sha === head_sha) return undefined;
  const merged = mergeTrees(repository, base?.tree, start.tree, head.tree);
  return merged.kind === 'tree' ? merged.sha : undefined;
}

/** Whether both branches are there, with something to merge, and yet no merge can be made. */
export function hasConflicts(state: State, row: MergeRequestRow): boolean {
  const { base_sha, head_sha, start_sha } = diffOf(state, row);
  const comparable = head_sha !== null && start_sha !== null && base_sha !== head_sha;
  return row.state === 'opened' && comparable && mergedTree(state, row) === undefined;
}

/** How many files a merge request changes, as the text that the API shows; null when it changes none. */
export function changesCount(state: State, row: MergeRequestRow): string | null {
  const repository = openRepository(state, row.project_id);
  const { base_sha, head_sha } = diffOf(state, row);
  const head = repository.commit(head_sha ?? '');
  if (head === undefined) return null;
  const changed = diffTrees(repository, repository.commit(base_sha ?? '')?.tree, head.tree).length;
  if (changed === 0) return null;
  return changed > 1000 ? '1000+' : String(changed);
}

/** How many commits the target has that the source has not. */
export function divergedCommits(state: State, row: MergeRequestRow): number {
  const repository = openRepository(state, row.project_id);
  const { head_sha, start_sha } = diffOf(state, row);
  if (head_sha === null || start_sha === null) return 0;
  const own = reachable(repository, [head_sha]);
  return [...reachable(repository, [start_sha]).keys()].filter((sha) => !own.has(sha)).length;
}
