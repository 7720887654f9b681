import { isRole } from './branch-levels.ts';
import type { BranchLevel } from './branch-levels.ts';
import type { RequestContext } from '../http/request-context.ts';
import { defaultBranchOf, headOf } from './default-branch.ts';
import { findCommit, repositoryOf } from './find-commit.ts';
import { reachable } from '../git/history.ts';
import type { JsonObject } from '../store/json.ts';
import { canPushTo, protectionOf } from './protected-branches.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { commitEntity } from './entity-commit.ts';

/** A branch with its last commit (APIEntitiesBranch, 18.9). */
export function branchEntity(context: RequestContext, project: ProjectRow, name: string): JsonObject {
  const { state } = context.platform;
  const repository = repositoryOf(context, project);
  const named = findCommit(context, project, `refs/heads/${name}`);
  const root = headOf(state, project);
  const protection = protectionOf(state, project, name);
  // A branch that stands where the default branch stands does not count as merged.
  const merged = root !== undefined && root !== named.sha && reachable(repository, [root]).has(named.sha);
  return {
    name,
    commit: commitEntity(context, project, named),
    merged,
    protected: protection !== undefined,
    developers_can_push: forDevelopers(protection?.push),
    developers_can_merge: forDevelopers(protection?.merge),
    can_push: context.user !== undefined && canPushTo(context, project, name),
    default: name === defaultBranchOf(state, project),
    web_url: `${context.platform.externalUrl}/${project.full_path}/-/tree/${name}`,
  };
}

function forDevelopers(levels: readonly BranchLevel[] = []): boolean {
  return levels.some((level) => isRole(level) && level.access_level === 30);
}
