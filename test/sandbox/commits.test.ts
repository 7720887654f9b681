import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { anonymously, brief, codeProject } from './code.ts';
import { sandbox } from './client.ts';

const bad = (text: string) => [400, { message: text }];

test('POST …/commits: strangers 404, anonymous 404, guests 403, developers not to the protected default branch', async () => {
  const code = await codeProject();
  const path = `${code.repo}/commits`;
  const body = { branch: 'main', commit_message: 'x', actions: [{ action: 'create', file_path: 'x', content: 'x' }] };
  expect(brief(await code.gl.as('stranger').post(path, body))).toEqual([404, { message: '404 Project Not Found' }]);
  expect(await anonymously(code, path, 'POST')).toBe(404);
  expect(brief(await code.gl.as('guest').post(path, body))).toEqual([403, { message: '403 Forbidden' }]);
  const pushless = [403, { message: '403 Forbidden - You are not allowed to push into this branch' }];
  expect(brief(await code.gl.as('reporter').post(path, body))).toEqual(pushless);
  expect(brief(await code.gl.as('dev').post(path, body))).toEqual(pushless);
  expect((await code.gl.as('dev').post(path, { ...body, branch: 'topic', start_branch: 'main' })).status).toBe(201);
  expect((await code.gl.as('maint').post(path, body)).status).toBe(201);
});

test('POST …/commits on a public project without a token is 401', async () => {
  const gl = await sandbox();
  const made = (await gl.post('/projects', { name: 'open', visibility: 'public' })).object;
  const answer = await fetch(`${gl.sandbox.url}/api/v4/projects/${textOf(made['id'])}/repository/commits`, {
    method: 'POST',
  });
  expect(answer.status).toBe(401);
});

test('POST …/commits to an archived project is 403', async () => {
  const code = await codeProject();
  await code.gl.post(`/projects/${code.id}/archive`);
  expect((await code.commit([{ action: 'delete', file_path: 'README.md' }])).status).toBe(403);
});

test('POST …/commits names the first thing that is wrong with the body (18.8 and newer)', async () => {
  const code = await codeProject();
  const send = async (body: object) => brief(await code.gl.post(`${code.repo}/commits`, { ...body }));
  const base = { branch: 'main', commit_message: 'm' };
  const wrong = (text: string) => bad(`400 Bad request - ${text}`);
  expect(await send({})).toEqual(wrong('branch is required'));
  expect(await send({ branch: '' })).toEqual(wrong('branch is required'));
  expect(await send({ branch: 'main' })).toEqual(wrong('commit_message is required'));
  expect(await send({ ...base, actions: 'x' })).toEqual(wrong('actions must be an array'));
  expect(await send(base)).toEqual(wrong('Provide at least one action, or set allow_empty to true'));
  expect(await send({ ...base, actions: [] })).toEqual(
    wrong('Provide at least one action, or set allow_empty to true'),
  );
  const one = async (action: object) => await send({ ...base, actions: [action] });
  expect(await one({ file_path: 'x' })).toEqual(wrong('actions[0][action] is required'));
  expect(await one({ action: 'create' })).toEqual(wrong('actions[0][file_path] is required'));
  expect(await one({ action: 'invalid', file_path: 'x' })).toEqual(
    wrong('actions[0][action] must be one of: create, update, move, delete, chmod'),
  );
  expect(await one({ action: 'update', file_path: 'x' })).toEqual(
    wrong('actions[0][content] is required for update action'),
  );
  expect(await one({ action: 'move', file_path: 'x' })).toEqual(
    wrong('actions[0][previous_path] is required for move action'),
  );
  expect(await one({ action: 'create', file_path: 'x', encoding: 'utf8' })).toEqual(
    wrong('actions[0][encoding] must be text or base64'),
  );
  expect(await one({ action: 'chmod', file_path: 'x' })).toEqual(
    wrong('actions[0][execute_filemode] is required for chmod action'),
  );
  expect(await one({ action: 'chmod', file_path: 'x', execute_filemode: 'maybe' })).toEqual(
    wrong('actions[0][execute_filemode] must be a boolean'),
  );
  const both = { start_branch: 'main', start_sha: '1'.repeat(40), actions: [{ action: 'delete', file_path: 'x' }] };
  expect(await send({ ...base, ...both })).toEqual(wrong('start_branch, start_sha are mutually exclusive'));
});

test('POST …/commits before 18.8 is judged by the parameter layer', async () => {
  const code = await codeProject({ version: '17.11.0-ee' });
  expect(brief(await code.gl.post(`${code.repo}/commits`, { branch: 'main' }))).toEqual([
    400,
    { error: 'commit_message is missing, commit_message is empty, actions is missing' },
  ]);
});

test('POST …/commits with broken JSON is 400 `Invalid json`', async () => {
  const code = await codeProject();
  const answer = await fetch(`${code.gl.sandbox.url}/api/v4${code.repo}/commits`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': code.gl.token, 'Content-Type': 'application/json' },
    body: 'not valid {',
  });
  expect([answer.status, await answer.json()]).toEqual([400, { message: 'Invalid json', error: 'Invalid json' }]);
});

/** The answer to a body of which nothing but the length is sent. */
function announced(url: string, token: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'PRIVATE-TOKEN': token, 'Content-Type': 'application/json', 'Content-Length': bytes };
    const sending = request(url, { method: 'POST', headers }, (answer) => {
      resolve(answer.statusCode ?? 0);
      sending.destroy();
    });
    sending.on('error', reject);
    sending.flushHeaders();
  });
}

test('POST …/commits above 300 MB is 413, at once', async () => {
  const code = await codeProject();
  const url = `${code.gl.sandbox.url}/api/v4${code.repo}/commits`;
  expect(await announced(url, code.gl.token, 300 * 1024 * 1024 + 1)).toBe(413);
});

test('POST …/commits takes form fields as well', async () => {
  const code = await codeProject();
  const form =
    'branch=main&commit_message=Form&actions[][action]=create&actions[][file_path]=form.txt&actions[][content]=hi';
  const answer = await fetch(`${code.gl.sandbox.url}/api/v4${code.repo}/commits`, {
    method: 'POST',
    headers: { 'PRIVATE-TOKEN': code.gl.token, 'Content-Type': 'application/x-www-form-urlencoded' },
    body: form,
  });
  expect(answer.status).toBe(201);
});

test('POST …/commits with several actions makes one commit, with stats unless they are declined', async () => {
  const code = await codeProject();
  const made = await code.commit([
    { action: 'create', file_path: '/new.txt', content: Buffer.from('hello\n').toString('base64'), encoding: 'base64' },
    { action: 'update', file_path: 'src/a.txt', content: 'one\n2\nthree\n' },
    { action: 'move', file_path: 'moved.txt', previous_path: 'src/lib/b.txt' },
    { action: 'delete', file_path: 'README.md' },
    { action: 'chmod', file_path: 'new.txt', execute_filemode: true },
  ]);
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    title: 'Change',
    author_name: 'Administrator',
    project_id: code.id,
    status: null,
  });
  expect(made.object['stats']).toEqual({ additions: 2, deletions: 2, total: 4 });
  const tree = (await code.gl.get(`${code.repo}/tree?recursive=true`)).list;
  expect(tree.map((entry) => [entry['path'], entry['mode']])).toEqual([
    ['src', '040000'],
    ['moved.txt', '100644'],
    ['new.txt', '100755'],
    ['src/a.txt', '100644'],
  ]);
  const bare = await code.commit([{ action: 'delete', file_path: 'new.txt' }], { stats: false });
  expect(bare.object).not.toHaveProperty('stats');
});

test('POST …/commits is all or nothing, and names the file that cannot be', async () => {
  const code = await codeProject();
  const head = (await code.gl.get(`${code.repo}/commits/main`)).object['id'];
  const fine = { action: 'create', file_path: 'fine.txt', content: 'x' };
  expect(brief(await code.commit([fine, { action: 'create', file_path: 'README.md', content: 'x' }]))).toEqual(
    bad('A file with this name already exists'),
  );
  const absent = bad("A file with this name doesn't exist");
  expect(brief(await code.commit([fine, { action: 'update', file_path: 'gone', content: 'x' }]))).toEqual(absent);
  expect(brief(await code.commit([{ action: 'delete', file_path: 'gone' }]))).toEqual(absent);
  expect(brief(await code.commit([{ action: 'move', file_path: 'x', previous_path: 'gone' }]))).toEqual(absent);
  expect(brief(await code.commit([{ action: 'chmod', file_path: 'gone', execute_filemode: true }]))).toEqual(absent);
  expect((await code.commit([{ action: 'create', file_path: '../up', content: 'x' }])).status).toBe(400);
  expect((await code.gl.get(`${code.repo}/commits/main`)).object['id']).toBe(head);
});

test("POST …/commits with a last_commit_id that is not the file's is 400", async () => {
  const code = await codeProject();
  const first = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  await code.commit([{ action: 'update', file_path: 'README.md', content: 'new' }]);
  const update = { action: 'update', file_path: 'README.md', content: 'mine', last_commit_id: first };
  expect(brief(await code.commit([update]))).toEqual(
    bad('The file has changed since you started editing it: README.md'),
  );
  // Another file still stands at its first commit.
  expect((await code.commit([{ ...update, file_path: 'src/a.txt' }])).status).toBe(201);
});

test('POST …/commits to a new branch needs a start, which must be there', async () => {
  const code = await codeProject();
  const action = [{ action: 'create', file_path: 'n.txt', content: 'n' }];
  const main = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  expect(brief(await code.commit(action, { branch: 'new' }))).toEqual(
    bad('You can only create or edit files when you are on a branch'),
  );
  const made = await code.commit(action, { branch: 'new', start_branch: 'main' });
  expect([made.status, made.object['parent_ids']]).toEqual([201, [main]]);
  expect(brief(await code.commit(action, { branch: 'new', start_branch: 'main' }))).toEqual(
    bad("A branch called 'new' already exists. Switch to that branch in order to make changes"),
  );
  const forced = await code.commit(action, { branch: 'new', start_branch: 'main', force: true });
  expect([forced.status, forced.object['parent_ids']]).toEqual([201, [main]]);
  const gone = '1'.repeat(40);
  expect(brief(await code.commit(action, { branch: 'b2', start_sha: gone }))).toEqual(
    bad(`Cannot find start_sha '${gone}'`),
  );
  expect(brief(await code.commit(action, { branch: 'b2', start_sha: main.slice(0, 7) }))).toEqual(
    bad(`Invalid start_sha '${main.slice(0, 7)}'`),
  );
  expect((await code.commit(action, { branch: 'b2', start_sha: main })).object['parent_ids']).toEqual([main]);
  expect((await code.commit(action, { branch: 'bad name', start_branch: 'main' })).status).toBe(400);
});

test('POST …/commits with allow_empty needs no actions', async () => {
  const code = await codeProject();
  const made = await code.gl.post(`${code.repo}/commits`, {
    branch: 'main',
    commit_message: 'Empty',
    allow_empty: true,
  });
  expect([made.status, made.object['stats']]).toEqual([201, { additions: 0, deletions: 0, total: 0 }]);
});

test('POST …/commits from an unrelated project is 403', async () => {
  const code = await codeProject();
  const other = (await code.gl.post('/projects', { name: 'Other' })).object['id'];
  const answer = await code.commit([{ action: 'create', file_path: 'x', content: '' }], { start_project: other });
  expect(brief(answer)).toEqual([
    403,
    { message: '403 Forbidden - Project is not included in the fork network for Administrator / Other' },
  ]);
});

test('a commit has the very name that git gives it', async () => {
  const code = await codeProject();
  const made = (await code.gl.get(`${code.repo}/commits/main`)).object;
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-git-'));
  const date = `${Date.parse(textOf(made['committed_date'])) / 1000} +0000`;
  const who = { NAME: 'Administrator', EMAIL: 'root@example.com', DATE: date };
  const env = Object.fromEntries(
    Object.entries(who).flatMap(([name, value]) => [
      [`GIT_AUTHOR_${name}`, value],
      [`GIT_COMMITTER_${name}`, value],
    ]),
  );
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, env: { ...process.env, ...env }, encoding: 'utf8' }).trim();
  try {
    git('init', '-q');
    git('config', 'commit.gpgsign', 'false');
    execFileSync('mkdir', ['-p', join(folder, 'src/lib')]);
    writeFileSync(join(folder, 'README.md'), '# App\n');
    writeFileSync(join(folder, 'src/a.txt'), 'one\ntwo\nthree\n');
    writeFileSync(join(folder, 'src/lib/b.txt'), 'b\n');
    git('add', '.');
    const sha = git('commit-tree', git('write-tree'), '-m', 'First');
    // commit-tree ends the message with a newline; the platform stores it as it was sent.
    expect(git('cat-file', '-p', sha).split('\n')[0]).toBe(`tree ${git('write-tree')}`);
    const content = execFileSync('git', ['cat-file', 'commit', sha], { cwd: folder }).toString().trimEnd();
    writeFileSync(join(folder, 'commit'), content);
    expect(git('hash-object', '-t', 'commit', 'commit')).toBe(made['id']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('GET …/commits: newest first, filtered, and never counted', async () => {
  const code = await codeProject();
  await code.commit([{ action: 'update', file_path: 'README.md', content: 'x\n' }], {
    commit_message: 'Second\n\nSigned-off-by: Jane <jane@example.com>',
    author_name: 'Jane',
    author_email: 'jane@example.com',
  });
  const titles = async (query = '') =>
    (await code.gl.get(`${code.repo}/commits${query}`)).list.map((row) => row['title']);
  expect(await titles()).toEqual(['Second', 'First']);
  expect(await titles('?path=src')).toEqual(['First']);
  expect(await titles('?author=Jane')).toEqual(['Second']);
  expect(await titles('?author=Nobody')).toEqual([]);
  expect(await titles('?ref_name=gone')).toEqual([]);
  expect(await titles('?until=2001-01-01T00:00:00Z')).toEqual([]);
  expect(await titles('?since=2001-01-01T00:00:00Z')).toEqual(['Second', 'First']);
  const first = textOf((await code.gl.get(`${code.repo}/commits?path=src`)).list[0]?.['id']);
  expect(await titles(`?ref_name=${first}..main`)).toEqual(['Second']);
  const page = await code.gl.get(`${code.repo}/commits?per_page=1`);
  expect(page.headers.get('x-total')).toBeNull();
  expect(page.headers.get('x-next-page')).toBe('2');
  expect(page.headers.get('link')).not.toContain('rel="last"');
  expect(page.list[0]?.['trailers']).toEqual({});
  const trailers = (await code.gl.get(`${code.repo}/commits?per_page=1&trailers=true&with_stats=true`)).list[0];
  expect(trailers).toMatchObject({
    trailers: { 'Signed-off-by': 'Jane <jane@example.com>' },
    extended_trailers: { 'Signed-off-by': ['Jane <jane@example.com>'] },
    stats: { additions: 1, deletions: 1, total: 2 },
  });
});

test('GET …/commits refuses bad refs, dates, orders and page sizes', async () => {
  const code = await codeProject();
  const get = async (query: string) => brief(await code.gl.get(`${code.repo}/commits?${query}`));
  expect(await get('ref_name=-main')).toEqual(bad('ref_name is invalid'));
  expect(await get('ref_name=main%20branch')).toEqual(bad('ref_name is invalid'));
  expect(await get('since=invalid-date')).toEqual([400, { error: 'since is invalid' }]);
  expect(await get('order=random')).toEqual([400, { error: 'order does not have a valid value' }]);
  expect(await get('per_page=0')).toEqual([400, { error: 'per_page has a value not allowed' }]);
});

test('GET …/commits: guests 403, strangers and anonymous 404, an empty repository an empty list', async () => {
  const code = await codeProject();
  expect(brief(await code.gl.as('guest').get(`${code.repo}/commits`))).toEqual([403, { message: '403 Forbidden' }]);
  expect((await code.gl.as('reporter').get(`${code.repo}/commits`)).status).toBe(200);
  expect((await code.gl.as('stranger').get(`${code.repo}/commits`)).status).toBe(404);
  expect(await anonymously(code, `${code.repo}/commits`)).toBe(404);
  const empty = (await code.gl.post('/projects', { name: 'Empty' })).object['id'];
  expect((await code.gl.get(`/projects/${textOf(empty)}/repository/commits`)).body).toEqual([]);
});

test('a repository that is switched off does not exist for commits and branches', async () => {
  const code = await codeProject();
  await code.gl.put(`/projects/${code.id}`, { repository_access_level: 'disabled' });
  expect(brief(await code.gl.get(`${code.repo}/commits`))).toEqual([404, { message: '404 Not Found' }]);
  expect((await code.gl.get(`${code.repo}/branches`)).status).toBe(404);
});

test('GET …/commits/:sha takes a branch with an escaped slash, a short name, HEAD; else 404', async () => {
  const code = await codeProject();
  await code.gl.post(`${code.repo}/branches`, { branch: 'improve/awesome', ref: 'main' });
  const main = (await code.gl.get(`${code.repo}/commits/main`)).object;
  for (const ref of ['improve%2Fawesome', textOf(main['short_id']), 'HEAD']) {
    expect((await code.gl.get(`${code.repo}/commits/${ref}`)).object['id']).toBe(main['id']);
  }
  expect(main).toHaveProperty('last_pipeline', null);
  expect(textOf(main['committed_date'])).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000\+00:00$/);
  expect((await code.gl.get(`${code.repo}/commits/main?stats=false`)).object).not.toHaveProperty('stats');
  expect(brief(await code.gl.get(`${code.repo}/commits/unknown`))).toEqual([404, { message: '404 Commit Not Found' }]);
  expect((await code.gl.get(`${code.repo}/commits/improve/awesome`)).status).toBe(404);
});

// What `git diff` (2.39) says of these contents.
test.each([
  ['a\nb\n', 'a\nx\nb\nx\nb\n', '@@ -1,2 +1,5 @@\n a\n+x\n+b\n+x\n b\n'],
  ['b\n}\n', '\nb\nb\n}\n\na\n', '@@ -1,2 +1,6 @@\n+\n+b\n b\n }\n+\n+a\n'],
  ['x\n}\n\nz\n}\n', 'x\n}\n\ny\n}\n\nz\n}\n', '@@ -1,5 +1,8 @@\n x\n }\n \n+y\n+}\n+\n z\n }\n'],
])('GET …/commits/:sha/diff places lines that repeat where git does: %j', async (before, content, diff) => {
  const code = await codeProject();
  await code.commit([{ action: 'create', file_path: 'f', content: before }]);
  await code.commit([{ action: 'update', file_path: 'f', content }]);
  expect((await code.gl.get(`${code.repo}/commits/main/diff`)).list).toMatchObject([{ diff }]);
});

test('GET …/commits/:sha/diff tells renames, modes, and the unified form', async () => {
  const code = await codeProject();
  await code.commit([
    { action: 'move', file_path: 'src/c.txt', previous_path: 'src/a.txt' },
    { action: 'update', file_path: 'README.md', content: '# App\nmore' },
  ]);
  const diffs = (await code.gl.get(`${code.repo}/commits/main/diff`)).list;
  expect(diffs[0]).toEqual({
    diff: '@@ -1 +1,2 @@\n # App\n+more\n\\ No newline at end of file\n',
    collapsed: false,
    too_large: false,
    new_path: 'README.md',
    old_path: 'README.md',
    a_mode: '100644',
    b_mode: '100644',
    new_file: false,
    renamed_file: false,
    deleted_file: false,
    generated_file: false,
  });
  expect(diffs[1]).toMatchObject({ old_path: 'src/a.txt', new_path: 'src/c.txt', renamed_file: true, diff: '' });
  const unified = (await code.gl.get(`${code.repo}/commits/main/diff?unidiff=true`)).list[0]?.['diff'];
  expect(textOf(unified)).toMatch(/^--- a\/README\.md\n\+\+\+ b\/README\.md\n@@/);
});

test('GET …/commits/:sha/refs, sequence and signature', async () => {
  const code = await codeProject();
  await code.gl.post(`${code.repo}/branches`, { branch: 'topic', ref: 'main' });
  await code.commit([{ action: 'delete', file_path: 'README.md' }], { branch: 'topic' });
  const refs = await code.gl.get(`${code.repo}/commits/main/refs`);
  expect(refs.body).toEqual([
    { type: 'branch', name: 'main' },
    { type: 'branch', name: 'topic' },
  ]);
  expect(refs.headers.get('x-total')).toBeNull();
  expect((await code.gl.get(`${code.repo}/commits/topic/refs?type=tag`)).body).toEqual([]);
  expect((await code.gl.get(`${code.repo}/commits/topic/sequence`)).body).toEqual({ count: 2 });
  expect(brief(await code.gl.get(`${code.repo}/commits/main/signature`))).toEqual([
    404,
    { message: '404 Signature Not Found' },
  ]);
  expect((await code.gl.get(`${code.repo}/commits/unknown/signature`)).body).toEqual({
    message: '404 Commit Not Found',
  });
});

/** A branch `topic` one commit ahead of main; returns the name of that commit. */
async function topicAhead(code: Awaited<ReturnType<typeof codeProject>>): Promise<string> {
  const made = await code.commit([{ action: 'update', file_path: 'src/a.txt', content: 'one\ntwo\n3\n' }], {
    branch: 'topic',
    start_branch: 'main',
    commit_message: 'Count',
    author_name: 'Jane',
    author_email: 'jane@example.com',
  });
  return textOf(made.object['id']);
}

test('POST …/cherry_pick commits once; the second time the change is empty', async () => {
  const code = await codeProject();
  const sha = await topicAhead(code);
  const path = `${code.repo}/commits/${sha}/cherry_pick`;
  expect(brief(await code.gl.post(path, { branch: 'main', dry_run: true }))).toEqual([200, { dry_run: 'success' }]);
  const picked = await code.gl.post(path, { branch: 'main' });
  expect(picked.status).toBe(201);
  expect(picked.object).toMatchObject({
    title: 'Count',
    author_name: 'Administrator',
    message: `Count\n\n(cherry picked from commit ${sha})\n\nCo-authored-by: Jane <jane@example.com>`,
  });
  const text =
    'Sorry, we cannot cherry-pick this commit automatically. This commit may already have been cherry-picked, or a more recent commit may have updated some of its content.';
  expect(brief(await code.gl.post(path, { branch: 'main' }))).toEqual([400, { message: text, error_code: 'empty' }]);
  const dry = await code.gl.post(path, { branch: 'main', dry_run: true });
  expect(brief(dry)).toEqual([400, { message: text, error_code: 'empty', dry_run: 'error' }]);
});

test('POST …/cherry_pick that meets other changes of the same lines is a conflict, and takes a message', async () => {
  const code = await codeProject();
  const sha = await topicAhead(code);
  const path = `${code.repo}/commits/${sha}/cherry_pick`;
  await code.gl.post(`${code.repo}/branches`, { branch: 'clean', ref: 'main' });
  expect((await code.gl.post(path, { branch: 'clean', message: 'foo' })).object['message']).toBe('foo');
  await code.commit([{ action: 'update', file_path: 'src/a.txt', content: 'one\ntwo\nIII\n' }]);
  expect((await code.gl.post(path, { branch: 'main' })).object['error_code']).toBe('conflict');
});

test('POST …/cherry_pick: branch missing or blank 400, unknown 404, protected 403', async () => {
  const code = await codeProject();
  const path = `${code.repo}/commits/main/cherry_pick`;
  expect(brief(await code.gl.post(path, {}))).toEqual([400, { error: 'branch is missing, branch is empty' }]);
  expect(brief(await code.gl.post(path, { branch: ' ' }))).toEqual([400, { error: 'branch is empty' }]);
  expect(brief(await code.gl.post(path, { branch: 'foo' }))).toEqual([404, { message: '404 Branch Not Found' }]);
  expect((await code.gl.post(`${code.repo}/commits/unknown/cherry_pick`, { branch: 'main' })).body).toEqual({
    message: '404 Commit Not Found',
  });
  expect((await code.gl.as('dev').post(path, { branch: 'main' })).status).toBe(403);
  expect((await code.gl.as('guest').post(path, {})).status).toBe(403);
});

test('POST …/revert undoes a commit once', async () => {
  const code = await codeProject();
  const made = await code.commit([{ action: 'delete', file_path: 'README.md' }], { commit_message: 'Remove' });
  const sha = textOf(made.object['id']);
  const path = `${code.repo}/commits/${sha}/revert`;
  expect(brief(await code.gl.post(path, { branch: 'main', dry_run: true }))).toEqual([200, { dry_run: 'success' }]);
  const reverted = await code.gl.post(path, { branch: 'main' });
  expect([reverted.status, reverted.object['message'], reverted.object['parent_ids']]).toEqual([
    201,
    `Revert "Remove"\n\nThis reverts commit ${sha}`,
    [sha],
  ]);
  expect((await code.gl.get(`${code.repo}/files/README.md?ref=main`)).status).toBe(200);
  expect((await code.gl.post(path, { branch: 'main' })).object['error_code']).toBe('empty');
});

test('comments of a commit: kept in order, with their line when it is in the diff', async () => {
  const code = await codeProject();
  const path = `${code.repo}/commits/main/comments`;
  expect(brief(await code.gl.post(path, {}))).toEqual([400, { error: 'note is missing' }]);
  const plain = await code.gl.as('reporter').post(path, { note: 'My comment' });
  expect([plain.status, plain.object]).toMatchObject([
    201,
    { note: 'My comment', path: null, line: null, line_type: null, author: { username: 'reporter' } },
  ]);
  const inline = await code.gl.post(path, { note: 'Here', path: 'README.md', line: 1, line_type: 'new' });
  expect(inline.object).toMatchObject({ path: 'README.md', line: 1, line_type: 'new' });
  const lost = await code.gl.post(path, { note: 'Lost', path: 'README.md', line: 99 });
  expect(lost.object).toMatchObject({ path: null, line: null });
  expect((await code.gl.post(path, { note: 'x', path: 'README.md' })).body).toEqual({ error: 'line is missing' });
  const all = (await code.gl.get(path)).list;
  expect(all.map((row) => row['note'])).toEqual(['My comment', 'Here', 'Lost']);
  expect((await code.gl.post(`${code.repo}/commits/unknown/comments`, { note: 'x' })).status).toBe(404);
  expect((await code.gl.as('guest').post(path, { note: 'x' })).status).toBe(403);
});

test('GET …/commits/:sha/statuses are the jobs of its pipelines; the commit tells its last pipeline', async () => {
  const code = await codeProject();
  const sha = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  const { state, clock } = code.gl.sandbox.platform;
  const now = clock.now().toISOString();
  const pipeline = state.pipelines.insert({
    iid: 1,
    project_id: code.id,
    status: 'success',
    source: 'push',
    ref: 'main',
    sha,
    before_sha: '0'.repeat(40),
    tag: false,
    name: null,
    yaml_errors: null,
    user_id: 1,
    variables: [],
    merge_request_id: null,
    parent_id: null,
    created_at: now,
    updated_at: now,
    started_at: now,
    finished_at: now,
    committed_at: null,
  });
  for (const [name, retried] of [
    ['lint', true],
    ['lint', false],
    ['test', false],
  ] as const) {
    state.ciJobs.insert({
      project_id: code.id,
      pipeline_id: pipeline.id,
      kind: 'build',
      name,
      stage: 'test',
      status: 'success',
      allow_failure: false,
      coverage: null,
      tag_list: [],
      user_id: 1,
      runner_id: null,
      failure_reason: null,
      retried,
      created_at: now,
      queued_at: null,
      started_at: now,
      finished_at: now,
      erased_at: null,
      trace: null,
      artifacts: [],
      artifacts_expire_at: null,
      artifacts_public: true,
      variables: [],
      tests: [],
      tests_error: null,
      downstream_pipeline_id: null,
    });
  }
  const names = async (query = '') =>
    (await code.gl.get(`${code.repo}/commits/main/statuses${query}`)).list.map((row) => row['name']);
  expect(await names()).toEqual(['lint', 'test']);
  expect(await names('?all=true')).toEqual(['lint', 'lint', 'test']);
  expect(await names('?name=test')).toEqual(['test']);
  expect(await names('?ref=other')).toEqual([]);
  expect((await code.gl.get(`${code.repo}/commits/main/statuses`)).list[0]).toMatchObject({
    sha,
    ref: 'main',
    status: 'success',
    pipeline_id: pipeline.id,
    author: { username: 'root' },
  });
  expect((await code.gl.get(`${code.repo}/commits/main`)).object).toMatchObject({
    status: 'success',
    last_pipeline: { id: pipeline.id, sha, ref: 'main' },
  });
  expect((await code.gl.get(`${code.repo}/commits/unknown/statuses`)).body).toEqual({
    message: '404 Commit Not Found',
  });
  expect((await code.gl.as('guest').get(`${code.repo}/commits/main/statuses`)).status).toBe(403);
});
