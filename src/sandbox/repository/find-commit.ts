import type { RequestContext } from '../http/request-context.ts';
import { defaultBranchOf } from './default-branch.ts';
import type { Named } from '../git/history.ts';
import { openRepository } from '../git/repository.ts';
import type { Repository } from '../git/repository.ts';
import { isRefName, resolveCommit } from '../git/revision.ts';
import { message, notFound, refuse } from '../http/reply.ts';
import type { ProjectRow } from '../projects/rows.ts';

/** The repository of a project. */
export function repositoryOf(context: RequestContext, project: ProjectRow): Repository {
  return openRepository(context.platform.state, project.id);
}

/** The commit of a branch, tag or name; undefined when there is none. */
export function commitAt(context: RequestContext, project: ProjectRow, revision: string): Named | undefined {
  const repository = repositoryOf(context, project);
  const sha = resolveCommit(repository, defaultBranchOf(context.platform.state, project), revision);
  const commit = sha === undefined ? undefined : repository.commit(sha);
  return sha === undefined || commit === undefined ? undefined : { sha, commit };
}

/** The commit of a branch, tag or name; else 404 Commit Not Found. */
export function findCommit(context: RequestContext, project: ProjectRow, revision: string): Named {
  return commitAt(context, project, revision) ?? refuse(notFound('Commit'));
}

/** The head of a branch: 400 when the name is none that git allows, 404 when there is no such branch. */
export function findBranch(context: RequestContext, project: ProjectRow, name: string): string {
  if (!isRefName(name)) refuse(message(400, 'The branch refname is invalid'));
  return repositoryOf(context, project).ref('heads', name) ?? refuse(notFound('Branch'));
}
