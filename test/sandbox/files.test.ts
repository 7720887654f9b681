import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { anonymously, brief, codeProject } from './code.ts';

const path = (repo: string, file: string) => `${repo}/files/${encodeURIComponent(file)}`;
const notThere = [404, { message: '404 File Not Found' }];
const badPath = [400, { error: 'file_path should be a valid file path' }];

test('GET …/files/:file_path tells the file, in the body and in the headers', async () => {
  const code = await codeProject();
  const answer = await code.gl.get(`${path(code.repo, 'src/a.txt')}?ref=main`);
  const main = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  const bytes = Buffer.from('one\ntwo\nthree\n');
  expect(answer.object).toMatchObject({
    file_name: 'a.txt',
    file_path: 'src/a.txt',
    size: bytes.length,
    encoding: 'base64',
    content_sha256: createHash('sha256').update(bytes).digest('hex'),
    ref: 'main',
    commit_id: main,
    last_commit_id: main,
    execute_filemode: false,
    content: bytes.toString('base64'),
  });
  expect(answer.headers.get('x-gitlab-file-path')).toBe('src/a.txt');
  expect(answer.headers.get('x-gitlab-execute-filemode')).toBe('false');
  expect(answer.headers.get('x-gitlab-last-commit-id')).toBe(main);
});

test('HEAD …/files/:file_path and …/raw answer the headers alone', async () => {
  const code = await codeProject();
  for (const tail of ['', '/raw', '/blame']) {
    const answer = await fetch(`${code.gl.sandbox.url}/api/v4${path(code.repo, 'src/a.txt')}${tail}?ref=main`, {
      method: 'HEAD',
      headers: { 'PRIVATE-TOKEN': code.gl.token },
    });
    expect([answer.status, await answer.text(), answer.headers.get('x-gitlab-file-name')]).toEqual([200, '', 'a.txt']);
  }
});

test('GET …/files: no ref 400, unknown file or commit 404, climbing and absolute paths 400', async () => {
  const code = await codeProject();
  expect(brief(await code.gl.get(path(code.repo, 'any/file')))).toEqual([
    400,
    { error: 'ref is missing, ref is empty' },
  ]);
  expect(brief(await code.gl.get(`${path(code.repo, 'gone.rb')}?ref=main`))).toEqual(notThere);
  expect(brief(await code.gl.get(`${path(code.repo, 'README.md')}?ref=gone`))).toEqual([
    404,
    { message: '404 Commit Not Found' },
  ]);
  for (const tail of ['', '/raw', '/blame']) {
    expect(brief(await code.gl.get(`${path(code.repo, '/etc/passwd.rb')}${tail}?ref=main`))).toEqual(badPath);
    expect(brief(await code.gl.get(`${path(code.repo, '../x')}${tail}?ref=main`))).toEqual(badPath);
  }
  expect(brief(await code.gl.get(`${path(code.repo, 'src')}?ref=main`))).toEqual(notThere);
});

test('GET …/files: guests 403, strangers 404, anonymous 404, a token of scope read_repository may', async () => {
  const code = await codeProject();
  const url = `${path(code.repo, 'README.md')}?ref=main`;
  expect(brief(await code.gl.as('guest').get(url))).toEqual([403, { message: '403 Forbidden' }]);
  expect((await code.gl.as('reporter').get(url)).status).toBe(200);
  expect((await code.gl.as('stranger').get(url)).status).toBe(404);
  expect(await anonymously(code, url)).toBe(404);
  expect((await code.gl.as('dev', ['read_repository']).get(url)).status).toBe(200);
  const body = { branch: 'x', start_branch: 'main', content: '', commit_message: 'm' };
  expect((await code.gl.as('dev', ['read_repository']).post(path(code.repo, 'n'), body)).status).toBe(403);
});

test('a public project with a private repository shows its code to any member, and 403 to others', async () => {
  const code = await codeProject();
  await code.gl.put('/groups/acme', { visibility: 'public' });
  await code.gl.put(`/projects/${code.id}`, { visibility: 'public', repository_access_level: 'private' });
  const url = `${path(code.repo, 'README.md')}?ref=main`;
  expect((await code.gl.as('guest').get(url)).status).toBe(200);
  expect((await code.gl.as('stranger').get(url)).status).toBe(403);
  expect((await code.gl.as('stranger').get(`/projects/${code.id}`)).object).not.toHaveProperty('default_branch');
});

test('GET …/files/:file_path/raw sends the bytes, inline and uncached, from the default branch', async () => {
  const code = await codeProject();
  const bytes = Buffer.from([0x89, 0x00, 0xff, 0x0a]);
  await code.commit([{ action: 'create', file_path: 'x.bin', content: bytes.toString('base64'), encoding: 'base64' }]);
  const answer = await fetch(`${code.gl.sandbox.url}/api/v4${path(code.repo, 'x.bin')}/raw`, {
    headers: { 'PRIVATE-TOKEN': code.gl.token },
  });
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes);
  expect(answer.headers.get('content-disposition')).toBe(`inline; filename="x.bin"; filename*=UTF-8''x.bin`);
  expect(answer.headers.get('cache-control')).toBe('max-age=0, private, must-revalidate, no-store, no-cache');
  expect(answer.headers.get('expires')).toBe('Fri, 01 Jan 1990 00:00:00 GMT');
});

test("GET …/blame tells each line's commit, cuts a range, and refuses bad ranges", async () => {
  const code = await codeProject();
  const first = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  const made = await code.commit([{ action: 'update', file_path: 'src/a.txt', content: 'one\n2\nthree\nfour\n' }]);
  const second = textOf(made.object['id']);
  const blame = async (query = '') => await code.gl.get(`${path(code.repo, 'src/a.txt')}/blame?ref=main${query}`);
  const rows = (answer: Awaited<ReturnType<typeof blame>>) =>
    answer.list.map((row) => [(row['commit'] as { id: string }).id, row['lines']]);
  expect(rows(await blame())).toEqual([
    [first, ['one']],
    [second, ['2']],
    [first, ['three']],
    [second, ['four']],
  ]);
  expect(rows(await blame('&range[start]=2&range[end]=3'))).toEqual([
    [second, ['2']],
    [first, ['three']],
  ]);
  expect(brief(await blame('&range[start]=4&range[end]=2'))).toEqual([
    400,
    { message: 'range[start] must be less than or equal to range[end]' },
  ]);
  expect(brief(await blame('&range[start]=1'))).toEqual([400, { error: 'range[end] is missing, range[end] is empty' }]);
  expect(brief(await blame('&range[start]=-2&range[end]=-5'))).toEqual([
    400,
    { error: 'range[start] does not have a valid value, range[end] does not have a valid value' },
  ]);
  expect(brief(await blame('&range[start]=&range[end]='))).toEqual([
    400,
    { error: 'range[start] is empty, range[end] is empty' },
  ]);
});

test('POST …/files makes a file, PUT changes it and its mode, DELETE takes it away', async () => {
  const code = await codeProject();
  const url = path(code.repo, 'docs/new.md');
  const base = { branch: 'main', commit_message: 'Docs' };
  const made = await code.gl.post(url, {
    ...base,
    content: 'puts 8',
    author_name: 'Jane',
    author_email: 'j@example.com',
  });
  expect(brief(made)).toEqual([201, { file_path: 'docs/new.md', branch: 'main' }]);
  expect((await code.gl.get(`${code.repo}/commits/main`)).object).toMatchObject({ title: 'Docs', author_name: 'Jane' });
  expect(brief(await code.gl.post(url, { ...base, content: 'x' }))).toEqual([
    400,
    { message: 'A file with this name already exists' },
  ]);
  const changed = await code.gl.put(url, { ...base, content: 'cHV0cw==', encoding: 'base64', execute_filemode: true });
  expect(brief(changed)).toEqual([200, { file_path: 'docs/new.md', branch: 'main' }]);
  const shown = (await code.gl.get(`${url}?ref=main`)).object;
  expect([shown['content'], shown['execute_filemode']]).toEqual(['cHV0cw==', true]);
  // The mode stays when nothing is said of it.
  await code.gl.put(url, { ...base, content: 'x' });
  expect((await code.gl.get(`${url}?ref=main`)).object['execute_filemode']).toBe(true);
  const gone = await code.gl.delete(`${url}?branch=main&commit_message=Away`);
  expect([gone.status, (await code.gl.get(`${url}?ref=main`)).status]).toEqual([204, 404]);
  expect(brief(await code.gl.put(url, { ...base, content: 'x' }))).toEqual([
    400,
    { message: "A file with this name doesn't exist" },
  ]);
});

test('POST and PUT …/files name what is missing or wrong in the body', async () => {
  const code = await codeProject();
  const base = { branch: 'main', commit_message: 'm', content: 'c' };
  const send = async (body: object) => brief(await code.gl.post(path(code.repo, 'n'), { ...body }));
  const wrong = (text: string) => [400, { message: `400 Bad request - ${text}` }];
  expect(await send({})).toEqual(wrong('branch is required'));
  expect(await send({ ...base, commit_message: '' })).toEqual(wrong('commit_message is required'));
  expect(await send({ branch: 'main', commit_message: 'm' })).toEqual(wrong('content is required'));
  expect(await send({ ...base, encoding: 'bin' })).toEqual(wrong('encoding must be text or base64'));
  expect(await send({ ...base, execute_filemode: 0 })).toEqual(wrong('execute_filemode must be a boolean'));
  expect(brief(await code.gl.post(path(code.repo, '/etc/x'), base))).toEqual(badPath);
  expect(brief(await code.gl.delete(path(code.repo, 'README.md')))).toEqual([
    400,
    { error: 'branch is missing, branch is empty, commit_message is missing, commit_message is empty' },
  ]);
});

test('a stale last_commit_id is 400 on PUT and DELETE …/files', async () => {
  const code = await codeProject();
  const first = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  await code.commit([{ action: 'update', file_path: 'README.md', content: 'new' }]);
  const url = path(code.repo, 'README.md');
  const body = { branch: 'main', commit_message: 'm', content: 'c', last_commit_id: first };
  expect(brief(await code.gl.put(url, body))).toEqual([
    400,
    { message: 'You are attempting to update a file that has changed since you started editing it.' },
  ]);
  expect((await code.gl.delete(`${url}?branch=main&commit_message=m&last_commit_id=${first}`)).status).toBe(400);
});

test('writing a file: guests and reporters 403, strangers 404, developers not to a protected branch', async () => {
  const code = await codeProject();
  const body = { branch: 'main', commit_message: 'm', content: 'c' };
  const url = path(code.repo, 'n');
  expect((await code.gl.as('guest').post(url, body)).status).toBe(403);
  expect((await code.gl.as('reporter').post(url, body)).status).toBe(403);
  expect((await code.gl.as('stranger').post(url, body)).status).toBe(404);
  expect(brief(await code.gl.as('dev').post(url, body))).toEqual([
    403,
    { message: '403 Forbidden - You are not allowed to push into this branch' },
  ]);
  const topic = { ...body, branch: 'topic', start_branch: 'main' };
  expect((await code.gl.as('dev').post(url, topic)).status).toBe(201);
});
