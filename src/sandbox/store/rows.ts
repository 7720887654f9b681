import type { Json } from './json.ts';

/** Work that the platform does in the background, once its time has come. */
export interface JobRow {
  readonly id: number;
  readonly run_at: string;
  readonly kind: 'delete_group' | 'delete_user' | 'delete_project' | 'delete_member' | 'move_snippets';
  readonly target_id: number;
  /** The storages of a move of all snippets. */
  readonly storages?: { readonly from: string; readonly to: string };
}

/** Anything small that belongs to something else: keys, custom attributes, notes, snippets … */
export interface RecordRow {
  readonly id: number;
  readonly kind: string;
  /** What it belongs to, as "project:7". */
  readonly owner: string;
  readonly key: string;
  readonly data: Bag;
  readonly created_at: string;
  readonly updated_at: string;
}

/** A free bag of values, for what the platform stores without looking into it. */
export type Bag = Readonly<Record<string, Json>>;
