import type { JsonObject } from '../store/json.ts';
import type { Param, ParamRule, Params } from '../http/params.ts';
import { allSettings, knows } from './catalogue.ts';
import type { Setting } from './catalogue.ts';
import type { Edition } from '../store/edition.ts';

/** Numbers and flags that the endpoint gives a type; what others hold is judged by the model (PUT, 18.9). */
const typedNumbers = new Set([
  ...['ai_action_api_rate_limit', 'autocomplete_users_limit', 'autocomplete_users_unauthenticated_limit'],
  ...['bulk_import_concurrent_pipeline_batch_limit', 'ci_max_includes', 'code_suggestions_api_rate_limit'],
  ...['concurrent_bitbucket_import_jobs_limit', 'concurrent_bitbucket_server_import_jobs_limit'],
  ...['concurrent_github_import_jobs_limit', 'concurrent_relation_batch_export_limit'],
  ...['container_registry_token_expire_delay', 'decompress_archive_file_timeout', 'default_branch_protection'],
  ...['default_project_creation', 'default_projects_limit', 'downstream_pipeline_trigger_limit_per_project_user_sha'],
  ...['dsa_key_restriction', 'ecdsa_key_restriction', 'ecdsa_sk_key_restriction', 'ed25519_key_restriction'],
  ...['ed25519_sk_key_restriction', 'file_template_project_id', 'git_push_pipeline_limit'],
  ...['git_two_factor_session_expiry', 'gitaly_timeout_default', 'gitaly_timeout_fast', 'gitaly_timeout_medium'],
  ...['group_runner_token_expiration_interval', 'issues_create_limit'],
  ...['local_markdown_version', 'max_artifacts_size', 'max_attachment_size', 'max_decompressed_archive_size'],
  ...['max_export_size', 'max_github_response_json_value_count', 'max_github_response_size_limit'],
  ...['max_import_remote_file_size', 'max_import_size', 'max_number_of_repository_downloads'],
  ...['max_number_of_repository_downloads_within_time_period', 'max_pages_custom_domains_per_project'],
  ...['max_pages_size', 'max_terraform_state_size_bytes', 'metrics_method_call_threshold'],
  ...['namespace_aggregation_schedule_lease_duration_in_seconds', 'pipeline_limit_per_project_user_sha'],
  ...['pipeline_limit_per_user', 'project_jobs_api_rate_limit', 'project_runner_token_expiration_interval'],
  ...['push_event_activities_limit', 'push_event_hooks_limit', 'raw_blob_request_limit', 'repository_size_limit'],
  ...['rsa_key_restriction', 'runner_token_expiration_interval', 'session_expire_delay', 'terminal_max_session_time'],
  ...['two_factor_grace_period', 'users_get_by_id_limit', 'virtual_registries_endpoints_api_limit'],
  'wiki_page_max_content_bytes',
]);

/** Enumerations that only the model knows, or nobody. */
const judgedByModel = new Set([
  ...['first_day_of_week', 'restricted_visibility_levels', 'valid_runner_registrars', 'default_preferred_language'],
  ...['duo_availability', 'duo_chat_expiration_column', 'default_search_scope', 'sidekiq_job_limiter_mode'],
]);

/** Read, and not written by that name; another name stands for it (GET and PUT /application/settings, 18.9). */
const readOnly = new Set(['make_profile_private', 'duo_workflows_default_image_registry']);

/** Taken beside others, but not a parameter for the rule that one at least has to be sent (PUT, 18.9). */
const uncounted = new Set(['signin_enabled', 'valid_runner_registrars']);

/** Taken as they come, whatever they hold (PUT, 18.9). */
const unjudged = new Set(['disable_invite_members', 'performance_bar_enabled', 'package_metadata_purl_types']);

/** Objects whose type the endpoint itself asks for; the other ones are judged by the model (PUT, 18.9). */
const objects = new Set(['default_branch_protection_defaults', 'vscode_extension_marketplace']);

/** What switching a setting on asks for in the same call, stored or not; `X is missing` else (PUT, 18.9). */
const needs: Readonly<Record<string, readonly string[]>> = {
  akismet_enabled: ['akismet_api_key'],
  eks_integration_enabled: ['eks_account_id', 'eks_access_key_id', 'eks_secret_access_key'],
  gitpod_enabled: ['gitpod_url'],
  kroki_enabled: ['kroki_url'],
  plantuml_enabled: ['plantuml_url'],
  diagramsnet_enabled: ['diagramsnet_url'],
  recaptcha_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  login_recaptcha_protection_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  require_two_factor_authentication: ['two_factor_grace_period'],
  shared_runners_enabled: ['shared_runners_text'],
  sourcegraph_enabled: ['sourcegraph_url'],
  spam_check_endpoint_enabled: ['spam_check_endpoint_url'],
  mailgun_events_enabled: ['mailgun_signing_key'],
  snowplow_enabled: ['snowplow_collector_hostname'],
  slack_app_enabled: ['slack_app_id', 'slack_app_secret', 'slack_app_signing_secret', 'slack_app_verification_token'],
  elasticsearch_aws: ['elasticsearch_aws_region'],
  elasticsearch_indexing: ['elasticsearch_url'],
  secret_detection_token_revocation_enabled: [
    'secret_detection_token_revocation_url',
    'secret_detection_revocation_token_types_url',
  ],
};

/** The parameters of PUT /application/settings on this version. */
export function settingParams(edition: Edition): Params {
  const writable = allSettings.filter((setting) => declared(setting) && knows(edition, setting));
  return Object.fromEntries(writable.map((setting) => [setting.name, paramOf(setting)]));
}

/** hashed_storage_enabled is still taken, and dropped: it cannot be switched off any more (PUT, 18.9). */
function declared(setting: Setting): boolean {
  return (setting.writable && !readOnly.has(setting.name)) || setting.name === 'hashed_storage_enabled';
}

/** Every setting as an unread parameter: administrators are told apart before any value is looked at. */
export function unreadParams(): Params {
  return Object.fromEntries(allSettings.filter(declared).map((setting) => [setting.name, { type: 'json' }] as const));
}

/** The rules over several settings; those of housekeeping hold only where it is switched on. */
export function settingRules(params: Params, given: JsonObject): readonly ParamRule[] {
  const housekeeping = ['full_repack', 'gc', 'incremental_repack'].map((name) => `housekeeping_${name}_period`);
  const oneOf = ['housekeeping_incremental_repack_period', 'housekeeping_optimize_repository_period'];
  return [
    { exclusive: ['password_authentication_enabled_for_web', 'password_authentication_enabled', 'signin_enabled'] },
    ...(isOn(given['housekeeping_enabled']) ? [{ allOrNone: housekeeping }, { exactlyOne: oneOf }] : []),
    { atLeastOne: Object.keys(params).filter((name) => !uncounted.has(name)) },
  ];
}

/** What a call that switches something on leaves out, as the parameter layer words it. */
export function missingCompanions(given: JsonObject): readonly string[] {
  const absent = Object.entries(needs).flatMap(([name, companions]) =>
    isOn(given[name]) ? companions.filter((companion) => given[companion] === undefined) : [],
  );
  return [...new Set(absent)].map((name) => `${name} is missing`);
}

/** Lists that may not be written as text, as most may (PUT, 18.9). */
const listsAlone = ['duo_namespace_access_rules', 'valid_runner_registrars'];

/** What is sent for a list and is none, as the parameter layer words it. */
export function malformedLists(given: JsonObject): readonly string[] {
  const wrong = listsAlone.filter((name) => (given[name] ?? null) !== null && !Array.isArray(given[name]));
  return wrong.flatMap((name) => [
    `${name} is invalid`,
    // What is no list is asked for the id of an entry of one.
    ...(typeof given[name] === 'string' && name === 'duo_namespace_access_rules'
      ? [`${name}[through_namespace][id] is missing`]
      : []),
  ]);
}

function isOn(value: unknown): boolean {
  return value === true || /^(true|1|t|yes|y|on)$/i.test(typeof value === 'string' ? value : '');
}

function paramOf(setting: Setting): Param {
  const values = judgedByModel.has(setting.name) ? undefined : setting.enum;
  if (unjudged.has(setting.name)) return { type: 'json' };
  if (objects.has(setting.name)) return { type: 'hash' };
  if (setting.name === 'duo_namespace_access_rules') return { type: 'json' };
  switch (setting.type) {
    case 'boolean':
      return { type: 'boolean' };
    case 'integer':
      if (!typedNumbers.has(setting.name)) return { type: 'json' };
      return values === undefined ? { type: 'integer' } : { type: 'integer', values: values.map(Number) };
    case 'array<string>':
      return values === undefined ? { type: 'strings' } : { type: 'strings', values: values.map(String) };
    case 'array<integer>':
      return { type: 'integers' };
    case 'string':
      return values === undefined ? { type: 'string' } : { type: 'string', values: values.map(String) };
    default:
      return { type: 'json' };
  }
}
