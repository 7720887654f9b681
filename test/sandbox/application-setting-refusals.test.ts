import { expect, test } from 'vitest';
import { sandbox } from './client.ts';

const path = '/application/settings';

test.each([
  [{ plantuml_enabled: true }, 'plantuml_url is missing'],
  [{ sourcegraph_enabled: true }, 'sourcegraph_url is missing'],
  [{ diagramsnet_enabled: true }, 'diagramsnet_url is missing'],
  [{ mailgun_events_enabled: true }, 'mailgun_signing_key is missing'],
  [{ snowplow_enabled: true }, 'snowplow_collector_hostname is missing'],
  [{ require_two_factor_authentication: true }, 'two_factor_grace_period is missing'],
  [{ recaptcha_enabled: true }, 'recaptcha_site_key is missing, recaptcha_private_key is missing'],
  [
    { eks_integration_enabled: true },
    'eks_account_id is missing, eks_access_key_id is missing, eks_secret_access_key is missing',
  ],
  [{ whats_new_variant: 'nonsense' }, 'whats_new_variant does not have a valid value'],
  [{ ci_max_includes: 'many' }, 'ci_max_includes is invalid'],
  [{ rsa_key_restriction: 5 }, 'rsa_key_restriction does not have a valid value'],
  [{ import_sources: ['elsewhere'] }, 'import_sources does not have a valid value'],
  [
    { housekeeping_enabled: true },
    'housekeeping_incremental_repack_period, housekeeping_optimize_repository_period are missing, exactly one parameter must be provided',
  ],
  [
    { housekeeping_enabled: true, housekeeping_incremental_repack_period: 10 },
    'housekeeping_full_repack_period, housekeeping_gc_period, housekeeping_incremental_repack_period provide all or none of parameters',
  ],
  [
    { signin_enabled: true, password_authentication_enabled: true },
    'password_authentication_enabled, signin_enabled are mutually exclusive',
  ],
])('PUT %j is 400 `%s`', async (body, error) => {
  const gl = await sandbox();
  const answer = await gl.put(path, body);
  expect([answer.status, answer.body]).toEqual([400, { error }]);
});

test.each([
  [
    { sentry_enabled: true },
    { sentry_dsn: ['must be a valid URL', "can't be blank"], sentry_environment: ["can't be blank"] },
  ],
  [{ ci_max_includes: null }, { ci_max_includes: ['is not a number'] }],
  [{ ci_max_includes: -1 }, { ci_max_includes: ['must be greater than or equal to 0'] }],
  [{ max_artifacts_size: 0 }, { max_artifacts_size: ['must be greater than 0'] }],
  [{ deletion_adjourned_period: 91 }, { deletion_adjourned_period: ['must be less than or equal to 90'] }],
  [{ admin_mode: null }, { admin_mode: ['must be a boolean value'] }],
  [{ remember_me_enabled: null }, { remember_me_enabled: ['must be a boolean value'] }],
  [{ silent_mode_enabled: '' }, { silent_mode_enabled: ['must be a boolean value'] }],
  [{ npm_package_requests_forwarding: null }, { npm_package_requests_forwarding: ['must be a boolean value'] }],
  [{ eks_integration_enabled: null }, { eks_integration_enabled: ['is not included in the list'] }],
  [{ search_rate_limit: 'many' }, { search_rate_limit: ['is not a number'] }],
  [
    { personal_access_token_prefix: 'prefix'.repeat(10) },
    { personal_access_token_prefix: ['is too long (maximum is 20 characters)'] },
  ],
  [
    { personal_access_token_prefix: 'éñ' },
    {
      personal_access_token_prefix: [
        "can contain only letters of the Base64 alphabet (RFC4648) with the addition of '@', ':' and '.'",
      ],
    },
  ],
  [{ snowplow_enabled: true, snowplow_collector_hostname: null }, { snowplow_collector_hostname: ["can't be blank"] }],
  [
    { domain_denylist_enabled: true, domain_denylist: [] },
    { domain_denylist: ['Domain denylist cannot be empty if denylist is enabled.'] },
  ],
  [{ enforce_terms: true }, { terms: ['You need to set terms to be enforced'] }],
  [
    { repository_storages_weighted: { default: 101 } },
    { repository_storages_weighted: ["value for 'default' must be between 0 and 100"] },
  ],
  [
    { restricted_visibility_levels: ['public'], default_project_visibility: 'public' },
    { default_project_visibility: ['cannot be set to a restricted visibility level'] },
  ],
  [
    { deactivate_dormant_users: true, deactivate_dormant_users_period: 10 },
    { deactivate_dormant_users_period: ["'10' days of inactivity must be greater than or equal to 90"] },
  ],
  [
    { inactive_projects_delete_after_months: 2, inactive_projects_send_warning_email_after_months: 2 },
    { inactive_projects_send_warning_email_after_months: ['must be less than 2'] },
  ],
  [
    { gitaly_timeout_default: 40, gitaly_timeout_medium: 45, gitaly_timeout_fast: 50 },
    {
      gitaly_timeout_medium: ['must be less than or equal to 40', 'must be greater than or equal to 50'],
      gitaly_timeout_fast: ['must be less than or equal to 40'],
    },
  ],
  [{ asciidoc_max_includes: 65 }, { asciidoc_max_includes: ['must be less than or equal to 64'] }],
  [{ wiki_page_max_content_bytes: 1023 }, { wiki_page_max_content_bytes: ['must be greater than or equal to 1024'] }],
  [
    {
      email_confirmation_setting: 'hard',
      delete_unconfirmed_users: true,
      unconfirmed_users_delete_after_days: 0,
    },
    { unconfirmed_users_delete_after_days: ['must be greater than 0'] },
  ],
  [
    { unique_ips_limit_enabled: true, unique_ips_limit_per_user: 0 },
    { unique_ips_limit_per_user: ['must be greater than or equal to 1'] },
  ],
  [
    { restricted_visibility_levels: ['odd'] },
    { restricted_visibility_levels: ["'odd' is not a valid visibility level"] },
  ],
  [
    { valid_runner_registrars: ['x'], signup_enabled: true },
    { valid_runner_registrars: ['["x"] is not included in the list'] },
  ],
  [{ default_artifacts_expire_in: 'soon' }, { default_artifacts_expire_in: ['is not a correct duration'] }],
  [
    { default_ci_config_path: '../up.yml' },
    { default_ci_config_path: ['cannot include leading slash or directory traversal.'] },
  ],
])('PUT %j is 400 by the model, and changes nothing', async (body, errors) => {
  const gl = await sandbox();
  const before = (await gl.get(path)).body;
  const answer = await gl.put(path, body);
  expect([answer.status, answer.body]).toEqual([400, { message: errors }]);
  expect((await gl.get(path)).body).toEqual(before);
});
