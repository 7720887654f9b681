import { describe, expect, test } from 'vitest';
import { openRepository } from '../../src/sandbox/git/repository.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { workshop } from './ci.ts';
import { idOf, sandbox } from './client.ts';

const trigger = 'resource_access_token_events';

/** A project whose repository has a branch, and a hook on it that delivers to this host. */
async function withHook(host = 'ci.example.com', options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const group = await gl.group('platform');
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group }));
  const path = `/projects/${project}/hooks`;
  const id = idOf(await gl.post(path, { url: `https://${host}/in`, token: 'hush' }));
  const fill = () => {
    const repository = openRepository(gl.sandbox.platform.state, project);
    repository.setRef('heads', 'main', 'a'.repeat(40));
  };
  const wait = (seconds: number) => {
    gl.sandbox.platform.clock.advance(seconds * 1000);
  };
  return { gl, group, project, id, hook: `${path}/${id}`, fill, wait };
}

describe('POST …/hooks/:hook_id/test/:trigger', () => {
  test('answers 201 Created, and logs the delivery', async () => {
    const { gl, hook } = await withHook();
    const tested = await gl.post(`${hook}/test/${trigger}`);
    expect([tested.status, tested.body]).toEqual([201, { message: '201 Created' }]);
    expect((await gl.get(`${hook}/events`)).list).toMatchObject([
      { url: 'https://ci.example.com/in', trigger: 'resource_access_token_hooks', response_status: '200' },
    ]);
  });

  test('an unknown trigger is 400', async () => {
    const { gl, hook } = await withHook();
    const refused = await gl.post(`${hook}/test/xyz`);
    expect([refused.status, refused.body]).toEqual([400, { error: 'trigger does not have a valid value' }]);
  });

  test.each([
    ['issues_events', 'Ensure the project has issues.'],
    ['note_events', 'Ensure the project has notes.'],
    ['merge_requests_events', 'Ensure the project has merge requests.'],
    ['job_events', 'Ensure the project has CI jobs.'],
    ['pipeline_events', 'Ensure the project has CI pipelines.'],
    ['wiki_page_events', 'Ensure the wiki is enabled and has pages.'],
    ['releases_events', 'Ensure the project has releases.'],
    ['emoji_events', 'Ensure the project has notes.'],
    ['milestone_events', 'Ensure the project has milestones.'],
    ['vulnerability_events', 'Ensure the project has vulnerabilities.'],
    ['confidential_issues_events', 'Ensure the project has issues.'],
    ['deployment_events', 'Testing not available for this hook'],
  ])('%s needs an example: 422 %s', async (name, text) => {
    const { gl, hook } = await withHook();
    const refused = await gl.post(`${hook}/test/${name}`);
    expect([refused.status, refused.body]).toEqual([422, { message: text }]);
  });

  test('a push can be tested in an empty project; a group takes a project with commits', async () => {
    const { gl, group, hook, fill } = await withHook();
    expect((await gl.post(`${hook}/test/push_events`)).status).toBe(201);
    expect((await gl.post(`${hook}/test/tag_push_events`)).status).toBe(201);
    const ofGroup = idOf(await gl.post(`/groups/${group}/hooks`, { url: 'https://ci.example.com/in' }));
    const path = `/groups/${group}/hooks/${ofGroup}/test/push_events`;
    expect((await gl.post(path)).body).toEqual({ message: 'Ensure the group has a project with commits.' });
    fill();
    expect((await gl.post(path)).status).toBe(201);
  });

  test('merge requests, pipelines, jobs and notes can be tested once the project has one', async () => {
    const shop = await workshop();
    const id = idOf(await shop.gl.post(`${shop.at}/hooks`, { url: 'https://ci.example.com/in' }));
    const tested = async (name: string) => (await shop.gl.post(`${shop.at}/hooks/${id}/test/${name}`)).status;
    expect([await tested('pipeline_events'), await tested('job_events')]).toEqual([422, 422]);
    await shop.write('.gitlab-ci.yml', 'unit: { script: make test }');
    await shop.gl.post(`${shop.at}/pipeline`, { ref: 'main' });
    expect([await tested('pipeline_events'), await tested('job_events')]).toEqual([201, 201]);
    shop.gl.sandbox.platform.clock.advance(60_000);
    expect([await tested('merge_requests_events'), await tested('note_events')]).toEqual([422, 422]);
    await shop.write('a.txt', 'a', 'change');
    const body = { source_branch: 'change', target_branch: 'main', title: 'Change' };
    const { iid } = (await shop.gl.post(`${shop.at}/merge_requests`, body)).object;
    expect(await tested('merge_requests_events')).toBe(201);
    await shop.gl.post(`${shop.at}/merge_requests/${Number(iid)}/notes`, { body: 'Well' });
    expect([await tested('note_events'), await tested('emoji_events')]).toEqual([201, 201]);
  });

  test('in silent mode nothing is sent, and nothing is logged', async () => {
    const { gl, hook, id } = await withHook();
    await gl.put('/application/settings', { silent_mode_enabled: true });
    const refused = await gl.post(`${hook}/test/${trigger}`);
    expect([refused.status, refused.body]).toEqual([422, { message: 'Silent mode enabled' }]);
    expect((await gl.get(`${hook}/events`)).list).toEqual([]);
    expect(gl.sandbox.platform.state.hooks.get(id)?.recent_failures).toBe(0);
  });

  test('is limited to 5 in a minute for each place and user', async () => {
    const { gl, hook, wait } = await withHook();
    for (let count = 0; count < 5; count += 1) expect((await gl.post(`${hook}/test/${trigger}`)).status).toBe(201);
    const refused = await gl.post(`${hook}/test/${trigger}`);
    expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
      429,
      '60',
      { message: { error: 'This endpoint has been requested too many times. Try again later.' } },
    ]);
    wait(60);
    expect((await gl.post(`${hook}/test/${trigger}`)).status).toBe(201);
  });
});

describe('alert_status', () => {
  test('is a pause from the 4th failure on that doubles, and ends by itself or by a success', async () => {
    const { gl, hook, id, wait } = await withHook('ci.invalid');
    const fail = async () => {
      wait(60);
      const failed = await gl.post(`${hook}/test/${trigger}`);
      expect(failed.status).toBe(422);
      expect(failed.object['message']).toMatch(/^Failed to open TCP connection to ci\.invalid/);
      return (await gl.get(hook)).object;
    };
    const status = async () => (await gl.get(hook)).object['alert_status'];
    for (let count = 0; count < 3; count += 1) {
      expect(await fail()).toMatchObject({ alert_status: 'executable', disabled_until: null });
    }
    const paused = await fail();
    const now = gl.sandbox.platform.clock.now().getTime();
    expect(paused['alert_status']).toBe('temporarily_disabled');
    expect(Math.abs(Date.parse(textOf(paused['disabled_until'])) - now - 60_000)).toBeLessThan(5000);
    wait(61);
    expect(await status()).toBe('executable');
    const longer = await fail();
    const later = gl.sandbox.platform.clock.now().getTime();
    expect(Math.abs(Date.parse(textOf(longer['disabled_until'])) - later - 120_000)).toBeLessThan(5000);
    await gl.put(hook, { url: 'https://ci.example.com/in' });
    expect((await gl.post(`${hook}/test/${trigger}`)).status).toBe(201);
    expect((await gl.get(hook)).object).toMatchObject({ alert_status: 'executable', disabled_until: null });
    expect(gl.sandbox.platform.state.hooks.get(id)?.recent_failures).toBe(0);
  });

  test('is disabled for good from the 40th failure on', async () => {
    const { gl, hook, wait } = await withHook('ci.invalid');
    for (let count = 0; count < 39; count += 1) {
      wait(86_401);
      await gl.post(`${hook}/test/${trigger}`);
    }
    wait(86_401);
    expect((await gl.get(hook)).object['alert_status']).toBe('executable');
    await gl.post(`${hook}/test/${trigger}`);
    wait(10 * 86_400);
    expect((await gl.get(hook)).object['alert_status']).toBe('disabled');
  });

  test('of a system hook is always executable; its test answers a mock project', async () => {
    const { gl, wait } = await withHook();
    const id = idOf(await gl.post('/hooks', { url: 'https://ci.invalid/in' }));
    for (let count = 0; count < 5; count += 1) {
      wait(60);
      const tested = await gl.post(`/hooks/${id}`);
      expect([tested.status, tested.body]).toEqual([
        201,
        {
          event_name: 'project_create',
          name: 'Ruby',
          path: 'ruby',
          project_id: 1,
          owner_name: 'Someone',
          owner_email: 'example@gitlabhq.com',
        },
      ]);
    }
    expect((await gl.get(`/hooks/${id}`)).object['alert_status']).toBe('executable');
    await gl.user('jane');
    expect((await gl.as('jane').post(`/hooks/${id}`)).status).toBe(403);
  });
});

describe('GET …/hooks/:hook_id/events', () => {
  test('shows the last seven days, the newest first, by status and in pages of at most 20', async () => {
    const { gl, hook, wait } = await withHook();
    await gl.post(`${hook}/test/${trigger}`);
    wait(8 * 86_400);
    await gl.post(`${hook}/test/${trigger}`);
    await gl.put(hook, { url: 'https://ci.invalid/in' });
    await gl.post(`${hook}/test/${trigger}`);
    const statuses = async (query = '') => {
      const { list } = await gl.get(`${hook}/events${query}`);
      return list.map((event) => event['response_status']);
    };
    expect(await statuses()).toEqual(['internal error', '200']);
    expect(await statuses('?status=successful')).toEqual(['200']);
    expect(await statuses('?status=200')).toEqual(['200']);
    expect(await statuses('?status=server_failure')).toEqual(['internal error']);
    expect(await statuses('?status=client_failure')).toEqual([]);
    expect(await statuses('?status=successful,server_failure')).toHaveLength(2);
    const page = await gl.get(`${hook}/events?per_page=1&page=2`);
    expect([page.headers.get('x-page'), page.list.length]).toEqual(['2', 1]);
    expect((await gl.get(`${hook}/events?per_page=21`)).body).toEqual({
      error: 'per_page does not have a valid value',
    });
    expect((await gl.get(`${hook}/events?status=invalid`)).body).toEqual({
      error: 'status does not have a valid value',
    });
  });

  test('has these fields and no others', async () => {
    const { gl, hook } = await withHook();
    await gl.post(`${hook}/test/${trigger}`);
    const [event] = (await gl.get(`${hook}/events`)).list;
    expect(Object.keys(event ?? {}).toSorted()).toEqual([
      ...['created_at', 'execution_duration', 'id', 'request_data', 'request_headers', 'response_body'],
      ...['response_headers', 'response_status', 'trigger', 'url'],
    ]);
  });

  test('hides the token, and goes with the hook', async () => {
    const { gl, hook } = await withHook();
    await gl.post(`${hook}/test/${trigger}`);
    const [event] = (await gl.get(`${hook}/events`)).list;
    expect(event?.['request_headers']).toMatchObject({ 'X-Gitlab-Token': '[REDACTED]' });
    expect(JSON.stringify(event)).not.toContain('hush');
    await gl.delete(hook);
    expect(gl.sandbox.platform.state.records.all().filter((row) => row.kind === 'hook_event')).toEqual([]);
  });

  test('is for those who manage the hook', async () => {
    const { gl, group, hook } = await withHook();
    const user_id = await gl.user('jane');
    await gl.post(`/groups/${group}/members`, { user_id, access_level: 30 });
    expect((await gl.as('jane').get(`${hook}/events`)).status).toBe(403);
    expect((await gl.as('jane').post(`${hook}/test/${trigger}`)).status).toBe(403);
    expect((await gl.as('jane').post(`${hook}/events/1/resend`)).status).toBe(403);
    expect((await fetch(`${gl.sandbox.url}/api/v4${hook}/events`)).status).toBe(401);
  });

  test('came with 17.3, resending with 17.4', async () => {
    const { gl, hook } = await withHook('ci.example.com', { version: '17.2.0-ee' });
    expect((await gl.get(`${hook}/events`)).body).toEqual({ error: '404 Not Found' });
    expect((await gl.post(`${hook}/events/1/resend`)).body).toEqual({ error: '404 Not Found' });
  });
});

describe('POST …/hooks/:hook_id/events/:hook_log_id/resend', () => {
  test('answers the status of the new delivery, which is logged too', async () => {
    const { gl, hook } = await withHook();
    await gl.post(`${hook}/test/${trigger}`);
    const [event] = (await gl.get(`${hook}/events`)).list;
    const resent = await gl.post(`${hook}/events/${textOf(event?.['id'])}/resend`);
    expect([resent.status, resent.body]).toEqual([201, { response_status: 200 }]);
    expect((await gl.get(`${hook}/events`)).list).toHaveLength(2);
    expect((await gl.post(`${hook}/events/999/resend`)).body).toEqual({ message: '404 Not found' });
  });

  test('is 422 once the URL is another, and limited to 5 in a minute', async () => {
    const { gl, hook } = await withHook();
    await gl.post(`${hook}/test/${trigger}`);
    const [event] = (await gl.get(`${hook}/events`)).list;
    await gl.put(hook, { url: 'https://other.example.com/in' });
    const path = `${hook}/events/${textOf(event?.['id'])}/resend`;
    const refused = await gl.post(path);
    expect([refused.status, refused.body]).toEqual([
      422,
      { message: 'The hook URL has changed, and this log entry cannot be retried' },
    ]);
    for (let count = 0; count < 4; count += 1) await gl.post(path);
    expect((await gl.post(path)).status).toBe(429);
  });
});
