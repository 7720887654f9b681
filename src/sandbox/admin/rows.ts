import type { Bag } from '../store/rows.ts';

/** One entry of the audit log. */
export interface AuditEventRow {
  readonly id: number;
  readonly author_id: number;
  readonly entity_type: 'User' | 'Group' | 'Project' | 'Gitlab::Audit::InstanceScope';
  readonly entity_id: number;
  readonly event_name: string;
  readonly details: Bag;
  readonly created_at: string;
}
