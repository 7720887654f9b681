import type { Json } from '../../model.ts';
import type { PropertySchema } from '../../kind.ts';
import type { FieldName } from './fields.ts';

/** What a new project of a new instance has (POST /projects, 18.9), but for what the instance or the groups above decide. */
const DEFAULTS: { readonly [Name in FieldName]?: Json } = {
  topics: [],
  issues_access_level: 'enabled',
  repository_access_level: 'enabled',
  merge_requests_access_level: 'enabled',
  forking_access_level: 'enabled',
  wiki_access_level: 'enabled',
  builds_access_level: 'enabled',
  snippets_access_level: 'enabled',
  pages_access_level: 'private',
  analytics_access_level: 'enabled',
  security_and_compliance_access_level: 'private',
  releases_access_level: 'enabled',
  environments_access_level: 'enabled',
  feature_flags_access_level: 'enabled',
  infrastructure_access_level: 'enabled',
  monitor_access_level: 'enabled',
  model_experiments_access_level: 'enabled',
  model_registry_access_level: 'enabled',
  package_registry_access_level: 'enabled',
  requirements_access_level: 'enabled',
  merge_method: 'merge',
  squash_option: 'default_off',
  only_allow_merge_if_pipeline_succeeds: false,
  only_allow_merge_if_all_discussions_are_resolved: false,
  only_allow_merge_if_all_status_checks_passed: false,
  prevent_merge_without_jira_issue: false,
  remove_source_branch_after_merge: true,
  resolve_outdated_diff_discussions: false,
  printing_merge_request_link_enabled: true,
  autoclose_referenced_issues: true,
  merge_pipelines_enabled: false,
  merge_trains_enabled: false,
  merge_trains_skip_train_allowed: false,
  build_git_strategy: 'fetch',
  build_timeout: 3600,
  auto_cancel_pending_pipelines: 'enabled',
  ci_default_git_depth: 20,
  ci_forward_deployment_enabled: true,
  ci_forward_deployment_rollback_allowed: true,
  ci_allow_fork_pipelines_to_run_in_parent_project: true,
  ci_separated_caches: true,
  ci_pipeline_variables_minimum_override_role: 'developer',
  ci_restrict_pipeline_cancellation_role: 'developer',
  ci_push_repository_for_job_token_allowed: false,
  ci_id_token_sub_claim_components: ['project_path', 'ref_type', 'ref'],
  keep_latest_artifact: true,
  public_jobs: true,
  shared_runners_enabled: true,
  group_runners_enabled: true,
  auto_devops_deploy_strategy: 'continuous',
  allow_pipeline_trigger_approve_deployment: false,
  resource_group_default_process_mode: 'unordered',
  lfs_enabled: true,
  packages_enabled: true,
  request_access_enabled: true,
  emails_enabled: true,
  show_diff_preview_in_email: true,
  warn_about_potentially_unwanted_characters: true,
  enforce_auth_checks_on_uploads: true,
  container_expiration_policy: {
    enabled: false,
    cadence: '1d',
    keep_n: 10,
    older_than: '90d',
    name_regex: '.*',
    name_regex_keep: null,
  },
  duo_remote_flows_enabled: true,
};

/** The schemas of the fields, each with what it is in a new project, where that is known. */
export function withDefaults<Fields extends { readonly [name: string]: PropertySchema }>(fields: Fields): Fields {
  const known = new Map<string, Json | undefined>(Object.entries(DEFAULTS));
  const named = Object.entries(fields).map(([name, schema]): [string, PropertySchema] => {
    const usual = known.get(name);
    return [name, usual === undefined ? schema : { ...schema, 'x-default': usual }];
  });
  // The names stay as they are.
  return Object.fromEntries(named) as Fields;
}
