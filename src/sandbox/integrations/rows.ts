import type { Bag } from '../store/rows.ts';
import type { SourceType } from '../members/rows.ts';

/** An integration set up on a group, a project or the instance (id 0). */
export interface IntegrationRow {
  readonly id: number;
  readonly source_type: SourceType | 'instance';
  readonly source_id: number;
  readonly slug: string;
  readonly active: boolean;
  readonly inherited: boolean;
  readonly properties: Bag;
  readonly created_at: string;
  readonly updated_at: string;
}
