import type { Fault } from '../../kind.ts';
import type { IntegrationSpec } from './catalogue.ts';

/** A text that the platform judges, and what it has to be. */
interface Form {
  readonly slug: string;
  readonly field: string;
  readonly fits: (text: string) => boolean;
  readonly has: string;
  readonly remedy: string;
}

/** What is 400 beyond type and length (PUT …/integrations/:slug, 18.9). */
const FORMS: readonly Form[] = [
  {
    slug: 'campfire',
    field: 'room',
    fits: (text) => /^[1-9]\d*$/.test(text),
    has: 'be the number of a room',
    remedy: 'Write the number that ends the address of the room',
  },
  {
    slug: 'datadog',
    field: 'datadog_site',
    fits: (text) => /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text),
    has: 'be the name of a host',
    remedy: 'Write it like `datadoghq.com`',
  },
  {
    slug: 'datadog',
    field: 'datadog_tags',
    fits: (text) => /^(\s*[\w-]+:[^\n,]+\s*(,|\n|$))+$/.test(text),
    has: 'be tags with values',
    remedy: 'Write them like `team:web,tier:backend`',
  },
  {
    slug: 'irker',
    field: 'recipients',
    // Names of channels alone are completed by `default_irc_uri`.
    fits: (text) =>
      text
        .trim()
        .split(/\s+/)
        .every((one) => /^([^\s/]+|ircs?:\/\/\S+)$/.test(one)),
    has: 'be names of channels or IRC addresses',
    remedy: 'Write them like `irc://irc.example.com:6667/channel`',
  },
  {
    slug: 'linear',
    field: 'workspace_url',
    fits: (text) => URL.canParse(text) && new URL(text).hostname === 'linear.app',
    has: 'be the address of a workspace at linear.app',
    remedy: 'Write it like `https://linear.app/example`',
  },
];

/** The declared values that the platform refuses for what they say. */
export function refused(spec: IntegrationSpec): readonly Fault[] {
  const bad = FORMS.filter(({ slug, field, fits }) => {
    const value = spec[field];
    return spec['slug'] === slug && typeof value === 'string' && value !== '' && !fits(value);
  });
  return [
    ...bad.map(({ slug, field, has, remedy }) => ({
      field,
      message: `\`${field}\` of the integration \`${slug}\` has to ${has}`,
      remedy,
    })),
    ...nobody(spec),
    ...archivedInvisibly(spec),
  ];
}

/** The token of Jira's own server stands for its user; everything else needs a name (jira_auth_type 1). */
function nobody({ slug, username, jira_auth_type: type }: IntegrationSpec): readonly Fault[] {
  if (slug !== 'jira' || type === 1 || (username !== undefined && username !== null && username !== '')) return [];
  const message = 'The integration `jira` needs `username` unless it signs in with a token of its own';
  return [
    {
      field: username === undefined ? '' : 'username',
      message,
      remedy: 'Declare `username`, or `jira_auth_type: 1`',
      missing: ['username'],
    },
  ];
}

function archivedInvisibly({
  slug,
  archive_trace_events: archives,
  datadog_ci_visibility: visible,
}: IntegrationSpec): readonly Fault[] {
  if (slug !== 'datadog' || archives !== true || visible !== false) return [];
  return [
    {
      field: 'archive_trace_events',
      message: '`archive_trace_events` of the integration `datadog` needs `datadog_ci_visibility`',
      remedy: 'Turn `datadog_ci_visibility` on, or this off',
    },
  ];
}
