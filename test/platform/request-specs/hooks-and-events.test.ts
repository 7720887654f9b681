import { describe, expect, test } from 'vitest';
import { anonymous, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of hooks and of audit events (hooks_shared_examples.rb,
// ee/spec/requests/api/group_hooks_spec.rb, groups_spec.rb and audit_events_spec.rb, 18.9).

/** A group with a project without anything in it, an owner, a developer and a reporter of the group. */
async function place() {
  const gl = await sandbox();
  const group = await gl.group('team', { visibility: 'public' });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group, visibility: 'public' }));
  for (const [name, access_level] of Object.entries({ owner: 50, developer: 30, reporter: 20 }))
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level });
  await gl.user('stranger');
  return { gl, group, project };
}

describe('hooks', () => {
  test.each(['groups', 'projects', 'instance'])(
    'of %s: every flag as sent, names of secrets, no token',
    async (kind) => {
      const { gl, group, project } = await place();
      const base =
        { groups: `/groups/${group}/hooks`, projects: `/projects/${project}/hooks`, instance: '/hooks' }[kind] ?? '';
      const flags = ['push_events', 'tag_push_events', 'merge_requests_events'];
      const more =
        kind === 'instance' ? ['repository_update_events'] : ['emoji_events', 'milestone_events', 'job_events'];
      const sent = Object.fromEntries([...flags, ...more].map((name) => [name, true]));
      const url_variables = [{ key: 'token', value: 'very-secret' }];
      const made = await gl.post(base, { url: 'http://example.com', ...sent, url_variables });
      expect([made.status, made.object]).toMatchObject([201, { ...sent, url_variables: [{ key: 'token' }] }]);
      expect(made.object).not.toHaveProperty('token');
      const at = `${base}/${idOf(made)}`;
      const named = [{ key: 'def', value: 'x' }];
      expect((await gl.put(at, { url_variables: named })).object['url_variables']).toEqual(
        expect.arrayContaining([{ key: 'token' }, { key: 'def' }]),
      );
      expect((await gl.put(at, {})).status).toBe(400);
      expect((await gl.put(at, { token: 'foo\nbar' })).status).toBe(422);
      expect((await gl.post(base, { url: 'http://example.com', token: 'foo\nbar' })).status).toBe(422);
      expect((await gl.delete(base)).status).toBe(404);
      expect((await gl.get(base, anonymous)).status).toBe(401);
      expect((await gl.as('stranger').get(base)).status).toBe(403);
      expect((await gl.as('stranger').delete(at)).status).toBe(403);
      expect((await gl.put(`${at}/url_variables/abc%20def`, { value: 'x' })).status).toBe(422);
      expect((await gl.put(`${at}/custom_headers/abc`, { value: '' })).status).toBe(422);
      expect((await gl.put(`${at}/custom_headers/abc`, { value: 'x' })).status).toBe(204);
      expect((await gl.delete(`${at}/custom_headers/abc`)).status).toBe(204);
      expect((await gl.delete(`${at}/custom_headers/abc`)).status).toBe(404);
    },
  );

  test.each([
    ['confidential_note_events', 'Testing not available for this hook'],
    ['deployment_events', 'Testing not available for this hook'],
    ['feature_flag_events', 'Testing not available for this hook'],
    ['issues_events', 'Ensure the project has issues.'],
    ['note_events', 'Ensure the project has notes.'],
    ['merge_requests_events', 'Ensure the project has merge requests.'],
    ['job_events', 'Ensure the project has CI jobs.'],
    ['pipeline_events', 'Ensure the project has CI pipelines.'],
    ['releases_events', 'Ensure the project has releases.'],
  ])('a test of %s in an empty project is 422', async (trigger, message) => {
    const { gl, project } = await place();
    const hook = idOf(await gl.post(`/projects/${project}/hooks`, { url: 'http://example.com' }));
    expect(told(await gl.post(`/projects/${project}/hooks/${hook}/test/${trigger}`))).toEqual([422, { message }]);
  });

  test('a test in a group without a project is 422, of no trigger 400', async () => {
    const { gl } = await place();
    const group = await gl.group('empty');
    const hook = idOf(await gl.post(`/groups/${group}/hooks`, { url: 'http://example.com' }));
    const message = 'Ensure the group has a project with commits.';
    expect(told(await gl.post(`/groups/${group}/hooks/${hook}/test/push_events`))).toEqual([422, { message }]);
    expect(told(await gl.post(`/groups/${group}/hooks/${hook}/test/xyz`))).toEqual([
      400,
      { error: 'trigger does not have a valid value' },
    ]);
  });
});

describe('audit events', () => {
  test('of a group: 403 below Developer, one’s own for Developers, 400 for no number', async () => {
    const { gl, group } = await place();
    const [event] = (await gl.get(`/groups/${group}/audit_events`)).list;
    const at = `/groups/${group}/audit_events/${Number(event?.['id'])}`;
    for (const name of ['reporter', 'stranger']) {
      expect((await gl.as(name).get(`/groups/${group}/audit_events`)).status, name).toBe(403);
      expect((await gl.as(name).get(at)).status, name).toBe(403);
    }
    expect((await gl.as('developer').get(at)).status).toBe(404);
    expect((await gl.as('owner').get(at)).status).toBe(200);
    expect((await gl.get(`/groups/${group}/audit_events/an-invalid-id`)).status).toBe(400);
    expect((await gl.get(`/groups/${group}/audit_events/666777`)).status).toBe(404);
  });

  test('of the instance: 403 for others and without the licence, an entity’s id needs its type', async () => {
    const { gl } = await place();
    expect((await gl.as('owner').get('/audit_events')).status).toBe(403);
    expect((await gl.get('/audit_events?entity_id=1')).status).toBe(400);
    const users = await gl.get('/audit_events?entity_type=User');
    expect(users.list.every((event) => event['entity_type'] === 'User')).toBe(true);
    const free = await sandbox({ tier: 'free' });
    expect((await free.get('/audit_events')).status).toBe(403);
  });
});
