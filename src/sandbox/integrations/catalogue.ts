import catalogue from '../../../schemas/catalogue/integrations.json' with { type: 'json' };
import type { RequestContext } from '../http/request-context.ts';
import { exists, licensed } from '../store/edition.ts';
import type { Tier } from '../store/edition.ts';
import type { Json } from '../store/json.ts';
import type { IntegrationRow } from './rows.ts';
import type { SourceType } from '../members/rows.ts';

/** One parameter of an integration, as the catalogue describes it. */
export interface IntegrationParam {
  readonly name: string;
  readonly type: string;
  readonly altTypes?: readonly string[];
  readonly required: boolean;
  readonly secret: boolean;
  readonly returned: boolean;
  readonly resetsSecrets?: boolean;
  readonly default?: Json;
  readonly enum?: readonly (string | number)[];
  readonly pattern?: string;
  readonly maxLength?: number;
}

/** One kind of integration. */
export interface IntegrationKind {
  readonly slug: string;
  readonly title: string;
  readonly levels: readonly string[];
  readonly tier: Tier;
  readonly status: string;
  readonly offering?: string;
  readonly creatable?: boolean;
  readonly deletable?: boolean;
  readonly parameters: readonly IntegrationParam[];
  readonly event_flags: readonly string[];
  /** Flags that are declared, and break the platform when they are sent. */
  readonly rejectedFlags?: { readonly names: readonly string[] };
}

/** Parameters that are documented, though the endpoints do not declare them: dropped in silence (18.9). */
const undeclared = new Set(['notify_only_default_branch', 'jira_issue_transition_automatic', 'notify_child_pipelines']);

/** Titles other than the documented ones (GET …/integrations, 18.9). */
const titles: Readonly<Record<string, string>> = {
  campfire: 'Campfire',
  ewm: 'EWM',
  youtrack: 'JetBrains YouTrack',
};

const tracker = ['project_url', 'issues_url', 'new_issue_url'];

/** The fields that complaints name first, in the order of the models (PUT …/integrations/<slug>, 18.9). */
const firstFields: Readonly<Record<string, readonly string[]>> = {
  bugzilla: tracker,
  buildkite: ['project_url', 'token'],
  clickup: tracker,
  'custom-issue-tracker': tracker,
  datadog: ['api_key', 'datadog_site'],
  'drone-ci': ['drone_url', 'token'],
  ewm: tracker,
  'google-cloud-platform-artifact-registry': ['artifact_registry_project_id', 'artifact_registry_repositories'],
  phorge: tracker,
  redmine: tracker,
  youtrack: tracker,
};

/** Those of the platform's own developers, whose slugs no instance knows (18.9). */
const mocks = new Set(['mock-ci', 'mock-monitoring']);

/** What a group still has, and a project no longer (18.9). */
const groupsAlone = new Set(['zentao']);

/** First values that differ from the documented ones; null where a value is filled in only when it is used (18.9). */
const seenDefaults: Readonly<Record<string, Readonly<Record<string, Json>>>> = {
  buildkite: { enable_ssl_verification: true },
  datadog: { datadog_ci_visibility: false, archive_trace_events: false },
  'drone-ci': { enable_ssl_verification: false },
  github: { static_context: true },
  irker: { default_irc_uri: null, server_host: null, server_port: null },
  matrix: { hostname: null },
  packagist: { server: null },
  teamcity: { enable_ssl_verification: false },
  telegram: { hostname: null },
};

/** Channels that break the platform, though they are declared (PUT …/integrations/<slug>, 18.9). */
const breakingChannels: Readonly<Record<string, readonly string[]>> = {
  discord: ['alert_channel'],
  mattermost: ['alert_channel'],
};

/** Properties that are shown, and cannot be written (GET …/integrations/:slug, 18.9). */
const shownAlone: Readonly<Record<string, readonly string[]>> = {
  mattermost: ['work_item_channel', 'confidential_work_item_channel'],
  slack: ['work_item_channel', 'confidential_work_item_channel'],
};

/** The parameters on which the platform answers 500, and changes nothing. */
export function breakingParams(kind: IntegrationKind): readonly string[] {
  return [...(kind.rejectedFlags?.names ?? []), ...(breakingChannels[kind.slug] ?? [])];
}

/** The names of the properties that a read shows. */
export function shownProperties(kind: IntegrationKind, level: IntegrationRow['source_type']): readonly string[] {
  // Whether comments are made is told at the top.
  const returned = kind.parameters.filter((param) => param.returned && param.name !== 'comment_on_event_enabled');
  const mentions = level === 'group' && kind.slug === 'slack' ? ['group_mention', 'group_confidential_mention'] : [];
  return [
    ...returned.map((param) => param.name),
    ...(shownAlone[kind.slug] ?? []),
    ...mentions.map((name) => `${name}_channel`),
  ];
}

function declares(kind: IntegrationKind, param: IntegrationParam): boolean {
  if (kind.slug === 'git-guardian' && param.name === 'api_url') return false;
  // Emails on pipelines alone still take the old flag.
  if (kind.slug === 'pipelines-email' && param.name === 'notify_only_default_branch') return true;
  return !undeclared.has(param.name);
}

function seen(kind: IntegrationKind, param: IntegrationParam): IntegrationParam {
  const value = seenDefaults[kind.slug]?.[param.name];
  return value === undefined ? param : { ...param, default: value };
}

/** Every kind of integration of every version, with the parameters that the endpoints take. */
export const integrationKinds: readonly IntegrationKind[] = (catalogue as readonly IntegrationKind[])
  .filter((kind) => !mocks.has(kind.slug))
  .map((kind) => ({
    ...kind,
    title: titles[kind.slug] ?? kind.title,
    parameters: inOrder(
      kind.slug,
      kind.parameters.filter((param) => declares(kind, param)),
    ).map((param) => seen(kind, param)),
  }));

function inOrder(slug: string, params: readonly IntegrationParam[]): readonly IntegrationParam[] {
  const first = (firstFields[slug] ?? []).flatMap((name) => params.filter((param) => param.name === name));
  return [...first, ...params.filter((param) => !first.includes(param))];
}

/** The kinds that this version knows by name. */
export function knownKinds(context: RequestContext): readonly IntegrationKind[] {
  const { edition } = context.platform;
  return integrationKinds.filter((kind) => kind.status !== 'removed' || exists(edition, { until: '19.0' }));
}

/** Whether the instance offers an integration at all: by licence, by settings, and on GitLab.com alone (18.9). */
export function isAvailable(context: RequestContext, kind: IntegrationKind): boolean {
  const { edition, state } = context.platform;
  const { settings } = state;
  if (!licensed(edition, kind.tier) || kind.offering === 'gitlab.com') return false;
  if (kind.slug === 'gitlab-slack-application' && settings['slack_app_enabled'] !== true) return false;
  if (kind.slug === 'jira-cloud-app' && (settings['jira_connect_application_key'] ?? '') === '') return false;
  if (settings['allow_all_integrations'] !== false || !licensed(edition, 'ultimate')) return true;
  const allowed = settings['allowed_integrations'];
  return Array.isArray(allowed) && allowed.includes(kind.slug.replaceAll('-', '_'));
}

/** Whether an integration can stand on a group, or on a project. */
export function standsOn(kind: IntegrationKind, level: SourceType): boolean {
  return kind.levels.includes(level) && !(level === 'project' && groupsAlone.has(kind.slug));
}
