import { isJsonObject, textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { integrationKinds } from '../integrations/catalogue.ts';
import { durationErrors } from './duration.ts';

type Errors = readonly (readonly [string, string])[];

/** A rule of one setting: what is wrong with a value, at the setting itself unless another place is named. */
type Rule = (value: Json, text: string) => readonly (string | readonly [string, string])[];

const base64 = "can contain only letters of the Base64 alphabet (RFC4648) with the addition of '@', ':' and '.'";

/** The languages that the user interface speaks (Gitlab::I18n, 18.9). */
const languages = new Set([
  ...['bg', 'cs_CZ', 'da_DK', 'de', 'en', 'eo', 'es', 'fil_PH', 'fr', 'gl_ES', 'id_ID', 'it', 'ja', 'ko', 'nb_NO'],
  ...['nl_NL', 'pl_PL', 'pt_BR', 'ro_RO', 'ru', 'si_LK', 'tr_TR', 'uk', 'zh_CN', 'zh_HK', 'zh_TW'],
]);

const searchScopes = new Set([
  ...['system default', 'blobs', 'commits', 'epics', 'issues', 'merge_requests', 'milestones', 'notes', 'projects'],
  ...['snippet_titles', 'users', 'wiki_blobs', 'work_items'],
]);

const host = String.raw`^(?=.{1,253}$)(?!-)(?:[a-zA-Z0-9-]{1,63}(?<!-)\.)+[a-zA-Z]{2,63}(?::[1-9][0-9]{0,4})?$`;
const version = String.raw`^\d+\.\d+\.\d+$`;

const mismatch = (field: string, pattern: string): string =>
  `string at \`/${field}\` does not match pattern: ${pattern}`;

const unless = (good: boolean, text: string): readonly string[] => (good ? [] : [text]);

const theme: Rule = (value) =>
  unless(
    typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 6,
    'must be a valid syntax highlighting theme ID',
  );

const duration: Rule = (_value, text) => (text === '' ? [] : durationErrors(text));

const rules: Readonly<Record<string, Rule>> = {
  personal_access_token_prefix: (_value, text) => unless(/^[a-zA-Z0-9_+=/@:.-]*$/.test(text), base64),
  // A guess: what the prefix may hold; a blank in it is refused.
  instance_token_prefix: (_value, text) => unless(/^[a-zA-Z0-9_-]*$/.test(text), 'is invalid'),
  default_ci_config_path: (_value, text) =>
    unless(!/\.\.|^\//.test(text), 'cannot include leading slash or directory traversal.'),
  default_artifacts_expire_in: (_value, text) => (text === '' ? ["can't be blank"] : durationErrors(text)),
  archive_builds_in_human_readable: duration,
  ci_delete_pipelines_in_seconds_limit_human_readable: (_value, text) =>
    text === ''
      ? ["can't be blank", 'is not a number'].map((wrong) => ['ci_delete_pipelines_in_seconds_limit', wrong] as const)
      : durationErrors(text),
  abuse_notification_email: (_value, text) => unless(text === '' || /^[^@\s]+@[^@\s]+$/.test(text), 'is invalid'),
  after_sign_out_path: (_value, text) =>
    unless(text === '' || /^https?:\/\//.test(text), 'is blocked: Only allowed schemes are http, https'),
  spam_check_endpoint_url: (_value, text) =>
    unless(text === '' || /^(tls|grpc):\/\//.test(text), 'is blocked: Only allowed schemes are tls, grpc'),
  auto_devops_domain: (_value, text) => [
    ...unless(/^[a-z0-9.-]*$/.test(text), String.raw`contains invalid characters (valid characters: [a-z0-9\-])`),
    ...unless(text === '' || /^[^\s.]+(\.[^\s.]+)+$/.test(text), 'is not a fully qualified domain name'),
  ],
  commit_email_hostname: (_value, text) => unless(/^[a-z0-9.-]*$/i.test(text), 'is invalid'),
  default_preferred_language: (_value, text) => [
    ...unless(text !== '', "can't be blank"),
    ...unless(languages.has(text), 'is not included in the list'),
  ],
  default_search_scope: (_value, text) => unless(text === '' || searchScopes.has(text), 'invalid scope selected'),
  default_syntax_highlighting_theme: theme,
  default_dark_syntax_highlighting_theme: theme,
  duo_chat_expiration_column: (_value, text) =>
    unless(['last_updated_at', 'created_at'].includes(text), 'must be one of: last_updated_at, created_at'),
  allowed_integrations: (value) => {
    const known = integrationKinds.map((kind) => kind.slug.replaceAll('-', '_'));
    return unless(
      listed(value).every((name) => known.includes(name)),
      'contains unknown integration names',
    );
  },
  globally_allowed_ips: (_value, text) =>
    unless(
      text.split(',').every((range) => range.trim() === '' || /^[\da-f.:]+(\/\d+)?$/i.test(range.trim())),
      'invalid address: ',
    ),
  kroki_formats: (value) => unless(isJsonObject(value), 'must be a valid json schema'),
  minimum_language_server_version: (_value, text) =>
    new RegExp(version).test(text)
      ? []
      : [['editor_extensions', mismatch('minimum_language_server_version', version)] as const],
  vscode_extension_marketplace: (value) => {
    const sent = isJsonObject(value) ? value['extension_host_domain'] : undefined;
    if (sent === undefined || sent === null) return [];
    return unless(new RegExp(host).test(textOf(sent)), mismatch('extension_host_domain', host));
  },
  // Both rules of the column complain alike.
  jira_connect_additional_audience_url: (value) =>
    value === null
      ? ['must be a valid json schema', 'must be a valid json schema'].map((text) => ['integrations', text] as const)
      : [],
  external_auth_client_cert: (_value, text) =>
    unless(text === '' || text.includes('BEGIN CERTIFICATE'), 'is not a valid X509 certificate.'),
  // There is no object storage behind the sandbox.
  ci_job_live_trace_enabled: (value) =>
    unless(value !== true, 'Incremental logging cannot be turned on without configuring object storage for artifacts.'),
  eks_integration_enabled: (value) => unless(value !== null, 'is not included in the list'),
  repository_storages_weighted: (value) => (isJsonObject(value) ? weightErrors(Object.entries(value)) : []),
  restricted_visibility_levels: (value) =>
    listed(value).flatMap((level) =>
      unless(['private', 'internal', 'public'].includes(level), `'${level}' is not a valid visibility level`),
    ),
  valid_runner_registrars: (value) =>
    unless(
      listed(value).every((item) => item === 'project' || item === 'group'),
      `${JSON.stringify(value)} is not included in the list`,
    ),
  ...Object.fromEntries(
    ['', 'group_', 'project_'].map((whose): [string, Rule] => [
      `${whose}runner_token_expiration_interval`,
      (value) =>
        typeof value === 'number' && value < 0
          ? [[`${whose}runner_token_expiration_interval_human_readable`, 'is not a correct duration'] as const]
          : [],
    ]),
  ),
};

/** What the model finds wrong with the shape of one setting (PUT /application/settings, 18.9). */
export function shapeErrors(name: string, value: Json): Errors {
  const found = rules[name]?.(value, textOf(value)) ?? [];
  return found.map((wrong) => (typeof wrong === 'string' ? ([name, wrong] as const) : wrong));
}

function weightErrors(weights: readonly (readonly [string, Json | undefined])[]): readonly string[] {
  return weights.flatMap(([storage, weight]) =>
    unless(
      typeof weight === 'number' && weight >= 0 && weight <= 100,
      `value for '${storage}' must be between 0 and 100`,
    ),
  );
}

function listed(value: Json): readonly string[] {
  return Array.isArray(value) ? (value as readonly Json[]).map(textOf) : [];
}
