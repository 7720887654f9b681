import { createHash } from 'node:crypto';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bzip2 } from '../../src/sandbox/archive/bzip2.ts';
import { createClock } from '../../src/sandbox/store/clock.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import { anonymously, brief, codeProject } from './code.ts';
import type { Code } from './code.ts';

const refused = [403, { message: '403 Forbidden' }];

async function download(code: Code, path: string): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
  const answer = await fetch(`${code.gl.sandbox.url}/api/v4${path}`, { headers: { 'PRIVATE-TOKEN': code.gl.token } });
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers };
}

test('everything below a repository: guests 403 also without parameters, strangers and anonymous 404', async () => {
  const code = await codeProject();
  for (const tail of [
    'tree',
    'blobs/abc',
    'blobs/abc/raw',
    'archive',
    'compare',
    'contributors',
    'merge_base',
    'changelog',
  ]) {
    expect(brief(await code.gl.as('guest').get(`${code.repo}/${tail}`))).toEqual(refused);
    expect((await code.gl.as('stranger').get(`${code.repo}/${tail}`)).status).toBe(404);
    expect(await anonymously(code, `${code.repo}/${tail}`)).toBe(404);
  }
});

test('GET …/tree lists directories first, right in a path or all below it', async () => {
  const code = await codeProject();
  const names = async (query = '') => (await code.gl.get(`${code.repo}/tree${query}`)).list.map((row) => row['path']);
  expect(await names()).toEqual(['src', 'README.md']);
  expect(await names('?path=src')).toEqual(['src/lib', 'src/a.txt']);
  expect(await names('?recursive=1')).toEqual(['src', 'src/lib', 'README.md', 'src/a.txt', 'src/lib/b.txt']);
  expect((await code.gl.get(`${code.repo}/tree`)).list[0]).toMatchObject({ name: 'src', type: 'tree', mode: '040000' });
  expect((await code.gl.get(`${code.repo}/tree`)).headers.get('x-total')).toBe('2');
});

test('GET …/tree: unknown ref, unknown path, an empty repository', async () => {
  const code = await codeProject();
  expect(brief(await code.gl.get(`${code.repo}/tree?ref=foo`))).toEqual([404, { message: '404 Tree Not Found' }]);
  const noPath = [404, { message: '404 invalid revision or path Not Found' }];
  expect(brief(await code.gl.get(`${code.repo}/tree?path=bogus`))).toEqual(noPath);
  expect(brief(await code.gl.get(`${code.repo}/tree?path=README.md`))).toEqual(noPath);
  const empty = textOf((await code.gl.post('/projects', { name: 'Empty' })).object['id']);
  expect((await code.gl.get(`/projects/${empty}/repository/tree`)).status).toBe(404);
});

test('GET …/tree by key: the token is the last name seen or its object; none only for all of it', async () => {
  const code = await codeProject();
  const url = `${code.repo}/tree?recursive=1&pagination=keyset&per_page=2`;
  const first = await code.gl.get(url);
  const next = /page_token=([^&>]+)/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await code.gl.get(`${url}&page_token=${next}`);
  expect(second.list.map((row) => row['path'])).toEqual(['README.md', 'src/a.txt']);
  const byObject = await code.gl.get(`${url}&page_token=${textOf(first.list[1]?.['id'])}`);
  expect(byObject.body).toEqual(second.body);
  const all = await code.gl.get(`${code.repo}/tree?recursive=1&pagination=none`);
  expect([all.list.length, all.headers.get('x-page')]).toEqual([5, null]);
  expect(brief(await code.gl.get(`${code.repo}/tree?recursive=0&pagination=none`))).toEqual([
    400,
    { error: 'pagination cannot be "none" unless "recursive" is true' },
  ]);
});

test('GET …/blobs/:sha and raw', async () => {
  const code = await codeProject();
  const sha = textOf((await code.gl.get(`${code.repo}/tree`)).list[1]?.['id']);
  const content = Buffer.from('# App\n');
  expect((await code.gl.get(`${code.repo}/blobs/${sha}`)).body).toEqual({
    size: 6,
    encoding: 'base64',
    content: content.toString('base64'),
    sha,
  });
  const raw = await download(code, `${code.repo}/blobs/${sha}/raw`);
  expect([raw.bytes, raw.headers.get('content-disposition')]).toEqual([content, 'inline']);
  expect(brief(await code.gl.get(`${code.repo}/blobs/abcd9876`))).toEqual([404, { message: '404 Blob Not Found' }]);
});

/** The names of the files in a tar archive, and the content of the first. */
function listTar(tar: Buffer): { names: string[]; first: string } {
  const names: string[] = [];
  let first = '';
  for (let at = 0; (tar[at] ?? 0) !== 0;) {
    const field = (from: number, length: number) =>
      tar.toString('latin1', at + from, at + from + length).split('\0')[0] ?? '';
    const size = parseInt(field(124, 12), 8);
    if (field(156, 1) === '0') names.push(field(0, 100));
    if (names.length === 1) first = tar.toString('utf8', at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  return { names, first };
}

test('GET …/archive is a tar.gz named after project, ref and commit; zip and bz2 by their ending', async () => {
  const code = await codeProject();
  await code.gl.put(`/projects/${code.id}`, { path: 'a' });
  const sha = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  const answer = await download(code, `${code.repo}/archive`);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="a-main-${sha}.tar.gz"`);
  const { names, first } = listTar(gunzipSync(answer.bytes));
  expect(names).toEqual([`a-main-${sha}/README.md`, `a-main-${sha}/src/a.txt`, `a-main-${sha}/src/lib/b.txt`]);
  expect(first).toBe('# App\n');
  expect((await download(code, `${code.repo}/archive.tar.bz2`)).bytes.subarray(0, 4).toString('latin1')).toBe('BZh9');
  const part = listTar((await download(code, `${code.repo}/archive.tar?path=src/lib`)).bytes);
  expect(part.names).toEqual([`a-main-${sha}-src-lib/src/lib/b.txt`]);
  expect(brief(await code.gl.get(`${code.repo}/archive?sha=xxx`))).toEqual([404, { message: '404 File Not Found' }]);
});

/** The files of a zip archive as its directory lists them: what each holds, its mode, and the time that is told of it. */
function listZip(zip: Buffer): readonly (readonly [path: string, content: string, mode: string, time: string])[] {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const files: [string, string, string, string][] = [];
  for (let at = zip.readUInt32LE(end + 16); at < end;) {
    const short = (offset: number) => zip.readUInt16LE(at + offset);
    const [time, date, length, where] = [short(12), short(14), short(28), zip.readUInt32LE(at + 42)];
    const path = zip.toString('utf8', at + 46, at + 46 + length);
    const from = where + 30 + zip.readUInt16LE(where + 26) + zip.readUInt16LE(where + 28);
    const packed = zip.subarray(from, from + zip.readUInt32LE(at + 20));
    const content = (short(10) === 0 ? packed : inflateRawSync(packed)).toString('utf8');
    const day = [(date >> 9) + 1980, (date >> 5) & 15, date & 31].join('-');
    files.push([path, content, short(40).toString(8), `${day} ${time >> 11}:${(time >> 5) & 63}:${(time & 31) * 2}`]);
    at += 46 + length + short(30) + short(32);
  }
  return files;
}

test('GET …/archive.zip has the files with their modes, and the time of the commit in UTC', async () => {
  vi.stubEnv('TZ', 'Asia/Kolkata');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const code = await codeProject({ clock: { ...createClock(), now: () => new Date('2026-01-02T23:04:06Z') } });
  await code.commit([
    { action: 'chmod', file_path: 'src/a.txt', execute_filemode: true },
    { action: 'create', file_path: 'ä.txt', content: 'ä\n' },
  ]);
  const sha = textOf((await code.gl.get(`${code.repo}/commits/main`)).object['id']);
  const time = '2026-1-2 23:4:6';
  expect(listZip((await download(code, `${code.repo}/archive.zip`)).bytes)).toEqual([
    [`app-main-${sha}/README.md`, '# App\n', '100644', time],
    [`app-main-${sha}/src/a.txt`, 'one\ntwo\nthree\n', '100755', time],
    [`app-main-${sha}/src/lib/b.txt`, 'b\n', '100644', time],
    [`app-main-${sha}/ä.txt`, 'ä\n', '100644', time],
  ]);
});

test('the bzip2 stream is the one that the reference decoder was seen to take', () => {
  const stream = bzip2(Buffer.from('hello hello hello\n'.repeat(40)));
  expect(createHash('sha256').update(stream).digest('hex')).toBe(
    'd8be0542314f5d03acd22984d9a8987dccbab0d1e8a9804ca3037cd99a7e0829',
  );
});

test('GET …/compare: from the merge base, or straight; same ref; unknown refs; another project', async () => {
  const code = await codeProject();
  await code.commit([{ action: 'create', file_path: 'topic.txt', content: 't\n' }], {
    branch: 'topic',
    start_branch: 'main',
    commit_message: 'Topic',
  });
  await code.commit([{ action: 'create', file_path: 'main.txt', content: 'm\n' }], { commit_message: 'Main' });
  const compare = async (query: string) => await code.gl.get(`${code.repo}/compare?${query}`);
  const merged = (await compare('from=main&to=topic')).object;
  const paths = (value: unknown) => (value as readonly { new_path: string }[]).map((diff) => diff.new_path);
  expect(merged['commit']).toMatchObject({ title: 'Topic' });
  expect(paths(merged['diffs'])).toEqual(['topic.txt']);
  expect(paths((await compare('from=main&to=topic&straight=true')).object['diffs'])).toEqual(['main.txt', 'topic.txt']);
  expect((await compare('from=topic~&to=topic')).status).toBe(404);
  expect((await compare('from=main&to=main')).object).toMatchObject({
    commit: null,
    commits: [],
    diffs: [],
    compare_same_ref: true,
    compare_timeout: false,
  });
  expect(brief(await compare('from=unknown&to=main'))).toEqual([404, { message: '404 Ref Not Found' }]);
  expect(brief(await compare('to=main'))).toEqual([400, { error: 'from is missing' }]);
  expect(brief(await compare('from=main&to=topic&from_project_id=4711'))).toEqual([
    400,
    { message: `Target project id:4711 is not a fork of project id:${code.id}` },
  ]);
  const head = textOf((merged['commit'] as { id: string }).id);
  expect(textOf(merged['web_url'])).toMatch(new RegExp(`/acme/app/-/compare/[0-9a-f]{40}\\.\\.\\.${head}$`));
});

test('GET …/contributors counts commits by address, fewest first, and links with the order', async () => {
  const code = await codeProject();
  for (const content of ['1', '2']) {
    await code.commit([{ action: 'update', file_path: 'README.md', content }], {
      author_name: 'Jane',
      author_email: 'jane@example.com',
    });
  }
  const answer = await code.gl.get(`${code.repo}/contributors`);
  expect(answer.body).toEqual([
    { name: 'Administrator', email: 'root@example.com', commits: 1, additions: 0, deletions: 0 },
    { name: 'Jane', email: 'jane@example.com', commits: 2, additions: 0, deletions: 0 },
  ]);
  expect(answer.headers.get('link')).toContain('order_by=commits');
  expect(answer.headers.get('link')).toContain('sort=asc');
  const sorted = await code.gl.get(`${code.repo}/contributors?order_by=name&sort=desc`);
  expect(sorted.list.map((row) => row['name'])).toEqual(['Jane', 'Administrator']);
});

test('GET …/merge_base: the common ancestor; one ref 400; unknown refs 400; none 404', async () => {
  const code = await codeProject();
  const base = (await code.gl.get(`${code.repo}/commits/main`)).object['id'];
  await code.commit([{ action: 'create', file_path: 't', content: '' }], { branch: 'topic', start_branch: 'main' });
  await code.commit([{ action: 'create', file_path: 'm', content: '' }]);
  const get = async (...refs: string[]) =>
    await code.gl.get(`${code.repo}/merge_base?${refs.map((ref) => `refs[]=${ref}`).join('&')}`);
  expect((await get('main', 'topic')).object['id']).toBe(base);
  expect(brief(await get('main'))).toEqual([400, { message: 'Provide at least 2 refs' }]);
  expect(brief(await get('main', 'missing'))).toEqual([400, { message: 'Could not find ref: missing' }]);
  expect(brief(await get('x1', 'x2'))).toEqual([400, { message: 'Could not find refs: x1, x2' }]);
  expect(brief(await code.gl.get(`${code.repo}/merge_base`))).toEqual([400, { error: 'refs is missing' }]);
});

test('tags: made on a ref, listed, found by commits, taken away', async () => {
  const code = await codeProject();
  expect((await code.gl.as('reporter').post(`${code.repo}/tags`, { tag_name: 'v1.0.0', ref: 'main' })).status).toBe(
    403,
  );
  expect((await code.gl.as('dev').post(`${code.repo}/tags`, { tag_name: 'v1.0.0', ref: 'main' })).status).toBe(201);
  expect(brief(await code.gl.post(`${code.repo}/tags`, { tag_name: 'v1.0.0', ref: 'main' }))).toEqual([
    400,
    { message: 'Tag v1.0.0 already exists' },
  ]);
  expect((await code.gl.get(`${code.repo}/commits/v1.0.0/refs?type=tag`)).body).toEqual([
    { type: 'tag', name: 'v1.0.0' },
  ]);
  expect((await code.gl.delete(`${code.repo}/tags/v1.0.0`)).status).toBe(204);
  expect(brief(await code.gl.get(`${code.repo}/tags/v1.0.0`))).toEqual([404, { message: '404 Tag Not Found' }]);
});

test('GET …/changelog gathers the commits that carry the trailer since the last version tag', async () => {
  const code = await codeProject();
  const failed =
    'Failed to generate the changelog: The commit start range is unspecified, and no previous tag could be found to use instead';
  expect(brief(await code.gl.get(`${code.repo}/changelog?version=0.0.0`))).toEqual([422, { message: failed }]);
  expect(brief(await code.gl.get(`${code.repo}/changelog?version=one`))).toEqual([
    400,
    { error: 'version is invalid' },
  ]);
  await code.gl.post(`${code.repo}/tags`, { tag_name: 'v1.0.0', ref: 'main' });
  await code.gl.post(`${code.repo}/tags`, { tag_name: 'v1.1.0-rc1', ref: 'main' });
  const none = await code.gl.get(`${code.repo}/changelog?version=1.1.0&date=2021-02-03`);
  expect(none.body).toEqual({ notes: '## 1.1.0 (2021-02-03)\n\nNo changes.\n\n' });
  const made = await code.commit([{ action: 'create', file_path: 'x', content: '' }], {
    commit_message: 'Add x\n\nChangelog: added',
  });
  const notes = (await code.gl.get(`${code.repo}/changelog?version=v1.1.0&date=2021-02-03`)).object['notes'];
  const sha = textOf(made.object['id']);
  expect(notes).toBe(`## 1.1.0 (2021-02-03)\n\n### added (1 change)\n\n- [Add x](acme/app@${sha})\n\n`);
});

test('POST …/changelog commits the section where its version belongs, for those who may push', async () => {
  const code = await codeProject();
  await code.gl.post(`${code.repo}/tags`, { tag_name: 'v1.0.0', ref: 'main' });
  const config = 'categories:\n  added: Features\ndate_format: "%d.%m.%Y"\n';
  await code.commit([
    { action: 'create', file_path: '.gitlab/changelog_config.yml', content: config },
    { action: 'create', file_path: 'CHANGELOG.md', content: '## 1.0.0 (old)\n\nFirst.\n' },
  ]);
  await code.commit([{ action: 'create', file_path: 'x', content: '' }], {
    commit_message: 'Add x\n\nChangelog: added',
  });
  expect(brief(await code.gl.as('dev').post(`${code.repo}/changelog`, { version: '1.1.0' }))).toEqual([
    403,
    { message: '403 Forbidden - You are not allowed to commit a changelog on this branch' },
  ]);
  expect((await code.gl.post(`${code.repo}/changelog`, { version: '1.1.0', date: '2021-02-03' })).status).toBe(200);
  const file = await download(code, `${code.repo}/files/CHANGELOG.md/raw`);
  expect(file.bytes.toString()).toMatch(
    /^## 1\.1\.0 \(03\.02\.2021\)\n\n### Features \(1 change\)\n\n- \[Add x\]\(acme\/app@[0-9a-f]{40}\)\n\n## 1\.0\.0/,
  );
  expect((await code.gl.get(`${code.repo}/commits/main`)).object['title']).toBe('Add changelog for version 1.1.0');
});

test('POST …/changelog takes another configuration, file, branch, trailer and message', async () => {
  const code = await codeProject();
  await code.gl.post(`${code.repo}/tags`, { tag_name: 'v1.0.0', ref: 'main' });
  const config = 'categories:\n  added: Brand new\n';
  await code.commit([{ action: 'create', file_path: 'other.yml', content: config }], {
    commit_message: 'Add other\n\nNews: added',
  });
  await code.gl.post(`${code.repo}/branches`, { branch: 'release', ref: 'main' });
  const sent = { version: '1.1.0', config_file: 'other.yml', file: 'NEWS.md', trailer: 'News', branch: 'release' };
  expect((await code.gl.post(`${code.repo}/changelog`, { ...sent, message: 'News of 1.1.0' })).status).toBe(200);
  const file = await download(code, `${code.repo}/files/NEWS.md/raw?ref=release`);
  expect(file.bytes.toString()).toContain('### Brand new (1 change)\n\n- [Add other]');
  expect((await code.gl.get(`${code.repo}/commits/release`)).object['title']).toBe('News of 1.1.0');
  expect((await code.gl.get(`${code.repo}/files/NEWS.md?ref=main`)).status).toBe(404);
});
