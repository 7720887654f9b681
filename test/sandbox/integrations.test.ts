import { expect, test } from 'vitest';
import { idOf, sandbox } from './client.ts';
import { isJsonObject } from '../../src/sandbox/store/json.ts';
import type { Json } from '../../src/sandbox/store/json.ts';

async function world(options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('top');
  const sub = await gl.group('top/sub');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: sub }));
  for (const [name, level] of Object.entries({ owner: 50, maintainer: 40, developer: 30 })) {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level: level });
  }
  await gl.user('stranger');
  return {
    gl,
    group: `/groups/${group}/integrations`,
    sub: `/groups/${sub}/integrations`,
    base: `/projects/${project}/integrations`,
  };
}

const webhook = 'https://hooks.example.com/secret';
const required = { jenkins_url: 'https://jenkins.example.com', project_name: 'api' };
const open = { ...required, username: 'ci' };
const jenkins = { ...open, password: 's3cret' };

function properties(object: Readonly<Record<string, Json | undefined>>): Readonly<Record<string, Json | undefined>> {
  const found = object['properties'];
  if (!isJsonObject(found)) throw new Error('no properties');
  return found;
}

test('a project’s integrations are for Maintainers, a group’s for Owners', async () => {
  const { gl, group, base } = await world();
  const status = async (name: string, path: string) => (await gl.as(name).get(path)).status;
  expect([await status('maintainer', base), await status('developer', base), await status('stranger', base)]).toEqual([
    200, 403, 404,
  ]);
  expect([await status('owner', group), await status('maintainer', group)]).toEqual([200, 403]);
  expect((await fetch(`${gl.sandbox.url}/api/v4${base}`)).status).toBe(401);
  expect((await gl.as('developer').put(`${base}/slack`, {})).status).toBe(403);
});

test('PUT answers with the detail, without the secret, and makes the integration active', async () => {
  const { gl, base } = await world();
  const answer = await gl.put(`${base}/slack`, { webhook, username: 'bot', push_events: false });
  expect(answer.status).toBe(200);
  expect(answer.object).toMatchObject({
    slug: 'slack',
    title: 'Slack notifications',
    active: true,
    inherited: false,
    push_events: false,
    issues_events: true,
    deployment_events: false,
    incident_events: false,
    vulnerability_events: false,
    comment_on_event_enabled: true,
  });
  expect(properties(answer.object)).toMatchObject({
    username: 'bot',
    channel: null,
    notify_only_broken_pipelines: true,
    branches_to_be_notified: 'default',
    labels_to_be_notified_behavior: 'match_any',
  });
  expect(JSON.stringify(answer.body)).not.toContain(webhook);
  expect(properties(answer.object)).not.toHaveProperty('webhook');
  expect((await gl.get(`${base}/slack`)).body).toEqual(answer.body);
});

test('the list holds active ones alone, without properties; `services` is another name of it', async () => {
  const { gl, base } = await world();
  await gl.put(`${base}/slack`, { webhook });
  await gl.put(`${base}/mock-monitoring`, {});
  await gl.delete(`${base}/mock-monitoring`);
  const list = (await gl.get(base)).list;
  expect(list.map((one) => one['slug'])).toEqual(['slack']);
  expect(list[0]).not.toHaveProperty('properties');
  expect((await gl.get(base.replace('integrations', 'services'))).body).toEqual(list);
});

test('required parameters are demanded on every PUT, secrets too', async () => {
  const { gl, base } = await world();
  const missing = await gl.put(`${base}/bamboo`, {});
  expect([missing.status, missing.body]).toEqual([
    400,
    { error: 'bamboo_url is missing, build_key is missing, username is missing, password is missing' },
  ]);
  await gl.put(`${base}/slack`, { webhook });
  expect((await gl.put(`${base}/slack`, { username: 'bot' })).body).toEqual({ error: 'webhook is missing' });
});

test('what is left out stays; a new address takes the secrets that were not sent with it', async () => {
  const { gl, base } = await world();
  await gl.put(`${base}/jenkins`, jenkins);
  const secret = () => gl.sandbox.platform.state.integrations.all()[0]?.properties['password'];
  await gl.put(`${base}/jenkins`, { ...open, project_name: 'other' });
  expect(secret()).toBe('s3cret');
  expect(properties((await gl.put(`${base}/jenkins`, required)).object)['username']).toBe('ci');
  await gl.put(`${base}/jenkins`, { ...open, jenkins_url: 'https://new.example.com' });
  expect(secret()).toBeNull();
});

test('odd values are refused by the model, in a printed hash', async () => {
  const { gl, base } = await world();
  const odd = await gl.put(`${base}/slack`, { webhook: 'ftp://x.example.com' });
  const text = 'Failed to update integration. {:webhook=>["is blocked: Only allowed schemes are http, https"]}';
  expect([odd.status, odd.body]).toEqual([400, { message: text }]);
  const listed = await gl.put(`${base}/slack`, { webhook, branches_to_be_notified: 'some' });
  expect(listed.body).toEqual({
    message: 'Failed to update integration. {:branches_to_be_notified=>["is not included in the list"]}',
  });
  const flag = await gl.put(`${base}/slack`, { webhook, push_events: 'odd' });
  expect(flag.body).toEqual({ error: 'push_events is invalid' });
  expect((await gl.get(`${base}/slack`)).status).toBe(404);
});

test('unknown parameters, and documented ones that are not declared, are dropped', async () => {
  const { gl, base } = await world();
  const answer = await gl.put(`${base}/slack`, { webhook, notify_only_default_branch: true, nonsense: 1 });
  expect(answer.status).toBe(200);
  expect(properties(answer.object)).not.toHaveProperty('notify_only_default_branch');
});

test('GET of one that was never saved is 404; an unknown slug is 400 on GET and DELETE, 404 on PUT', async () => {
  const { gl, base } = await world();
  const never = await gl.get(`${base}/slack`);
  expect([never.status, never.body]).toEqual([404, { message: '404 Integration Not Found' }]);
  expect((await gl.delete(`${base}/slack`)).body).toEqual({ message: '404 Integration Not Found' });
  const odd = { error: 'slug does not have a valid value' };
  expect([(await gl.get(`${base}/odd`)).status, (await gl.get(`${base}/odd`)).body]).toEqual([400, odd]);
  expect((await gl.delete(`${base}/odd`)).body).toEqual(odd);
  const put = await gl.put(`${base}/odd`, {});
  expect([put.status, put.body]).toEqual([404, { error: '404 Not Found' }]);
});

test('DELETE switches off and empties the fields; the row stays readable', async () => {
  const { gl, base } = await world();
  const made = await gl.put(`${base}/jenkins`, jenkins);
  const stale = { 'If-Unmodified-Since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
  expect((await gl.delete(`${base}/jenkins`, stale)).status).toBe(412);
  expect((await gl.delete(`${base}/jenkins`)).status).toBe(204);
  const after = await gl.get(`${base}/jenkins`);
  expect(after.object).toMatchObject({ id: made.object['id'], active: false });
  expect(properties(after.object)).toMatchObject({ jenkins_url: null, username: null });
  expect((await gl.put(`${base}/jenkins`, jenkins)).object).toMatchObject({ id: made.object['id'], active: true });
});

test('project-only integrations are 400 on a group', async () => {
  const { gl, group, base } = await world();
  for (const answer of [await gl.get(`${group}/jenkins`), await gl.put(`${group}/jenkins`, jenkins)]) {
    expect([answer.status, answer.body]).toEqual([400, { message: '400 Integration not available' }]);
  }
  expect((await gl.delete(`${group}/jenkins`)).status).toBe(400);
  expect((await gl.put(`${base}/jenkins`, jenkins)).status).toBe(200);
});

test('an integration inherits from the nearest group above that has its own', async () => {
  const { gl, group, sub, base } = await world();
  const none = await gl.put(`${base}/slack`, { webhook, use_inherited_settings: true });
  expect([none.status, none.body]).toEqual([400, { message: 'Default integration not found.' }]);
  expect((await gl.put(`${base}/slack`, { use_inherited_settings: true })).body).toEqual({
    error: 'webhook is missing',
  });
  await gl.put(`${group}/slack`, { webhook, username: 'top' });
  const linked = await gl.put(`${base}/slack`, { webhook, username: 'own', use_inherited_settings: true });
  expect([linked.object['inherited'], properties(linked.object)['username']]).toEqual([true, 'top']);
  await gl.put(`${sub}/slack`, { webhook, username: 'sub' });
  const read = async () => {
    const { object } = await gl.get(`${base}/slack`);
    return [object['inherited'], properties(object)['username']];
  };
  expect(await read()).toEqual([true, 'sub']);
  await gl.put(`${base}/slack`, { webhook, username: 'own' });
  expect(await read()).toEqual([true, 'sub']);
  await gl.put(`${base}/slack`, { webhook, username: 'own', use_inherited_settings: false });
  expect(await read()).toEqual([false, 'own']);
});

test('the apps of Slack and Jira Cloud are installed elsewhere', async () => {
  const { gl, base } = await world();
  expect((await gl.put(`${base}/jira-cloud-app`, {})).status).toBe(400);
  await gl.put('/application/settings', { jira_connect_application_key: 'key' });
  const created = await gl.put(`${base}/jira-cloud-app`, {});
  expect([created.status, created.body]).toEqual([
    422,
    { message: 'You cannot create the GitLab for Jira Cloud app integration from the API' },
  ]);
});

test('what the licence or the instance does not offer is not available', async () => {
  const { gl, base } = await world({ tier: 'free' });
  const github = { token: 't', repository_url: 'https://github.com/a/b' };
  const refused = await gl.put(`${base}/github`, github);
  expect([refused.status, refused.body]).toEqual([400, { message: '400 Integration not available' }]);
  const ultimate = await world();
  expect((await ultimate.gl.put(`${ultimate.base}/github`, github)).status).toBe(200);
  await ultimate.gl.put('/application/settings', { allow_all_integrations: false, allowed_integrations: ['slack'] });
  expect((await ultimate.gl.put(`${ultimate.base}/github`, github)).status).toBe(400);
  expect((await ultimate.gl.put(`${ultimate.base}/slack`, { webhook })).status).toBe(200);
});

test('Discord hides its channels too; job_events is written as build_events; Datadog’s follow its visibility', async () => {
  const { gl, base } = await world();
  const discord = await gl.put(`${base}/discord`, {
    webhook: 'https://discord.com/api/webhooks/1/x',
    push_channel: 'https://discord.com/api/webhooks/2/x',
  });
  expect(Object.keys(properties(discord.object)).filter((name) => name.endsWith('_channel'))).toEqual([]);
  const datadog = await gl.put(`${base}/datadog`, { api_key: 'abc', datadog_ci_visibility: true });
  expect(datadog.object).toMatchObject({ pipeline_events: true, job_events: true });
  const off = await gl.put(`${base}/datadog`, { api_key: 'abc', datadog_ci_visibility: false });
  expect(off.object).toMatchObject({ pipeline_events: false, job_events: false });
});

test('groups have integrations in the API since 17.9', async () => {
  const { gl, group, base } = await world({ version: '17.8.0-ee' });
  expect((await gl.get(group)).status).toBe(404);
  expect((await gl.get(base)).status).toBe(200);
});

test('flags and channels that a recorded 18.9 breaks on change nothing', async () => {
  const { gl, base } = await world();
  await gl.put(`${base}/slack`, { webhook });
  const before = (await gl.get(`${base}/slack`)).body;
  expect((await gl.put(`${base}/slack`, { webhook, push_events: false, work_item_events: true })).status).toBe(500);
  expect((await gl.get(`${base}/slack`)).body).toEqual(before);
  expect((await gl.put(`${base}/mattermost`, { webhook, alert_channel: 'a' })).status).toBe(500);
  expect((await gl.get(`${base}/mattermost`)).status).toBe(404);
});
