import type { GitObject } from './object.ts';

/** An object of a project's repository. */
export interface GitObjectRow {
  readonly id: number;
  readonly project_id: number;
  readonly sha: string;
  readonly object: GitObject;
}

/** A branch or tag of a project's repository, and the commit it stands at. */
export interface GitRefRow {
  readonly id: number;
  readonly project_id: number;
  readonly kind: 'heads' | 'tags';
  readonly name: string;
  readonly sha: string;
}
