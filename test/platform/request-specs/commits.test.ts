import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { codeProject } from '../../sandbox/code.ts';
import type { Code } from '../../sandbox/code.ts';

// What GitLab's own request specs say of commits (spec/requests/api/commits_spec.rb, 18.9).

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];

/** A public project with four commits of different days; the third has a trailer. */
async function history(): Promise<Code & { readonly shas: readonly string[] }> {
  const code = await codeProject();
  await code.gl.put(`/groups/acme`, { visibility: 'public' });
  await code.gl.put(`/projects/${code.id}`, { visibility: 'public' });
  const { clock } = code.gl.sandbox.platform;
  const update = (content: string) => [{ action: 'update', file_path: 'src/a.txt', content }];
  const made: string[] = [textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id'])];
  for (const [content, message] of [
    ['two', 'Second'],
    ['three', 'Third\n\nSigned-off-by: Dev <dev@example.com>\nSigned-off-by: Ops <ops@example.com>'],
  ] as const) {
    clock.advance(86_400_000);
    made.push(textOf((await code.commit(update(content), { commit_message: message })).object['id']));
  }
  clock.advance(86_400_000);
  const readme = [{ action: 'update', file_path: 'README.md', content: '# New\n' }];
  const other = { commit_message: 'Fourth', author_name: 'Zed Zaporozhets', author_email: 'zed@example.com' };
  made.push(textOf((await code.commit(readme, other)).object['id']));
  return { ...code, shas: made.toReversed() };
}

describe('GET …/commits', () => {
  test('everyone sees the commits of a public project: newest first, by number, without the last page', async () => {
    const { gl, repo, shas } = await history();
    const answer = await gl.get(`${repo}/commits?per_page=2`, anonymous);
    expect([answer.status, column(answer, 'id')]).toEqual([200, shas.slice(0, 2)]);
    expect(answer.headers.get('x-page')).toBe('1');
    expect(answer.headers.get('x-total')).toBeNull();
    expect(answer.headers.get('link')).toMatch(/page=1&per_page=2/);
    expect(answer.headers.get('link')).toMatch(/page=2&per_page=2/);
    expect(answer.headers.get('link')).not.toContain('rel="last"');
    expect(column(await gl.get(`${repo}/commits?per_page=2&page=2`), 'id')).toEqual(shas.slice(2));
    expect((await gl.get(`${repo}/commits?per_page=101`)).headers.get('x-per-page')).toBe('100');
  });

  test('a commit of the list has these fields, and trailers only when they are asked for', async () => {
    const { gl, repo } = await history();
    const [first] = (await gl.get(`${repo}/commits?page=1`)).list;
    expect(Object.keys(first ?? {}).sort()).toEqual([
      ...['author_email', 'author_name', 'authored_date', 'committed_date', 'committer_email', 'committer_name'],
      ...['created_at', 'extended_trailers', 'id', 'message', 'parent_ids', 'short_id', 'title', 'trailers', 'web_url'],
    ]);
    expect(column(await gl.get(`${repo}/commits`), 'trailers')).toEqual([{}, {}, {}, {}]);
    const [, signed] = (await gl.get(`${repo}/commits?trailers=true`)).list;
    expect(signed?.['trailers']).toEqual({ 'Signed-off-by': 'Ops <ops@example.com>' });
    const both = ['Dev <dev@example.com>', 'Ops <ops@example.com>'];
    expect(signed?.['extended_trailers']).toEqual({ 'Signed-off-by': both });
  });

  test('since and until include the moment itself', async () => {
    const { gl, repo, shas } = await history();
    const second = textOf((await gl.get(`${repo}/commits`)).list[1]?.['created_at']).replace('.000+00:00', 'Z');
    expect(column(await gl.get(`${repo}/commits?since=${second}`), 'id')).toEqual(shas.slice(0, 2));
    expect(column(await gl.get(`${repo}/commits?until=${second}`), 'id')).toEqual(shas.slice(1));
    expect(told(await gl.get(`${repo}/commits?since=invalid-date`))).toEqual([400, { error: 'since is invalid' }]);
  });

  test('ref_name, path, author, all and first_parent choose among them; an unknown ref has none', async () => {
    const { gl, repo } = await history();
    for (const [query, count] of [
      // An empty ref_name is the default branch.
      ['ref_name=', 4],
      ['ref_name=HEAD', 4],
      [`ref_name=${emptyTree}..HEAD`, 4],
      ['ref_name=does-not-exist&path=src/a.txt', 0],
      ['path=src/a.txt', 3],
      ['ref_name=main&path=src/a.txt', 3],
      ['author=Zaporozhets', 1],
      ['author=', 4],
      ['author=does%20not%20exist', 0],
      ['all=true&per_page=50', 4],
      ['first_parent=true', 4],
      ['order=topo', 4],
    ] as const) {
      const answer = await gl.get(`${repo}/commits?${query}`);
      expect([query, answer.status, answer.list.length]).toEqual([query, 200, count]);
    }
  });

  test('what is no ref, order or page is 400', async () => {
    const { gl, repo } = await history();
    const refusal = async (query: string) => told(await gl.get(`${repo}/commits?${query}`));
    expect(await refusal('ref_name=-main')).toEqual([400, { message: 'ref_name is invalid' }]);
    expect(await refusal('ref_name=main%20branch')).toEqual([400, { message: 'ref_name is invalid' }]);
    expect(await refusal('order=invalid')).toEqual([400, { error: 'order does not have a valid value' }]);
    expect(await refusal('page=a')).toEqual([400, { error: 'page is invalid' }]);
    expect(await refusal('per_page=a')).toEqual([400, { error: 'per_page is invalid' }]);
    expect(await refusal('per_page=0')).toEqual([400, { error: 'per_page has a value not allowed' }]);
    expect((await gl.get(`${repo}/commits?page=-10`)).headers.get('x-page')).toBe('1');
    expect((await gl.get(`${repo}/commits?per_page=-100`)).headers.get('x-per-page')).toBe('20');
  });

  test('with_stats tells how many lines each commit changed', async () => {
    const { gl, repo } = await history();
    const [first] = (await gl.get(`${repo}/commits?with_stats=true`)).list;
    expect(first?.['stats']).toEqual({ additions: 1, deletions: 1, total: 2 });
  });

  test('an empty repository has none; strangers to a private project do not find it', async () => {
    const { gl } = await codeProject();
    const made = await gl.post('/projects', { name: 'empty' });
    const path = `/projects/${textOf(made.object['id'])}/repository/commits`;
    expect(told(await gl.get(path))).toEqual([200, []]);
    expect(told(await gl.get(path, anonymous))).toEqual(notThere('Project'));
  });

  test('a guest of the group reads a public project whose repository is for members', async () => {
    const { gl, repo, id } = await history();
    await gl.put(`/projects/${id}`, { repository_access_level: 'private', merge_requests_access_level: 'private' });
    expect((await gl.as('guest').get(`${repo}/commits`)).status).toBe(200);
    expect((await gl.as('stranger').get(`${repo}/commits`)).status).toBe(404);
  });
});

describe('POST …/commits', () => {
  const create = (file_path: string, content = 'puts 8') => [{ action: 'create', file_path, content }];

  test('401 without a token on a public project, 403 for guests even without a body, 400 without one', async () => {
    const { gl, repo } = await history();
    const body = { branch: 'main', commit_message: 'message', actions: create('/test.rb') };
    expect(told(await gl.post(`${repo}/commits`, body, anonymous))).toEqual([401, { message: '401 Unauthorized' }]);
    expect(told(await gl.as('guest').post(`${repo}/commits`))).toEqual([
      403,
      { message: '403 Forbidden - You are not allowed to push into this branch' },
    ]);
    expect((await gl.post(`${repo}/commits`)).status).toBe(400);
  });

  test('a new file: 201, the title of the message, the caller as author and committer', async () => {
    const { gl, repo } = await history();
    const body = { branch: 'main', commit_message: 'Made a file', actions: create('/files/a.rb', 'puts 🦊') };
    const made = await gl.as('maint').post(`${repo}/commits`, body);
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({
      title: 'Made a file',
      author_name: 'maint',
      committer_name: 'maint',
      committer_email: 'maint@example.com',
      stats: { additions: 1, deletions: 0, total: 1 },
      status: null,
      last_pipeline: null,
    });
    const file = await gl.get(`${repo}/files/files%2Fa.rb?ref=main`);
    expect(Buffer.from(textOf(file.object['content']), 'base64').toString()).toBe('puts 🦊');
  });

  test('by the path of the project, also when that has a dot', async () => {
    const { gl } = await codeProject();
    await gl.post('/projects', { name: 'my.project', path: 'my.project' });
    const body = { branch: 'main', commit_message: 'x', actions: create('a') };
    expect((await gl.post('/projects/root%2Fmy.project/repository/commits', body)).status).toBe(201);
  });

  test('an empty repository takes a commit, but not on a branch whose name is none', async () => {
    const { gl } = await codeProject();
    const id = textOf((await gl.post('/projects', { name: 'empty' })).object['id']);
    const body = { branch: 'wrong:name', commit_message: 'x', actions: create('a') };
    const refused = await gl.post(`/projects/${id}/repository/commits`, body);
    const text = "Something went wrong when we tried to create 'wrong:name' for you: Branch name is invalid";
    expect(told(refused)).toEqual([400, { message: text }]);
    expect((await gl.post(`/projects/${id}/repository/commits`, { ...body, branch: 'main' })).status).toBe(201);
  });

  test('an action on a file that is not there, or that is in the way, is 400', async () => {
    const { commit } = await codeProject();
    const present = [400, { message: 'A file with this name already exists' }];
    const absent = [400, { message: "A file with this name doesn't exist" }];
    const send = async (action: JsonObject) => told(await commit([action]));
    expect(await send({ action: 'create', file_path: 'README.md', content: 'x' })).toEqual(present);
    expect(await send({ action: 'move', file_path: 'README.md', previous_path: 'src/a.txt' })).toEqual(present);
    expect(await send({ action: 'delete', file_path: 'nowhere.md' })).toEqual(absent);
    expect(await send({ action: 'update', file_path: 'foo/bar.baz', content: 'x' })).toEqual(absent);
    expect(await send({ action: 'chmod', file_path: 'foo', execute_filemode: true })).toEqual(absent);
  });

  test('update, chmod, move and delete of a file that is there are 201 with the title of the message', async () => {
    const { commit } = await codeProject();
    for (const action of [
      { action: 'update', file_path: 'README.md', content: 'puts 8' },
      { action: 'chmod', file_path: 'README.md', execute_filemode: true },
      { action: 'chmod', file_path: 'README.md', execute_filemode: false },
      { action: 'move', file_path: 'VERSION.txt', previous_path: 'README.md', content: '6.7.0.pre' },
      { action: 'delete', file_path: 'VERSION.txt' },
    ]) {
      const made = await commit([action], { commit_message: action.action });
      expect([made.status, made.object['title']]).toEqual([201, action.action]);
    }
  });

  test('several actions are one commit; stats are left out on demand; one bad action refuses all', async () => {
    const { commit, gl, repo } = await codeProject();
    const actions = [
      ...create('foo/bar/baz.txt'),
      { action: 'delete', file_path: 'src/lib/b.txt' },
      { action: 'move', file_path: 'VERSION.txt', previous_path: 'README.md', content: '6.7.0.pre' },
      { action: 'update', file_path: 'src/a.txt', content: 'puts 8' },
      { action: 'chmod', file_path: 'src/a.txt', execute_filemode: true },
    ];
    const made = await commit(actions, { stats: false });
    expect(made.status).toBe(201);
    expect(made.object).not.toHaveProperty('stats');
    const again = await commit([...create('new.txt'), ...actions]);
    expect(again.status).toBe(400);
    expect((await gl.get(`${repo}/files/new.txt?ref=main`)).status).toBe(404);
  });

  test('start_sha: the parent of a new branch, in full, of a commit that is there', async () => {
    const { gl, repo, shas } = await history();
    const send = async (more: JsonObject) =>
      gl.post(`${repo}/commits`, { branch: 'patch', commit_message: 'x', actions: create('new'), ...more });
    const [, parent = ''] = shas;
    const text = (message: string) => [400, { message }];
    expect(told(await send({ start_sha: parent, branch: 'main' }))).toEqual(
      text("A branch called 'main' already exists. Switch to that branch in order to make changes"),
    );
    const nowhere = '1'.repeat(40);
    expect(told(await send({ start_sha: nowhere }))).toEqual(text(`Cannot find start_sha '${nowhere}'`));
    expect(told(await send({ start_sha: parent.slice(0, 7) }))).toEqual(
      text(`Invalid start_sha '${parent.slice(0, 7)}'`),
    );
    const made = await send({ start_sha: parent });
    expect([made.status, made.object['parent_ids']]).toEqual([201, [parent]]);
    const forced = await send({ start_sha: parent, branch: 'main', force: true });
    expect([forced.status, forced.object['parent_ids']]).toEqual([201, [parent]]);
    expect((await gl.get(`${repo}/commits/main`)).object['id']).toBe(forced.object['id']);
  });
});

describe('GET …/commits/:sha and what is below it', () => {
  const below = ['', '/diff', '/refs', '/comments', '/sequence', '/signature', '/merge_requests', '/statuses'];

  test('an unknown commit is 404 Commit Not Found, at each address', async () => {
    const { gl, repo } = await history();
    for (const path of below) {
      expect(told(await gl.get(`${repo}/commits/unknown${path}`))).toEqual(notThere('Commit'));
    }
  });

  test('a repository that is switched off is 404 for its Maintainers, at each address', async () => {
    const { gl, repo, id, shas } = await history();
    const off = { repository_access_level: 'disabled', merge_requests_access_level: 'disabled' };
    await gl.put(`/projects/${id}`, { ...off, builds_access_level: 'disabled' });
    for (const path of below.slice(0, 6)) {
      const answer = await gl.as('maint').get(`${repo}/commits/${shas[0] ?? ''}${path}`);
      expect(told(answer)).toEqual([404, { message: '404 Not Found' }]);
    }
  });

  test('guests of a private project are refused with 403, and without a token it is not found', async () => {
    const { gl, repo } = await codeProject();
    const guest = gl.as('guest');
    for (const path of below.slice(0, 7)) {
      expect(told(await guest.get(`${repo}/commits/main${path}`))).toEqual([403, { message: '403 Forbidden' }]);
      expect(told(await gl.get(`${repo}/commits/main${path}`, anonymous))).toEqual(notThere('Project'));
    }
    expect((await gl.get(`${repo}/commits/main/statuses`, anonymous)).status).toBe(401);
  });

  test('a branch with a dot or an escaped slash will do, a plain slash will not', async () => {
    const { gl, repo, id } = await history();
    for (const branch of ['ends-with.json', 'improve/awesome']) {
      await gl.post(`${repo}/branches`, { branch, ref: 'main' });
      for (const project of [String(id), 'acme%2Fapp']) {
        const path = `/projects/${project}/repository/commits/${encodeURIComponent(branch)}`;
        expect((await gl.get(path)).status).toBe(200);
        expect((await gl.get(`${path}/diff`)).status).toBe(200);
        expect((await gl.get(`${path}/comments`)).status).toBe(200);
      }
    }
    expect((await gl.get(`${repo}/commits/improve/awesome`)).status).toBe(404);
  });

  test('a commit by itself tells its stats unless declined, and no pipeline where there is none', async () => {
    const { gl, repo, shas, id } = await history();
    const answer = await gl.get(`${repo}/commits/${shas[0] ?? ''}`, anonymous);
    expect(answer.object).toMatchObject({
      id: shas[0],
      short_id: shas[0]?.slice(0, 8),
      title: 'Fourth',
      message: 'Fourth',
      author_name: 'Zed Zaporozhets',
      author_email: 'zed@example.com',
      parent_ids: [shas[1]],
      stats: { additions: 1, deletions: 1, total: 2 },
      status: null,
      last_pipeline: null,
      project_id: id,
    });
    expect(answer.object['committed_date']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+00:00$/);
    expect((await gl.get(`${repo}/commits/main?stats=false`)).object).not.toHaveProperty('stats');
    expect((await gl.get(`${repo}/commits/main?stats=true`)).object).toHaveProperty('stats');
  });

  test('its last pipeline is shown to those who may see the builds', async () => {
    const { gl, repo, id, commit } = await history();
    await commit([{ action: 'create', file_path: '.gitlab-ci.yml', content: 'unit: { script: make }\n' }]);
    const pipeline = await gl.post(`/projects/${id}/pipeline`, { ref: 'main' });
    const shown = (await gl.get(`${repo}/commits/main`, anonymous)).object;
    expect(shown['status']).toBe(pipeline.object['status']);
    expect(shown['last_pipeline']).toMatchObject({ id: pipeline.object['id'], ref: 'main', sha: shown['id'] });
    await gl.put(`/projects/${id}`, { builds_access_level: 'private' });
    const none = { status: null, last_pipeline: null };
    expect((await gl.get(`${repo}/commits/main`, anonymous)).object).toMatchObject(none);
    expect((await gl.as('stranger').get(`${repo}/commits/main`)).object).toMatchObject(none);
    expect((await gl.as('dev').get(`${repo}/commits/main`)).object['last_pipeline']).not.toBeNull();
    await gl.put(`/projects/${id}`, { builds_access_level: 'disabled' });
    expect((await gl.as('maint').get(`${repo}/commits/main`)).object).toMatchObject(none);
  });

  test('refs are the branches first, then the tags, or one kind of them', async () => {
    const { gl, repo, shas } = await history();
    await gl.post(`${repo}/tags`, { tag_name: 'v1.1.0', ref: shas[1] ?? '' });
    await gl.post(`${repo}/branches`, { branch: 'other', ref: shas[1] ?? '' });
    const refs = async (query: string) => (await gl.get(`${repo}/commits/${shas[2] ?? ''}/refs${query}`)).body;
    const branches = [
      { type: 'branch', name: 'main' },
      { type: 'branch', name: 'other' },
    ];
    const tags = [{ type: 'tag', name: 'v1.1.0' }];
    expect(await refs('')).toEqual([...branches, ...tags]);
    expect(await refs('?type=all')).toEqual([...branches, ...tags]);
    expect(await refs('?type=branch')).toEqual(branches);
    expect(await refs('?type=tag')).toEqual(tags);
  });

  test('the sequence counts commits, by first parents on demand; what is unsigned has no signature', async () => {
    const { gl, repo } = await history();
    expect((await gl.get(`${repo}/commits/main/sequence`)).body).toEqual({ count: 4 });
    expect((await gl.get(`${repo}/commits/main/sequence?first_parent=true`)).body).toEqual({ count: 4 });
    expect(told(await gl.get(`${repo}/commits/main/signature`, anonymous))).toEqual(notThere('Signature'));
  });

  test('the diff has one entry for each file, in the unified form on demand', async () => {
    const { gl, repo } = await history();
    const plain = await gl.get(`${repo}/commits/main/diff`, anonymous);
    expect(plain.headers.get('x-page')).toBe('1');
    expect(plain.list.map((row) => [row['new_path'], row['diff']])).toEqual([
      ['README.md', '@@ -1 +1 @@\n-# App\n+# New\n'],
    ]);
    const [unified] = (await gl.get(`${repo}/commits/main/diff?unidiff=true`)).list;
    expect(unified?.['diff']).toBe('--- a/README.md\n+++ b/README.md\n@@ -1 +1 @@\n-# App\n+# New\n');
  });

  test('merge requests that bring the commit in, for those who may see them', async () => {
    const { gl, repo, id } = await history();
    const actions = [{ action: 'create', file_path: 'new', content: 'x' }];
    const own = { branch: 'topic', start_branch: 'main', commit_message: 'Topic', actions };
    const sha = textOf((await gl.post(`${repo}/commits`, own)).object['id']);
    const asked = { source_branch: 'topic', target_branch: 'main', title: 'Topic' };
    const made = await gl.post(`/projects/${id}/merge_requests`, asked);
    const path = `${repo}/commits/${sha}/merge_requests`;
    expect(column(await gl.get(path), 'id')).toEqual([made.object['id']]);
    expect((await gl.get(path)).headers.get('x-page')).toBe('1');
    expect(column(await gl.get(`${path}?state=merged`), 'id')).toEqual([]);
    expect((await gl.get(`${repo}/commits/main/merge_requests`)).body).toEqual([]);
    expect((await gl.get(`${repo}/commits/a7d26f00c35b/merge_requests`)).status).toBe(404);
    await gl.put(`/projects/${id}`, { merge_requests_access_level: 'private' });
    expect(told(await gl.as('stranger').get(path))).toEqual([403, { message: '403 Forbidden' }]);
  });
});
