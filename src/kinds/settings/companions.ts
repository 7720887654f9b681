import type { CatalogueAttribute } from '../catalogue.ts';
import type { SettingsSpec } from './forms.ts';

/** Asked for in the same request that switches a setting on, though it may be set already; 400 `… is missing` else (PUT /application/settings, 18.9). */
const COMPANIONS: { readonly [name: string]: readonly string[] } = {
  akismet_enabled: ['akismet_api_key'],
  diagramsnet_enabled: ['diagramsnet_url'],
  eks_integration_enabled: ['eks_account_id', 'eks_access_key_id', 'eks_secret_access_key'],
  elasticsearch_aws: ['elasticsearch_aws_region'],
  elasticsearch_indexing: ['elasticsearch_url'],
  gitpod_enabled: ['gitpod_url'],
  housekeeping_enabled: ['housekeeping_optimize_repository_period'],
  kroki_enabled: ['kroki_url'],
  login_recaptcha_protection_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  mailgun_events_enabled: ['mailgun_signing_key'],
  plantuml_enabled: ['plantuml_url'],
  recaptcha_enabled: ['recaptcha_site_key', 'recaptcha_private_key'],
  require_two_factor_authentication: ['two_factor_grace_period'],
  secret_detection_token_revocation_enabled: [
    'secret_detection_token_revocation_url',
    'secret_detection_revocation_token_types_url',
  ],
  shared_runners_enabled: ['shared_runners_text'],
  slack_app_enabled: ['slack_app_id', 'slack_app_secret', 'slack_app_signing_secret', 'slack_app_verification_token'],
  snowplow_enabled: ['snowplow_collector_hostname'],
  sourcegraph_enabled: ['sourcegraph_url'],
  spam_check_endpoint_enabled: ['spam_check_endpoint_url'],
};

/** What has to go along with a setting that is switched on. */
export function companionsOf(name: string, value: SettingsSpec[string]): readonly string[] {
  const on = value !== undefined && value !== null && value !== false;
  return on && Object.hasOwn(COMPANIONS, name) ? (COMPANIONS[name] ?? []) : [];
}

/** Settings that are refused where nothing else is sent: `… are missing, at least one parameter must be provided` (PUT /application/settings, 18.9). */
const NEVER_ALONE: ReadonlySet<string> = new Set(['valid_runner_registrars']);

/** What is sent as it is, so that a setting that may not come alone does not. */
export function companyOf(names: ReadonlySet<string>): readonly string[] {
  return names.size > 0 && [...names].every((name) => NEVER_ALONE.has(name)) ? ['allow_runner_registration_token'] : [];
}

/** The companions that are not declared: the platform would refuse the setting, whatever they are set to already. */
export function missingCompanions(spec: SettingsSpec) {
  return Object.entries(spec).flatMap(([field, value]) => {
    const missing = companionsOf(field, value).filter((name) => spec[name] === undefined);
    if (missing.length === 0) return [];
    const names = missing.map((name) => `\`${name}\``).join(', ');
    return [
      {
        field,
        message: `GitLab refuses \`${field}\` without ${names} in the same request`,
        remedy: `Declare ${names} as well`,
        missing,
      },
    ];
  });
}

/** What has no effect without others, but for what is refused without them: of that an error tells. */
export function withoutCompanions(setting: CatalogueAttribute): CatalogueAttribute {
  return companionsOf(setting.name, true).length === 0 ? setting : { ...setting, requires: undefined };
}
