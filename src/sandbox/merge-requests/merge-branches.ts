import { actor } from '../http/request-context.ts';
import type { RequestContext } from '../http/request-context.ts';
import { mergeBase, walk } from '../git/history.ts';
import { mergeTrees } from '../git/merge-trees.ts';
import type { Signature } from '../git/object.ts';
import { openRepository } from '../git/repository.ts';
import { diffOf, mergedTree } from './diff.ts';
import type { MergeRequestRow } from './rows.ts';
import { moveBranch } from '../repository/push.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { signatureOf } from '../repository/signature.ts';

/** How a merge is to be made. */
export interface MergeWish {
  readonly squash: boolean;
  readonly message: string | undefined;
  readonly squashMessage: string | undefined;
}

/** The commits that a merge made. */
export interface MergeResult {
  readonly merge_commit_sha: string | null;
  readonly squash_commit_sha: string | null;
}

/** Merges the source branch into the target branch, as the project's merge method wants it; undefined when it cannot. */
export function mergeBranches(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow,
  wish: MergeWish,
): MergeResult | undefined {
  const { state } = context.platform;
  const repository = openRepository(state, project.id);
  const { head_sha: head, start_sha: start } = diffOf(state, row);
  const tree = mergedTree(state, row);
  if (head === null || start === null || tree === undefined) return undefined;
  const signed = signatureOf(context, actor(context));
  const commit = (parents: readonly string[], message: string) =>
    repository.put({ type: 'commit', tree, parents, author: signed, committer: signed, message });
  const squashed = wish.squash ? commit([start], wish.squashMessage ?? row.title) : null;
  const tip = squashed ?? head;
  if (project.attributes['merge_method'] === 'ff') {
    moveBranch(context, project, row.target_branch, tip);
    return { merge_commit_sha: null, squash_commit_sha: squashed };
  }
  const merged = commit([start, tip], wish.message ?? defaultMessage(project, row));
  moveBranch(context, project, row.target_branch, merged);
  return { merge_commit_sha: merged, squash_commit_sha: squashed };
}

function defaultMessage(project: ProjectRow, row: MergeRequestRow): string {
  const first = `Merge branch '${row.source_branch}' into '${row.target_branch}'`;
  return `${first}\n\n${row.title}\n\nSee merge request ${project.full_path}!${row.iid}`;
}

/** Replays the commits of the source branch on top of the target branch; false where both changed the same. */
export function rebaseBranch(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow,
  ci: 'with pipelines' | 'without',
): boolean {
  const repository = openRepository(context.platform.state, project.id);
  const head = repository.ref('heads', row.source_branch);
  const start = repository.ref('heads', row.target_branch);
  if (head === undefined || start === undefined) return false;
  const base = mergeBase(repository, head, [start]);
  if (base === start) return true;
  const committer: Signature = signatureOf(context, actor(context));
  let tip = start;
  for (const { commit } of walk(repository, [head], [start]).toReversed()) {
    const onto = repository.commit(tip);
    // A merge brings nothing of its own.
    if (onto === undefined || commit.parents.length > 1) continue;
    const merged = mergeTrees(repository, repository.commit(commit.parents[0] ?? '')?.tree, onto.tree, commit.tree);
    if (merged.kind === 'conflict') return false;
    const { author, message } = commit;
    tip = repository.put({ type: 'commit', tree: merged.sha, parents: [tip], author, committer, message });
  }
  if (ci === 'without') repository.setRef('heads', row.source_branch, tip);
  else moveBranch(context, project, row.source_branch, tip);
  return true;
}
