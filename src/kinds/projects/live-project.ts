import type { Json } from '../../model.ts';

/** A project as the API shows it. */
export type LiveProject = {
  readonly id: number;
  readonly name: string;
  readonly path_with_namespace: string;
  readonly namespace?: { readonly id: number; readonly [attribute: string]: Json };
  readonly marked_for_deletion_on?: string | null;
  readonly [attribute: string]: Json;
};
