import type { Source } from '../access/access.ts';
import type { RequestContext } from '../http/request-context.ts';
import { timestamp } from '../store/clock.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { AuditEventRow } from './rows.ts';
import type { ProjectRow } from '../projects/rows.ts';
import type { GroupRow } from '../groups/rows.ts';
import type { UserRow } from '../users/rows.ts';
import type { Platform } from '../store/platform.ts';

/** What an audit event is filed under. */
export type Entity =
  | { readonly type: 'Group'; readonly row: GroupRow }
  | { readonly type: 'Project'; readonly row: ProjectRow }
  | { readonly type: 'User'; readonly row: UserRow }
  | { readonly type: 'Instance' };

/** A change as the audit log tells it. */
export interface AuditEntry {
  readonly event: string;
  readonly entity: Entity;
  /** What was changed: `{ id, type: 'User', details: 'Jane' }`; the entity itself when left out. */
  readonly target?: { readonly id: number | string; readonly type: string; readonly details: string };
  /** The event's own keys: `{ change, from, to }`, `{ add, as }`, `{ remove }`, `{ custom_message }`. */
  readonly details: Readonly<Record<string, Json>>;
}

/** A group or project as what an event is filed under. */
export function entityOf(source: Source): Entity {
  return source.type === 'group' ? { type: 'Group', row: source.row } : { type: 'Project', row: source.row };
}

/** Writes one audit event, with the acting user as its author. */
export function audit(context: RequestContext, entry: AuditEntry): AuditEventRow {
  // An unauthenticated author is -1 (GET /audit_events, 18.9).
  const author = { id: context.user?.id ?? -1, name: context.user?.name ?? 'An unauthenticated user' };
  return write(context.platform, { ...author, email: context.user?.email ?? null }, entry);
}

/** Writes one audit event about what the platform did of its own accord. */
export function systemAudit(platform: Platform, source: Source, entry: Omit<AuditEntry, 'entity'>): AuditEventRow {
  return write(platform, { id: -1, name: '(System)', email: null }, { ...entry, entity: entityOf(source) });
}

interface Author {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
}

function write(platform: Platform, author: Author, entry: AuditEntry): AuditEventRow {
  const { type, id, path, name } = describe(entry.entity);
  const target = entry.target ?? { id, type: entry.entity.type, details: name };
  return platform.state.auditEvents.insert({
    author_id: author.id,
    entity_type: type,
    entity_id: id,
    event_name: entry.event,
    details: {
      ...messageOf(entry.details),
      ...entry.details,
      event_name: entry.event,
      author_name: author.name,
      author_email: author.email,
      author_class: author.id < 0 ? 'Gitlab::Audit::UnauthenticatedAuthor' : 'User',
      target_id: target.id,
      target_type: target.type,
      target_details: target.details,
      ip_address: '127.0.0.1',
      entity_path: path,
    },
    created_at: timestamp(platform.clock),
  });
}

/** A change in words, which every event has: `Changed path from a to b`, with the empty left out (GET …/audit_events, 18.9). */
function messageOf({ change, from, to }: AuditEntry['details']): { readonly custom_message?: string } {
  if (typeof change !== 'string') return {};
  const sides = [
    ['from', textOf(from ?? '')],
    ['to', textOf(to ?? '')],
  ] as const;
  const told = sides.filter(([, value]) => value !== '').map(([side, value]) => `${side} ${value}`);
  return { custom_message: ['Changed', change, ...told].join(' ') };
}

function describe(entity: Entity): { type: AuditEventRow['entity_type']; id: number; path: string; name: string } {
  switch (entity.type) {
    case 'Group':
    case 'Project':
      return { type: entity.type, id: entity.row.id, path: entity.row.full_path, name: entity.row.name };
    case 'User':
      return { type: 'User', id: entity.row.id, path: entity.row.username, name: entity.row.name };
    case 'Instance':
      return { type: 'Gitlab::Audit::InstanceScope', id: 1, path: 'gitlab_instance', name: 'gitlab_instance' };
  }
}
