import type { RequestContext } from '../http/request-context.ts';
import { since } from '../store/edition.ts';
import type { JsonObject } from '../store/json.ts';
import type { AuditEventRow } from './rows.ts';

/** One audit event (APIEntitiesAuditEvent, 18.9); the name stands on top since 17.0. */
export function auditEventEntity(context: RequestContext, event: AuditEventRow): JsonObject {
  return {
    id: event.id,
    author_id: event.author_id,
    entity_id: event.entity_id,
    entity_type: event.entity_type,
    ...(since(context.platform.edition, '17.0') ? { event_name: event.event_name } : {}),
    details: event.details,
    created_at: event.created_at,
  };
}
