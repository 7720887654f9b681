import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { cast, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

async function world(options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  const people = await cast(gl);
  const project = idOf(await gl.post('/projects', { name: 'api', path: 'api', namespace_id: people.group }));
  return { gl, ...people, ofGroup: `/groups/${people.group}/push_rule`, ofProject: `/projects/${project}/push_rule` };
}

// What is answered here is recorded (test/recorded/exchanges, kinds, free and permissions), unless it says otherwise.
test('a group without a rule is 404, a project without one null', async () => {
  const { gl, ofGroup, ofProject } = await world();
  expect(told(await gl.get(ofGroup))).toEqual([404, { message: '404 Not Found' }]);
  expect(told(await gl.get(ofProject))).toEqual([200, null]);
  expect(told(await gl.put(ofProject, { member_check: true }))).toEqual([404, { message: '404 Push rule Not Found' }]);
  expect(told(await gl.delete(ofGroup))).toEqual([404, { message: '404 Not Found' }]);
});

test('it is made once, changed by what is sent, and refused as a whole', async () => {
  const { gl, ofProject } = await world();
  const made = await gl.post(ofProject, { deny_delete_tag: true, max_file_size: 5 });
  expect([made.status, made.object]).toMatchObject([
    201,
    { deny_delete_tag: true, prevent_secrets: false, commit_committer_check: null, max_file_size: 5 },
  ]);
  expect(told(await gl.post(ofProject, { deny_delete_tag: true }))).toEqual([
    422,
    { message: 'Project push rule exists' },
  ]);
  expect(told(await gl.put(ofProject, { commit_message_regex: '(', member_check: true }))).toEqual([
    400,
    { message: { commit_message_regex: ['not valid RE2 syntax: missing ): ('] } },
  ]);
  expect((await gl.get(ofProject)).object).toMatchObject({ commit_message_regex: null, member_check: false });
  const { status, object } = await gl.put(ofProject, {});
  expect([status, object['error']]).toEqual([400, expect.stringContaining('at least one parameter must be provided')]);
});

test('a flag that the instance may have on says nothing once it is off (not recorded: the platform’s model)', async () => {
  const { gl, ofGroup } = await world();
  await gl.post(ofGroup, { commit_committer_check: true, member_check: true });
  const off = await gl.put(ofGroup, { commit_committer_check: false, member_check: false, file_name_regex: '' });
  expect(off.object).toMatchObject({ commit_committer_check: null, member_check: false, file_name_regex: '' });
});

test('bounds of the model (not recorded)', async () => {
  const { gl, ofGroup } = await world();
  expect(told(await gl.post(ofGroup, { max_file_size: -1, branch_name_regex: 'x'.repeat(512) }))).toEqual([
    400,
    {
      message: {
        max_file_size: ['must be greater than or equal to 0'],
        branch_name_regex: ['is too long (maximum is 511 characters)'],
      },
    },
  ]);
});

test('Maintainers see and change them; others are told 404 of a group, and 403 of a project', async () => {
  const { owner, maintainer, developer, stranger, ofGroup, ofProject } = await world();
  expect((await maintainer.post(ofGroup, { deny_delete_tag: true })).status).toBe(201);
  expect((await owner.get(ofGroup)).status).toBe(200);
  expect(told(await developer.get(ofGroup))).toEqual([404, { message: '404 Not Found' }]);
  expect(told(await developer.get(ofProject))).toEqual([403, { message: '403 Forbidden' }]);
  expect(told(await stranger.get(ofGroup))).toEqual([404, { message: '404 Group Not Found' }]);
  // Who may not see it is told so before anything is said of the parameters.
  expect((await developer.post(ofProject, {})).status).toBe(403);
  expect((await maintainer.delete(ofGroup)).status).toBe(204);
});

test('without a licence there are none', async () => {
  const { gl, ofGroup, ofProject } = await world({ tier: 'free' });
  for (const path of [ofGroup, ofProject]) {
    expect(told(await gl.get(path))).toEqual([404, { message: '404 Not Found' }]);
    expect(told(await gl.post(path, { deny_delete_tag: true }))).toEqual([404, { message: '404 Not Found' }]);
  }
});

test('a new project has a copy of the nearest rule above, and a new group none (documented)', async () => {
  const { gl, group, ofGroup } = await world();
  await gl.post(ofGroup, { max_file_size: 7 });
  const below = await gl.group('platform/below');
  expect((await gl.get(`/groups/${below}/push_rule`)).status).toBe(404);
  const made = idOf(await gl.post('/projects', { name: 'later', namespace_id: below }));
  expect((await gl.get(`/projects/${made}/push_rule`)).object).toMatchObject({ project_id: made, max_file_size: 7 });
  await gl.put(ofGroup, { max_file_size: 8 });
  expect((await gl.get(`/projects/${made}/push_rule`)).object).toMatchObject({ max_file_size: 7 });
  expect(group).toBeGreaterThan(0);
});

test('a change leaves an event for each field of a group, and one alone of a project', async () => {
  const { gl, group, ofGroup, ofProject } = await world();
  await gl.post(ofGroup, { deny_delete_tag: true, commit_committer_name_check: true });
  await gl.put(ofGroup, { max_file_size: 5 });
  await gl.delete(ofGroup);
  const events = (await gl.get(`/groups/${group}/audit_events`)).list.map(({ event_name: name }) => name);
  expect(events.filter((name) => textOf(name).includes('push_rule'))).toEqual([
    'group_push_rules_max_file_size_updated',
    'group_push_rules_reject_deny_delete_tag_updated',
  ]);
  await gl.post(ofProject, { deny_delete_tag: true, commit_committer_check: true });
  const ofIt = (await gl.get(ofProject.replace('push_rule', 'audit_events'))).list.map((event) => event['event_name']);
  expect(ofIt).toEqual(['project_push_rules_commit_committer_check_updated', 'project_created']);
});
