import { breakingParams } from './catalogue.ts';
import type { IntegrationKind, IntegrationParam } from './catalogue.ts';
import type { Json } from '../store/json.ts';
import type { Param, Params } from '../http/params.ts';
import type { Bag } from '../store/rows.ts';

/** The parameters of PUT …/integrations/<slug>: the required ones on every call, secrets included (18.9). */
export function integrationParams(kind: IntegrationKind): Params {
  const declared = kind.parameters.map((param): [string, Param] => [param.name, paramOf(param)]);
  const flags = kind.event_flags.map((name): [string, Param] => [name, { type: 'boolean' }]);
  const breaking = breakingParams(kind).map((name): [string, Param] => [name, { type: 'json' }]);
  return { ...Object.fromEntries([...declared, ...flags, ...breaking]), use_inherited_settings: { type: 'boolean' } };
}

/** Every parameter unread: who asks is told before what is asked. */
export function unreadIntegrationParams(kind: IntegrationKind): Params {
  return Object.fromEntries(Object.keys(integrationParams(kind)).map((name) => [name, { type: 'json' }] as const));
}

function paramOf(param: IntegrationParam): Param {
  const required = param.required ? ({ required: true } as const) : {};
  if (param.altTypes !== undefined) return { type: 'json', ...required };
  switch (param.type) {
    case 'boolean':
      return { type: 'boolean', ...required };
    case 'integer':
      return { type: 'integer', ...required };
    case 'array<string>':
      return { type: 'strings', ...required };
    default:
      return { type: 'string', ...required };
  }
}

/** The values of a first save: the catalogue's defaults, and failures alone where pipelines are told of (18.9). */
export function initialProperties(kind: IntegrationKind): Bag {
  const defaults = kind.parameters.flatMap((param): [string, Json][] => {
    if (param.default !== undefined) return [[param.name, param.default]];
    return param.name === 'notify_only_broken_pipelines' ? [[param.name, true]] : [];
  });
  return Object.fromEntries(defaults);
}

/** Kinds whose fields keep a value of their own when the integration is switched off; those of the rest are emptied. */
const keepDefaults = new Set(['buildkite', 'datadog', 'drone-ci', 'emails-on-push', 'teamcity']);

/** The columns of Jira's own table, which are never empty. */
const jiraColumns: Bag = {
  jira_auth_type: 0,
  project_keys: [],
  jira_allowed_statuses_as_string: '',
  ...Object.fromEntries(
    [
      ...['issues_enabled', 'vulnerabilities_enabled', 'customize_jira_issue_enabled', 'jira_check_enabled'],
      ...['jira_exists_check_enabled', 'jira_assignee_check_enabled', 'jira_status_check_enabled'],
    ].map((name) => [name, false]),
  ),
};

/** What is left of the properties after DELETE …/integrations/:slug (18.9); event flags are columns, and stay. */
export function emptiedProperties(kind: IntegrationKind, before: Bag): Bag {
  const columns = [...kind.event_flags, 'build_events', 'comment_on_event_enabled'];
  return {
    ...(keepDefaults.has(kind.slug) ? initialProperties(kind) : {}),
    ...(kind.slug === 'jira' ? jiraColumns : {}),
    ...Object.fromEntries(Object.entries(before).filter(([name]) => columns.includes(name))),
  };
}

/**
 * The properties as they become: what is left out stays, and a changed address takes away every secret that was
 * not sent with it.
 */
export function mergedProperties(kind: IntegrationKind, before: Bag, sent: Bag): Bag {
  const moved = kind.parameters.some(
    (param) => param.resetsSecrets === true && changes(before[param.name], sent[param.name]),
  );
  const lost = kind.parameters.filter((param) => moved && param.secret && sent[param.name] === undefined);
  const next: Bag = { ...before, ...Object.fromEntries(lost.map((param) => [param.name, null])), ...sent };
  return kind.slug === 'datadog' ? { ...next, ...datadogFlags(next) } : next;
}

/** Datadog's pipelines and jobs follow its visibility flag whenever it is saved, whatever is sent (18.9). */
function datadogFlags(properties: Bag): Bag {
  const visible = properties['datadog_ci_visibility'] === true;
  return { pipeline_events: visible, build_events: visible };
}

function changes(before: Json | undefined, sent: Json | undefined): boolean {
  return sent !== undefined && before !== undefined && before !== sent;
}
