import type { Call } from '../call.ts';
import type { IntegrationKind } from '../integration-catalogue.ts';
import { sourceOfIntegration } from '../integration-inheritance.ts';
import type { Json, JsonObject } from '../json.ts';
import type { IntegrationRow } from '../rows.ts';

/** The flags that every integration shows, whether it knows the event or not (GET …/integrations, 18.9). */
const flags = [
  ...['commit_events', 'push_events', 'issues_events', 'incident_events', 'alert_events'],
  ...['confidential_issues_events', 'merge_requests_events', 'tag_push_events', 'deployment_events', 'note_events'],
  ...['confidential_note_events', 'pipeline_events', 'wiki_page_events', 'job_events'],
];

const offByDefault = new Set(['deployment_events', 'incident_events']);

/** An integration as lists show it, without its properties. */
export function integrationEntity(call: Call, row: IntegrationRow, kind: IntegrationKind): JsonObject {
  const source = sourceOfIntegration(call, row);
  const enterprise = !call.world.edition.version.includes('-ce');
  return {
    id: row.id,
    title: kind.title,
    slug: kind.slug,
    created_at: row.created_at,
    updated_at: row.updated_at,
    active: row.inherited ? source.active : row.active,
    ...Object.fromEntries(flags.map((name) => [name, flagOf(source, kind, name)])),
    comment_on_event_enabled: source.properties['comment_on_event_enabled'] ?? true,
    inherited: row.inherited,
    ...(enterprise ? { vulnerability_events: source.properties['vulnerability_events'] ?? false } : {}),
  };
}

/** An integration by itself: secrets are left out of its properties, not starred (GET …/integrations/:slug, 18.9). */
export function integrationDetail(call: Call, row: IntegrationRow, kind: IntegrationKind): JsonObject {
  const source = sourceOfIntegration(call, row);
  const shown = kind.parameters.filter((param) => param.returned);
  const properties = Object.fromEntries(shown.map((param) => [param.name, source.properties[param.name] ?? null]));
  return { ...integrationEntity(call, row, kind), properties };
}

/** job_events is written as build_events; Datadog's pipelines and jobs follow its visibility flag. */
function flagOf(row: IntegrationRow, kind: IntegrationKind, name: string): Json {
  const followed = name === 'pipeline_events' || name === 'job_events';
  if (kind.slug === 'datadog' && followed) return row.properties['datadog_ci_visibility'] === true;
  const stored = name === 'job_events' ? 'build_events' : name;
  return row.properties[stored] ?? !offByDefault.has(name);
}
