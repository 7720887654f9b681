import { textOf } from '../store/json.ts';
import type { Json } from '../store/json.ts';
import type { Bag } from '../store/rows.ts';

/** A rule of one field of one integration, beside those that all fields of its type have. */
interface FieldRule {
  complaints(value: Json, properties: Bag): readonly string[];
  /** Where the complaint is made, when not at the field itself. */
  readonly at?: string;
}

const unless = (good: boolean, text: string): readonly string[] => (good ? [] : [text]);

/** A rule of a text that need not be there. */
const shape = (good: RegExp, text: string): FieldRule => ({
  complaints: (value) => unless(textOf(value) === '' || good.test(textOf(value)), text),
});

/** A switch that is on or off, and never unset. */
const set: FieldRule = {
  complaints: (value) => unless(typeof value === 'boolean', 'is not included in the list'),
};

const pem: FieldRule = {
  complaints: (value) => unless(/BEGIN( EC)? PRIVATE KEY/.test(textOf(value)), 'must be a valid PEM private key'),
};

/** Only one of the two addresses is needed. */
const oneOf = (other: string): FieldRule => ({
  complaints: (value, properties) => unless(textOf(value) !== '' || textOf(properties[other]) !== '', "can't be blank"),
});

/** Discord's channels are addresses of webhooks of their own. */
const discordChannel: FieldRule = {
  complaints: (value) => {
    const text = textOf(value);
    if (text === '') return [];
    return [
      ...unless(isOn(text, /^(.+\.)?discord\.com$/), 'URL must point to discord.com'),
      ...unless(/^https:\/\//.test(text), 'is blocked: Only allowed schemes are https'),
    ];
  },
};

/** The address of the server, out of which the webhook is made. */
const server: FieldRule = {
  at: 'webhook',
  complaints: (value) =>
    unless(
      textOf(value) === '' || /^https?:\/\//.test(textOf(value)),
      'is blocked: Only allowed schemes are http, https',
    ),
};

const discordChannels = [
  ...['push', 'issue', 'confidential_issue', 'merge_request', 'note', 'confidential_note', 'tag_push'],
  ...['deployment', 'pipeline', 'wiki_page', 'group_mention', 'group_confidential_mention'],
];

/** What the models ask for beyond the catalogue, by slug and field (PUT …/integrations/<slug>, 18.9). */
export const fieldRules: Readonly<Record<string, FieldRule>> = {
  'apple-app-store app_store_key_id': {
    complaints: (value) => unless(/^[A-Z0-9]+$/i.test(textOf(value)), 'is invalid'),
  },
  'apple-app-store app_store_private_key': pem,
  'apple-app-store app_store_protected_refs': set,
  'campfire room': shape(/^[1-9]\d*$/, 'is not a number'),
  'confluence confluence_url': {
    complaints: (value) =>
      unless(isCloud(textOf(value)), 'URL must be to a Confluence Cloud Workspace hosted on atlassian.net'),
  },
  'datadog datadog_site': {
    complaints: (value, properties) => [
      ...oneOf('api_url').complaints(value, properties),
      ...shape(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'is invalid').complaints(value, properties),
    ],
  },
  'datadog api_url': oneOf('datadog_site'),
  'datadog datadog_tags': shape(/^(\s*[\w-]+:[^\n,]+\s*(,|\n|$))+$/, 'have an invalid format'),
  'datadog datadog_ci_visibility': set,
  'datadog archive_trace_events': {
    complaints: (value, properties) =>
      unless(value !== true || properties['datadog_ci_visibility'] === true, 'requires CI Visibility to be enabled'),
  },
  'discord webhook': {
    complaints: (value) =>
      unless(textOf(value) === '' || isOn(textOf(value), /^(.+\.)?discord\.com$/), 'URL must point to discord.com'),
  },
  ...Object.fromEntries(discordChannels.map((name) => [`discord ${name}_channel`, discordChannel] as const)),
  // A guess: only that a key of the wrong form is refused was seen.
  'google-play service_account_key': {
    complaints: (value) => unless(/"private_key"\s*:/.test(textOf(value)), 'must be a valid json schema'),
  },
  'google-play google_play_protected_refs': set,
  'harbor project_name': shape(/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/, 'is invalid'),
  'harbor password': { complaints: (value) => unless(textOf(value) !== '', 'is invalid') },
  // A guess: that such recipients are refused was seen, not in which words.
  'irker recipients': shape(/^([^\s/]+|ircs?:\/\/\S+)(\s+([^\s/]+|ircs?:\/\/\S+))*$/, 'are all invalid'),
  'jira username': {
    complaints: (value, properties) =>
      unless(textOf(value) !== '' || Number(properties['jira_auth_type'] ?? 0) === 1, "can't be blank"),
  },
  'jira jira_auth_type': {
    complaints: (value) =>
      value === null || textOf(value) === '' ? ["can't be blank", 'is not included in the list'] : [],
  },
  'linear workspace_url': {
    complaints: (value) =>
      unless(isOn(textOf(value), /^linear\.app$/), 'URL must point to a workspace URL like https://linear.app/example'),
  },
  'matrix hostname': server,
  'telegram hostname': server,
  'telegram thread': shape(/^[+-]?\d+$/, 'is not a number'),
};

function isOn(text: string, host: RegExp): boolean {
  return URL.canParse(text) && host.test(new URL(text).hostname);
}

/** Confluence is linked to in the cloud alone. */
function isCloud(text: string): boolean {
  const parsed = URL.canParse(text) ? new URL(text) : undefined;
  const fits = parsed !== undefined && /^https?:$/.test(parsed.protocol) && /.\.atlassian\.net$/.test(parsed.hostname);
  return fits && /^\/wiki(\/|$)/.test(parsed.pathname);
}
