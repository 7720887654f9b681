import type { SourceType } from '../members/rows.ts';

/** A deploy token: a name and a password for repositories, registries and packages, and none for the API. */
export interface DeployTokenRow {
  readonly id: number;
  readonly source_type: SourceType;
  readonly source_id: number;
  readonly name: string;
  /** Null for the one that is made of its number. */
  readonly username: string | null;
  readonly scopes: readonly string[];
  /** ISO 8601; null for a token that does not end. */
  readonly expires_at: string | null;
  readonly secret: string;
}
