import { describe, expect, test } from 'vitest';
import { isJsonObject } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../../src/sandbox/options.ts';
import { anonymous, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import type { Answer } from '../../sandbox/client.ts';

// What GitLab's own request specs say of integrations (integrations_spec.rb with its shared examples, and
// ee/spec/requests/api/integrations_spec.rb, 18.9).

async function place(options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('team');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  for (const [name, access_level] of Object.entries({ owner: 50, developer: 30 }))
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level });
  const bases = { projects: `/projects/${project}`, groups: `/groups/${group}` };
  return { gl, group, project, bases, owner: gl.as('owner'), developer: gl.as('developer') };
}

const page = 'https://example.com';
const tracker = { issues_url: `${page}/:id`, project_url: page };
const trackerWithNew = { ...tracker, new_issue_url: `${page}/new` };
const chat = { webhook: 'https://hook.example.com/secret', branches_to_be_notified: 'all' };
const room = { token: 'very-secret', room: '!abc:example.com', notify_only_broken_pipelines: true };

/** Of each integration: what a first PUT sends, which of it is never shown, and which of it cannot be left out. */
const kinds: readonly (readonly [string, JsonObject, readonly string[], readonly string[]])[] = [
  ['asana', { api_key: 'k', restrict_to_branch: 'main' }, ['api_key'], ['api_key']],
  ['assembla', { token: 't', subdomain: 'acme' }, ['token'], ['token']],
  [
    'bamboo',
    { bamboo_url: page, build_key: 'K', username: 'u', password: 'p', enable_ssl_verification: true },
    ['password', 'build_key'],
    ['bamboo_url', 'build_key', 'username', 'password'],
  ],
  ['bugzilla', trackerWithNew, [], ['new_issue_url', 'issues_url', 'project_url']],
  ['buildkite', { token: 't', project_url: page }, ['token'], ['token', 'project_url']],
  ['campfire', { token: 't', subdomain: 'acme', room: '1' }, ['token'], ['token']],
  ['clickup', tracker, [], ['issues_url', 'project_url']],
  ['confluence', { confluence_url: 'https://example.atlassian.net/wiki' }, [], ['confluence_url']],
  ['custom-issue-tracker', trackerWithNew, [], ['new_issue_url', 'issues_url', 'project_url']],
  ['datadog', { api_key: 'k', datadog_site: 'datadoghq.com', datadog_env: 'prod' }, ['api_key'], ['api_key']],
  [
    'diffblue-cover',
    { diffblue_license_key: 'l', diffblue_access_token_name: 'n', diffblue_access_token_secret: 's' },
    ['diffblue_license_key', 'diffblue_access_token_secret'],
    ['diffblue_license_key', 'diffblue_access_token_name', 'diffblue_access_token_secret'],
  ],
  ['discord', { ...chat, webhook: 'https://discord.com/api/webhooks/1/x' }, ['webhook'], ['webhook']],
  ['drone-ci', { token: 't', drone_url: page, enable_ssl_verification: true }, ['token'], ['token', 'drone_url']],
  ['emails-on-push', { recipients: 'a@example.com', disable_diffs: false }, [], ['recipients']],
  ['ewm', trackerWithNew, [], ['new_issue_url', 'issues_url', 'project_url']],
  ['external-wiki', { external_wiki_url: page }, [], ['external_wiki_url']],
  ['git-guardian', { token: 't' }, ['token'], ['token']],
  ['hangouts-chat', chat, ['webhook'], ['webhook']],
  [
    'harbor',
    { url: page, project_name: 'p', username: 'u', password: 'p' },
    ['password'],
    ['url', 'project_name', 'username', 'password'],
  ],
  [
    'irker',
    { recipients: 'irc://chat.example.com/room', server_port: 6659, colorize_messages: true },
    [],
    ['recipients'],
  ],
  [
    'jira',
    { url: 'https://jira.example.com', username: 'u', password: 'p', jira_auth_type: 0, jira_issue_transition_id: '1' },
    ['password'],
    ['url', 'password'],
  ],
  ['linear', { workspace_url: 'https://linear.app/acme' }, [], ['workspace_url']],
  ['matrix', room, ['token'], ['token', 'room']],
  ['mattermost', { ...chat, username: 'bot', channel: 'c' }, ['webhook'], ['webhook']],
  ['mattermost-slash-commands', { token: 't' }, ['token'], ['token']],
  ['microsoft-teams', { ...chat, notify_only_broken_pipelines: false }, ['webhook'], ['webhook']],
  ['packagist', { username: 'u', token: 't', server: page }, ['token'], ['username', 'token']],
  ['phorge', tracker, [], ['issues_url', 'project_url']],
  ['pipelines-email', { recipients: 'a@example.com', notify_only_broken_pipelines: true }, [], ['recipients']],
  ['pivotaltracker', { token: 't', restrict_to_branch: 'main' }, ['token'], ['token']],
  ['pumble', chat, ['webhook'], ['webhook']],
  [
    'pushover',
    { api_key: 'k', user_key: 'u', priority: '0', device: 'd' },
    ['api_key', 'user_key'],
    ['api_key', 'user_key', 'priority'],
  ],
  ['redmine', trackerWithNew, [], ['new_issue_url', 'issues_url', 'project_url']],
  ['slack', { ...chat, username: 'bot' }, ['webhook'], ['webhook']],
  ['slack-slash-commands', { token: 't' }, ['token'], ['token']],
  ['squash-tm', { url: page, token: 't' }, ['token'], ['url']],
  [
    'teamcity',
    { teamcity_url: page, build_type: 'b', username: 'u', password: 'p' },
    ['password'],
    ['teamcity_url', 'build_type', 'username', 'password'],
  ],
  ['telegram', { ...room, thread: 5 }, ['token'], ['token', 'room']],
  ['unify-circuit', chat, ['webhook'], ['webhook']],
  ['webex-teams', chat, ['webhook'], ['webhook']],
  ['youtrack', tracker, [], ['issues_url', 'project_url']],
];

/** Those that stand on projects alone. */
const ofProjects: typeof kinds = [
  [
    'apple-app-store',
    {
      app_store_issuer_id: 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa',
      app_store_key_id: 'ABC123',
      app_store_private_key_file_name: 'auth_key.p8',
      app_store_private_key: '-----BEGIN PRIVATE KEY-----\nMIG=\n-----END PRIVATE KEY-----',
      app_store_protected_refs: true,
    },
    [],
    ['app_store_issuer_id', 'app_store_key_id', 'app_store_private_key_file_name', 'app_store_private_key'],
  ],
  ['github', { token: 't', repository_url: 'https://github.com/acme/api' }, ['token'], ['token', 'repository_url']],
  [
    'google-play',
    {
      package_name: 'com.example.app',
      service_account_key_file_name: 'key.json',
      service_account_key: '{"private_key":"k"}',
    },
    [],
    ['package_name', 'service_account_key_file_name', 'service_account_key'],
  ],
  [
    'jenkins',
    { jenkins_url: page, project_name: 'p', username: 'u', password: 'p' },
    ['password'],
    ['jenkins_url', 'project_name'],
  ],
];

function propertiesOf(answer: Answer): JsonObject {
  const { properties } = answer.object;
  if (!isJsonObject(properties)) throw new Error(`no properties in ${JSON.stringify(answer.body)}`);
  return properties;
}

const flipped = (attrs: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, typeof value === 'boolean' ? !value : value]));

const none = [404, { message: '404 Integration Not Found' }];

describe.each(['projects', 'groups'] as const)('integrations of %s', (places) => {
  const here = places === 'projects' ? [...kinds, ...ofProjects] : kinds;

  test('each can be set up, changed, read while on and off, and switched off', async () => {
    const { bases, owner } = await place();
    for (const [slug, attrs, hidden] of here) {
      const path = `${bases[places]}/integrations/${slug}`;
      expect(told(await owner.get(path)), slug).toEqual(none);
      expect(told(await owner.delete(path)), slug).toEqual(none);
      const shown = (sent: JsonObject) =>
        Object.fromEntries(Object.entries(sent).filter(([name]) => !hidden.includes(name)));
      const made = await owner.put(path, attrs);
      expect(told(made), slug).toMatchObject([200, { slug, active: true, inherited: false }]);
      expect(propertiesOf(made), slug).toMatchObject(shown(attrs));
      for (const name of hidden) expect(propertiesOf(made), slug).not.toHaveProperty(name);
      const other = await owner.put(path, flipped(attrs));
      expect([other.status, propertiesOf(other)], slug).toMatchObject([200, shown(flipped(attrs))]);
      const names = Object.keys(propertiesOf(made));
      expect(Object.keys(propertiesOf(await owner.get(path))), slug).toEqual(names);
      expect((await owner.delete(path)).status, slug).toBe(204);
      const off = await owner.get(path);
      expect(told(off), slug).toMatchObject([200, { slug, active: false }]);
      expect(Object.keys(propertiesOf(off)), slug).toEqual(names);
    }
    expect((await owner.get(`${bases[places]}/integrations`)).list).toEqual([]);
  });

  test('each required parameter is demanded by its name', async () => {
    const { bases, owner } = await place();
    for (const [slug, attrs, , required] of here)
      for (const name of required) {
        const sent = Object.fromEntries(Object.entries(attrs).filter(([key]) => key !== name));
        const answer = await owner.put(`${bases[places]}/integrations/${slug}`, sent);
        expect(told(answer), slug).toEqual([400, { error: `${name} is missing` }]);
      }
    expect((await owner.get(`${bases[places]}/integrations`)).list).toEqual([]);
  });

  test('are listed while they are on, with these fields', async () => {
    const { bases, owner } = await place();
    const path = `${bases[places]}/integrations`;
    await owner.put(`${path}/emails-on-push`, { recipients: 'a@example.com' });
    await owner.put(`${path}/custom-issue-tracker`, trackerWithNew);
    await owner.delete(`${path}/custom-issue-tracker`);
    const { list } = await owner.get(path);
    expect(list.map((one) => one['slug'])).toEqual(['emails-on-push']);
    expect(Object.keys(list[0] ?? {}).toSorted()).toEqual(
      [
        ...['id', 'title', 'slug', 'created_at', 'updated_at', 'active', 'inherited', 'comment_on_event_enabled'],
        ...['commit_events', 'push_events', 'issues_events', 'incident_events', 'alert_events', 'note_events'],
        ...['confidential_issues_events', 'merge_requests_events', 'tag_push_events', 'deployment_events'],
        ...['confidential_note_events', 'pipeline_events', 'wiki_page_events', 'job_events', 'vulnerability_events'],
      ].toSorted(),
    );
  });

  test('are 401 without a token and 403 for developers, whatever is asked', async () => {
    const { gl, bases, developer } = await place();
    const path = `${bases[places]}/integrations`;
    for (const at of [path, `${path}/slack`])
      expect(told(await gl.get(at, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    expect((await gl.put(`${path}/slack`, chat, anonymous)).status).toBe(401);
    const asked = [
      developer.get(path),
      developer.get(`${path}/slack`),
      developer.get(`${path}/odd`),
      developer.put(`${path}/slack`, {}),
      developer.delete(`${path}/slack`),
      developer.delete(`${path}/odd`),
    ];
    for (const refused of await Promise.all(asked)) expect(told(refused)).toEqual([403, { message: '403 Forbidden' }]);
  });

  test('are what the instance allows: PUT is 400, GET and DELETE are 404 for the others', async () => {
    const { gl, bases, owner } = await place();
    const path = `${bases[places]}/integrations/slack`;
    await owner.put(path, chat);
    await gl.put('/application/settings', { allow_all_integrations: false });
    expect(told(await owner.put(path, chat))).toEqual([400, { message: '400 Integration not available' }]);
    expect(told(await owner.get(path))).toEqual(none);
    expect(told(await owner.delete(path))).toEqual(none);
    await gl.put('/application/settings', { allowed_integrations: ['slack'] });
    expect((await owner.put(path, chat)).status).toBe(200);
    expect((await owner.get(path)).status).toBe(200);
    expect((await owner.delete(path)).status).toBe(204);
  });

  test('without the licence for an allowlist all are allowed', async () => {
    const { gl, bases, owner } = await place({ tier: 'premium' });
    await gl.put('/application/settings', { allow_all_integrations: false });
    expect((await owner.put(`${bases[places]}/integrations/slack`, chat)).status).toBe(200);
  });

  test('of GitLab.com alone are 400 on PUT, 404 on GET and DELETE', async () => {
    const { bases, owner } = await place();
    const slug = 'google-cloud-platform-workload-identity-federation';
    const path = `${bases[places]}/integrations/${slug}`;
    const attrs = {
      workload_identity_federation_project_id: 'id',
      workload_identity_federation_project_number: '123456789',
      workload_identity_pool_id: 'pool',
      workload_identity_pool_provider_id: 'provider',
    };
    expect(told(await owner.put(path, attrs))).toEqual([400, { message: '400 Integration not available' }]);
    expect(told(await owner.get(path))).toEqual(none);
    expect(told(await owner.delete(path))).toEqual(none);
  });

  test('the apps of Slack and of Jira Cloud are not made here; that of Jira is not switched off here either', async () => {
    const { gl, bases, owner } = await place();
    const slack = { slack_app_id: 'i', slack_app_secret: 's', slack_app_signing_secret: 's' };
    await gl.put('/application/settings', { slack_app_enabled: true, slack_app_verification_token: 't', ...slack });
    await gl.put('/application/settings', { jira_connect_application_key: 'mock_key' });
    const source = places === 'projects' ? 'project' : 'group';
    const [source_type, source_id] = [source, Number(bases[places].split('/').at(-1))] as const;
    const at = (slug: string) => `${bases[places]}/integrations/${slug}`;
    for (const [slug, name] of [
      ['gitlab-slack-application', 'GitLab for Slack app'],
      ['jira-cloud-app', 'GitLab for Jira Cloud app'],
    ] as const) {
      const text = `You cannot create the ${name} integration from the API`;
      expect(told(await owner.put(at(slug), {}))).toEqual([422, { message: text }]);
      const now = new Date().toISOString();
      const row = { source_type, source_id, slug, active: false, inherited: false, properties: {} };
      gl.sandbox.platform.state.integrations.insert({ ...row, created_at: now, updated_at: now });
      expect(told(await owner.put(at(slug), {}))).toMatchObject([200, { active: false }]);
      expect((await owner.get(at(slug))).status).toBe(200);
    }
    expect((await owner.delete(at('gitlab-slack-application'))).status).toBe(204);
    expect(told(await owner.delete(at('jira-cloud-app')))).toEqual([
      422,
      { message: 'You cannot disable the GitLab for Jira Cloud app integration from the API' },
    ]);
  });
});

test('some cannot stand on a group', async () => {
  const { bases, owner } = await place();
  for (const [slug, attrs] of ofProjects) {
    const path = `${bases.groups}/integrations/${slug}`;
    for (const answer of [await owner.get(path), await owner.put(path, attrs), await owner.delete(path)])
      expect(told(answer), slug).toEqual([400, { message: '400 Integration not available' }]);
  }
});

test.each<[string, JsonObject, string]>([
  ['slack', { webhook: '' }, 'webhook=>["can\'t be blank", "must be a valid URL"]'],
  ['slack', { webhook: 'foo' }, 'webhook=>["is blocked: Only allowed schemes are http, https"]'],
  ['slack', { webhook: 'http://localhost/x' }, 'webhook=>["is blocked: Requests to localhost are not allowed"]'],
  ['telegram', { ...room, thread: 'invalid' }, 'thread=>["is not a number"]'],
  ['harbor', { url: page, project_name: 'A B', username: 'u', password: 'p' }, 'project_name=>["is invalid"]'],
  ['pushover', { api_key: 'k', user_key: 'u', priority: '5' }, 'priority=>["is not included in the list"]'],
  [
    'confluence',
    { confluence_url: page },
    'confluence_url=>["URL must be to a Confluence Cloud Workspace hosted on atlassian.net"]',
  ],
])('the model of %s refuses %j', async (slug, attrs, text) => {
  const { bases, owner } = await place();
  const refused = await owner.put(`${bases.projects}/integrations/${slug}`, attrs);
  expect(told(refused)).toEqual([400, { message: `Failed to update integration. {:${text}}` }]);
  expect(told(await owner.get(`${bases.projects}/integrations/${slug}`))).toEqual(none);
});

test('an inherited integration stays so while it is not said otherwise, and ignores what is sent', async () => {
  const { bases, owner } = await place();
  const own = `${bases.projects}/integrations/telegram`;
  const telegram = { token: 't', room: '1' };
  const alone = await owner.put(own, { ...telegram, thread: 1, use_inherited_settings: true });
  expect(told(alone)).toEqual([400, { message: 'Default integration not found.' }]);
  await owner.put(`${bases.groups}/integrations/telegram`, telegram);
  const linked = await owner.put(own, { ...telegram, thread: 123, use_inherited_settings: true });
  expect(told(linked)).toMatchObject([200, { inherited: true, properties: { thread: null } }]);
  const kept = await owner.put(own, { ...telegram, thread: 123 });
  expect(told(kept)).toMatchObject([200, { inherited: true, properties: { thread: null } }]);
  const cut = await owner.put(own, { ...telegram, thread: 123, use_inherited_settings: false });
  expect(told(cut)).toMatchObject([200, { inherited: false, properties: { thread: 123 } }]);
});

describe.each(['integrations', 'services'])('POST /projects/:id/%s/…/trigger', (base) => {
  test.each([
    ['mattermost', { token: 'secrettoken' }],
    ['slack', { token: 'secrettoken', text: 'help' }],
  ])('of %s answers whoever has the token of an active integration, and no one else', async (name, params) => {
    const { gl, bases, owner } = await place();
    const settings = `${bases.projects}/integrations/${name}-slash-commands`;
    const trigger = `${bases.projects}/${base}/${name}_slash_commands/trigger`;
    expect(told(await gl.post(trigger, params, anonymous))).toEqual(none);
    await owner.put(settings, { token: 'secrettoken' });
    const answer = await gl.post(trigger, params, anonymous);
    expect(told(answer)).toMatchObject([200, { response_type: 'ephemeral' }]);
    expect(answer.object['text']).toBe(":sweat_smile: Couldn't identify you, nor can I authorize you!");
    const named = { ...params, team_id: 'T1', team_domain: 'acme', user_id: 'U1', user_name: 'jane' };
    expect((await gl.post(trigger, named, anonymous)).object['text']).toMatch(/connect your GitLab account/);
    expect(told(await gl.post(trigger, { ...params, token: 'other' }, anonymous))).toEqual(none);
    expect(told(await gl.post(trigger, {}, anonymous))).toEqual([400, { error: 'token is missing' }]);
    await owner.delete(settings);
    expect(told(await gl.post(trigger, params, anonymous))).toEqual(none);
  });

  test('of a project that is not there, and of an integration that is none', async () => {
    const { gl, bases } = await place();
    const gone = await gl.post(`/projects/404/${base}/slack_slash_commands/trigger`, { token: 't' }, anonymous);
    expect(told(gone)).toEqual(none);
    const odd = await gl.post(`${bases.projects}/${base}/idonotexist/trigger`, {}, anonymous);
    expect(told(odd)).toEqual([404, { error: '404 Not Found' }]);
  });
});
