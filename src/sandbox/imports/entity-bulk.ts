import { progressOf } from './bulk-imports.ts';
import type { RequestContext } from '../http/request-context.ts';
import type { JsonObject } from '../store/json.ts';
import { textOf } from '../store/json.ts';
import type { RecordRow } from '../store/rows.ts';

/** A migration from another instance (API::Entities::BulkImport, 18.9). */
export function migrationEntity(context: RequestContext, row: RecordRow): JsonObject {
  return {
    id: row.id,
    status: progressOf(context, row),
    source_type: 'gitlab',
    source_url: row.data['source_url'] ?? null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    has_failures: false,
  };
}

/** A group or project of a migration (API::Entities::BulkImports::Entity, 18.9). */
export function migrationPartEntity(context: RequestContext, row: RecordRow): JsonObject {
  const { data } = row;
  const [namespace, slug] = [textOf(data['destination_namespace']), textOf(data['destination_slug'])];
  return {
    id: row.id,
    bulk_import_id: Number(row.owner.split(':')[1]),
    status: progressOf(context, row),
    entity_type: data['entity_type'] ?? null,
    source_full_path: data['source_full_path'] ?? null,
    destination_full_path: namespace === '' ? slug : `${namespace}/${slug}`,
    destination_name: slug,
    destination_slug: slug,
    destination_namespace: namespace,
    parent_id: null,
    namespace_id: data['namespace_id'] ?? null,
    project_id: data['project_id'] ?? null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    failures: [],
    migrate_projects: data['migrate_projects'] !== false,
    migrate_memberships: data['migrate_memberships'] !== false,
    has_failures: false,
    stats: {},
  };
}
