import type { RequestContext } from '../http/request-context.ts';
import { canRunBuilds } from './access.ts';
import type { PipelineRow } from './rows.ts';
import { openRepository } from '../git/repository.ts';
import type { RefKind } from '../git/repository.ts';
import { diffTrees } from '../git/tree-diff.ts';
import { mergeRequestPipelines } from '../merge-requests/merge-checks.ts';
import { diffOf } from '../merge-requests/diff.ts';
import type { MergeRequestRow } from '../merge-requests/rows.ts';
import { startPipeline } from './pipeline-creation.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** A branch or tag that now stands at another commit. */
export interface Moved {
  readonly kind: RefKind;
  readonly name: string;
  /** Where it stood; undefined for a new one. */
  readonly before: string | undefined;
  readonly after: string;
}

/** Starts what a push starts: the pipeline of the branch or tag, then those of open merge requests from that branch (18.9). */
export function pipelinesAfterPush(context: RequestContext, project: ProjectRow, moved: Moved): void {
  if (!canRunBuilds(context, project)) return;
  const { state } = context.platform;
  const { kind, name, before, after } = moved;
  startPipeline(context, project, {
    ref: name,
    branch: name,
    tag: kind === 'tags',
    sha: after,
    before,
    // A new branch has everything changed.
    changed: before === undefined ? undefined : changedPaths(context, project, before, after),
    source: 'push',
    variables: [],
    mergeRequestId: null,
    broken: 'kept as failed',
  });
  if (kind === 'tags') return;
  const open = state.mergeRequestsOf(project.id).filter((row) => row.state === 'opened' && row.source_branch === name);
  for (const row of open) pipelineOfMergeRequest(context, project, row);
}

/** Starts the pipeline of a merge request, where its head has none yet and the configuration has jobs for it (18.9). */
export function pipelineOfMergeRequest(
  context: RequestContext,
  project: ProjectRow,
  row: MergeRequestRow,
): PipelineRow | undefined {
  const { base_sha, head_sha } = diffOf(context.platform.state, row);
  const there = mergeRequestPipelines(context, row).some(
    (one) => one.merge_request_id === row.id && one.sha === head_sha,
  );
  if (head_sha === null || base_sha === head_sha || there || !canRunBuilds(context, project)) return undefined;
  return startPipeline(context, project, {
    ref: `refs/merge-requests/${row.iid}/head`,
    branch: row.source_branch,
    tag: false,
    sha: head_sha,
    changed: base_sha === null ? undefined : changedPaths(context, project, base_sha, head_sha),
    source: 'merge_request_event',
    variables: [],
    mergeRequestId: row.id,
    broken: 'kept as failed',
  });
}

function changedPaths(context: RequestContext, project: ProjectRow, before: string, after: string): readonly string[] {
  const repository = openRepository(context.platform.state, project.id);
  const trees = [before, after].map((sha) => repository.commit(sha)?.tree);
  return diffTrees(repository, trees[0], trees[1]).flatMap(({ oldPath, newPath }) => [oldPath, newPath]);
}
