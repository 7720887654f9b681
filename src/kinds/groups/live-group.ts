import type { Json } from '../../model.ts';

/** A group as the API shows it. */
export type LiveGroup = {
  readonly id: number;
  readonly name: string;
  readonly full_path: string;
  readonly parent_id?: number | null;
  readonly marked_for_deletion_on?: string | null;
  readonly [attribute: string]: Json;
};
