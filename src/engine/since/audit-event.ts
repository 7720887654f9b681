import { isMap } from '../../base/shape.ts';
import type { Json, JsonObject } from '../../model.ts';

/** Something that an event names, by its type and its number. */
export interface Named {
  readonly type: string;
  /** Undefined where it has none. */
  readonly id: number | undefined;
}

/** One event of the platform's log, as far as it says what may have changed (GET /audit_events, 18.9). */
export interface AuditEvent {
  readonly id: number;
  /** When it was written, in milliseconds. */
  readonly at: number;
  readonly name: string;
  /** What it is filed under, and what it is about. */
  readonly entity: Named;
  readonly target: Named | undefined;
}

/** An event; undefined where it is not as a GitLab shows one, so that nobody knows what it tells. */
export function auditEvent(row: JsonObject): AuditEvent | undefined {
  const { id, created_at: created, entity_type: type, entity_id: entity } = row;
  const details = isMap(row['details']) ? row['details'] : {};
  const name = row['event_name'] ?? details['event_name'];
  const at = typeof created === 'string' ? Date.parse(created) : NaN;
  if (typeof id !== 'number' || !Number.isInteger(id) || Number.isNaN(at)) return undefined;
  if (typeof name !== 'string' || typeof type !== 'string' || numberOf(entity) === undefined) return undefined;
  const target = details['target_type'];
  return {
    id,
    at,
    name,
    entity: { type, id: numberOf(entity) },
    target: typeof target === 'string' ? { type: target, id: numberOf(details['target_id']) } : undefined,
  };
}

function numberOf(id: Json | undefined): number | undefined {
  const number = typeof id === 'string' && id !== '' ? Number(id) : id;
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined;
}
