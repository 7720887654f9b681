/** A runner. */
export interface RunnerRow {
  readonly id: number;
  readonly runner_type: 'instance_type' | 'group_type' | 'project_type';
  readonly group_id: number | null;
  /** The owner project first. */
  readonly project_ids: readonly number[];
  readonly description: string | null;
  readonly paused: boolean;
  readonly locked: boolean;
  readonly run_untagged: boolean;
  readonly tag_list: readonly string[];
  readonly access_level: string;
  readonly maximum_timeout: number | null;
  readonly maintenance_note: string | null;
  readonly token: string;
  readonly token_expires_at: string | null;
  readonly contacted_at: string | null;
  readonly created_by_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
}
