import type { RequestContext } from '../http/request-context.ts';
import { canUse } from './code-access.ts';
import type { Named } from '../git/history.ts';
import { openRepository } from '../git/repository.ts';
import { countDiffs, diffTrees } from '../git/tree-diff.ts';
import { trailersOf } from '../git/trailers.ts';
import type { JsonObject } from '../store/json.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** A commit as lists show it (APIEntitiesCommit, 18.9). */
export function commitEntity(
  context: RequestContext,
  project: ProjectRow,
  { sha, commit }: Named,
  trailers = false,
): JsonObject {
  const found = trailers ? trailersOf(commit.message) : [];
  const names = [...new Set(found.map(([name]) => name))];
  return {
    id: sha,
    short_id: sha.slice(0, 8),
    // Always the same as committed_date.
    created_at: moment(commit.committer.seconds),
    parent_ids: commit.parents,
    title: titleOf(commit.message),
    message: commit.message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: moment(commit.author.seconds),
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: moment(commit.committer.seconds),
    trailers: Object.fromEntries(found),
    extended_trailers: Object.fromEntries(
      names.map((name) => [name, found.filter(([other]) => other === name).map(([, value]) => value)]),
    ),
    web_url: `${context.platform.externalUrl}/${project.full_path}/-/commit/${sha}`,
  };
}

/** A commit by itself (APIEntitiesCommitDetail, 18.9). */
export function commitDetail(context: RequestContext, project: ProjectRow, named: Named, stats: boolean): JsonObject {
  return {
    ...commitEntity(context, project, named),
    ...(stats ? { stats: statsEntity(context, project, named) } : {}),
    ...pipelineFields(context, project, named.sha),
    project_id: project.id,
  };
}

/** The last pipeline of a commit, and its state, for those who may see the builds. */
function pipelineFields(context: RequestContext, project: ProjectRow, sha: string): JsonObject {
  const last = context.platform.state.pipelinesOf(project.id).findLast((row) => row.sha === sha);
  if (last === undefined || !canUse(context, project, 'builds')) return { status: null, last_pipeline: null };
  const { id, iid, project_id, ref, status, source, created_at, updated_at } = last;
  const web_url = `${context.platform.externalUrl}/${project.full_path}/-/pipelines/${id}`;
  return { status, last_pipeline: { id, iid, project_id, sha, ref, status, source, created_at, updated_at, web_url } };
}

/** How many lines a commit added and removed, against its first parent. */
export function statsEntity(context: RequestContext, project: ProjectRow, { commit }: Named): JsonObject {
  const repository = openRepository(context.platform.state, project.id);
  const parent = repository.commit(commit.parents[0] ?? '');
  const { additions, deletions } = countDiffs(repository, diffTrees(repository, parent?.tree, commit.tree));
  return { additions, deletions, total: additions + deletions };
}

/** A moment of a commit: whole seconds, with milliseconds and offset. */
export function moment(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('Z', '+00:00');
}

/** The first line of a message. */
export function titleOf(message: string): string {
  return message.split('\n', 1)[0]?.trim() ?? '';
}
