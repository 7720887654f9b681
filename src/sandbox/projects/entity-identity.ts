import { fullProjectName } from '../groups/entity-namespace.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import type { ProjectRow } from './rows.ts';

/** What a project is told apart by (API::Entities::ProjectIdentity, 18.9). */
export function projectIdentity(context: RequestContext, project: ProjectRow): JsonObject {
  return {
    id: project.id,
    description: project.attributes['description'] ?? null,
    name: project.name,
    name_with_namespace: fullProjectName(context, project),
    path: project.path,
    path_with_namespace: project.full_path,
    created_at: project.created_at,
  };
}
