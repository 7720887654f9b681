/** A deploy key: one for its material, in however many projects it is enabled. */
export interface DeployKeyRow {
  readonly id: number;
  readonly title: string;
  /** As it was sent, with its comment. */
  readonly key: string;
  /** What tells it from all others: of its material alone. */
  readonly fingerprint: string;
  readonly fingerprint_sha256: string;
  /** ISO 8601; null for a key that does not end. */
  readonly expires_at: string | null;
  readonly created_at: string;
}

/** A deploy key in a project. */
export interface DeployKeyLinkRow {
  readonly id: number;
  readonly deploy_key_id: number;
  readonly project_id: number;
  readonly can_push: boolean;
  readonly updated_at: string;
}
