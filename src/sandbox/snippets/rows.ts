import type { Visibility } from '../groups/rows.ts';

/** A snippet, personal (no project) or of a project. Its files stand in a repository of their own. */
export interface SnippetRow {
  readonly id: number;
  readonly project_id: number | null;
  readonly author_id: number;
  readonly title: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly storage: string;
  /** What the request that made it was sent with; null when it told nothing. */
  readonly user_agent: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

/** The states that a storage move goes through, as the API words them. */
export type MoveState = 'initial' | 'scheduled' | 'started' | 'replicated' | 'finished' | 'failed' | 'cleanup failed';

/** The move of a snippet's repository to another storage. */
export interface StorageMoveRow {
  readonly id: number;
  readonly snippet_id: number;
  readonly state: MoveState;
  readonly source: string;
  readonly destination: string;
  readonly error: string | null;
  readonly created_at: string;
}
