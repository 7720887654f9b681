/** The states of pipelines and jobs (GET /projects/:id/pipelines, 18.9). */
export const ciStates = [
  ...(['created', 'waiting_for_resource', 'preparing', 'waiting_for_callback', 'pending', 'running'] as const),
  ...(['success', 'failed', 'canceling', 'canceled', 'skipped', 'manual', 'scheduled'] as const),
] as const;

export type CiState = (typeof ciStates)[number];

/** What can set off a pipeline (GET /projects/:id/pipelines, 18.9). */
export const pipelineSources = [
  ...(['unknown', 'push', 'web', 'trigger', 'schedule', 'api', 'external', 'pipeline', 'chat', 'webide'] as const),
  ...(['merge_request_event', 'external_pull_request_event', 'parent_pipeline', 'ondemand_dast_scan'] as const),
  ...(['ondemand_dast_validation', 'security_orchestration_policy', 'container_registry_push'] as const),
  ...(['duo_workflow', 'pipeline_execution_policy_schedule'] as const),
] as const;

export type PipelineSource = (typeof pipelineSources)[number];

export interface PipelineVariable {
  readonly key: string;
  readonly value: string;
  readonly variable_type: 'env_var' | 'file';
}

/** A pipeline. */
export interface PipelineRow {
  readonly id: number;
  readonly iid: number;
  readonly project_id: number;
  readonly status: CiState;
  readonly source: PipelineSource;
  readonly ref: string;
  readonly sha: string;
  readonly before_sha: string;
  readonly tag: boolean;
  readonly name: string | null;
  readonly yaml_errors: string | null;
  readonly user_id: number | null;
  readonly variables: readonly PipelineVariable[];
  /** The merge request that it runs for. */
  readonly merge_request_id: number | null;
  /** The pipeline that started this one as its child. */
  readonly parent_id: number | null;
  readonly created_at: string;
  readonly updated_at: string;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly committed_at: string | null;
}

/** A file of a job's artifacts. */
export interface ArtifactFile {
  readonly path: string;
  readonly base64: string;
}

/** One test as a job's report told it. */
export interface TestCase {
  readonly status: 'success' | 'failed' | 'skipped' | 'error';
  readonly name: string;
  readonly classname: string;
  readonly execution_time: number;
  readonly system_output: string | null;
  readonly stack_trace: string | null;
}

/** A job of a pipeline, a bridge to another pipeline, or what an outside system says of the commit. */
export interface CiJobRow {
  readonly id: number;
  readonly project_id: number;
  readonly pipeline_id: number;
  readonly kind: 'build' | 'bridge' | 'external';
  readonly name: string;
  readonly stage: string;
  readonly status: CiState;
  readonly allow_failure: boolean;
  readonly coverage: number | null;
  readonly tag_list: readonly string[];
  readonly user_id: number | null;
  readonly runner_id: number | null;
  readonly failure_reason: string | null;
  /** A later job of the same name has taken its place. */
  readonly retried: boolean;
  readonly created_at: string;
  readonly queued_at: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  readonly erased_at: string | null;
  readonly trace: string | null;
  readonly artifacts: readonly ArtifactFile[];
  readonly artifacts_expire_at: string | null;
  readonly artifacts_public: boolean;
  readonly variables: readonly { readonly key: string; readonly value: string }[];
  readonly tests: readonly TestCase[];
  /** Why the report of its tests could not be read. */
  readonly tests_error: string | null;
  readonly downstream_pipeline_id: number | null;
  /** What its runner is given to speak for it while it runs: CI_JOB_TOKEN. */
  readonly token?: string;
  /** What an outside system adds to its state. */
  readonly external?: { readonly description: string | null; readonly target_url: string | null };
}
