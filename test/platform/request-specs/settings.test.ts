import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { told } from '../../sandbox/cast.ts';
import { sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of application settings (spec/requests/api/settings_spec.rb, 18.9).

const path = '/application/settings';

test('a fresh instance has these settings', async () => {
  const gl = await sandbox();
  expect((await gl.get(path)).object).toMatchObject({
    password_authentication_enabled_for_web: true,
    password_authentication_enabled: true,
    plantuml_enabled: false,
    plantuml_url: null,
    diagramsnet_enabled: true,
    diagramsnet_url: 'https://embed.diagrams.net',
    default_ci_config_path: null,
    sourcegraph_enabled: false,
    sourcegraph_url: null,
    secret_detection_token_revocation_url: null,
    sourcegraph_public_only: true,
    decompress_archive_file_timeout: 210,
    rsa_key_restriction: 0,
    dsa_key_restriction: 0,
    ed25519_sk_key_restriction: 0,
    performance_bar_allowed_group_id: null,
    allow_local_requests_from_hooks_and_services: false,
    allow_local_requests_from_web_hooks_and_services: false,
    allow_local_requests_from_system_hooks: true,
    snippet_size_limit: 52_428_800,
    spam_check_endpoint_enabled: false,
    spam_check_api_key: null,
    wiki_asciidoc_allow_uri_includes: false,
    require_admin_approval_after_user_signup: true,
    personal_access_token_prefix: 'glpat-',
    admin_mode: false,
    whats_new_variant: 'all_tiers',
    user_deactivation_emails_enabled: true,
    suggest_pipeline_enabled: true,
    runner_token_expiration_interval: null,
    max_export_size: 0,
    max_decompressed_archive_size: 25_600,
    max_terraform_state_size_bytes: 0,
    pipeline_limit_per_project_user_sha: 0,
    delete_inactive_projects: false,
    inactive_projects_delete_after_months: 2,
    inactive_projects_min_size_mb: 0,
    inactive_projects_send_warning_email_after_months: 1,
    can_create_group: true,
    jira_connect_application_key: null,
    jira_connect_public_key_storage_enabled: false,
    user_defaults_to_private_profile: false,
    default_syntax_highlighting_theme: 1,
    projects_api_rate_limit_unauthenticated: 400,
    silent_mode_enabled: false,
    slack_app_enabled: false,
    slack_app_id: null,
    ci_max_includes: 150,
    allow_account_deletion: true,
    gitlab_shell_operation_limit: 600,
    namespace_aggregation_schedule_lease_duration_in_seconds: 300,
    max_login_attempts: null,
    failed_login_attempts_unlock_period_in_minutes: null,
    bulk_import_concurrent_pipeline_batch_limit: 25,
    downstream_pipeline_trigger_limit_per_project_user_sha: 0,
    concurrent_github_import_jobs_limit: 1000,
    concurrent_bitbucket_import_jobs_limit: 100,
    concurrent_bitbucket_server_import_jobs_limit: 100,
    require_personal_access_token_expiry: true,
  });
});

test('names of other times are not shown', async () => {
  const gl = await sandbox();
  const shown = (await gl.get(path)).object;
  for (const name of ['performance_bar_allowed_group_path', 'performance_bar_enabled', 'eks_secret_access_key'])
    expect(shown).not.toHaveProperty(name);
});

/** What is sent, and what comes back of it. */
const taken: readonly (readonly [string, JsonObject, JsonObject])[] = [
  ['a comma list for a list', { restricted_visibility_levels: 'public' }, { restricted_visibility_levels: ['public'] }],
  ['another comma list', { import_sources: 'github,bitbucket' }, { import_sources: ['github', 'bitbucket'] }],
  ['sources that nobody knows', { disabled_oauth_sign_in_sources: 'unknown' }, { disabled_oauth_sign_in_sources: [] }],
  [
    // Beside another one: alone it is refused (18.9).
    'a list',
    { valid_runner_registrars: ['group'], signup_enabled: true },
    { valid_runner_registrars: ['group'] },
  ],
  [
    'a switch with what it needs',
    { plantuml_enabled: true, plantuml_url: 'http://plantuml.example.com' },
    { plantuml_enabled: true, plantuml_url: 'http://plantuml.example.com' },
  ],
  [
    'branch protection of no one',
    { default_branch_protection_defaults: { allowed_to_push: [{ access_level: 0 }] } },
    { default_branch_protection_defaults: { allowed_to_push: [{ access_level: 0 }] } },
  ],
  ['branch protection by its number', { default_branch_protection: 1 }, { default_branch_protection: 1 }],
  [
    'the old name of the local requests',
    { allow_local_requests_from_hooks_and_services: true },
    { allow_local_requests_from_hooks_and_services: true, allow_local_requests_from_web_hooks_and_services: true },
  ],
  [
    'the old name of the allowlist, which the own host joins',
    { asset_proxy_whitelist: ['example.com', '*.example.com'] },
    { asset_proxy_allowlist: ['example.com', '*.example.com', '127.0.0.1'] },
  ],
  [
    'the allowlist as a text',
    { asset_proxy_allowlist: 'example.com, *.example.com' },
    { asset_proxy_allowlist: ['example.com', '*.example.com', '127.0.0.1'] },
  ],
  [
    'the old throttle, which is the one of the web',
    { throttle_unauthenticated_enabled: true, throttle_unauthenticated_period_in_seconds: 123 },
    { throttle_unauthenticated_web_enabled: true, throttle_unauthenticated_web_period_in_seconds: 123 },
  ],
  [
    'the new throttle before the old one',
    { throttle_unauthenticated_enabled: false, throttle_unauthenticated_web_enabled: true },
    { throttle_unauthenticated_enabled: true, throttle_unauthenticated_web_enabled: true },
  ],
  ['storage that cannot go back', { hashed_storage_enabled: false }, { hashed_storage_enabled: true }],
  [
    'a denylist as a text',
    { domain_denylist_enabled: true, domain_denylist: 'domain3.com, *.domain4.com' },
    { domain_denylist_enabled: true, domain_denylist: ['domain3.com', '*.domain4.com'] },
  ],
  [
    'the old name of the address for abuse',
    { admin_notification_email: 'test@example.com' },
    { abuse_notification_email: 'test@example.com' },
  ],
  ['a way to Git', { enabled_git_access_protocol: 'ssh' }, { enabled_git_access_protocol: 'ssh' }],
  ['all ways to Git, which is none', { enabled_git_access_protocol: 'all' }, { enabled_git_access_protocol: '' }],
  ['nothing', { runner_token_expiration_interval: null }, { runner_token_expiration_interval: null }],
  [
    'an hour for the tokens of runners',
    { runner_token_expiration_interval: 3600, group_runner_token_expiration_interval: 7200 },
    { runner_token_expiration_interval: 3600, group_runner_token_expiration_interval: 7200 },
  ],
  [
    'limits of pipelines',
    { pipeline_limit_per_project_user_sha: 25, downstream_pipeline_trigger_limit_per_project_user_sha: 200 },
    { pipeline_limit_per_project_user_sha: 25, downstream_pipeline_trigger_limit_per_project_user_sha: 200 },
  ],
  [
    'no limit of pipelines',
    { pipeline_limit_per_project_user_sha: 0, downstream_pipeline_trigger_limit_per_project_user_sha: 0 },
    { pipeline_limit_per_project_user_sha: 0, downstream_pipeline_trigger_limit_per_project_user_sha: 0 },
  ],
  [
    'a number of includes, and of failed sign-ins',
    { ci_max_includes: 200, max_login_attempts: 3, failed_login_attempts_unlock_period_in_minutes: 30 },
    { ci_max_includes: 200, max_login_attempts: 3, failed_login_attempts_unlock_period_in_minutes: 30 },
  ],
  [
    'one period of housekeeping, which stands for all',
    { housekeeping_enabled: true, housekeeping_optimize_repository_period: 100 },
    { housekeeping_gc_period: 100, housekeeping_full_repack_period: 100, housekeeping_incremental_repack_period: 100 },
  ],
  [
    'contacts, and limits as a text of JSON',
    { security_txt_content: 'Contact: foo@acme.com', resource_usage_limits: '{"rules":[{"name":"test"}]}' },
    { security_txt_content: 'Contact: foo@acme.com', resource_usage_limits: { rules: [{ name: 'test' }] } },
  ],
  [
    'a switch off with its address emptied',
    { diagramsnet_enabled: false, diagramsnet_url: null },
    { diagramsnet_enabled: false, diagramsnet_url: null },
  ],
  [
    'a weight in text, beside the storage of every instance',
    { repository_storages_weighted: { custom: '75' } },
    { repository_storages_weighted: { default: 0, custom: 75 } },
  ],
  [
    'what authorizes elsewhere',
    {
      external_authorization_service_enabled: true,
      external_authorization_service_url: 'https://custom.service/',
      external_authorization_service_default_label: 'default',
      external_authorization_service_timeout: 9.99,
    },
    { external_authorization_service_enabled: true, external_authorization_service_timeout: 9.99 },
  ],
  [
    'a tracker of events',
    { snowplow_enabled: true, snowplow_collector_hostname: 'snowplow.example.com', snowplow_app_id: 'app_id' },
    { snowplow_enabled: true, snowplow_collector_hostname: 'snowplow.example.com', snowplow_app_id: 'app_id' },
  ],
  [
    'a tracker of errors',
    {
      sentry_enabled: true,
      sentry_dsn: 'http://sentry.example.com',
      sentry_environment: 'production',
      sentry_clientside_traces_sample_rate: 0.25,
    },
    { sentry_enabled: true, sentry_dsn: 'http://sentry.example.com', sentry_clientside_traces_sample_rate: 0.25 },
  ],
  [
    'a cloud with its keys',
    {
      eks_integration_enabled: true,
      eks_account_id: '123456789012',
      eks_access_key_id: 'access-key-id-12',
      eks_secret_access_key: 'secret-access-key',
    },
    { eks_integration_enabled: true, eks_account_id: '123456789012', eks_access_key_id: 'access-key-id-12' },
  ],
  [
    'a check of spam, and a receiver of mail events',
    {
      spam_check_endpoint_enabled: true,
      spam_check_endpoint_url: 'grpc://example.com/spam_check',
      spam_check_api_key: 'KEY',
      mailgun_events_enabled: true,
      mailgun_signing_key: 'SIGNING',
    },
    { spam_check_api_key: 'KEY', mailgun_signing_key: 'SIGNING' },
  ],
  [
    'terms, and what enforces them',
    { enforce_terms: true, terms: 'Hello world!' },
    { enforce_terms: true, terms: 'Hello world!' },
  ],
  [
    'many at once',
    {
      ...{ default_ci_config_path: 'debian/salsa-ci.yml', default_projects_limit: 3, default_project_creation: 2 },
      ...{ default_snippet_visibility: 'internal', default_artifacts_expire_in: '2 days', help_page_text: 'help' },
      ...{ rsa_key_restriction: -1, dsa_key_restriction: 2048, ecdsa_key_restriction: 384, local_markdown_version: 3 },
      ...{ snippet_size_limit: 5, issues_create_limit: 300, raw_blob_request_limit: 300, max_export_size: 6 },
      ...{ personal_access_token_prefix: 'GL-', users_get_by_id_limit: 456, can_create_group: false },
      ...{ bulk_import_enabled: false, bulk_import_max_download_file_size: 1, max_import_remote_file_size: 2 },
      ...{ user_defaults_to_private_profile: true, allow_account_deletion: false, gitlab_shell_operation_limit: 500 },
      ...{ require_personal_access_token_expiry: false, concurrent_github_import_jobs_limit: 2 },
      ...{ delete_inactive_projects: true, inactive_projects_delete_after_months: 24 },
      ...{ jira_connect_application_key: '123', jira_connect_proxy_url: 'http://example.com' },
    },
    {
      ...{ default_ci_config_path: 'debian/salsa-ci.yml', default_projects_limit: 3, default_project_creation: 2 },
      ...{ default_snippet_visibility: 'internal', default_artifacts_expire_in: '2 days', help_page_text: 'help' },
      ...{ rsa_key_restriction: -1, dsa_key_restriction: 2048, ecdsa_key_restriction: 384, local_markdown_version: 3 },
      ...{ snippet_size_limit: 5, issues_create_limit: 300, raw_blob_request_limit: 300, max_export_size: 6 },
      ...{ personal_access_token_prefix: 'GL-', users_get_by_id_limit: 456, can_create_group: false },
      ...{ bulk_import_enabled: false, bulk_import_max_download_file_size: 1, max_import_remote_file_size: 2 },
      ...{ user_defaults_to_private_profile: true, allow_account_deletion: false, gitlab_shell_operation_limit: 500 },
      ...{ require_personal_access_token_expiry: false, concurrent_github_import_jobs_limit: 2 },
      ...{ delete_inactive_projects: true, inactive_projects_delete_after_months: 24 },
      ...{ jira_connect_application_key: '123', jira_connect_proxy_url: 'http://example.com' },
    },
  ],
  ['zero', { ci_max_includes: 0 }, { ci_max_includes: 0 }],
  ['blank secrets of what is off', { slack_app_enabled: false, slack_app_id: null }, { slack_app_id: null }],
  [
    'limits of jobs',
    { sidekiq_job_limiter_mode: 'track', sidekiq_job_limiter_limit_bytes: 2 },
    { sidekiq_job_limiter_mode: 'track', sidekiq_job_limiter_limit_bytes: 2 },
  ],
];

describe('PUT /application/settings takes', () => {
  test.each(taken)('%s', async (_, sent, shown) => {
    const gl = await sandbox();
    const answer = await gl.put(path, sent);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.object).toMatchObject(shown);
  });

  test('the group of the performance bar by its path, by the old name too, and gone with the old switch', async () => {
    const gl = await sandbox();
    const group = await gl.group('bar');
    const shown = async (sent: JsonObject) => (await gl.put(path, sent)).object['performance_bar_allowed_group_id'];
    expect(await shown({ performance_bar_allowed_group_path: 'bar' })).toBe(group);
    expect(await shown({ performance_bar_allowed_group_id: 'bar' })).toBe(group);
    expect(await shown({ performance_bar_enabled: false, performance_bar_allowed_group_id: 'bar' })).toBeNull();
  });

  test('secrets, of which one is kept back and the others are shown', async () => {
    const gl = await sandbox();
    const proxy = { asset_proxy_enabled: true, asset_proxy_url: 'http://assets.example.com' };
    const first = (await gl.put(path, { ...proxy, asset_proxy_secret_key: 'shared secret' })).object;
    expect(first['asset_proxy_secret_key'] ?? null).toBeNull();
    const slack = { slack_app_enabled: true, slack_app_id: 'ID', slack_app_secret: 'SECRET' };
    const more = { slack_app_signing_secret: 'SIGNING', slack_app_verification_token: 'TOKEN' };
    expect((await gl.put(path, { ...slack, ...more })).object).toMatchObject({ ...slack, ...more });
  });
});

/** What is sent, and the error it meets in the parameter layer. */
const missing: readonly (readonly [JsonObject, string])[] = [
  [{ snowplow_enabled: true }, 'snowplow_collector_hostname is missing'],
  [{ plantuml_enabled: true }, 'plantuml_url is missing'],
  [{ diagramsnet_enabled: true }, 'diagramsnet_url is missing'],
  [{ sourcegraph_enabled: true }, 'sourcegraph_url is missing'],
  [{ spam_check_endpoint_enabled: true, spam_check_api_key: 'KEY' }, 'spam_check_endpoint_url is missing'],
  [{ mailgun_events_enabled: true }, 'mailgun_signing_key is missing'],
  [{ whats_new_variant: 'invalid_value' }, 'whats_new_variant does not have a valid value'],
];

const noSlack = {
  slack_app_id: null,
  slack_app_secret: null,
  slack_app_signing_secret: null,
  slack_app_verification_token: null,
};

/** What is sent, and the field that the model complains about, with a part of what it says. */
const wrong: readonly (readonly [JsonObject, string, RegExp])[] = [
  [{ snowplow_enabled: true, snowplow_collector_hostname: null }, 'snowplow_collector_hostname', /can't be blank/],
  [{ slack_app_enabled: true, ...noSlack }, 'slack_app_id', /can't be blank/],
  [
    { domain_denylist_enabled: true, domain_denylist: [] },
    'domain_denylist',
    /Domain denylist cannot be empty if denylist is enabled\./,
  ],
  [{ spam_check_api_key: '0123456789'.repeat(500) }, 'spam_check_api_key', /is too long/],
  [{ personal_access_token_prefix: 'prefix'.repeat(10) }, 'personal_access_token_prefix', /is too long/],
  [{ personal_access_token_prefix: 'éñ' }, 'personal_access_token_prefix', /letters of the Base64 alphabet/],
  [{ sentry_enabled: true }, 'sentry_dsn', /can't be blank/],
  [{ pipeline_limit_per_project_user_sha: null }, 'pipeline_limit_per_project_user_sha', /is not a number/],
  [{ ci_max_includes: null }, 'ci_max_includes', /is not a number/],
  [
    { downstream_pipeline_trigger_limit_per_project_user_sha: null },
    'downstream_pipeline_trigger_limit_per_project_user_sha',
    /is not a number/,
  ],
];

describe('PUT /application/settings refuses', () => {
  test.each(missing)('%j', async (sent, error) => {
    const gl = await sandbox();
    expect(told(await gl.put(path, sent))).toEqual([400, { error }]);
  });

  test.each(wrong)('%j', async (sent, field, text) => {
    const gl = await sandbox();
    const refused = await gl.put(path, sent);
    expect(refused.status, JSON.stringify(refused.body).slice(0, 200)).toBe(400);
    expect(JSON.stringify((refused.object['message'] as JsonObject)[field])).toMatch(text);
  });

  test('the switch of EKS without its three companions, naming each', async () => {
    const gl = await sandbox();
    const { error } = (await gl.put(path, { eks_integration_enabled: true })).object;
    for (const name of ['eks_account_id', 'eks_access_key_id', 'eks_secret_access_key'])
      expect(error).toEqual(expect.stringContaining(`${name} is missing`));
  });

  test('weights of storages out of range', async () => {
    const gl = await sandbox();
    for (const weight of [-1, 101])
      expect((await gl.put(path, { repository_storages_weighted: { default: weight } })).status).toBe(400);
  });
});
