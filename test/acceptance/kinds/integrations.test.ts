import { describe } from 'vitest';
import { isObject, textOf, type Json, type JsonObject } from '../ground/api.ts';
import { api, has, scenario, type Tier } from '../ground/ground.ts';
import { live } from '../ground/life.ts';
import { place } from '../ground/place.ts';
import { SECRET } from '../ground/program.ts';
import { catalogue, pairOf, type Pair } from '../ground/values.ts';

const twice = (value: Json): Pair => ({ first: value, other: value });
const two = (first: Json, other: Json): Pair => ({ first, other });
const onServer = two('https://one.example.com', 'https://another.example.com');

/** What the platform checks beyond the types of the catalogue (PUT …/integrations/:slug, 18.9): by integration and parameter. */
const CHECKED: { readonly [parameter: string]: Pair | null } = {
  'discord.webhook': twice({ env: 'KEELSON_ACCEPTANCE_DISCORD' }),
  'datadog.api_key': twice({ env: 'KEELSON_ACCEPTANCE_KEY' }),
  'datadog.datadog_site': two('datadoghq.com', 'datadoghq.eu'),
  'datadog.datadog_tags': two('one:1', 'another:2'),
  // These two are one: what is sent of the first is dropped, and the second decides.
  'datadog.pipeline_events': null,
  'linear.workspace_url': two('https://linear.app/one', 'https://linear.app/another'),
  'campfire.room': two('1', '2'),
  'irker.recipients': two('irc://irc.example.com/one', 'irc://irc.example.com/another'),
  'irker.server_port': two(6659, 6660),
  'confluence.confluence_url': two('https://one.atlassian.net/wiki', 'https://another.atlassian.net/wiki'),
  'buildkite.project_url': two('https://buildkite.com/one/it', 'https://buildkite.com/another/it'),
  // It stays on, whatever is sent.
  'buildkite.enable_ssl_verification': twice(true),
  'matrix.hostname': onServer,
  'telegram.hostname': onServer,
  'telegram.thread': two('5', '6'),
  'irker.server_host': onServer,
  'packagist.server': onServer,
  'jira.jira_issue_regex': two('[A-Z]+-\\d+', '[A-Z]{2}-\\d+'),
  'jira.jira_issue_transition_id': two('31', '32'),
  // Where it is on, the ids of transitions are not kept.
  'jira.jira_issue_transition_automatic': null,
  'jira.jira_auth_type': two(0, 1),
};

/** What no PUT of ours can set up: it is installed by hand, is of GitLab.com alone, or takes a key that is not ours to have. */
const NEED_MORE = new Set([
  ...['apple-app-store', 'google-play', 'google-cloud-platform-artifact-registry'],
  ...['google-cloud-platform-workload-identity-federation', 'gitlab-slack-application', 'jira-cloud-app'],
  ...['mock-ci', 'mock-monitoring'],
  // 400 `Integration not available` on a project, and gone from the documents.
  'zentao',
]);

interface Integration {
  readonly slug: string;
  readonly pairs: readonly (readonly [string, Pair])[];
}

describe('every integration with every field goes through its life', () => {
  for (const level of ['group', 'project'] as const)
    scenario(`all of a ${level}`, level === 'group' ? { version: '17.9' } : {}, async () => {
      const here = await place();
      if (level === 'project') await api.post('/projects', { name: 'app', path: 'app', namespace_id: here.id });
      const where = level === 'group' ? here.path : `${here.path}/app`;
      const all = integrationsOf(level);
      const within = (entry: (each: Integration) => JsonObject): JsonObject => ({
        [`${level}s`]: { [where]: { integrations: Object.fromEntries(all.map((each) => [each.slug, entry(each)])) } },
      });
      const values = ({ pairs }: Integration, which: keyof Pair): JsonObject =>
        Object.fromEntries(pairs.map(([name, pair]) => [name, pair[which]]));
      await live({
        made: within((each) => values(each, 'first')),
        changed: within((each) => values(each, 'other')),
        fields: all.filter(changes).map(({ slug }) => slug),
        undeclared: { [`${level}s`]: { [where]: {} } },
        removed: within(() => ({ state: 'absent' })),
        target: `${level}[${where}]**`,
      });
    });
});

function changes({ pairs }: Integration): boolean {
  return pairs.some(([, { first, other }]) => JSON.stringify(first) !== JSON.stringify(other));
}

function integrationsOf(level: string): readonly Integration[] {
  return catalogue('integrations')
    .filter(({ slug, levels }) => Array.isArray(levels) && levels.includes(level) && !NEED_MORE.has(textOf(slug)))
    .filter(({ tier }) => has({ tier: tier as Tier }))
    .map((integration) => {
      const slug = textOf(integration['slug']);
      const parameters = listOf(integration['parameters']).filter(isObject);
      const known = new Set(parameters.map(({ name }) => textOf(name)));
      return {
        slug,
        pairs: [
          ...parameters.map((row) => [textOf(row['name']), valuesOf(slug, row)] as const),
          ...flagsOf(integration)
            .filter((name) => !known.has(name))
            .map((name) => [name, valuesOf(slug, { name, type: 'boolean', returned: true })] as const),
        ].flatMap(([name, pair]) => (pair === undefined ? [] : [[name, pair] as const])),
      };
    });
}

/** The events that an integration takes: some are 500 on 18.9, and some stand in the documents alone. */
function flagsOf({
  event_flags: flags,
  rejectedFlags: rejected,
  documentedOnlyFlags: only,
}: JsonObject): readonly string[] {
  const without = new Set([...listOf(isObject(rejected) ? rejected['names'] : undefined), ...listOf(only)]);
  return listOf(flags)
    .filter((flag) => !without.has(flag))
    .map(textOf);
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

/** What is a secret of one integration and none of another (channels, which discord hides) the program refuses for the first. */
const OPEN_ELSEWHERE: ReadonlySet<string> = new Set(
  catalogue('integrations')
    .flatMap(({ parameters }) => listOf(parameters).filter(isObject))
    .flatMap(({ name, secret }) => (secret === true ? [] : [textOf(name)])),
);

/** What cannot be seen is the same both times, since no plan could tell that it was changed. */
function valuesOf(slug: string, row: JsonObject): Pair | undefined {
  const name = textOf(row['name']);
  const checked = CHECKED[`${slug}.${name}`];
  if (checked !== undefined) return checked ?? undefined;
  if (row['secret'] === true) return OPEN_ELSEWHERE.has(name) ? undefined : twice({ env: SECRET });
  const pair = plainValuesOf(name, row);
  return pair === undefined || row['returned'] === true ? pair : twice(pair.first);
}

function plainValuesOf(name: string, row: JsonObject): Pair | undefined {
  if (row['type'] === 'array<string>') return two(['AA'], ['AA', 'BB']);
  if (row['enum'] === undefined && /url$|^url|_uri$/.test(name))
    return two('https://one.example.com/:id', 'https://another.example.com/:id');
  if (/recipients/.test(name)) return two('one@example.com', 'another@example.com');
  return pairOf(row);
}
