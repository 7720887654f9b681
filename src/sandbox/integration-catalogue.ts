import catalogue from '../../schemas/catalogue/integrations.json' with { type: 'json' };
import type { Call } from './call.ts';
import { exists, licensed } from './edition.ts';
import type { Tier } from './edition.ts';
import type { Json } from './json.ts';
import type { SourceType } from './rows.ts';

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
}

/** Parameters that are documented, though the endpoints do not declare them: dropped in silence (18.9). */
const undeclared = new Set(['notify_only_default_branch', 'jira_issue_transition_automatic', 'notify_child_pipelines']);

function declares(kind: IntegrationKind, param: IntegrationParam): boolean {
  if (kind.slug === 'git-guardian' && param.name === 'api_url') return false;
  // Emails on pipelines alone still take the old flag.
  if (kind.slug === 'pipelines-email' && param.name === 'notify_only_default_branch') return true;
  return !undeclared.has(param.name);
}

/** Every kind of integration of every version, with the parameters that the endpoints take. */
export const integrationKinds: readonly IntegrationKind[] = (catalogue as readonly IntegrationKind[]).map((kind) => ({
  ...kind,
  parameters: kind.parameters.filter((param) => declares(kind, param)),
}));

/** The kinds that this version knows by name. */
export function knownKinds(call: Call): readonly IntegrationKind[] {
  const { edition } = call.world;
  return integrationKinds.filter((kind) => kind.status !== 'removed' || exists(edition, { until: '19.0' }));
}

/** Whether the instance offers an integration at all: by licence, by settings, and on GitLab.com alone (18.9). */
export function isAvailable(call: Call, kind: IntegrationKind): boolean {
  const { edition, state } = call.world;
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
  return kind.levels.includes(level);
}
