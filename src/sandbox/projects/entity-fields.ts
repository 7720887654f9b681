import type { Bag } from '../store/rows.ts';

/** The parts of a project that can be switched off; each has an attribute `<name>_access_level`. */
export const features = [
  ...['issues', 'repository', 'merge_requests', 'forking', 'wiki', 'builds', 'snippets', 'pages', 'analytics'],
  ...['container_registry', 'security_and_compliance', 'releases', 'environments', 'feature_flags', 'infrastructure'],
  ...['monitor', 'model_experiments', 'model_registry', 'package_registry'],
] as const;

/** Attributes that everyone who may read the project is shown, and what they are when nobody set them. */
export const openDefaults: Bag = {
  packages_enabled: true,
  resolve_outdated_diff_discussions: false,
  repository_object_format: 'sha1',
  emails_enabled: true,
  show_diff_preview_in_email: true,
  shared_runners_enabled: true,
  lfs_enabled: true,
  public_jobs: true,
  only_allow_merge_if_pipeline_succeeds: false,
  allow_merge_on_skipped_pipeline: null,
  request_access_enabled: true,
  only_allow_merge_if_all_discussions_are_resolved: false,
  remove_source_branch_after_merge: true,
  printing_merge_request_link_enabled: true,
  merge_method: 'merge',
  merge_request_title_regex: null,
  merge_request_title_regex_description: null,
  squash_option: 'default_off',
  enforce_auth_checks_on_uploads: true,
  suggestion_commit_message: null,
  merge_commit_template: null,
  squash_commit_template: null,
  issue_branch_template: null,
  warn_about_potentially_unwanted_characters: true,
  autoclose_referenced_issues: true,
  max_artifacts_size: null,
};

/** Attributes for Maintainers and up (GET /projects/:id, 18.9). */
export const adminDefaults: Bag = {
  ci_default_git_depth: 20,
  ci_delete_pipelines_in_seconds: null,
  ci_forward_deployment_enabled: true,
  ci_forward_deployment_rollback_allowed: true,
  ci_job_token_scope_enabled: false,
  ci_separated_caches: true,
  ci_allow_fork_pipelines_to_run_in_parent_project: true,
  ci_id_token_sub_claim_components: ['project_path', 'ref_type', 'ref'],
  build_git_strategy: 'fetch',
  keep_latest_artifact: true,
  restrict_user_defined_variables: false,
  ci_pipeline_variables_minimum_override_role: 'developer',
  runner_token_expiration_interval: null,
  group_runners_enabled: true,
  resource_group_default_process_mode: 'unordered',
  auto_cancel_pending_pipelines: 'enabled',
  build_timeout: 3600,
  auto_devops_deploy_strategy: 'continuous',
  ci_push_repository_for_job_token_allowed: false,
};

export const premiumDefaults: Bag = {
  approvals_before_merge: 0,
  mirror: false,
  external_authorization_classification_label: null,
  issues_template: null,
  merge_requests_template: null,
  ci_restrict_pipeline_cancellation_role: 'developer',
  merge_pipelines_enabled: false,
  merge_trains_enabled: false,
  allow_pipeline_trigger_approve_deployment: false,
  duo_remote_flows_enabled: true,
  duo_foundational_flows_enabled: true,
};

export const ultimateDefaults: Bag = {
  only_allow_merge_if_all_status_checks_passed: false,
  prevent_merge_without_jira_issue: false,
  duo_sast_fp_detection_enabled: false,
  duo_sast_vr_workflow_enabled: false,
  spp_repository_pipeline_access: true,
};

/** What Ultimate shows to Developers and up (GET /projects/:id, 18.9). */
export const secretDefaults: Bag = {
  secret_push_protection_enabled: false,
  pre_receive_secret_detection_enabled: false,
};

/** The clean-up of container images, as it starts. */
export const expirationPolicy: Bag = {
  cadence: '1d',
  enabled: false,
  keep_n: 10,
  older_than: '90d',
  name_regex: '.*',
  name_regex_keep: null,
};
