import catalogue from '../../schemas/catalogue/application-settings.json' with { type: 'json' };
import { exists, licensed } from './edition.ts';
import type { Edition, Tier } from './edition.ts';
import type { Json } from './json.ts';
import type { Bag } from './rows.ts';

/** One application setting, as the catalogue describes it. */
export interface Setting {
  readonly name: string;
  readonly type: string;
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

const free = { tier: 'free', readable: true, writable: true, secret: false } as const;

/** Settings that the catalogue leaves out and 18.9 has. */
const uncatalogued: readonly Setting[] = [
  { ...free, name: 'allow_immediate_namespaces_deletion', type: 'boolean', default: true },
  { ...free, name: 'ci_partitions_size_limit', type: 'integer', default: 107_374_182_400, minimum: 1 },
  { ...free, name: 'ropc_without_client_credentials', type: 'boolean', default: true },
  { ...free, name: 'global_search_issues_enabled', type: 'boolean', default: true },
  { ...free, name: 'global_search_epics_enabled', type: 'boolean', default: true, tier: 'premium' },
];

/** Settings that came after 18.9. */
const newer = new Set([
  ...['active_context_pause_indexing', 'ai_audit_events_streaming_enabled', 'built_in_project_templates_enabled'],
  ...['ci_job_telemetry_sampling_rate', 'ci_lint_limit_per_user', 'ci_max_caches_per_job'],
  ...['ci_partitions_in_seconds_limit', 'ci_partitions_in_seconds_limit_human_readable', 'ci_telemetry_otel_endpoint'],
  ...['dependency_firewall_policies_per_configuration_limit', 'dependency_management_settings'],
  ...['description_and_note_max_size', 'diff_max_commits', 'diff_max_versions', 'duo_cli_enabled'],
  ...['duo_custom_agents_availability', 'duo_custom_agents_enabled', 'duo_custom_flows_availability'],
  ...['duo_custom_flows_enabled', 'duo_external_agents_availability', 'duo_external_agents_enabled'],
  ...['duo_template_project_id', 'elasticsearch_advanced_search_pause_indexing', 'elasticsearch_prefix'],
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
const unanswered = new Set(['disable_invite_members', 'globally_allowed_ips', 'outbound_local_requests_whitelist']);

/** Shown at their defaults without the licence that would let them be changed (GET /application/settings, 18.9). */
const shownUnlicensed = new Set([
  'duo_features_enabled',
  'lock_duo_features_enabled',
  'enable_member_promotion_management',
]);

/** Neither shown nor changed without an add-on to the licence, which the sandbox does not sell (18.9). */
const ofAddOns = new Set(['auto_duo_code_review_enabled', 'disabled_direct_code_suggestions']);

/** Changed on GitLab.com alone; elsewhere what is sent is dropped (PUT /application/settings, 18.9). */
const ofGitlabCom = new Set(['enforce_pipl_compliance']);

/** What an instance without a licence gets for sending its usage data (18.9). */
const forUsageData = new Set(['maintenance_mode', 'maintenance_mode_message']);

/** Every setting of every version. */
export const allSettings: readonly Setting[] = [...(catalogue as readonly Setting[]), ...uncatalogued];

/** Whether this version knows a setting. */
export function knows(edition: Edition, setting: Setting): boolean {
  return !newer.has(setting.name) || exists(edition, { since: '18.10' });
}

/** Whether an answer holds a setting: known, readable, and licensed. */
export function answers(edition: Edition, setting: Setting, settings: Bag): boolean {
  if (!setting.readable || !knows(edition, setting) || unanswered.has(setting.name)) return false;
  return offered(edition, setting, settings) || shownUnlicensed.has(setting.name);
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
