import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import type { MergeRequestRow } from '../../src/sandbox/merge-requests/rows.ts';
import { anonymous, column, told } from './cast.ts';
import { workshop } from './ci.ts';
import { idOf } from './client.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';

/** A day within the year that tokens may last. */
const inAWhile = new Date(Date.now() + 100 * 86_400_000).toISOString().slice(0, 10);

const branches = { source_branch: 'feature', target_branch: 'main' };

/** A project with a branch `feature` that adds a file, and a way to make merge requests. */
async function review(options: SandboxOptions = {}) {
  const shop = await workshop({ backgroundDelay: 0, ...options });
  const head = await shop.write('feature.md', 'new\n', 'feature');
  const all = `${shop.at}/merge_requests`;
  for (const [name, level] of [['guest', 10] as const, ['reporter', 20] as const]) {
    await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user(name), access_level: level });
  }
  const open = (more: JsonObject = {}) => shop.developer.post(all, { ...branches, title: 'Add it', ...more });
  const { state } = shop.gl.sandbox.platform;
  const set = (iid: number, changes: Partial<Omit<MergeRequestRow, 'id'>>) => {
    const row = state.mergeRequestByNumber(`${shop.project} ${iid}`);
    if (row !== undefined) state.mergeRequests.update(row, changes);
  };
  const ref = (name: string) => state.gitRefByName(`${shop.project} heads ${name}`)?.sha;
  return { ...shop, guest: shop.gl.as('guest'), reporter: shop.gl.as('reporter'), all, open, set, ref, head };
}

test('POST /projects/:id/merge_requests answers 201 with everything that is known', async () => {
  const shop = await review();
  const assignee_ids = [shop.ids.owner];
  const made = await shop.open({ description: '- [x] a\n- [ ] b', labels: 'b, a', assignee_ids, squash: true });
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    iid: 1,
    project_id: shop.project,
    source_project_id: shop.project,
    target_project_id: shop.project,
    title: 'Add it',
    state: 'opened',
    ...branches,
    author: { username: 'developer' },
    assignee: { username: 'owner' },
    assignees: [{ username: 'owner' }],
    reviewers: [],
    labels: ['a', 'b'],
    draft: false,
    work_in_progress: false,
    milestone: null,
    merge_when_pipeline_succeeds: false,
    merge_status: 'can_be_merged',
    detailed_merge_status: 'mergeable',
    sha: shop.head,
    merge_commit_sha: null,
    squash: true,
    has_conflicts: false,
    changes_count: '1',
    references: { short: '!1', relative: '!1', full: 'platform/api!1' },
    web_url: `${shop.gl.sandbox.url}/platform/api/-/merge_requests/1`,
    task_completion_status: { count: 2, completed_count: 1 },
    diff_refs: { head_sha: shop.head, base_sha: shop.ref('main'), start_sha: shop.ref('main') },
    user: { can_merge: false },
    subscribed: true,
  });
});

test('right after its creation a merge request is still being prepared', async () => {
  const shop = await review({ backgroundDelay: 5000 });
  const made = (await shop.open()).object;
  expect(made).toMatchObject({ merge_status: 'checking', detailed_merge_status: 'preparing', prepared_at: null });
  shop.gl.sandbox.platform.clock.advance(5000);
  expect((await shop.developer.get(`${shop.all}/1`)).object).toMatchObject({ detailed_merge_status: 'mergeable' });
});

test('a second open merge request for the same branches is 409 with a list', async () => {
  const shop = await review();
  await shop.open();
  const text = 'Another open merge request already exists for this source branch: !1';
  expect(told(await shop.open())).toEqual([409, { message: [text] }]);
  await shop.developer.put(`${shop.all}/1`, { state_event: 'close' });
  expect((await shop.open()).object['iid']).toBe(2);
  expect(told(await shop.developer.put(`${shop.all}/1`, { state_event: 'reopen' }))).toEqual([
    409,
    { message: ['Another open merge request already exists for this source branch: !2'] },
  ]);
});

test.each<[JsonObject, number, JsonObject]>([
  [{ source_branch: 'main' }, 422, { message: ["You can't use same project/branch for source and target"] }],
  [{ source_branch: 'none' }, 422, { message: ['Source branch "none" does not exist'] }],
  [{ target_branch: 'none' }, 422, { message: ['Target branch "none" does not exist'] }],
  [{ title: '' }, 400, { message: { title: ["can't be blank"] } }],
  [{ title: 'x'.repeat(256) }, 400, { message: { title: ['is too long (maximum is 255 characters)'] } }],
  [
    { description: 'x'.repeat(1_048_577) },
    400,
    { message: { description: ['is too long (maximum is 1048576 characters)'] } },
  ],
  [{ target_project_id: 999 }, 403, { message: '403 Forbidden' }],
])('POST with %j is %i', async (more, status, body) => {
  const shop = await review();
  expect(told(await shop.open(more))).toEqual([status, body]);
});

test.each(['title', 'source_branch', 'target_branch'])('POST without %s is 400', async (name) => {
  const shop = await review();
  const body = { ...branches, title: 'x', [name]: undefined };
  expect(told(await shop.developer.post(shop.all, body))).toEqual([400, { error: `${name} is missing` }]);
});

test('a project that is no fork cannot be the target: 422', async () => {
  const shop = await review();
  const other = idOf(await shop.owner.post('/projects', { name: 'other', namespace_id: shop.group }));
  const message = ['Source project is not a fork of the target project'];
  expect(told(await shop.open({ target_project_id: other }))).toEqual([422, { message }]);
});

test('merge requests are made by Developers: 403 below, 404 for strangers, 401 without a token', async () => {
  const shop = await review();
  const body = { ...branches, title: 'x' };
  for (const who of [shop.guest, shop.reporter]) expect((await who.post(shop.all, body)).status).toBe(403);
  expect((await shop.stranger.post(shop.all, body)).status).toBe(404);
  expect((await shop.gl.post(shop.all, body, anonymous)).status).toBe(401);
  expect((await shop.maintainer.post(shop.all, body)).status).toBe(201);
  await shop.owner.put(shop.at, { merge_requests_access_level: 'disabled' });
  expect((await shop.owner.post(shop.all, body)).status).toBe(403);
});

test('several assignees need a licence; those who cannot see the project are left out', async () => {
  const free = await review({ tier: 'free' });
  const both = { assignee_ids: [free.ids.owner, free.ids.maintainer] };
  expect((await free.open(both)).object['assignees']).toMatchObject([{ username: 'owner' }]);
  const paid = await review({ tier: 'premium' });
  const people = { assignee_ids: [paid.ids.owner, paid.ids.stranger, paid.ids.maintainer], reviewer_ids: [0] };
  const made = (await paid.open(people)).object;
  expect(made['assignees']).toMatchObject([{ username: 'owner' }, { username: 'maintainer' }]);
  expect(made['reviewers']).toEqual([]);
});

test('merge requests are seen by Reporters of a private project: 403 for guests, 404 for strangers', async () => {
  const shop = await review();
  await shop.open();
  for (const path of [shop.all, `${shop.all}/1`]) {
    expect((await shop.guest.get(path)).status).toBe(403);
    expect((await shop.reporter.get(path)).status).toBe(200);
    expect((await shop.stranger.get(path)).status).toBe(404);
    expect((await shop.gl.get(path, anonymous)).status).toBe(404);
    expect((await shop.gl.get(path)).status).toBe(200);
  }
  await shop.gl.put(`/groups/${shop.group}`, { visibility: 'public' });
  await shop.gl.put(shop.at, { visibility: 'public' });
  expect((await shop.gl.get(shop.all, anonymous)).list).toHaveLength(1);
  expect(told(await shop.developer.get(`${shop.all}/99`))).toEqual([404, { message: '404 Not found' }]);
});

test('GET of one adds html, diverged commits and rebase only on request', async () => {
  const shop = await review();
  await shop.open({ title: 'a < b' });
  await shop.write('other.md', 'x');
  const plain = (await shop.developer.get(`${shop.all}/1`)).object;
  for (const name of ['title_html', 'diverged_commits_count', 'rebase_in_progress']) {
    expect(plain).not.toHaveProperty(name);
  }
  const query = 'render_html=true&include_diverged_commits_count=true&include_rebase_in_progress=true';
  expect((await shop.developer.get(`${shop.all}/1?${query}`)).object).toMatchObject({
    title_html: 'a &lt; b',
    diverged_commits_count: 1,
    rebase_in_progress: false,
  });
});

/** Four merge requests that differ in all that a list can ask for. */
async function many() {
  const shop = await review();
  for (const name of ['two', 'three', 'four']) await shop.write(`${name}.md`, name, name);
  const made = [
    await shop.open({ title: 'One', description: 'about fish', labels: 'bug', reviewer_ids: [shop.ids.owner] }),
  ];
  made.push(await shop.maintainer.post(shop.all, { ...branches, source_branch: 'two', title: 'Draft: Two' }));
  const third = {
    ...branches,
    source_branch: 'three',
    title: 'Three',
    assignee_ids: [shop.ids.owner],
    labels: 'bug,ui',
  };
  made.push(await shop.developer.post(shop.all, third));
  made.push(await shop.developer.post(shop.all, { ...branches, source_branch: 'four', title: 'Four' }));
  const day = (n: number) => `2024-01-0${n}T00:00:00.000Z`;
  for (const n of [1, 2, 3, 4]) shop.set(n, { created_at: day(n), updated_at: day(5 - n) });
  shop.set(3, {
    state: 'merged',
    merge_user_id: shop.ids.maintainer,
    merged_at: day(4),
    approved_by_ids: [shop.ids.owner],
  });
  shop.set(4, {
    state: 'closed',
    milestone: { id: 1, title: '1.0' },
    reactions: [{ user_id: shop.ids.developer, name: 'star' }],
    deployments: [{ environment: 'staging', at: day(4) }],
  });
  return { ...shop, made };
}

test.each([
  ['', [4, 3, 2, 1]],
  ['state=', [4, 3, 2, 1]],
  ['state=opened', [2, 1]],
  ['state=merged', [3]],
  ['state=closed', [4]],
  ['state=locked', []],
  ['sort=asc', [1, 2, 3, 4]],
  ['order_by=updated_at', [1, 2, 3, 4]],
  ['order_by=title&sort=asc', [2, 4, 1, 3]],
  ['iids[]=1&iids[]=4', [4, 1]],
  ['labels=bug', [3, 1]],
  ['labels=bug,ui', [3]],
  ['labels=bug,none', []],
  ['labels=None', [4, 2]],
  ['labels=any', [3, 1]],
  ['milestone=1.0', [4]],
  ['milestone=None', [3, 2, 1]],
  ['author_username=maintainer', [2]],
  ['assignee_id=None', [4, 2, 1]],
  ['assignee_id=Any', [3]],
  ['assignee_username=owner', [3]],
  ['reviewer_username=owner', [1]],
  ['reviewer_id=None', [4, 3, 2]],
  ['merge_user_username=maintainer', [3]],
  ['my_reaction_emoji=star', [4]],
  ['my_reaction_emoji=None', [3, 2, 1]],
  ['approved=yes', [3]],
  ['approved=no', [4, 2, 1]],
  ['approved_by_ids=None', [4, 2, 1]],
  ['wip=yes', [2]],
  ['wip=no', [4, 3, 1]],
  ['search=fish', [1]],
  ['search=fish&in=title', []],
  ['search=tWo', [2]],
  ['source_branch=three', [3]],
  ['target_branch=other', []],
  ['environment=staging', [4]],
  ['deployed_after=2024-01-05', []],
  ['deployed_before=2024-01-05', [4]],
  ['created_after=2024-01-03T00:00:00Z', [4, 3]],
  ['created_before=2024-01-01T12:00:00Z', [1]],
  ['updated_after=2024-01-04T00:00:00Z', [1]],
  ['updated_before=2024-01-01T00:00:00Z', [4]],
  ['not[labels]=ui', [4, 2, 1]],
  ['not[author_username]=developer', [2]],
  ['not[milestone]=1.0', [3, 2, 1]],
  ['not[reviewer_username]=owner', [4, 3, 2]],
  ['scope=assigned_to_me', []],
  ['scope=created-by-me', [4, 3, 1]],
])('GET /projects/:id/merge_requests?%s lists %j', async (query, iids) => {
  const shop = await many();
  expect(column(await shop.developer.get(`${shop.all}?${query}`), 'iid')).toEqual(iids);
});

test.each([
  ['author_id=1&author_username=x', 'author_id, author_username are mutually exclusive'],
  ['reviewer_id=1&reviewer_username=x', 'reviewer_id, reviewer_username are mutually exclusive'],
  ['merge_user_id=1&merge_user_username=x', 'merge_user_id, merge_user_username are mutually exclusive'],
  ['not[reviewer_id]=Any', 'not[reviewer_id] is invalid'],
  ['not[reviewer_id]=1&not[reviewer_username]=x', 'not[reviewer_id], not[reviewer_username] are mutually exclusive'],
  ['assignee_id=someone', "assignee_id should be an integer, 'None' or 'Any'"],
  ['state=open', 'state does not have a valid value'],
  ['order_by=id', 'order_by does not have a valid value'],
])('GET /projects/:id/merge_requests?%s is 400', async (query, error) => {
  const shop = await review();
  expect(told(await shop.developer.get(`${shop.all}?${query}`))).toEqual([400, { error }]);
});

test('view=simple shows nine fields; with_labels_details turns labels into objects', async () => {
  const shop = await many();
  const [simple] = (await shop.developer.get(`${shop.all}?view=simple`)).list;
  expect(Object.keys(simple ?? {}).toSorted()).toEqual(
    ['id', 'iid', 'title', 'web_url', 'created_at', 'description', 'project_id', 'state', 'updated_at'].toSorted(),
  );
  const detailed = await shop.developer.get(`${shop.all}?with_labels_details=true&labels=ui`);
  expect(detailed.list[0]?.['labels']).toMatchObject([{ name: 'bug' }, { name: 'ui' }]);
});

test('GET /merge_requests is the caller’s own by default, and without a token only scope=all', async () => {
  const shop = await many();
  expect(column(await shop.developer.get('/merge_requests'), 'iid')).toEqual([4, 3, 1]);
  expect(column(await shop.owner.get('/merge_requests?scope=assigned_to_me'), 'iid')).toEqual([3]);
  expect(column(await shop.owner.get('/merge_requests?scope=reviews_for_me'), 'iid')).toEqual([1]);
  expect(column(await shop.owner.get('/merge_requests?scope=all'), 'iid')).toEqual([4, 3, 2, 1]);
  expect((await shop.stranger.get('/merge_requests?scope=all')).body).toEqual([]);
  expect((await shop.gl.get('/merge_requests', anonymous)).status).toBe(401);
  expect((await shop.gl.get('/merge_requests?scope=assigned_to_me', anonymous)).status).toBe(401);
  expect(told(await shop.gl.get('/merge_requests?scope=all', anonymous))).toEqual([200, []]);
});

test('PUT changes what it is told, and writes it down', async () => {
  const shop = await review();
  await shop.open({ labels: 'a,b' });
  const put = (body: JsonObject) => shop.developer.put(`${shop.all}/1`, body);
  await shop.write('x', 'x', 'stable');
  const changed = await put({ title: 'New', description: 'Text', target_branch: 'stable', remove_source_branch: true });
  expect(changed.object).toMatchObject({
    title: 'New',
    description: 'Text',
    target_branch: 'stable',
    force_remove_source_branch: true,
  });
  expect((await put({ add_labels: 'c, d' })).object['labels']).toEqual(['a', 'b', 'c', 'd']);
  expect((await put({ remove_labels: 'a' })).object['labels']).toEqual(['b', 'c', 'd']);
  expect((await put({ labels: ['x', 'y&z, w', 3] })).object['labels']).toEqual(['3', 'w', 'x', 'y&z']);
  expect((await put({ labels: '' })).object['labels']).toEqual([]);
  expect((await put({ assignee_id: shop.ids.owner })).object['assignees']).toMatchObject([{ username: 'owner' }]);
  expect((await put({ assignee_ids: [0] })).object['assignees']).toEqual([]);
  expect((await put({ reviewer_ids: [shop.ids.owner] })).object['reviewers']).toMatchObject([{ username: 'owner' }]);
  expect((await put({ discussion_locked: true })).object['discussion_locked']).toBe(true);
  const told = await shop.developer.get(`${shop.all}/1/notes?activity_filter=only_activity&sort=asc`);
  expect(column(told, 'body')).toEqual([
    'changed title from **Add it** to **New**',
    'changed the description',
    'changed target branch from `main` to `stable`',
    'assigned to @owner',
    'unassigned @owner',
    'requested review from @owner',
  ]);
});

test('state_event closes and reopens, and says who did it', async () => {
  const shop = await review();
  await shop.open();
  const put = (state_event: string) => shop.developer.put(`${shop.all}/1`, { state_event });
  expect((await put('close')).object).toMatchObject({
    state: 'closed',
    closed_by: { username: 'developer' },
    detailed_merge_status: 'not_open',
  });
  expect((await put('reopen')).object).toMatchObject({ state: 'opened', closed_by: null, closed_at: null });
  expect((await put('merge')).body).toEqual({ error: 'state_event does not have a valid value' });
});

test('PUT of nothing names all that it takes; a blank title or target is refused before anything is done', async () => {
  const shop = await review();
  await shop.open();
  const put = (body: JsonObject) => shop.developer.put(`${shop.all}/1`, body);
  const nothing = await put({});
  expect(nothing.status).toBe(400);
  expect(nothing.object['error']).toMatch(
    /^assignee_id, assignee_ids, .* are missing, at least one parameter must be provided$/,
  );
  expect(told(await put({ state_event: 'close', title: null }))).toEqual([400, { error: 'title is empty' }]);
  expect(told(await put({ state_event: 'close', target_branch: '' }))).toEqual([
    400,
    { error: 'target_branch is empty' },
  ]);
  expect((await shop.developer.get(`${shop.all}/1`)).object['state']).toBe('opened');
  expect((await shop.reporter.put(`${shop.all}/1`, { title: 'x' })).status).toBe(403);
  expect((await shop.stranger.put(`${shop.all}/1`, { title: 'x' })).status).toBe(404);
});

test('DELETE is for Owners and administrators; 412 when it changed meanwhile', async () => {
  const shop = await review();
  await shop.open();
  const path = `${shop.all}/1`;
  expect((await shop.developer.delete(path)).status).toBe(403);
  expect((await shop.maintainer.delete(path)).status).toBe(403);
  expect((await shop.gl.delete(path, anonymous)).status).toBe(401);
  expect((await shop.owner.delete(path, { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(412);
  expect((await shop.owner.delete(path)).status).toBe(204);
  expect((await shop.owner.delete(path)).status).toBe(404);
});

test('merge makes a commit of both sides, and names who merged', async () => {
  const shop = await review();
  const start = shop.ref('main');
  await shop.open();
  const merged = await shop.maintainer.put(`${shop.all}/1/merge`, { sha: shop.head });
  expect(merged.status).toBe(200);
  expect(merged.object).toMatchObject({
    state: 'merged',
    merge_user: { username: 'maintainer' },
    merged_by: { username: 'maintainer' },
    merge_commit_sha: shop.ref('main'),
    squash_commit_sha: null,
    sha: shop.head,
    detailed_merge_status: 'not_open',
  });
  const commit = (await shop.developer.get(`${shop.at}/repository/commits/${String(shop.ref('main'))}`)).object;
  expect(commit['parent_ids']).toEqual([start, shop.head]);
  expect(commit['message']).toBe("Merge branch 'feature' into 'main'\n\nAdd it\n\nSee merge request platform/api!1");
  expect((await shop.developer.get(`${shop.at}/repository/files/feature.md/raw`)).body).toBe('new\n');
});

test('merge with squash, a message and the removal of the source branch', async () => {
  const shop = await review();
  await shop.write('more.md', 'x', 'feature');
  await shop.open();
  const wish = {
    squash: true,
    squash_commit_message: 'All',
    merge_commit_message: 'Done',
    should_remove_source_branch: true,
  };
  const merged = (await shop.maintainer.put(`${shop.all}/1/merge`, wish)).object;
  expect(merged['should_remove_source_branch']).toBe(true);
  expect(shop.ref('feature')).toBeUndefined();
  const commit = async (sha: unknown) =>
    (await shop.developer.get(`${shop.at}/repository/commits/${String(sha)}`)).object;
  expect((await commit(merged['squash_commit_sha']))['message']).toBe('All');
  expect((await commit(merged['merge_commit_sha']))['message']).toBe('Done');
});

test('the wish at the merge wins over that of the merge request for the source branch', async () => {
  const shop = await review();
  await shop.open({ remove_source_branch: true });
  await shop.maintainer.put(`${shop.all}/1/merge`, { should_remove_source_branch: false });
  expect(shop.ref('feature')).toBe(shop.head);
});

test('a project of fast-forward merges moves the branch; one that fell behind is 422', async () => {
  const shop = await review();
  await shop.owner.put(shop.at, { merge_method: 'ff' });
  await shop.open();
  const merged = (await shop.maintainer.put(`${shop.all}/1/merge`)).object;
  expect([merged['merge_commit_sha'], shop.ref('main')]).toEqual([null, shop.head]);
  await shop.write('late.md', 'x', 'late');
  await shop.write('x.md', 'x');
  await shop.open({ source_branch: 'late' });
  expect((await shop.developer.get(`${shop.all}/2`)).object['detailed_merge_status']).toBe('need_rebase');
  const refused = await shop.maintainer.put(`${shop.all}/2/merge`);
  expect(told(refused)).toEqual([422, { message: 'Branch cannot be merged' }]);
});

test('merge refuses: 401 without the right, 405 by state, 422 by conflict, 409 by sha', async () => {
  const shop = await review();
  await shop.open();
  const merge = (body: JsonObject = {}) => shop.maintainer.put(`${shop.all}/1/merge`, body);
  const denied = { message: '401 Unauthorized' };
  expect(told(await shop.developer.put(`${shop.all}/1/merge`))).toEqual([401, denied]);
  expect(told(await shop.reporter.put(`${shop.all}/1/merge`))).toEqual([401, denied]);
  expect((await shop.gl.put(`${shop.all}/1/merge`, {}, anonymous)).status).toBe(401);
  const text = `SHA does not match HEAD of source branch: ${shop.head}`;
  expect(told(await merge({ sha: 'f'.repeat(40) }))).toEqual([409, { message: text }]);
  const not = [405, { message: '405 Method Not Allowed' }];
  await shop.developer.put(`${shop.all}/1`, { title: 'Draft: x' });
  expect(told(await merge())).toEqual(not);
  expect((await shop.developer.get(`${shop.all}/1`)).object['detailed_merge_status']).toBe('draft_status');
  await shop.developer.put(`${shop.all}/1`, { title: 'x', state_event: 'close' });
  expect(told(await merge())).toEqual(not);
  await shop.developer.put(`${shop.all}/1`, { state_event: 'reopen' });
  await shop.write('feature.md', 'other\n');
  expect((await shop.developer.get(`${shop.all}/1`)).object).toMatchObject({
    has_conflicts: true,
    merge_status: 'cannot_be_merged',
    detailed_merge_status: 'conflict',
  });
  expect(told(await merge())).toEqual([422, { message: 'Branch cannot be merged' }]);
  expect((await shop.maintainer.put(`${shop.all}/99/merge`)).status).toBe(404);
});

test('a project that wants a successful pipeline refuses the merge without one', async () => {
  const shop = await review();
  await shop.owner.put(shop.at, { only_allow_merge_if_pipeline_succeeds: true });
  await shop.write('.gitlab-ci.yml', 'a: { script: x }', 'feature');
  await shop.open();
  const merge = (body: JsonObject = {}) => shop.maintainer.put(`${shop.all}/1/merge`, body);
  const status = async () => (await shop.developer.get(`${shop.all}/1`)).object['detailed_merge_status'];
  expect([(await merge()).status, await status()]).toEqual([405, 'ci_must_pass']);
  expect((await merge({ auto_merge: true })).status).toBe(405);
  const id = idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'feature' }));
  expect([(await merge()).status, await status()]).toEqual([405, 'ci_still_running']);
  const waiting = await merge({ auto_merge: true });
  expect([waiting.status, waiting.object['state']]).toEqual([200, 'opened']);
  expect(waiting.object).toMatchObject({ merge_when_pipeline_succeeds: true, merge_user: { username: 'maintainer' } });
  shop.setPipeline(id, { status: 'failed' });
  expect((await merge({ merge_when_pipeline_succeeds: true })).status).toBe(405);
  shop.setPipeline(id, { status: 'success' });
  expect((await merge({ auto_merge: true })).object['state']).toBe('merged');
});

test('rebase answers 202 and puts the branch on top of its target; one at a time', async () => {
  const shop = await review({ backgroundDelay: 5000 });
  await shop.write('other.md', 'x');
  await shop.open();
  const rebase = (who = shop.developer) => who.put(`${shop.all}/1/rebase`);
  expect([(await rebase(shop.guest)).status, (await rebase(shop.reporter)).status]).toEqual([404, 403]);
  expect(told(await rebase())).toEqual([202, { rebase_in_progress: true }]);
  expect(told(await rebase())).toEqual([409, { message: '409 Conflict: Resource lock' }]);
  shop.gl.sandbox.platform.clock.advance(5000);
  const query = 'include_diverged_commits_count=true&include_rebase_in_progress=true';
  const shown = (await shop.developer.get(`${shop.all}/1?${query}`)).object;
  expect(shown).toMatchObject({ diverged_commits_count: 0, rebase_in_progress: false, merge_error: null });
  expect(shown['sha']).not.toBe(shop.head);
});

test('a rebase that meets a conflict leaves the branch, and says so in merge_error', async () => {
  const shop = await review();
  await shop.write('feature.md', 'other\n');
  await shop.open();
  expect((await shop.developer.put(`${shop.all}/1/rebase`)).status).toBe(202);
  const error = 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.';
  expect((await shop.developer.get(`${shop.all}/1`)).object).toMatchObject({ merge_error: error, sha: shop.head });
});

test('the pipelines of a merge request are those of its branch and its own', async () => {
  const shop = await review();
  await shop.write('.gitlab-ci.yml', 'a: { script: x }\nb: { script: y, only: [merge_requests] }\n', 'feature');
  await shop.open();
  const path = `${shop.all}/1/pipelines`;
  const first = column(await shop.developer.get(path), 'id');
  expect(first).toHaveLength(1);
  const branch = idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'feature' }));
  const own = await shop.developer.post(path);
  expect(own.status).toBe(200);
  expect(own.object).toMatchObject({ source: 'merge_request_event', ref: 'refs/merge-requests/1/head' });
  expect(column(await shop.developer.get(`${shop.at}/pipelines/${idOf(own)}/jobs`), 'name')).toEqual(['b']);
  expect(column(await shop.developer.get(path), 'id')).toEqual([idOf(own), branch, ...first]);
  expect((await shop.developer.get(`${shop.all}/1`)).object).toMatchObject({ head_pipeline: { id: idOf(own) } });
  expect((await shop.developer.post(path, { async: true })).status).toBe(202);
  await shop.owner.put(shop.at, { public_jobs: false });
  expect((await shop.reporter.get(path)).status).toBe(200);
  expect((await shop.guest.get(path)).status).toBe(403);
  expect((await shop.stranger.post(path)).status).toBe(404);
  expect((await shop.reporter.post(path)).status).toBe(405);
  expect((await shop.developer.get(`${shop.all}/99/pipelines`)).status).toBe(404);
});

// Clients' suites found it on a real GitLab: nobody has to ask for these pipelines.
test('a push and a merge request start their pipelines, and a merge waits for the one that runs', async () => {
  const shop = await review();
  const head = await shop.push(
    '.gitlab-ci.yml',
    'a: { script: x }\nb: { script: y, only: [merge_requests] }\n',
    'feature',
  );
  const listed = async () =>
    (await shop.developer.get(`${shop.at}/pipelines`)).list.map(({ source, ref, sha, status }) => [
      source,
      ref,
      sha,
      status,
    ]);
  expect(await listed()).toEqual([['push', 'feature', head, 'pending']]);
  const opened = await shop.open();
  expect(opened.object).toMatchObject({
    head_pipeline: { source: 'merge_request_event', status: 'pending', sha: head },
  });
  expect((await listed())[0]).toEqual(['merge_request_event', 'refs/merge-requests/1/head', head, 'pending']);
  const later = await shop.maintainer.put(`${shop.all}/1/merge`, { merge_when_pipeline_succeeds: true });
  expect([later.status, later.object['state'], later.object['merge_when_pipeline_succeeds']]).toEqual([
    200,
    'opened',
    true,
  ]);
  const next = await shop.push('feature.md', 'newer\n', 'feature');
  expect((await listed()).filter(([, , sha]) => sha === next)).toHaveLength(2);
  const merged = await shop.maintainer.put(`${shop.all}/1/merge`);
  expect((await listed())[0]).toEqual(['push', 'main', merged.object['merge_commit_sha'], 'pending']);
});

test('a merge request’s pipeline of a broken configuration is kept as failed', async () => {
  const shop = await review();
  await shop.write('.gitlab-ci.yml', 'just text', 'feature');
  await shop.open();
  const failed = await shop.developer.post(`${shop.all}/1/pipelines`);
  expect(failed.object).toMatchObject({ status: 'failed', yaml_errors: 'Invalid configuration format' });
});

// spec/requests/api/merge_request_approvals_spec.rb and app/policies/merge_request_policy.rb
test('PUT …/reset_approvals takes all approvals away: 202 for the bot of a token, 401 for people', async () => {
  const shop = await review();
  await shop.open();
  shop.set(1, { approved_by_ids: [shop.ids.owner] });
  const path = `${shop.all}/1/reset_approvals`;
  expect((await shop.owner.put(path)).status).toBe(401);
  expect((await shop.gl.put(path)).status).toBe(401);
  const token = async (access_level: number) => {
    const sent = { name: 'bot', scopes: ['api'], access_level, expires_at: inAWhile };
    return textOf((await shop.gl.post(`${shop.at}/access_tokens`, sent)).object['token']);
  };
  const as = async (level: number) => (await shop.gl.put(path, {}, { 'PRIVATE-TOKEN': await token(level) })).status;
  expect(await as(20)).toBe(401);
  expect(shop.gl.sandbox.platform.state.mergeRequests.get(1)?.approved_by_ids).toEqual([shop.ids.owner]);
  expect(await as(30)).toBe(202);
  expect(shop.gl.sandbox.platform.state.mergeRequests.get(1)?.approved_by_ids).toEqual([]);
  shop.set(1, { state: 'merged' });
  expect(await as(40)).toBe(401);
});

// spec/support/shared_examples/requests/api/resource_label_events_api_shared_examples.rb
test('GET …/resource_label_events tells which labels came and went, and who did it', async () => {
  const shop = await review();
  await shop.open({ labels: 'bug,docs' });
  await shop.maintainer.put(`${shop.all}/1`, { remove_labels: 'bug', add_labels: 'feature' });
  const path = `${shop.all}/1/resource_label_events`;
  const events = (await shop.developer.get(path)).list;
  expect(events).toMatchObject([
    { action: 'add', label: { name: 'bug' }, user: { username: 'developer' }, resource_type: 'MergeRequest' },
    { action: 'add', label: { name: 'docs' } },
    { action: 'add', label: { name: 'feature' }, user: { username: 'maintainer' } },
    { action: 'remove', label: { name: 'bug', id: events[0]?.['id'] } },
  ]);
  expect((await shop.developer.get(`${path}?per_page=1&page=2`)).list).toEqual([events[1]]);
  expect((await shop.developer.get(`${path}/${textOf(events[1]?.['id'])}`)).object).toEqual(events[1]);
  expect((await shop.developer.get(`${path}/99999`)).status).toBe(404);
  expect((await shop.developer.get(`${shop.all}/9/resource_label_events`)).status).toBe(404);
  expect((await shop.stranger.get(path)).status).toBe(404);
});
