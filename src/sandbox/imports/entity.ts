import { projectIdentity } from '../projects/entity-identity.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import { importOf } from './project-imports.ts';
import type { ProjectRow } from '../projects/rows.ts';
import { fullProjectName } from '../groups/entity-namespace.ts';

/** A project that is being imported (ProjectImportEntity, 18.9). */
export function importedProject(context: RequestContext, project: ProjectRow): JsonObject {
  const found = importOf(context, project);
  const path = `/${project.full_path}`;
  return {
    id: project.id,
    name: project.name,
    full_path: path,
    full_name: fullProjectName(context, project),
    refs_url: `${path}/refs`,
    forked: false,
    import_source: found?.source ?? null,
    import_status: found?.status ?? 'none',
    human_import_status_name: found?.status ?? 'none',
    provider_link: found === undefined ? null : `/${found.source}`,
    ...(found?.status === 'failed' ? { import_error: found.error } : {}),
    import_warning: null,
    relation_type: null,
  };
}

/** The state of a project's import (GET /projects/:id/import, 18.9). */
export function importStatus(context: RequestContext, project: ProjectRow): JsonObject {
  const found = importOf(context, project);
  return {
    ...projectIdentity(context, project),
    import_status: found?.status ?? 'none',
    import_type: found?.type ?? null,
    correlation_id: null,
    failed_relations: [],
    import_error: found?.error ?? null,
    stats: null,
  };
}
