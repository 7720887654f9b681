import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { told } from '../../sandbox/cast.ts';
import { twoStages, workshop } from '../../sandbox/ci.ts';
import { idOf } from '../../sandbox/client.ts';

// What GitLab's own request specs say of writing and merging (spec/requests/api/merge_requests_spec.rb, 18.9).

/** A private project with two branches that differ, one ready to be merged, and someone at each level. */
async function desk(options = {}) {
  const shop = await workshop(options);
  for (const [name, access_level] of [['guest', 10] as const, ['reporter', 20] as const]) {
    await shop.gl.post(`${shop.at}/members`, { user_id: await shop.gl.user(name), access_level });
  }
  const head = await shop.write('change.txt', 'x', 'feature');
  const all = `${shop.at}/merge_requests`;
  const wanted = { title: 'Test', source_branch: 'feature', target_branch: 'main' };
  const open = (more: JsonObject = {}) => shop.developer.post(all, { ...wanted, ...more });
  const people = { guest: shop.gl.as('guest'), reporter: shop.gl.as('reporter') };
  return { ...shop, ...people, all, one: `${all}/1`, open, wanted, head };
}

describe('POST /projects/:id/merge_requests', () => {
  test('assignee_id and reviewer_ids: taken, left out when empty or when they may not see the project', async () => {
    const { open, developer, one, ids } = await desk();
    const made = await open({ assignee_id: ids.maintainer, reviewer_ids: [ids.owner] });
    expect(made.object).toMatchObject({ assignee: { id: ids.maintainer }, assignees: [{ id: ids.maintainer }] });
    expect(made.object['reviewers']).toMatchObject([{ id: ids.owner }]);
    for (const assignee_id of ['', ids.stranger, 0]) {
      expect((await developer.put(one, { assignee_id })).object).toMatchObject({ assignee: null, assignees: [] });
    }
    expect((await developer.put(one, { reviewer_ids: [] })).object['reviewers']).toEqual([]);
  });

  test('without a licence there is one assignee', async () => {
    const { open, ids } = await desk({ tier: 'free' });
    const made = await open({ assignee_ids: [ids.developer, ids.maintainer] });
    expect(made.object['assignees']).toMatchObject([{ id: ids.developer }]);
  });

  test.each<[unknown, readonly string[]]>([
    ['label, label2', ['label', 'label2']],
    [
      ['label', 'label2'],
      ['label', 'label2'],
    ],
    ['label, label?, label&foo, ?, &', ['&', '?', 'label', 'label&foo', 'label?']],
    [
      ['label', 'label&foo, ?, &', '1, 2', 3, 4],
      ['&', '1', '2', '3', '4', '?', 'label', 'label&foo'],
    ],
    ['', []],
    [[], []],
    [[''], []],
    [['', '', ''], []],
    [null, []],
  ])('labels %j are kept as %j, on creation and on change', async (labels, kept) => {
    const { open, developer, one } = await desk();
    const made = await open({ labels: labels as JsonObject[string] });
    expect([made.status, made.object['labels']]).toEqual([201, kept]);
    await developer.put(one, { labels: 'before' });
    expect((await developer.put(one, { labels: labels as JsonObject[string] })).object['labels']).toEqual(kept);
  });

  test('add_labels keeps what is there, remove_labels takes what is named', async () => {
    const { open, developer, one } = await desk();
    await open({ labels: 'label,a-test' });
    expect((await developer.put(one, { add_labels: '1, 2' })).object['labels']).toEqual(['1', '2', 'a-test', 'label']);
    expect((await developer.put(one, { remove_labels: 'label,1,2' })).object['labels']).toEqual(['a-test']);
    expect((await developer.put(one, { remove_labels: 'label, a-test' })).object['labels']).toEqual([]);
  });

  test('squash and remove_source_branch are kept as they were sent', async () => {
    const { open, developer, one } = await desk();
    const made = await open({ squash: true, remove_source_branch: true });
    expect(made.object).toMatchObject({ squash: true, force_remove_source_branch: true });
    const closed = await developer.put(one, { state_event: 'close', remove_source_branch: false });
    expect(closed.object).toMatchObject({ state: 'closed', force_remove_source_branch: false });
    expect((await developer.put(one, { squash: false })).object['squash']).toBe(false);
  });

  test('refusals: the same branch 422, a missing parameter 400, a second one 409 with a list', async () => {
    const { open, developer, all, wanted } = await desk();
    const same = ["You can't use same project/branch for source and target"];
    expect(told(await open({ source_branch: 'main' }))).toEqual([422, { message: same }]);
    for (const name of ['title', 'source_branch', 'target_branch'] as const) {
      const rest = Object.fromEntries(Object.entries(wanted).filter(([key]) => key !== name));
      expect(told(await developer.post(all, rest))).toEqual([400, { error: `${name} is missing` }]);
    }
    await open();
    const message = ['Another open merge request already exists for this source branch: !1'];
    expect(told(await open({ title: 'New' }))).toEqual([409, { message }]);
  });

  test('guests may not, of a private project or where merge requests are switched off', async () => {
    const { gl, guest, all, at, group, wanted } = await desk();
    expect((await guest.post(all, wanted)).status).toBe(403);
    await gl.put(`/groups/${group}`, { visibility: 'public' });
    await gl.put(at, { visibility: 'public', merge_requests_access_level: 'disabled' });
    expect((await guest.post(all, wanted)).status).toBe(403);
  });
});

describe('PUT /projects/:id/merge_requests/:merge_request_iid', () => {
  test('title, description, target branch and milestone 0', async () => {
    const { open, developer, one, write } = await desk();
    await open();
    await write('w', 'w', 'wiki');
    for (const change of [{ title: 'New title' }, { description: 'New description' }, { target_branch: 'wiki' }]) {
      expect((await developer.put(one, change)).object).toMatchObject(change);
    }
    expect((await developer.put(one, { milestone_id: 0 })).object['milestone']).toBeNull();
  });

  test('assignees are told of in a note: assigned to, unassigned', async () => {
    const { open, developer, one, ids } = await desk();
    await open();
    const last = async () => (await developer.get(`${one}/notes?activity_filter=only_activity`)).list[0]?.['body'];
    await developer.put(one, { assignee_ids: [ids.maintainer] });
    expect(await last()).toBe('assigned to @maintainer');
    for (const nobody of [[], [0]]) {
      await developer.put(one, { assignee_ids: [ids.maintainer] });
      expect((await developer.put(one, { assignee_ids: nobody })).object['assignees']).toEqual([]);
      expect(await last()).toBe('unassigned @maintainer');
    }
  });

  test('a blank title or target branch is 400, and nothing else of the request is done', async () => {
    const { open, developer, one } = await desk();
    await open();
    for (const name of ['title', 'target_branch']) {
      const refusal = await developer.put(one, { state_event: 'close', [name]: null });
      expect(told(refusal)).toEqual([400, { error: `${name} is empty` }]);
    }
    expect((await developer.get(one)).object['state']).toBe('opened');
  });

  test('DELETE: 403 for Developers, 412 when it changed, 204 for Owners', async () => {
    const { open, developer, owner, one } = await desk();
    await open();
    expect((await developer.delete(one)).status).toBe(403);
    const old = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await owner.delete(one, old)).status).toBe(412);
    expect((await owner.delete(one)).status).toBe(204);
  });
});

describe('PUT …/merge and …/rebase', () => {
  const notNow = { message: '405 Method Not Allowed' };

  test('merge: 200, at the sha that was named; squash is taken on', async () => {
    const { open, maintainer, one, head } = await desk();
    await open();
    const wrong = await maintainer.put(`${one}/merge`, { sha: head.replaceAll('a', 'b').replace(/^./, '0') });
    expect(told(wrong)).toEqual([409, { message: `SHA does not match HEAD of source branch: ${head}` }]);
    const merged = await maintainer.put(`${one}/merge`, { sha: head, squash: true, squash_commit_message: 'Mine' });
    expect(merged.object).toMatchObject({
      state: 'merged',
      squash_on_merge: true,
      merge_user: { username: 'maintainer' },
    });
    expect((await maintainer.put(`${one}/merge`)).status).toBe(405);
  });

  test('merge: 401 for Reporters, 405 for drafts and closed ones, 422 with conflicts', async () => {
    const { open, maintainer, reporter, developer, one, write } = await desk();
    await open();
    expect(told(await reporter.put(`${one}/merge`))).toEqual([401, { message: '401 Unauthorized' }]);
    await developer.put(one, { title: 'Draft: Test' });
    expect((await developer.get(one)).object).toMatchObject({ draft: true, work_in_progress: true });
    expect(told(await maintainer.put(`${one}/merge`))).toEqual([405, notNow]);
    await developer.put(one, { title: 'Test', state_event: 'close' });
    expect(told(await maintainer.put(`${one}/merge`))).toEqual([405, notNow]);
    await developer.put(one, { state_event: 'reopen' });
    await write('change.txt', 'another');
    expect(told(await maintainer.put(`${one}/merge`))).toEqual([422, { message: 'Branch cannot be merged' }]);
  });

  test('with a pipeline: set off while it runs, merged when it succeeded, 405 when it failed', async () => {
    const { gl, at, maintainer, developer, one, wanted, all, write, setPipeline } = await desk();
    await write('.gitlab-ci.yml', twoStages, 'feature');
    await developer.post(all, wanted);
    const pipeline = idOf(await developer.post(`${at}/pipeline`, { ref: 'feature' }));
    const later = { merge_when_pipeline_succeeds: true };
    setPipeline(pipeline, { status: 'failed' });
    expect(told(await maintainer.put(`${one}/merge`, later))).toEqual([405, notNow]);
    await gl.put(at, { only_allow_merge_if_pipeline_succeeds: true });
    expect(told(await maintainer.put(`${one}/merge`))).toEqual([405, notNow]);
    setPipeline(pipeline, { status: 'running' });
    const waiting = await maintainer.put(`${one}/merge`, later);
    expect(waiting.object).toMatchObject({ ...later, state: 'opened', merge_user: { username: 'maintainer' } });
    expect(told(await maintainer.post(`${one}/cancel_merge_when_pipeline_succeeds`))).toEqual([
      201,
      { status: 'success' },
    ]);
    expect((await developer.get(one)).object['merge_when_pipeline_succeeds']).toBe(false);
    setPipeline(pipeline, { status: 'success' });
    expect((await maintainer.put(`${one}/merge`, later)).object['state']).toBe('merged');
  });

  test('an open discussion holds up the merge where the project says so', async () => {
    const { gl, at, open, maintainer, developer, one } = await desk({ backgroundDelay: 0 });
    await open();
    await gl.put(at, { only_allow_merge_if_all_discussions_are_resolved: true });
    const started = await developer.post(`${one}/discussions`, { body: 'why?' });
    expect((await developer.get(one)).object).toMatchObject({
      blocking_discussions_resolved: false,
      detailed_merge_status: 'discussions_not_resolved',
    });
    expect(told(await maintainer.put(`${one}/merge`))).toEqual([405, notNow]);
    await developer.put(`${one}/discussions/${textOf(started.object['id'])}`, { resolved: true });
    expect((await maintainer.put(`${one}/merge`)).status).toBe(200);
  });

  test.each([
    [{ should_remove_source_branch: true }, {}, false],
    [{}, { remove_source_branch: true }, false],
    [{ should_remove_source_branch: false }, { remove_source_branch: true }, true],
  ])('the source branch: merged with %j, written with %j, is there afterwards: %s', async (wish, written, there) => {
    const { open, maintainer, one, at } = await desk();
    await open(written);
    expect((await maintainer.put(`${one}/merge`, wish)).status).toBe(200);
    expect((await maintainer.get(`${at}/repository/branches/feature`)).status === 200).toBe(there);
  });

  test('a fast-forward merge with squash tells the commit that it made', async () => {
    const { gl, at, open, maintainer, one } = await desk();
    await gl.put(at, { merge_method: 'ff' });
    await open({ squash: true });
    const merged = await maintainer.put(`${one}/merge`);
    expect(merged.object['squash_commit_sha']).toMatch(/^[0-9a-f]{40}$/);
  });

  test('rebase: 202 while it runs, 409 for a second one, 403 for those who may not push', async () => {
    const { open, developer, reporter, one } = await desk({ backgroundDelay: 60_000 });
    await open();
    const refusal = { message: '403 Forbidden - Cannot push to source branch' };
    expect(told(await reporter.put(`${one}/rebase`))).toEqual([403, refusal]);
    expect(told(await developer.put(`${one}/rebase`, { skip_ci: true }))).toEqual([202, { rebase_in_progress: true }]);
    expect((await developer.put(`${one}/rebase`)).status).toBe(409);
  });
});

describe('pipelines of a merge request', () => {
  test('list and start: 200; 404 for strangers and for an unknown number; a broken file makes a failed one', async () => {
    const { developer, stranger, one, all, wanted, write, at } = await desk();
    const job = 'rspec: { script: ls, only: [merge_requests] }\n';
    await write('.gitlab-ci.yml', job, 'feature');
    await developer.post(all, wanted);
    const [first] = (await developer.get(`${one}/pipelines`)).list;
    const made = await developer.post(`${one}/pipelines`);
    expect([made.status, made.object['source']]).toEqual([200, 'merge_request_event']);
    expect((await developer.get(`${one}/pipelines`)).list).toMatchObject([{ id: idOf(made) }, { id: first?.['id'] }]);
    expect((await stranger.post(`${one}/pipelines`)).status).toBe(404);
    expect((await developer.post(`${all}/777/pipelines`)).status).toBe(404);
    await write('.gitlab-ci.yml', 'invalid yaml file', 'feature');
    const broken = await developer.post(`${one}/pipelines`);
    expect([broken.status, broken.object['status'], typeof broken.object['yaml_errors']]).toEqual([
      200,
      'failed',
      'string',
    ]);
    expect((await developer.get(`${at}/pipelines`)).list).toHaveLength(3);
  });

  test('the list is 403 for guests where pipelines are not public', async () => {
    const { gl, guest, at, group, open, one } = await desk();
    await open();
    await gl.put(`/groups/${group}`, { visibility: 'public' });
    await gl.put(at, { visibility: 'public', public_jobs: false });
    expect((await guest.get(`${one}/pipelines`)).status).toBe(403);
  });
});
