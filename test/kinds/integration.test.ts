import { describe, expect, it } from 'vitest';
import catalogue from '../../schemas/catalogue/integrations.json' with { type: 'json' };
import { Secret } from '../../src/base/secret.ts';
import { integrations } from '../../src/kinds/integrations/integration.ts';
import type { Attributes, LiveObject, Scope } from '../../src/model.ts';
import { lookAt, siteAt } from './call-context.ts';

const scope = { type: 'project', path: 'platform/api' } as const;
const look = lookAt(scope);
const site = siteAt(scope);
const secret = new Secret({ type: 'env', name: 'TOKEN' });

const decode = (live: LiveObject) => integrations.decode(live, look)?.spec ?? {};
const normal = (spec: Attributes) => integrations.identity.normal?.(spec) ?? {};
const problems = (spec: Attributes, at: Scope = scope) =>
  (integrations.rules?.check?.(normal(spec), at) ?? []).map(({ field, remedy }) => `${field}: ${remedy}`);

const declared = (spec: Attributes & { readonly slug: string }) =>
  ({
    key: spec.slug,
    spec,
    state: 'present',
    protect: false,
    place: () => ({ file: 'x', line: 1, column: 1 }),
  }) as const;

/** The body of the one PUT that brings these fields about. */
function update(
  live: LiveObject & { readonly slug: string },
  spec: Attributes & { readonly slug: string },
  names: readonly string[],
): unknown {
  const calls =
    integrations.calls.update?.(live, { names: new Set(names), entry: declared(spec), fields: [] }, site) ?? [];
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    `PUT /projects/platform%2Fapi/integrations/${live.slug}`,
  ]);
  return calls[0]?.body;
}

const jira = {
  slug: 'jira',
  url: 'https://jira.example.com',
  username: 'bot',
  password: secret,
  jira_issue_prefix: 'API',
};

describe('what GitLab refuses of an integration', () => {
  it.each<[Attributes, string[]]>([
    [{ slug: 'linear', workspace_url: 'https://linear.app/acme' }, []],
    [
      { slug: 'linear', workspace_url: 'https://example.com/acme' },
      ['workspace_url: Write it like `https://linear.app/example`'],
    ],
    [{ slug: 'linear', workspace_url: 'acme' }, ['workspace_url: Write it like `https://linear.app/example`']],
    [{ slug: 'campfire', token: secret, room: '31' }, []],
    [{ slug: 'campfire', token: secret, room: 'lounge' }, ['room: Write the number that ends the address of the room']],
    [{ slug: 'irker', recipients: 'irc://irc.example.com:6667/a  b' }, []],
    [
      { slug: 'irker', recipients: 'https://a.example/b' },
      ['recipients: Write them like `irc://irc.example.com:6667/channel`'],
    ],
    [{ slug: 'jira', url: 'https://j.example', password: secret }, [': Declare `username`, or `jira_auth_type: 1`']],
    [
      { slug: 'jira', url: 'https://j.example', password: secret, username: '' },
      ['username: Declare `username`, or `jira_auth_type: 1`'],
    ],
    [{ slug: 'jira', url: 'https://j.example', password: secret, jira_auth_type: 1 }, []],
    [{ slug: 'jira', url: 'https://j.example', password: secret, use_inherited_settings: true }, []],
    [
      { slug: 'datadog', api_key: secret, datadog_site: 'eu', datadog_tags: 'x' },
      ['datadog_site: Write it like `datadoghq.com`', 'datadog_tags: Write them like `team:web,tier:backend`'],
    ],
    [{ slug: 'datadog', api_key: secret, datadog_site: 'datadoghq.eu', datadog_tags: 'a:b,c:d' }, []],
    [
      { slug: 'datadog', api_key: secret, archive_trace_events: true, datadog_ci_visibility: false },
      ['archive_trace_events: Turn `datadog_ci_visibility` on, or this off'],
    ],
  ])('%j', (spec, told) => {
    expect(problems(spec)).toEqual(told);
  });
});

describe('integrations', () => {
  it('have every parameter and flag of the catalogue', () => {
    for (const { parameters, event_flags } of catalogue) {
      expect(Object.keys(integrations.schema.properties)).toEqual(
        expect.arrayContaining([...parameters.map(({ name }) => name), ...event_flags]),
      );
    }
  });

  it('mark as secret what is secret wherever the name is used, and nothing that is declared in the clear elsewhere', () => {
    const { properties } = integrations.schema;
    expect(properties.webhook?.['x-secret']).toBe(true);
    expect(properties.service_account_key).toMatchObject({ 'x-secret': true, writeOnly: true });
    expect(properties.push_channel).toMatchObject({ type: ['string', 'null'], 'x-detail': true });
    expect(properties.push_channel?.['x-secret']).toBeUndefined();
    expect(properties.work_item_events).toMatchObject({ type: 'boolean', writeOnly: true });
    expect(properties.comment_on_event_enabled).toMatchObject({ type: 'boolean' });
    expect(properties.comment_on_event_enabled).not.toHaveProperty('writeOnly');
  });

  it('are read in the form in which they are declared', () => {
    const properties = {
      url: 'https://jira.example.com',
      username: '',
      jira_auth_type: '1',
      issues_enabled: 'true',
      project_keys: null,
      vulnerabilities_enabled: null,
      password: 'in clear',
    };
    const spec = decode({
      slug: 'jira',
      inherited: false,
      comment_on_event_enabled: true,
      commit_events: true,
      push_events: true,
      properties,
    });
    expect(spec).toMatchObject({
      slug: 'jira',
      use_inherited_settings: false,
      url: 'https://jira.example.com',
      username: null,
      jira_auth_type: 1,
      issues_enabled: true,
      project_keys: [],
      vulnerabilities_enabled: false,
      comment_on_event_enabled: true,
      commit_events: true,
    });
    expect(spec.password).toBeUndefined();
    // A flag that is shown for every integration, and means nothing for this one.
    expect(spec.push_events).toBeUndefined();
    expect(Object.keys(spec).sort()).toEqual(Object.keys(integrations.schema.properties).sort());
    expect(normal({ slug: 'telegram', thread: 7 })).toEqual({ slug: 'telegram', thread: '7' });
  });

  it('show no parameter in a list, and the switch that is on unless it is turned off', () => {
    const row = { slug: 'bamboo', inherited: false, push_events: true };
    expect(decode(row)).toMatchObject({ bamboo_url: undefined, enable_ssl_verification: undefined, push_events: true });
    expect(decode({ ...row, properties: { enable_ssl_verification: null } }).enable_ssl_verification).toBe(true);
  });

  it.each<[Attributes, readonly string[]]>([
    [jira, []],
    [{ slug: 'apple_app_store' }, expect.arrayContaining([expect.stringContaining('app_store_issuer_id')])],
    [{ slug: 'slack-slash-commands', token: secret }, []],
    [{ slug: 'jira-cloud-app' }, ['slug: Remove the entry, and set the integration up in the user interface']],
    [{ slug: 'slack', webhook: secret, push_chanel: '#a' }, ['push_chanel: Write `push_channel`']],
    [{ slug: 'slack', webhook: secret, jira_issue_prefix: 'A' }, ['jira_issue_prefix: Remove jira_issue_prefix']],
    [{ slug: 'slack' }, ['webhook: Declare webhook, which the platform asks for with every change']],
    // No read shows it, so that it is sent, and not compared.
    [{ slug: 'slack', webhook: secret, notify_only_default_branch: true }, []],
    [
      { slug: 'datadog', api_key: secret, pipeline_events: false },
      ['pipeline_events: Declare `datadog_ci_visibility: false` with it'],
    ],
    [
      { slug: 'discord', webhook: secret, push_channel: 'https://x' },
      ['push_channel: Remove push_channel, and set it in the user interface'],
    ],
    [
      { slug: 'slack', webhook: secret, use_inherited_settings: true, username: 'a' },
      ['username: Remove username, or use_inherited_settings'],
    ],
  ])('are checked by the rules of their slug: %j', (spec, found) => {
    expect(problems(spec)).toEqual(found);
  });

  it('are refused in a group where only projects have them', () => {
    const jenkins = { slug: 'jenkins', jenkins_url: 'https://ci.example.com', project_name: 'api' };
    expect(problems(jenkins)).toEqual([]);
    expect(problems(jenkins, { type: 'group', path: 'platform' })).toEqual(['slug: Declare it in a project']);
    expect(problems(jira, { type: 'group', path: 'platform' })).toEqual([]);
  });

  it('are not removed where they come from a group above', () => {
    const row = { slug: 'slack', inherited: true };
    expect(integrations.decode(row, look)).toMatchObject({ key: 'slack', inherited: true });
    expect(integrations.decode({ ...row, inherited: false }, look)).not.toHaveProperty('inherited');
  });

  it('are set up by a PUT of all that is declared, cut off from the settings of a group above', () => {
    expect(integrations.calls.create?.(declared(jira), site)).toEqual([
      {
        method: 'PUT',
        path: '/projects/platform%2Fapi/integrations/jira',
        body: {
          url: 'https://jira.example.com',
          username: 'bot',
          password: secret,
          jira_issue_prefix: 'API',
          use_inherited_settings: false,
        },
      },
    ]);
  });

  it('are changed with what every PUT demands', () => {
    expect(update({ slug: 'jira', inherited: false }, jira, ['jira_issue_prefix'])).toEqual({
      url: 'https://jira.example.com',
      password: secret,
      jira_issue_prefix: 'API',
    });
  });

  it('are sent their optional secrets again where a new URL would make the platform forget them', () => {
    const spec = { slug: 'squash-tm', url: 'https://new.example.com', token: secret, issues_events: true };
    const live = { slug: 'squash-tm', inherited: false };
    expect(update(live, spec, ['url'])).toEqual({ url: 'https://new.example.com', token: secret });
    expect(update(live, spec, ['issues_events'])).toEqual({ url: 'https://new.example.com', issues_events: true });
  });

  it('are customised as a whole, and handed back with what is required', () => {
    expect(update({ slug: 'jira', inherited: true }, jira, ['jira_issue_prefix'])).toMatchObject({
      username: 'bot',
      jira_issue_prefix: 'API',
      use_inherited_settings: false,
    });
    const back = { slug: 'jira', url: jira.url, password: secret, use_inherited_settings: true };
    expect(update({ slug: 'jira', inherited: false }, back, ['use_inherited_settings'])).toEqual({
      url: jira.url,
      password: secret,
      use_inherited_settings: true,
    });
  });
});
