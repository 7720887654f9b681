import type { SourceType } from '../members/rows.ts';

/** A web hook. Header and variable values are kept, and never shown. */
export interface HookRow {
  readonly id: number;
  readonly source_type: SourceType | 'system';
  readonly source_id: number;
  readonly url: string;
  readonly name: string | null;
  readonly description: string | null;
  readonly token: string | null;
  readonly events: Readonly<Record<string, boolean | null>>;
  readonly push_events_branch_filter: string | null;
  readonly branch_filter_strategy: string;
  readonly enable_ssl_verification: boolean;
  readonly custom_webhook_template: string | null;
  readonly custom_headers: Readonly<Record<string, string>>;
  readonly url_variables: Readonly<Record<string, string>>;
  readonly recent_failures: number;
  readonly disabled_until: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}
