import type { RequestContext } from '../http/request-context.ts';
import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import { failure, message, refuse } from '../http/reply.ts';
import type { Bag } from '../store/rows.ts';
import { textEntries } from './aliases.ts';
import { allSettings } from './catalogue.ts';
import { leadingNumber } from './columns.ts';

/** Sign-in providers that an installation may have; others are dropped in silence (PUT, 18.9). */
const providers = [
  ...['atlassian_oauth2', 'auth0', 'azure_activedirectory_v2', 'azure_oauth2', 'bitbucket', 'cas3', 'github'],
  ...['gitlab', 'google_oauth2', 'jwt', 'kerberos', 'ldapmain', 'openid_connect', 'salesforce', 'saml', 'shibboleth'],
];

/** Lists of usernames, which are kept in small letters (PUT, 18.9). */
const usernames = new Set([
  ...['notes_create_limit_allowlist_raw', 'search_rate_limit_allowlist_raw'],
  'users_get_by_id_limit_allowlist_raw',
]);

const modes = new Set(['track', 'compress']);

/** Texts that are nothing when they are empty (PUT /application/settings, 18.9). */
const presence = [
  'archive_builds_in_human_readable',
  'default_branch_name',
  'static_objects_external_storage_auth_token',
];

/** Changes of these make all rendered Markdown out of date (PUT /application/settings, 18.9). */
const proxies = ['asset_proxy_enabled', 'asset_proxy_url', 'asset_proxy_secret_key', 'asset_proxy_allowlist'];

/** The forms in which some values are kept (PUT /application/settings, 18.9). */
export function settled(context: RequestContext, changes: Bag): Bag {
  const next: Record<string, Json> = { ...changes };
  for (const setting of allSettings) {
    const value = next[setting.name];
    if (setting.type === 'integer' && typeof value === 'string' && /^\s*-?\d+\s*$/.test(value)) {
      next[setting.name] = Number(value);
    }
  }
  for (const name of Object.keys(next).filter((key) => key.endsWith('_raw'))) {
    const entries = textEntries(next[name] ?? null);
    next[name] = entries.map((entry) => (usernames.has(name) ? entry.toLowerCase() : entry)).join('\n');
  }
  if (next['sidekiq_job_limiter_mode'] !== undefined && !modes.has(textOf(next['sidekiq_job_limiter_mode']))) {
    // An enumeration of the model, which raises (PUT, 18.9).
    refuse(message(500, '500 Internal Server Error'));
  }
  if (next['enabled_git_access_protocol'] === 'all') next['enabled_git_access_protocol'] = '';
  const sources = next['disabled_oauth_sign_in_sources'];
  if (Array.isArray(sources))
    next['disabled_oauth_sign_in_sources'] = providers.filter((name) => sources.includes(name));
  const proxied = next['asset_proxy_allowlist'];
  if (Array.isArray(proxied)) {
    const hosts = (proxied as readonly Json[]).map(textOf);
    next['asset_proxy_allowlist'] = [...new Set([...hosts, new URL(context.platform.externalUrl).hostname])];
  }
  const weights = next['repository_storages_weighted'];
  if (weights !== undefined && weights !== null && typeof weights === 'object') {
    const sent = Object.entries(weights).map(([storage, weight]) => [storage, Number(textOf(weight))] as const);
    // Storages that are left out weigh nothing; the one of every instance is `default`.
    next['repository_storages_weighted'] = { default: 0, ...Object.fromEntries(sent) };
  }
  const types = next['package_metadata_purl_types'];
  if (types !== undefined && !Array.isArray(types)) next['package_metadata_purl_types'] = [];
  const limits = next['resource_usage_limits'];
  if (typeof limits === 'string') next['resource_usage_limits'] = parsed(limits);
  return next;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return refuse(failure(400, 'resource_usage_limits is invalid'));
  }
}

/** What good values become in the table: text in a column of integers is a number, megabytes are bytes (PUT, 18.9). */
export function keptSettings(before: Bag, changes: Bag): Bag {
  const next: Record<string, Json> = { ...changes };
  for (const setting of allSettings) {
    const value = next[setting.name];
    if (setting.type === 'integer' && typeof value === 'string') next[setting.name] = Math.trunc(leadingNumber(value));
  }
  const multiplier = next['polling_interval_multiplier'];
  if (multiplier !== undefined && multiplier !== null) next['polling_interval_multiplier'] = decimal(multiplier);
  const size = next['repository_size_limit'];
  if (typeof size === 'number') next['repository_size_limit'] = size * 1024 * 1024;
  for (const name of presence) if (next[name] === '') next[name] = null;
  const pinging = next['usage_ping_enabled'] ?? before['usage_ping_enabled'];
  if (pinging === false && next['usage_ping_features_enabled'] === true) next['usage_ping_features_enabled'] = false;
  const outdated = proxies.some((name) => name in next && !same(next[name], before[name]));
  if (outdated && next['local_markdown_version'] === undefined) {
    next['local_markdown_version'] = leadingNumber(before['local_markdown_version'] ?? 0) + 1;
  }
  return next;
}

/** A decimal is answered as text, with one digit after the point at least (GET /application/settings, 18.9). */
function decimal(value: Json): string {
  const number = Number(textOf(value));
  return Number.isInteger(number) ? number.toFixed(1) : String(number);
}

function same(one: Json | undefined, other: Json | undefined): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
