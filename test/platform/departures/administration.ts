import { answersWith } from './answers-with.ts';
import type { Explanation } from './explanation.ts';

/** The departures of settings, plan limits, roles and audit events that are right as they are (18.9). */
export const administrationDepartures: readonly Explanation[] = [
  {
    where: /^PUT \/application\/settings$/,
    what: /^"\w+" wants string, has (true|false|\[)/,
    source: 'The description types switches and lists as texts (settings_spec.rb, PUT /application/settings).',
  },
  {
    where: /^PUT \/groups\/\{id\}$/,
    what: /^"emails_disabled" wants boolean, has "true"/,
    source: 'A text of a switch is one (groups_spec.rb, PUT /groups/:id).',
  },
  {
    where: /^GET \/audit_events$/,
    what: /^leaves out required "entity_type"/,
    source: 'Demanded beside `entity_id` alone (ee/audit_events_spec.rb, 400 response).',
  },
  {
    where: /^PUT \/application\/plan_limits$/,
    what: /^(sends "golang_max_file_size"|"maven_max_file_size" wants integer, has "100")/,
    source:
      'A test sends what is not declared, to see it dropped; a number may come as a text (plan_limits_spec.rb, PUT).',
  },
  {
    where: /^PUT \/application\/settings$/,
    what: /^("\w+" wants array, has "|"terminal_max_session_time" wants integer, has "15"|sends "(mcp_server_enabled|no_such_setting)")/,
    source:
      'A text is a comma list, and a number may come as one; a test sends what is not known, to see it dropped (settings_spec.rb).',
  },
  {
    where: /^PUT \/application\/settings$/,
    what: answersWith(
      ...['active_context_pause_indexing', 'ai_audit_events_streaming_enabled', 'built_in_project_templates_enabled'],
      ...['ci_job_telemetry_sampling_rate', 'ci_lint_limit_per_user', 'ci_max_caches_per_job'],
      ...[
        'ci_partitions_in_seconds_limit_human_readable',
        'ci_telemetry_otel_endpoint',
        'dependency_firewall_policies_per_configuration_limit',
      ],
      ...['dependency_management_settings', 'description_and_note_max_size', 'diff_max_commits'],
      ...['diff_max_versions', 'duo_cli_enabled', 'duo_custom_agents_availability'],
      ...['duo_custom_agents_enabled', 'duo_custom_flows_availability', 'duo_custom_flows_enabled'],
      ...['duo_external_agents_availability', 'duo_external_agents_enabled', 'duo_template_project_id'],
      ...['elasticsearch_advanced_search_pause_indexing', 'email_otp_enabled', 'enforce_granular_tokens'],
      ...['global_search_work_items_enabled', 'granular_tokens_enforced_after', 'jira_forge_app_id'],
      ...['kroki_diagram_proxy_enabled', 'lock_built_in_project_templates_enabled', 'lock_duo_custom_agents_enabled'],
      ...['lock_duo_custom_flows_enabled', 'lock_duo_external_agents_enabled', 'lock_require_sha_for_merge'],
      ...['logging_field_dual_emit_target', 'logging_field_schema_version', 'mcp_server_enabled'],
      ...['oauth_access_token_expires_in', 'plantuml_diagram_proxy_enabled', 'policy_store_experiment_enabled'],
      ...[
        'raw_blob_request_limit_unauthenticated',
        'require_sha_for_merge',
        'security_mr_report_cache_lifetime_minutes',
      ],
      ...[
        'security_scan_stale_after_days',
        'tool_approval_for_session_availability',
        'tool_approval_for_session_enabled',
      ],
      ...[
        'vac_project_ids_raw',
        'vscode_extension_marketplace_single_origin_fallback_enabled',
        'zoekt_max_projects_for_legacy_search',
      ],
      ...['zoekt_max_restarts_15m'],
    ),
    source: 'A sandbox of a newer version knows settings that the description of 18.9 does not.',
  },
  {
    where: /^POST \/member_roles$/,
    what: /^sends "read_what_nobody_knows"/,
    source:
      'A permission that no version has, declared on purpose so that GitLab refuses it (test/apply/independence.test.ts).',
  },
  {
    where: /^PUT \/application\/settings$/,
    what: /^"resource_usage_limits" wants object/,
    source: 'Declared as JSON: a text of it is read (lib/api/settings.rb).',
  },
  {
    where: /^POST \/nowhere$/,
    what: /^no such endpoint/,
    source:
      'On purpose: in maintenance mode what is kept out is not looked up first (lib/gitlab/middleware/read_only/controller.rb).',
  },
];
