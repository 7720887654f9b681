import { chainOf } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { fullName } from './full-name.ts';

/** The group or user that a project stands in (APIEntitiesNamespaceBasic, 18.9). */
export function namespaceEntity(context: RequestContext, project: ProjectRow): JsonObject {
  const { state, externalUrl } = context.platform;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  if (group !== undefined) {
    return {
      id: group.id,
      name: group.name,
      path: group.path,
      kind: 'group',
      full_path: group.full_path,
      parent_id: group.parent_id,
      avatar_url: group.attributes['avatar_url'] ?? null,
      web_url: `${externalUrl}/groups/${group.full_path}`,
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
    avatar_url: owner?.profile['avatar_url'] ?? null,
    web_url: `${externalUrl}/${username}`,
  };
}

/** A project's name with all that stands above it, as "Platform / Infra / Deploy". */
export function fullProjectName(context: RequestContext, project: ProjectRow): string {
  const { state } = context.platform;
  const group = project.group_id === null ? undefined : state.groups.get(project.group_id);
  const owner = project.owner_id === null ? undefined : state.users.get(project.owner_id);
  const above = group === undefined ? (owner?.name ?? '') : fullName(chainOf(state, group));
  return `${above} / ${project.name}`;
}
