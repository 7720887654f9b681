import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import type { MergeRequestRow } from '../../../src/sandbox/merge-requests/rows.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { workshop } from '../../sandbox/ci.ts';
import { idOf } from '../../sandbox/client.ts';
import type { Answer, Client } from '../../sandbox/client.ts';

// What GitLab's own request specs say of merge requests (spec/requests/api/merge_requests_spec.rb, 18.9).

const missing = { message: '404 Not found' };

/** A project with four merge requests, one in each state, and someone at each level. */
async function desk(project: JsonObject = { visibility: 'public' }) {
  const shop = await workshop();
  await shop.gl.put(`/groups/${shop.group}`, { visibility: 'public' });
  await shop.gl.put(shop.at, project);
  const { gl, at } = shop;
  for (const [name, access_level] of [['guest', 10] as const, ['reporter', 20] as const]) {
    await gl.post(`${at}/members`, { user_id: await gl.user(name), access_level });
  }
  const all = `${at}/merge_requests`;
  const open = async (branch: string, more: JsonObject = {}, who: Client = shop.developer): Promise<Answer> => {
    await shop.write(`${branch}.txt`, branch, branch);
    return who.post(all, { source_branch: branch, target_branch: 'main', title: branch, ...more });
  };
  const set = (id: number, changes: Partial<Omit<MergeRequestRow, 'id'>>) => {
    const row = gl.sandbox.platform.state.mergeRequests.get(id);
    if (row !== undefined) gl.sandbox.platform.state.mergeRequests.update(row, changes);
  };
  const people = { guest: gl.as('guest'), reporter: gl.as('reporter') };
  return { ...shop, ...people, all, open, set };
}

/** Four merge requests, one in each state, with the times of GitLab's specs between them. */
async function four() {
  const shop = await desk();
  const [id, closed, locked, merged] = [
    idOf(await shop.open('markdown', { title: 'Test', description: 'Search description', labels: 'label,a-test' })),
    idOf(await shop.open('two', { title: 'Closed test' })),
    idOf(await shop.open('three', { title: 'Locked test' })),
    idOf(await shop.open('four', { title: 'Merged test' })),
  ];
  const at = (seconds: number) => new Date(Date.parse('2024-01-01T00:00:00Z') + seconds * 1000).toISOString();
  const milestone = { id: 1, iid: 1, title: '0.9' };
  shop.set(id, { milestone, created_at: at(0), updated_at: at(3 * 3600) });
  shop.set(closed, { state: 'closed', milestone, created_at: at(1), updated_at: at(0) });
  shop.set(locked, { state: 'locked', milestone, created_at: at(1), updated_at: at(2 * 3600) });
  shop.set(merged, { state: 'merged', created_at: at(2), updated_at: at(3600), merge_commit_sha: '9'.repeat(40) });
  return { ...shop, id, closed, locked, merged };
}

const ids = (answer: Answer) => column(answer, 'id');

describe('lists of a project and of a group', () => {
  test.each(['project', 'group'])('of a %s: order, states, milestones, labels, branches', async (place) => {
    const { developer, all, group, id, closed, locked, merged } = await four();
    const path = place === 'project' ? all : `/groups/${group}/merge_requests`;
    for (const [query, found] of [
      ['', [merged, locked, closed, id]],
      ['?state', [merged, locked, closed, id]],
      ['?state=opened', [id]],
      ['?state=closed', [closed]],
      ['?state=merged', [merged]],
      ['?state=locked', [locked]],
      ['?milestone=1.0.0', []],
      ['?milestone=foo', []],
      ['?milestone=0.9', [locked, closed, id]],
      ['?milestone=0.9&state=closed', [closed]],
      ['?labels=label', [id]],
      ['?labels=label,foo,bar', []],
      ['?labels=foo,bar', []],
      ['?labels[]=label&labels[]=a-test', [id]],
      ['?labels[]=%20label%20&labels[]=%20a-test%20', [id]],
      ['?labels[]=label%20%2C%20a-test', [id]],
      ['?labels=Any', [id]],
      ['?labels=None', [merged, locked, closed]],
      ['?sort=asc', [id, closed, locked, merged]],
      ['?sort=desc&per_page=2', [merged, locked]],
      ['?sort=desc&per_page=2&page=2', [closed, id]],
      ['?order_by=updated_at', [id, locked, merged, closed]],
      ['?order_by=created_at&sort=asc', [id, closed, locked, merged]],
      ['?order_by=title&sort=asc', [closed, locked, merged, id]],
      ['?order_by=title&sort=desc', [id, merged, locked, closed]],
      ['?source_branch=two&state=all', [closed]],
      ['?target_branch=main&state=all', [merged, locked, closed, id]],
      ['?wip=yes', []],
      ['?search=Search', [id]],
      ['?search=Search&in=title', []],
      ['?not[labels][]=label,a-test', [merged, locked, closed]],
      ['?not[milestone]=0.9', [merged]],
      ['?not[author_id]=999', [merged, locked, closed, id]],
    ] as const) {
      expect([query, ids(await developer.get(`${path}${query}`))]).toEqual([query, found]);
    }
  });

  test('entries: labels sorted, no votes, the merge commit of a merged one alone; simple ones have nine fields', async () => {
    const { developer, all, gl, id } = await four();
    const answer = await developer.get(all);
    const last = answer.list.at(-1) ?? {};
    expect(last).toMatchObject({ labels: ['a-test', 'label'], upvotes: 0, downvotes: 0, merge_commit_sha: null });
    expect(answer.list[0]).toMatchObject({ merge_commit_sha: '9'.repeat(40) });
    const fields = ['id', 'iid', 'title', 'web_url', 'created_at', 'description', 'project_id', 'state', 'updated_at'];
    const simple = (await developer.get(`${all}?view=simple`)).list[0] ?? {};
    expect(Object.keys(simple).toSorted()).toEqual(fields.toSorted());
    const detailed = (await developer.get(`${all}?with_labels_details=true`)).list.at(-1) ?? {};
    expect(detailed['labels']).toMatchObject([{ name: 'a-test' }, { name: 'label' }]);
    expect(ids(await gl.get(`${all}?state=opened`, anonymous))).toEqual([id]);
  });

  test('iids finds those numbers', async () => {
    const { developer, all, id, closed } = await four();
    expect(ids(await developer.get(`${all}?iids[]=1&iids[]=2`))).toEqual([closed, id]);
  });

  test('deployments: by environment and by time', async () => {
    const { developer, all, merged, set } = await four();
    set(merged, { deployments: [{ environment: 'staging', at: '2024-02-01T00:00:00.000Z' }] });
    for (const [query, found] of [
      ['environment=staging', [merged]],
      ['environment=bla', []],
      ['deployed_after=1990-01-01', [merged]],
      ['deployed_after=2100-01-01', []],
      ['deployed_before=2100-01-01', [merged]],
      ['deployed_before=1990-01-01', []],
    ] as const) {
      expect([query, ids(await developer.get(`${all}?${query}`))]).toEqual([query, found]);
    }
  });

  test('a hidden project is 404; guests of a private one, and everybody where they are switched off, are 403', async () => {
    const { gl, guest, all, at, open } = await desk({ visibility: 'private' });
    await open('one');
    expect((await gl.get(all, anonymous)).status).toBe(404);
    expect((await guest.get(all)).status).toBe(403);
    await gl.put(at, { visibility: 'public', merge_requests_access_level: 'disabled' });
    expect((await guest.get(all)).status).toBe(403);
  });

  test('references of a group: by the project’s path inside it, by the full path from above', async () => {
    const { gl, developer, group, open } = await desk();
    await open('one');
    const parent = await gl.group('above', { visibility: 'public' });
    const references = async (id: number) => (await gl.get(`/groups/${id}/merge_requests`)).list[0]?.['references'];
    expect(await references(group)).toEqual({ short: '!1', relative: 'api!1', full: 'platform/api!1' });
    await gl.post(`/groups/${group}/transfer`, { group_id: parent });
    expect(await references(parent)).toEqual({
      short: '!1',
      relative: 'above/platform/api!1',
      full: 'above/platform/api!1',
    });
    expect((await developer.get(`/groups/${parent}/merge_requests`)).list).toHaveLength(1);
  });

  test('a group leaves archived projects out unless non_archived=false', async () => {
    const { gl, group, at, open } = await desk();
    const id = idOf(await open('one'));
    await gl.post(`${at}/archive`);
    expect(ids(await gl.get(`/groups/${group}/merge_requests`))).toEqual([]);
    expect(ids(await gl.get(`/groups/${group}/merge_requests?non_archived=false`))).toEqual([id]);
  });
});

describe('GET /merge_requests', () => {
  test('without a token: all of public projects with scope=all, else 401', async () => {
    const { gl, id, closed, locked, merged } = await four();
    expect(ids(await gl.get('/merge_requests?scope=all', anonymous))).toEqual([merged, locked, closed, id]);
    for (const query of ['', '?scope=assigned-to-me', '?scope=assigned_to_me', '?scope=created-by-me']) {
      expect([query, (await gl.get(`/merge_requests${query}`, anonymous)).status]).toEqual([query, 401]);
    }
  });

  test('people: authors, assignees, reviewers, by id, name, None and Any, and what one is oneself', async () => {
    const { gl, developer, maintainer, open, ids: people, id, closed, locked, merged } = await four();
    const other = idOf(await open('fifth', { assignee_id: people.maintainer, reviewer_ids: [people.owner] }));
    const rest = [merged, locked, closed, id];
    for (const [who, query, found] of [
      [maintainer, 'scope=assigned_to_me', [other]],
      [maintainer, 'scope=assigned-to-me', [other]],
      [developer, 'scope=created_by_me', [other, ...rest]],
      [developer, 'scope=created-by-me', [other, ...rest]],
      [maintainer, '', []],
      [gl, `scope=all&author_id=${people.developer}`, [other, ...rest]],
      [gl, 'scope=all&author_username=developer', [other, ...rest]],
      [gl, 'scope=all&author_username=maintainer', []],
      [gl, `scope=all&assignee_id=${people.maintainer}`, [other]],
      [gl, 'scope=all&assignee_id=None', rest],
      [gl, 'scope=all&assignee_id=Any', [other]],
      [gl, `scope=all&reviewer_id=${people.owner}`, [other]],
      [gl, 'scope=all&reviewer_id=Any', [other]],
      [gl, 'scope=all&reviewer_id=None', rest],
      [gl, 'scope=all&reviewer_username=owner', [other]],
      [gl, `scope=all&not[reviewer_id]=${people.owner}`, rest],
      [gl, 'scope=all&not[reviewer_username]=owner', rest],
      [gl, `scope=all&not[assignee_id]=${people.maintainer}`, rest],
      [developer, 'wip=no', [other, ...rest]],
      [developer, 'wip=yes', []],
      [developer, 'created_before=2024-01-01T00:00:00.060Z', [id]],
      [developer, 'created_after=2025-01-01T00:00:00Z', [other]],
      [developer, 'updated_before=2024-01-01T00:00:00.060Z', [closed]],
      [developer, 'updated_after=2025-01-01T00:00:00Z', [other]],
      [developer, 'state=locked', [locked]],
    ] as const) {
      expect([query, ids(await who.get(`/merge_requests?${query}`))]).toEqual([query, found]);
    }
  });

  test.each([
    ['author_id=1&author_username=a', 'author_id, author_username are mutually exclusive'],
    ['reviewer_id=1&reviewer_username=a', 'reviewer_id, reviewer_username are mutually exclusive'],
    ['not[reviewer_id]=Any', 'not[reviewer_id] is invalid'],
    ['not[reviewer_id]=None', 'not[reviewer_id] is invalid'],
    ['not[reviewer_id]=1&not[reviewer_username]=a', 'not[reviewer_id], not[reviewer_username] are mutually exclusive'],
  ])('?%s is 400 %s', async (query, error) => {
    const { gl } = await desk();
    expect(told(await gl.get(`/merge_requests?scope=all&${query}`))).toEqual([400, { error }]);
  });

  test('the emoji that one gave, and nothing of projects that one does not see', async () => {
    const { gl, stranger, set, id, ids: people, at } = await four();
    set(id, { reactions: [{ user_id: people.stranger, name: 'star' }] });
    expect(ids(await stranger.get('/merge_requests?scope=all&my_reaction_emoji=star'))).toEqual([id]);
    await gl.put(at, { visibility: 'private' });
    expect(ids(await stranger.get('/merge_requests?scope=all'))).toEqual([]);
  });
});

describe('one merge request', () => {
  test('its fields, and those that come on request alone', async () => {
    const { developer, reporter, all, open } = await desk();
    await open('one');
    const shown = (await developer.get(`${all}/1`)).object;
    expect(shown).toMatchObject({
      draft: false,
      work_in_progress: false,
      merge_when_pipeline_succeeds: false,
      changes_count: '1',
      merge_error: null,
      user: { can_merge: false },
      first_contribution: false,
      has_conflicts: false,
      blocking_discussions_resolved: true,
      references: { short: '!1', relative: '!1', full: 'platform/api!1' },
    });
    for (const field of ['rebase_in_progress', 'title_html', 'diverged_commits_count'])
      expect(shown).not.toHaveProperty(field);
    const query = 'render_html=true&include_rebase_in_progress=true&include_diverged_commits_count=true';
    const asked = (await reporter.get(`${all}/1?${query}`)).object;
    expect(asked).toMatchObject({ title_html: 'one', rebase_in_progress: false, diverged_commits_count: 0 });
    const times = [
      'merged_by',
      'merge_user',
      'merged_at',
      'closed_by',
      'closed_at',
      'latest_build_started_at',
      'pipeline',
    ];
    for (const field of times) expect(shown).toHaveProperty(field, null);
  });

  test('an unknown number, and an id in place of a number, are 404 everywhere', async () => {
    const { owner, all, open, set } = await desk();
    set(idOf(await open('one')), { iid: 77 });
    for (const number of [0, 1, 999]) {
      const one = `${all}/${number}`;
      const reads = [
        '',
        '/participants',
        '/reviewers',
        '/commits',
        '/changes',
        '/diffs',
        '/pipelines',
        '/closes_issues',
      ];
      for (const what of [...reads, '/merge_ref', '/time_stats']) {
        expect([what, ...told(await owner.get(`${one}${what}`))]).toEqual([what, 404, missing]);
      }
      const posts = ['subscribe', 'unsubscribe', 'cancel_merge_when_pipeline_succeeds', 'pipelines'];
      for (const what of posts) expect([what, (await owner.post(`${one}/${what}`)).status]).toEqual([what, 404]);
      for (const what of ['/merge', '/rebase']) expect((await owner.put(`${one}${what}`)).status).toBe(404);
      expect((await owner.put(one, { state_event: 'close' })).status).toBe(404);
      expect((await owner.delete(one)).status).toBe(404);
    }
  });

  test('guests of a private project are 403, the author too; merge_ref hides it with 404', async () => {
    const { guest, all, open, set, gl } = await desk({ visibility: 'private' });
    const id = idOf(await open('one'));
    set(id, { author_id: gl.sandbox.platform.state.userByName('guest')?.id ?? 0 });
    const reads = ['', '/participants', '/reviewers', '/commits', '/changes', '/diffs', '/pipelines', '/closes_issues'];
    for (const what of reads) expect([what, (await guest.get(`${all}/1${what}`)).status]).toEqual([what, 403]);
    for (const what of ['subscribe', 'unsubscribe']) expect((await guest.post(`${all}/1/${what}`)).status).toBe(403);
    expect(told(await guest.get(`${all}/1/merge_ref`))).toEqual([404, missing]);
    expect(told(await guest.delete(`${all}/1`))).toEqual([404, missing]);
  });

  test('first_contribution is true for an author who is no member and has none merged', async () => {
    const { reporter, all, open, set, ids: people } = await desk();
    set(idOf(await open('one')), { author_id: people.stranger });
    expect((await reporter.get(`${all}/1`)).object['first_contribution']).toBe(true);
  });

  test('who may see no builds sees no head pipeline', async () => {
    const { stranger, developer, all, open, gl, at } = await desk();
    await open('one');
    await gl.put(at, { builds_access_level: 'private' });
    expect((await developer.get(`${all}/1`)).object).toHaveProperty('head_pipeline');
    expect((await stranger.get(`${all}/1`)).object).not.toHaveProperty('head_pipeline');
  });

  test('participants, reviewers, commits, changes and diffs', async () => {
    const { developer, maintainer, all, open, ids: people } = await desk();
    await open('one', { reviewer_ids: [people.owner] });
    await maintainer.post(`${all}/1/notes`, { body: 'hello' });
    const one = `${all}/1`;
    expect(column(await developer.get(`${one}/participants`), 'username')).toEqual([
      'developer',
      'owner',
      'maintainer',
    ]);
    const [reviewer] = (await developer.get(`${one}/reviewers`)).list;
    expect(reviewer).toMatchObject({ user: { username: 'owner' }, state: 'unreviewed' });
    expect(reviewer).toHaveProperty('created_at');
    expect(column(await developer.get(`${one}/commits`), 'title')).toEqual(['Write one.txt']);
    const changes = (await developer.get(`${one}/changes`)).object;
    expect(changes).toMatchObject({ iid: 1, overflow: false, changes: [{ new_path: 'one.txt', new_file: true }] });
    expect((await developer.get(`${one}/diffs`)).list).toMatchObject([
      { new_path: 'one.txt', diff: '@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n' },
    ]);
    expect(told(await developer.get(`${one}/closes_issues`))).toEqual([200, []]);
  });

  test('merge_ref is the commit that a merge would make; 400 where none can be made', async () => {
    const { developer, all, open, write } = await desk();
    await open('one');
    const made = await developer.get(`${all}/1/merge_ref`);
    expect(made.object).toEqual({ commit_id: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown });
    await write('one.txt', 'other');
    expect(told(await developer.get(`${all}/1/merge_ref`))).toEqual([
      400,
      { message: 'Merge request is not mergeable' },
    ]);
  });

  test('subscribe and unsubscribe: 201 when it changes something, 304 when not; those who take part are subscribed', async () => {
    const { developer, maintainer, all, open } = await desk();
    await open('one');
    const say = (who: Client, what: string) => who.post(`${all}/1/${what}`);
    const first = await say(maintainer, 'subscribe');
    expect([first.status, first.object['subscribed']]).toEqual([201, true]);
    expect((await say(developer, 'subscribe')).status).toBe(304);
    const gone = await say(developer, 'unsubscribe');
    expect([gone.status, gone.object['subscribed']]).toEqual([201, false]);
    expect((await say(developer, 'unsubscribe')).status).toBe(304);
    expect((await developer.get(`${all}/1`)).object['subscribed']).toBe(false);
  });
});

describe('time', () => {
  test('estimates: set, changed, refused when odd, and taken away', async () => {
    const { developer, stranger, all, open } = await desk();
    await open('one');
    const estimate = (duration: string, who = developer) => who.post(`${all}/1/time_estimate`, { duration });
    expect((await estimate('1w', stranger)).status).toBe(403);
    const set = await estimate('1w');
    expect([set.status, set.object['human_time_estimate']]).toEqual([200, '1w']);
    expect((await estimate('foo')).status).toBe(400);
    expect((await developer.get(`${all}/1/time_stats`)).object['human_time_estimate']).toBe('1w');
    expect((await estimate('3w1h')).object).toMatchObject({ human_time_estimate: '3w 1h', time_estimate: 435_600 });
    expect((await developer.get(`${all}/1`)).object['time_stats']).toMatchObject({ time_estimate: 435_600 });
    const gone = await developer.post(`${all}/1/reset_time_estimate`);
    expect([gone.status, gone.object['time_estimate']]).toEqual([200, 0]);
    expect((await stranger.post(`${all}/1/reset_time_estimate`)).status).toBe(403);
  });

  test('time spent: added, taken away down to zero, and reset', async () => {
    const { developer, stranger, all, open } = await desk();
    await open('one');
    const spend = (duration: string, who = developer) => who.post(`${all}/1/add_spent_time`, { duration });
    expect((await spend('2h', stranger)).status).toBe(403);
    const added = await spend('2h');
    expect([added.status, added.object['human_total_time_spent']]).toEqual([201, '2h']);
    expect((await spend('-1h')).object['total_time_spent']).toBe(3600);
    const base = ['Time to subtract exceeds the total time spent'];
    expect(told(await spend('-1w'))).toEqual([400, { message: { base } }]);
    expect((await stranger.post(`${all}/1/reset_spent_time`)).status).toBe(403);
    const reset = await developer.post(`${all}/1/reset_spent_time`);
    expect([reset.status, reset.object['total_time_spent']]).toEqual([200, 0]);
  });
});
