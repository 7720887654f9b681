import type { SourceType } from '../members/rows.ts';

/** An access token. A rotated one points to the one that replaced it. */
export interface TokenRow {
  readonly id: number;
  readonly kind: 'personal' | 'impersonation' | 'group' | 'project';
  readonly user_id: number;
  readonly name: string;
  readonly description: string | null;
  readonly scopes: readonly string[];
  readonly revoked: boolean;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
  readonly secret: string;
  /** The group or project of a resource token. */
  readonly source_type: SourceType | null;
  readonly source_id: number | null;
  readonly previous_id: number | null;
}
