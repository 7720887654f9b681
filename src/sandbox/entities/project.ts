import { chainOf } from '../access.ts';
import type { Call } from '../call.ts';
import { textOf } from '../json.ts';
import type { JsonObject } from '../json.ts';
import type { ProjectRow } from '../rows.ts';
import { fullName } from './group.ts';

/** A project's core fields (APIEntitiesProjectWithAccess, 18.9); stored attributes follow under their own names. */
export function projectEntity(call: Call, project: ProjectRow): JsonObject {
  const { externalUrl } = call.world;
  const url = `${externalUrl}/${project.full_path}`;
  const namespace = namespaceOf(call, project);
  return {
    id: project.id,
    description: project.attributes['description'] ?? null,
    name: project.name,
    name_with_namespace: `${textOf(namespace['full_name'])} / ${project.name}`,
    path: project.path,
    path_with_namespace: project.full_path,
    created_at: project.created_at,
    default_branch: project.attributes['default_branch'] ?? 'main',
    tag_list: project.attributes['topics'] ?? [],
    topics: project.attributes['topics'] ?? [],
    ssh_url_to_repo: `git@${new URL(externalUrl).hostname}:${project.full_path}.git`,
    http_url_to_repo: `${url}.git`,
    web_url: url,
    readme_url: null,
    forks_count: 0,
    avatar_url: null,
    star_count: 0,
    last_activity_at: project.updated_at,
    visibility: project.visibility,
    namespace: { ...namespace, full_name: undefined },
    marked_for_deletion_on: project.marked_for_deletion_on,
    marked_for_deletion_at: project.marked_for_deletion_on,
    empty_repo: true,
    archived: project.archived,
    creator_id: project.creator_id,
    updated_at: project.updated_at,
    ...project.attributes,
  };
}

function namespaceOf(call: Call, project: ProjectRow): JsonObject {
  const { state, externalUrl } = call.world;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  if (group !== undefined) {
    return {
      id: group.id,
      name: group.name,
      path: group.path,
      kind: 'group',
      full_path: group.full_path,
      parent_id: group.parent_id,
      avatar_url: null,
      web_url: `${externalUrl}/groups/${group.full_path}`,
      full_name: fullName(chainOf(state, group)),
    };
  }
  const owner = project.owner_id === null ? undefined : state.users.get(project.owner_id);
  const username = owner?.username ?? '';
  return {
    id: owner?.id ?? 0,
    name: owner?.name ?? '',
    path: username,
    kind: 'user',
    full_path: username,
    parent_id: null,
    avatar_url: null,
    web_url: `${externalUrl}/${username}`,
    full_name: owner?.name ?? '',
  };
}
