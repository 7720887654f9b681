import type { RequestContext } from '../http/request-context.ts';
import { canReadCode } from '../repository/code-access.ts';
import { defaultBranchOf, headOf } from '../repository/default-branch.ts';
import { forksOf } from './forks.ts';
import { openRepository } from '../git/repository.ts';
import { entriesIn } from '../git/tree-files.ts';
import type { Json, JsonObject } from '../store/json.ts';
import { projectIdentity } from './entity-identity.ts';
import type { ProjectRow } from './rows.ts';
import { starsOf } from './stars.ts';
import { namespaceEntity } from '../groups/entity-namespace.ts';

/** A project as strangers and short lists see it (APIEntitiesBasicProjectDetails, 18.9). */
export function basicProject(context: RequestContext, project: ProjectRow): JsonObject {
  const { externalUrl } = context.platform;
  const url = `${externalUrl}/${project.full_path}`;
  const code = canReadCode(context, project);
  const topics = topicsOf(project);
  return {
    ...projectIdentity(context, project),
    ...(code ? { default_branch: defaultBranchOf(context.platform.state, project) } : {}),
    tag_list: topics,
    topics,
    ssh_url_to_repo: `git@${new URL(externalUrl).hostname}:${project.full_path}.git`,
    http_url_to_repo: `${url}.git`,
    web_url: url,
    ...(code
      ? { readme_url: readmeUrl(context, project, url), forks_count: forksOf(context.platform.state, project).length }
      : {}),
    avatar_url: project.attributes['avatar_url'] ?? null,
    star_count: starsOf(context.platform.state, project).length,
    last_activity_at: project.updated_at,
    visibility: project.visibility,
    namespace: namespaceEntity(context, project),
    ...(context.admin ? { repository_storage: 'default' } : {}),
  };
}

function topicsOf(project: ProjectRow): Json {
  const topics = project.attributes['topics'];
  return Array.isArray(topics) ? (topics as readonly string[]).toSorted() : [];
}

function readmeUrl(context: RequestContext, project: ProjectRow, url: string): string | null {
  const { state } = context.platform;
  const repository = openRepository(state, project.id);
  const commit = repository.commit(headOf(state, project) ?? '');
  if (commit === undefined) return null;
  const found = entriesIn(repository, commit.tree, '').find((entry) => /^readme(\.|$)/i.test(entry.name));
  return found === undefined ? null : `${url}/-/blob/${defaultBranchOf(state, project)}/${found.name}`;
}
