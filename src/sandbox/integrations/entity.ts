import type { RequestContext } from '../http/request-context.ts';
import { shownProperties } from './catalogue.ts';
import type { IntegrationKind } from './catalogue.ts';
import { sourceOfIntegration } from './inheritance.ts';
import type { Json, JsonObject } from '../store/json.ts';
import type { IntegrationRow } from './rows.ts';
import type { Bag } from '../store/rows.ts';

/** The flags that every integration shows, whether it knows the event or not (GET …/integrations, 18.9). */
const flags = [
  ...['commit_events', 'push_events', 'issues_events', 'incident_events', 'alert_events'],
  ...['confidential_issues_events', 'merge_requests_events', 'tag_push_events', 'deployment_events', 'note_events'],
  ...['confidential_note_events', 'pipeline_events', 'wiki_page_events', 'job_events'],
];

const offByDefault = new Set(['deployment_events', 'incident_events']);

/** Flags that are on for most, and off for a few until they are set (PUT …/integrations/<slug>, 18.9). */
const offFor: Readonly<Record<string, readonly string[]>> = {
  jenkins: ['merge_requests_events', 'tag_push_events'],
};

/** An integration as lists show it, without its properties. */
export function integrationEntity(context: RequestContext, row: IntegrationRow, kind: IntegrationKind): JsonObject {
  const source = sourceOfIntegration(context, row);
  const enterprise = !context.platform.edition.version.includes('-ce');
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
export function integrationDetail(context: RequestContext, row: IntegrationRow, kind: IntegrationKind): JsonObject {
  const source = sourceOfIntegration(context, row);
  const properties = Object.fromEntries(
    shownProperties(kind, row.source_type).map((name) => [name, propertyOf(kind, name, source.properties)] as const),
  );
  return { ...integrationEntity(context, row, kind), properties };
}

/** Channels of confidential things that are not set are those of the open ones (GET …/integrations/:slug, 18.9). */
function propertyOf(kind: IntegrationKind, name: string, properties: Bag): Json {
  // Its builds are always reported over a verified connection.
  if (kind.slug === 'buildkite' && name === 'enable_ssl_verification') return true;
  const open = name.startsWith('confidential_') ? name.slice('confidential_'.length) : undefined;
  const fallback = open?.endsWith('_channel') === true ? properties[open] : undefined;
  return properties[name] ?? fallback ?? null;
}

/** job_events is written as build_events. */
function flagOf(row: IntegrationRow, kind: IntegrationKind, name: string): Json {
  const stored = name === 'job_events' ? 'build_events' : name;
  return row.properties[stored] ?? !(offByDefault.has(name) || offFor[kind.slug]?.includes(name));
}
