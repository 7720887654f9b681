import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';
import { allSettings } from './catalogue.ts';
import type { Setting } from './catalogue.ts';
import { columnErrors, judgedBySchemaAlone } from './columns.ts';
import { orderErrors } from './order.ts';
import { shapeErrors } from './shapes.ts';

type Errors = Record<string, string[]>;

const blank = "can't be blank";

/** What must not be blank while a switch is on, stored values counted (the model behind PUT, 18.9). */
const presence: Readonly<Record<string, readonly string[]>> = {
  akismet_enabled: ['akismet_api_key'],
  asset_proxy_enabled: ['asset_proxy_url', 'asset_proxy_secret_key'],
  deactivate_dormant_users: ['deactivate_dormant_users_period'],
  diagramsnet_enabled: ['diagramsnet_url'],
  error_tracking_enabled: ['error_tracking_api_url'],
  external_authorization_service_enabled: ['external_authorization_service_default_label'],
  external_auth_client_cert: ['external_auth_client_key'],
  gitpod_enabled: ['gitpod_url'],
  kroki_enabled: ['kroki_url'],
  login_recaptcha_protection_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  mailgun_events_enabled: ['mailgun_signing_key'],
  plantuml_enabled: ['plantuml_url'],
  product_analytics_enabled: [
    ...['product_analytics_data_collector_host', 'product_analytics_configurator_connection_string'],
    ...['cube_api_base_url', 'cube_api_key'],
  ],
  recaptcha_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  sentry_enabled: ['sentry_dsn', 'sentry_environment'],
  slack_app_enabled: ['slack_app_id', 'slack_app_secret', 'slack_app_signing_secret', 'slack_app_verification_token'],
  snowplow_enabled: ['snowplow_collector_hostname'],
  sourcegraph_enabled: ['sourcegraph_url'],
  spam_check_endpoint_enabled: ['spam_check_endpoint_url'],
  static_objects_external_storage_url: ['static_objects_external_storage_auth_token'],
};

/** Numbers that are judged only while their switch is on. */
const judgedWhile: Readonly<Record<string, string>> = {
  deactivate_dormant_users_period: 'deactivate_dormant_users',
  external_authorization_service_timeout: 'external_authorization_service_enabled',
  unique_ips_limit_per_user: 'unique_ips_limit_enabled',
  unique_ips_limit_time_window: 'unique_ips_limit_enabled',
};

/** A least value of 1 that is not worded as "greater than 0". */
const atLeastOne = new Set(['unique_ips_limit_per_user', 'git_two_factor_session_expiry']);

/** Seen to begin above a number that the catalogue does not hold (PUT, 18.9). */
const above: Readonly<Record<string, number>> = { mirror_max_delay: 31 };

/** Documented as an enumeration, and not judged at all (PUT, 18.9). */
const anyNumber = new Set(['first_day_of_week']);

/** What the model finds wrong with the settings as they would become; only what changes, and switches, is judged. */
export function settingErrors(before: Bag, changes: Bag): Errors {
  const next = { ...before, ...changes };
  const errors: Errors = {};
  const add = (name: string, text: string): void => {
    (errors[name] ??= []).push(text);
  };
  for (const setting of allSettings) {
    const value = changes[setting.name];
    if (value === undefined || !judged(setting, next)) continue;
    for (const text of valueErrors(setting, value)) add(setting.name, text);
    for (const [name, text] of shapeErrors(setting.name, value)) add(name, text);
  }
  for (const [name, fields] of Object.entries(presence)) {
    if (!switchedOn(next[name])) continue;
    const absent = fields.filter((field) => textOf(next[field]).trim() === '');
    for (const field of absent) for (const text of absentTexts(field)) add(field, text);
  }
  const related = [...together(next, changes), ...orderErrors(next, changes), ...columnErrors(changes)];
  for (const [name, text] of related) add(name, text);
  return errors;
}

/** Addresses that are asked for are judged as addresses too; which complaint comes first differs (PUT, 18.9). */
function absentTexts(field: string): readonly string[] {
  if (field === 'asset_proxy_url') return [blank, 'is not a valid URL'];
  if (field === 'external_auth_client_key') return [blank, 'could not read private key, is the passphrase correct?'];
  const invalidUrl = 'must be a valid URL';
  if (field === 'diagramsnet_url' || field === 'error_tracking_api_url') return [blank, invalidUrl];
  return urlFirst.has(field) ? [invalidUrl, blank] : [blank];
}

const urlFirst = new Set([
  ...['cube_api_base_url', 'product_analytics_configurator_connection_string'],
  ...['product_analytics_data_collector_host', 'sentry_dsn'],
]);

function judged(setting: Setting, next: Bag): boolean {
  if (judgedBySchemaAlone(setting.name) || anyNumber.has(setting.name)) return false;
  const condition = judgedWhile[setting.name];
  return condition === undefined || next[condition] === true;
}

function switchedOn(value: Json | undefined): boolean {
  return value === true || (typeof value === 'string' && value !== '');
}

function valueErrors(setting: Setting, value: Json): readonly string[] {
  const numeric =
    setting.type === 'integer' || setting.type === 'number' || setting.altTypes?.includes('number') === true;
  if (numeric) return numberErrors(setting, value);
  const text = textOf(value);
  if (setting.maxLength !== undefined && text.length > setting.maxLength) {
    return [`is too long (maximum is ${setting.maxLength} characters)`];
  }
  return value === null && neverUnset.has(setting.name) ? ['must be a boolean value'] : [];
}

function numberErrors(setting: Setting, value: Json): readonly string[] {
  const floor = above[setting.name];
  const bounded = setting.minimum !== undefined || setting.maximum !== undefined || floor !== undefined;
  if (value === null) return bounded && setting.nullable !== true ? ['is not a number'] : [];
  const number = typeof value === 'number' ? value : Number(textOf(value) === '' ? NaN : textOf(value));
  if (Number.isNaN(number)) return bounded ? ['is not a number'] : [];
  if (setting.enum !== undefined && !setting.enum.includes(number)) return ['is not included in the list'];
  if (setting.type === 'integer' && bounded && !Number.isInteger(number)) return ['must be an integer'];
  if (floor !== undefined && number <= floor) return [`must be greater than ${floor}`];
  const minimum = unbounded.has(setting.name) ? undefined : setting.minimum;
  if (minimum !== undefined && number < minimum) return [tooSmall(setting, minimum, number)];
  return setting.maximum !== undefined && number > setting.maximum ? [tooBig(setting, setting.maximum)] : [];
}

function tooSmall(setting: Setting, minimum: number, value: number): string {
  if (setting.name === 'deactivate_dormant_users_period') {
    return `'${value}' days of inactivity must be greater than or equal to 90`;
  }
  const exclusive = (minimum === 1 && !atLeastOne.has(setting.name)) || minimum === 0.001;
  return exclusive ? 'must be greater than 0' : `must be greater than or equal to ${minimum}`;
}

function tooBig(setting: Setting, maximum: number): string {
  const exclusive = setting.name === 'local_markdown_version' || setting.name === 'max_pages_size';
  return exclusive ? `must be less than ${maximum + 1}` : `must be less than or equal to ${maximum}`;
}

/** Documented to begin at two hours, which the endpoint does not ask for (settings_spec.rb, 18.9). */
const unbounded = new Set(['', 'group_', 'project_'].map((whose) => `${whose}runner_token_expiration_interval`));

/** Switches that the model keeps from being unset; any other one may read null (PUT, 18.9). */
const neverUnset = new Set([
  ...['admin_mode', 'allow_possible_spam', 'allow_project_creation_for_guest_and_below'],
  ...['allow_runner_registration_token', 'bulk_import_enabled', 'can_create_group', 'can_create_organization'],
  ...['container_expiration_policies_enable_historic_entries', 'container_registry_expiration_policies_caching'],
  ...['deny_all_requests_except_allowed', 'disable_admin_oauth_scopes', 'disable_feed_token'],
  ...['enable_member_promotion_management', 'enforce_ci_inbound_job_token_scope_enabled', 'error_tracking_enabled'],
  ...['floc_enabled', 'gitlab_dedicated_instance', 'invisible_captcha_enabled', 'invitation_flow_enforcement'],
  ...['lock_maven_package_requests_forwarding', 'lock_npm_package_requests_forwarding'],
  ...['lock_pypi_package_requests_forwarding', 'maven_package_requests_forwarding', 'math_rendering_limits_enabled'],
  ...['npm_package_requests_forwarding', 'nuget_skip_metadata_url_validation'],
  ...['package_registry_allow_anyone_to_pull_option', 'pypi_package_requests_forwarding', 'remember_me_enabled'],
  ...['require_admin_two_factor_authentication', 'sentry_enabled', 'silent_mode_enabled'],
  ...['update_runner_versions_enabled', 'user_defaults_to_private_profile', 'wiki_asciidoc_allow_uri_includes'],
]);

function listed(value: Json): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(textOf) : [];
}

/** Rules over more than one setting. */
function together(next: Bag, changes: Bag): readonly (readonly [string, string])[] {
  const found: [string, string][] = [];
  if (next['domain_denylist_enabled'] === true && listed(next['domain_denylist'] ?? null).length === 0) {
    found.push(['domain_denylist', 'Domain denylist cannot be empty if denylist is enabled.']);
  }
  if (next['enforce_terms'] === true && textOf(next['terms']) === '') {
    found.push(['terms', 'You need to set terms to be enforced']);
  }
  if (next['delete_unconfirmed_users'] === true && next['email_confirmation_setting'] === 'off') {
    found.push(['delete_unconfirmed_users', 'must be false when email confirmation setting is off']);
  }
  if (next['eks_integration_enabled'] === true && !/^\d{12}$/.test(textOf(next['eks_account_id']))) {
    found.push(['eks_account_id', 'must be a 12-digit number']);
  }
  const touched = ['restricted_visibility_levels', 'default_project_visibility', 'default_group_visibility'];
  if (!touched.some((name) => changes[name] !== undefined)) return found;
  const restricted = listed(next['restricted_visibility_levels'] ?? null);
  for (const name of touched.slice(1)) {
    if (restricted.includes(textOf(next[name]))) found.push([name, 'cannot be set to a restricted visibility level']);
  }
  return found;
}
