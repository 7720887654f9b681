import catalogue from '../../../schemas/catalogue/application-settings.json' with { type: 'json' };
import { exists, licensed } from '../store/edition.ts';
import type { Edition, Tier } from '../store/edition.ts';
import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

/** One application setting, as the catalogue describes it. */
export interface Setting {
  readonly name: string;
  readonly type: string;
  readonly altTypes?: readonly string[];
  readonly enum?: readonly (string | number)[];
  readonly default?: Json;
  readonly nullable?: boolean;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly tier: Tier;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly secret: boolean;
}

/** Settings that came after 18.9. */
const newer = new Set([
  ...['active_context_pause_indexing', 'ai_audit_events_streaming_enabled', 'built_in_project_templates_enabled'],
  ...['ci_job_telemetry_sampling_rate', 'ci_lint_limit_per_user', 'ci_max_caches_per_job'],
  ...['ci_partitions_in_seconds_limit', 'ci_partitions_in_seconds_limit_human_readable', 'ci_telemetry_otel_endpoint'],
  ...['dependency_firewall_policies_per_configuration_limit', 'dependency_management_settings'],
  ...['description_and_note_max_size', 'diff_max_commits', 'diff_max_versions', 'duo_cli_enabled'],
  ...['duo_custom_agents_availability', 'duo_custom_agents_enabled', 'duo_custom_flows_availability'],
  ...['duo_custom_flows_enabled', 'duo_external_agents_availability', 'duo_external_agents_enabled'],
  ...['duo_template_project_id'],
  ...['elasticsearch_advanced_search_pause_indexing', 'elasticsearch_prefix'],
  ...['email_otp_enabled', 'enforce_granular_tokens', 'global_search_work_items_enabled'],
  ...['granular_tokens_enforced_after', 'jira_forge_app_id', 'kroki_diagram_proxy_enabled'],
  ...['lock_built_in_project_templates_enabled', 'lock_duo_custom_agents_enabled', 'lock_duo_custom_flows_enabled'],
  ...['lock_duo_external_agents_enabled', 'lock_require_sha_for_merge', 'logging_field_dual_emit_target'],
  ...['logging_field_schema_version', 'mcp_server_enabled', 'oauth_access_token_expires_in'],
  ...['plantuml_diagram_proxy_enabled', 'policy_store_experiment_enabled', 'raw_blob_request_limit_unauthenticated'],
  ...['require_sha_for_merge', 'security_mr_report_cache_lifetime_minutes', 'security_scan_stale_after_days'],
  ...['tool_approval_for_session_availability', 'tool_approval_for_session_enabled', 'usage_billing'],
  ...['vac_project_ids_raw', 'vscode_extension_marketplace_single_origin_fallback_enabled'],
  ...['zoekt_max_projects_for_legacy_search', 'zoekt_max_restarts_15m'],
]);

/** Described as written, though the answer does not hold them (GET /application/settings, 18.9). */
const unanswered = new Set([
  ...['disable_invite_members', 'git_two_factor_session_expiry', 'globally_allowed_ips'],
  'outbound_local_requests_whitelist',
]);

/** Not shown without the licence for them; all others are, at their defaults (GET /application/settings, 18.9). */
const hiddenUnlicensed = new Set([
  ...['allow_top_level_group_owners_to_create_service_accounts', 'auto_ban_user_on_excessive_projects_download'],
  ...['default_project_deletion_protection', 'delete_unconfirmed_users'],
  ...['dependency_scanning_sbom_scan_api_download_limit', 'dependency_scanning_sbom_scan_api_upload_limit'],
  ...['disable_overriding_approvers_per_merge_request', 'disable_personal_access_tokens'],
  ...['duo_workflows_default_image_registry', 'elasticsearch_index_settings', 'email_additional_text'],
  ...['file_template_project_id', 'git_rate_limit_users_alertlist', 'git_rate_limit_users_allowlist'],
  ...['group_owners_can_manage_default_branch_protection', 'maintenance_mode', 'maintenance_mode_message'],
  ...['make_profile_private', 'maven_package_requests_forwarding', 'max_number_of_repository_downloads'],
  ...['max_number_of_repository_downloads_within_time_period', 'mirror_capacity_threshold', 'mirror_max_capacity'],
  ...['mirror_max_delay', 'npm_package_requests_forwarding', 'password_lowercase_required'],
  ...['password_number_required', 'password_symbol_required', 'password_uppercase_required'],
  ...['pre_receive_secret_detection_enabled', 'prevent_merge_requests_author_approval'],
  ...['prevent_merge_requests_committers_approval', 'pypi_package_requests_forwarding'],
  ...['secret_push_protection_available', 'service_access_tokens_expiration_enforced'],
  ...['unconfirmed_users_delete_after_days', 'updating_name_disabled_for_users'],
  ...['virtual_registries_endpoints_api_limit'],
]);

/** Neither shown nor changed without an add-on to the licence, which the sandbox does not sell (18.9). */
const ofAddOns = new Set(['auto_duo_code_review_enabled', 'disabled_direct_code_suggestions']);

/** Changed on GitLab.com alone; elsewhere what is sent is dropped (PUT /application/settings, 18.9). */
const ofGitlabCom = new Set(['enforce_pipl_compliance']);

/** What an instance without a licence gets for sending its usage data (18.9). */
const forUsageData = new Set(['maintenance_mode', 'maintenance_mode_message']);

/** Every setting of every version. */
export const allSettings: readonly Setting[] = catalogue as readonly Setting[];

/** Whether this version knows a setting. */
export function knows(edition: Edition, setting: Setting): boolean {
  return !newer.has(setting.name) || exists(edition, { since: '18.10' });
}

/** Whether an answer holds a setting: known, readable, and licensed where that matters. */
export function answers(edition: Edition, setting: Setting, settings: Bag): boolean {
  if (!setting.readable || !knows(edition, setting) || unanswered.has(setting.name)) return false;
  if (ofAddOns.has(setting.name)) return false;
  return !hiddenUnlicensed.has(setting.name) || offered(edition, setting, settings);
}

/** Whether a write of a setting has any effect; what it may not change is dropped in silence. */
export function takes(edition: Edition, setting: Setting, settings: Bag): boolean {
  if (!setting.writable || !knows(edition, setting) || ofGitlabCom.has(setting.name)) return false;
  return offered(edition, setting, settings);
}

function offered(edition: Edition, setting: Setting, settings: Bag): boolean {
  if (ofAddOns.has(setting.name)) return false;
  const registered = settings['usage_ping_features_enabled'] === true && forUsageData.has(setting.name);
  return registered || licensed(edition, setting.tier);
}
