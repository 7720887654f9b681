import type { Bag } from '../store/rows.ts';
import type { Visibility } from '../groups/rows.ts';

/** A project, in a group (`group_id`) or in the namespace of a user (`owner_id`). */
export interface ProjectRow {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly full_path: string;
  readonly group_id: number | null;
  readonly owner_id: number | null;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly marked_for_deletion_on: string | null;
  readonly creator_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly attributes: Bag;
}
