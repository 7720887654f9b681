import type { Bag } from '../store/rows.ts';

export type Visibility = 'private' | 'internal' | 'public';

/** A group. `attributes` holds what group-attributes.json lists as writable, by its name. */
export interface GroupRow {
  readonly id: number;
  readonly name: string;
  readonly path: string;
  readonly full_path: string;
  readonly parent_id: number | null;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly marked_for_deletion_on: string | null;
  /** A background delete runs: the row is still there, and can no longer be restored. */
  readonly deleting: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly runners_token: string;
  readonly attributes: Bag;
}
