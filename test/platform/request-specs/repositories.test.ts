import { describe, expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { codeProject } from '../../sandbox/code.ts';

// What GitLab's own request specs say of repositories and files (spec/requests/api/repositories_spec.rb and
// files_spec.rb, 18.9).

const notThere = (thing: string) => [404, { message: `404 ${thing} Not Found` }];
const forbidden = [403, { message: '403 Forbidden' }];
const uncached = 'max-age=0, private, must-revalidate, no-store, no-cache';

async function world() {
  const code = await codeProject();
  const open = async () => {
    await code.gl.put('/groups/acme', { visibility: 'public' });
    await code.gl.put(`/projects/${code.id}`, { visibility: 'public' });
  };
  const off = { repository_access_level: 'disabled', merge_requests_access_level: 'disabled' };
  const switchOff = () => code.gl.put(`/projects/${code.id}`, { ...off, builds_access_level: 'disabled' });
  return { ...code, dev: code.gl.as('dev'), maint: code.gl.as('maint'), guest: code.gl.as('guest'), open, switchOff };
}

describe('reads of a repository', () => {
  test('guests 403, strangers 404, everyone in a public project, 403 where the repository is off', async () => {
    const { gl, repo, dev, guest, open, switchOff } = await world();
    const [blob] = (await dev.get(`${repo}/tree`)).list.filter((row) => row['type'] === 'blob');
    const sha = textOf(blob?.['id']);
    const compare = '/compare?from=main&to=main';
    const file = '/files/README.md?ref=main';
    const paths = ['/tree', `/blobs/${sha}`, `/blobs/${sha}/raw`, '/archive', compare, '/contributors', file];
    for (const path of paths) {
      expect([path, (await guest.get(`${repo}${path}`)).status]).toEqual([path, 403]);
      expect([path, told(await gl.get(`${repo}${path}`, anonymous))]).toEqual([path, notThere('Project')]);
    }
    await open();
    for (const path of paths) expect([path, (await gl.get(`${repo}${path}`, anonymous)).status]).toEqual([path, 200]);
    await switchOff();
    for (const path of paths) expect([path, told(await dev.get(`${repo}${path}`))]).toEqual([path, forbidden]);
  });

  test('the tree: directories with their mode first; unknown refs and paths; all of it at once only when recursive', async () => {
    const { repo, dev } = await world();
    const tree = await dev.get(`${repo}/tree`);
    expect(tree.list[0]).toMatchObject({ name: 'src', type: 'tree', mode: '040000', path: 'src' });
    expect(tree.headers.get('x-page')).toBe('1');
    expect(told(await dev.get(`${repo}/tree?ref=foo`))).toEqual(notThere('Tree'));
    expect(told(await dev.get(`${repo}/tree?recursive=1&ref=foo`))).toEqual(notThere('Tree'));
    expect(told(await dev.get(`${repo}/tree?path=bogus`))).toEqual(notThere('invalid revision or path'));
    const whole = await dev.get(`${repo}/tree?recursive=1&pagination=none`);
    expect(column(whole, 'path')).toEqual(['src', 'src/lib', 'README.md', 'src/a.txt', 'src/lib/b.txt']);
    expect(whole.headers.get('x-page')).toBeNull();
    const text = 'pagination cannot be "none" unless "recursive" is true';
    expect(told(await dev.get(`${repo}/tree?recursive=0&pagination=none`))).toEqual([400, { error: text }]);
    const first = await dev.get(`${repo}/tree?recursive=1&pagination=keyset&per_page=2`);
    const token = textOf(first.list.at(-1)?.['id']);
    const rest = await dev.get(`${repo}/tree?recursive=1&pagination=keyset&page_token=${token}`);
    expect(column(rest, 'id')).not.toContain(token);
    expect(rest.list.length).toBe(3);
  });

  test('a blob as JSON and raw: inline, uncached; unknown ones are 404', async () => {
    const { repo, dev } = await world();
    const sha = textOf((await dev.get(`${repo}/files/README.md?ref=main`)).object['blob_id']);
    expect((await dev.get(`${repo}/blobs/${sha}`)).body).toEqual({
      ...{ size: 6, encoding: 'base64', sha },
      content: Buffer.from('# App\n').toString('base64'),
    });
    const raw = await dev.get(`${repo}/blobs/${sha}/raw`);
    expect([raw.body, raw.headers.get('content-disposition')]).toEqual(['# App\n', 'inline']);
    expect(raw.headers.get('cache-control')).toBe(uncached);
    expect(raw.headers.get('expires')).toBe('Fri, 01 Jan 1990 00:00:00 GMT');
    for (const tail of ['', '/raw']) {
      expect(told(await dev.get(`${repo}/blobs/abcd9876${tail}`))).toEqual(notThere('Blob'));
    }
  });

  test('archives are named after project, ref and format; a part of the tree by its path; unknown refs 404', async () => {
    const { dev } = await world();
    const at = '/projects/acme%2Fapp/repository/archive';
    const named = async (tail: string) => (await dev.get(`${at}${tail}`)).headers.get('content-disposition');
    expect(await named('')).toMatch(/filename="app-main-[0-9a-f]{40}\.tar\.gz"/);
    expect(await named('.zip')).toMatch(/app-main-[0-9a-f]{40}\.zip/);
    expect(await named('.tar.bz2')).toMatch(/app-main-[0-9a-f]{40}\.tar\.bz2/);
    expect(await named('?path=src')).toMatch(/app-main-[0-9a-f]{40}-src\.tar\.gz/);
    expect(told(await dev.get(`${at}?sha=xxx`))).toEqual(notThere('File'));
  });

  test('a comparison from the merge base, straight, of tags and commits, of one ref; unknown ones are 404', async () => {
    const { repo, maint } = await world();
    const actions = [{ action: 'create', file_path: 'new', content: 'x\n' }];
    const topic = { branch: 'feature', start_branch: 'main', commit_message: 'Cool new commit', actions };
    await maint.post(`${repo}/commits`, topic);
    await maint.post(`${repo}/tags`, { tag_name: 'v1.0.0', ref: 'main' });
    await maint.post(`${repo}/tags`, { tag_name: 'v1.1.0', ref: 'feature' });
    const compare = async (query: string) => (await maint.get(`${repo}/compare?${query}`)).object;
    for (const query of ['from=main&to=feature', 'from=main&to=feature&straight=true', 'from=v1.0.0&to=v1.1.0']) {
      expect(await compare(query)).toMatchObject({
        commits: [{ title: 'Cool new commit' }],
        diffs: [{ new_path: 'new', new_file: true }],
        compare_timeout: false,
        compare_same_ref: false,
        web_url: expect.stringContaining('/acme/app/-/compare/') as string,
      });
    }
    expect(await compare('from=feature&to=main')).toMatchObject({ commits: [], diffs: [], compare_same_ref: false });
    expect(await compare('from=main&to=main')).toMatchObject({ commits: [], diffs: [], compare_same_ref: true });
    const unified = { diffs: [{ diff: '--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+x\n' }] };
    expect(await compare('from=main&to=feature&unidiff=true')).toMatchObject(unified);
    expect((await maint.get(`${repo}/compare?from=unknown_ref&to=main`)).status).toBe(404);
    expect((await maint.get(`${repo}/compare?from=main&to=unknown_ref`)).status).toBe(404);
  });

  test('contributors with their commits, by name in any case, links that name the order', async () => {
    const { repo, maint, dev } = await world();
    const write = { branch: 'main', commit_message: 'x', author_name: 'zoe', author_email: 'zoe@example.com' };
    for (const name of ['one', 'two']) {
      const actions = [{ action: 'create', file_path: name, content: 'x' }];
      await maint.post(`${repo}/commits`, { ...write, actions });
    }
    const zoe = { name: 'zoe', email: 'zoe@example.com', commits: 2, additions: 0, deletions: 0 };
    const list = await dev.get(`${repo}/contributors`);
    expect(list.list.at(-1)).toEqual(zoe);
    expect(list.headers.get('link')).toMatch(/order_by=commits/);
    expect(list.headers.get('link')).toMatch(/sort=asc/);
    expect((await dev.get(`${repo}/contributors?order_by=commits&sort=desc`)).list[0]).toEqual(zoe);
    expect((await dev.get(`${repo}/contributors?order_by=name&sort=asc`)).list.at(-1)).toEqual(zoe);
  });

  test('the merge base of two refs and more; one ref, and refs that are not there, are 400', async () => {
    const { repo, dev } = await world();
    const head = (await dev.get(`${repo}/commits/main`)).object['id'];
    const base = async (...refs: readonly string[]) =>
      dev.get(`${repo}/merge_base?${refs.map((ref) => `refs[]=${ref}`).join('&')}`);
    expect((await base('main', 'HEAD')).object['id']).toBe(head);
    expect(told(await base('only-one'))).toEqual([400, { message: 'Provide at least 2 refs' }]);
    expect(told(await base('main', 'missing'))).toEqual([400, { message: 'Could not find ref: missing' }]);
  });

  test('a changelog without a start is 422', async () => {
    const { repo, maint } = await world();
    const why = 'The commit start range is unspecified, and no previous tag could be found to use instead';
    const refused = [422, { message: `Failed to generate the changelog: ${why}` }];
    expect(told(await maint.get(`${repo}/changelog?version=v0.0.0`))).toEqual(refused);
    expect(told(await maint.post(`${repo}/changelog`, { version: '1.0.0' }))).toEqual(refused);
  });
});

describe('files', () => {
  test.each(['', '/blame', '/raw'])('bad paths 400, unknown files and commits 404, no ref 400: …%s', async (tail) => {
    const { repo, dev, switchOff } = await world();
    const bad = [400, { error: 'file_path should be a valid file path' }];
    const at = (path: string, query = '?ref=main') => `${repo}/files/${path}${tail}${query}`;
    expect(told(await dev.get(at('%2e%2e%2f')))).toEqual(bad);
    expect(told(await dev.get(at('%2Fetc%2Fpasswd.rb')))).toEqual(bad);
    expect(told(await dev.get(at('app%2Fmodels%2Fx%2Erb')))).toEqual(notThere('File'));
    expect(told(await dev.get(at('README.md', `?ref=${'1'.repeat(40)}`)))).toEqual(notThere('Commit'));
    expect((await dev.get(at('README.md', ''))).status).toBe(tail === '/raw' ? 200 : 400);
    expect((await dev.get(at('src%2Fa%2Etxt'))).status).toBe(200);
    await switchOff();
    expect(told(await dev.get(at('README.md')))).toEqual(forbidden);
  });

  test('the facts of a file stand in the body and in the headers, also of HEAD', async () => {
    const { gl, repo, dev } = await world();
    const file = (await dev.get(`${repo}/files/src%2Fa.txt?ref=main`)).object;
    expect(Object.keys(file).sort()).toEqual([
      ...['blob_id', 'commit_id', 'content', 'content_sha256', 'encoding', 'execute_filemode', 'file_name'],
      ...['file_path', 'last_commit_id', 'ref', 'size'],
    ]);
    for (const tail of ['', '/raw', '/blame']) {
      const url = `${gl.sandbox.url}/api/v4${repo}/files/src%2Fa.txt${tail}?ref=main`;
      const { status, headers } = await fetch(url, { method: 'HEAD', headers: { 'PRIVATE-TOKEN': dev.token } });
      expect([tail, status]).toEqual([tail, 200]);
      expect(headers.get('x-gitlab-file-path')).toBe('src/a.txt');
      expect(headers.get('x-gitlab-file-name')).toBe('a.txt');
      expect(headers.get('x-gitlab-ref')).toBe('main');
      expect(headers.get('x-gitlab-blob-id')).toBe(file['blob_id']);
      expect(headers.get('x-gitlab-last-commit-id')).toBe(file['last_commit_id']);
      expect(headers.get('x-gitlab-content-sha256')).toBe(file['content_sha256']);
      expect(headers.get('x-gitlab-execute-filemode')).toBe('false');
    }
    const raw = await dev.get(`${repo}/files/src%2Fa.txt/raw`);
    expect(raw.headers.get('content-disposition')).toBe(`inline; filename="a.txt"; filename*=UTF-8''a.txt`);
    expect(raw.headers.get('cache-control')).toBe(uncached);
  });

  test('a range of a blame needs both ends, in order, above nothing', async () => {
    const { repo, dev } = await world();
    const ask = async (query: string) => told(await dev.get(`${repo}/files/src%2Fa.txt/blame?ref=main&${query}`));
    const [status, cut] = await ask('range[start]=2&range[end]=3');
    expect([status, cut]).toMatchObject([200, [{ lines: ['two', 'three'] }]]);
    expect(await ask('range[start]=4&range[end]=2')).toEqual([
      400,
      { message: 'range[start] must be less than or equal to range[end]' },
    ]);
    expect(await ask('range[start]=1')).toEqual([400, { error: 'range[end] is missing, range[end] is empty' }]);
    expect(await ask('range[start]=-2&range[end]=-5')).toEqual([
      400,
      { error: 'range[start] does not have a valid value, range[end] does not have a valid value' },
    ]);
    expect(await ask('range[start]=&range[end]=')).toEqual([
      400,
      { error: 'range[start] is empty, range[end] is empty' },
    ]);
  });

  test('POST, PUT and DELETE: by Developers, with their name or another; what is missing is 400', async () => {
    const { gl, repo, dev, guest } = await world();
    await gl.post(`${repo}/branches`, { branch: 'topic', ref: 'main' });
    const path = `${repo}/files/new%2Etext`;
    const body = { branch: 'topic', content: 'puts 8', commit_message: 'Added newfile' };
    expect((await guest.post(path, body)).status).toBe(403);
    expect((await gl.as('reporter').post(path, body)).status).toBe(403);
    expect((await gl.as('dev', ['read_repository']).post(path, body)).status).toBe(403);
    expect((await dev.post(path)).status).toBe(400);
    expect((await dev.post(path, { ...body, commit_message: '' })).status).toBe(400);
    const made = await dev.post(path, { ...body, execute_filemode: true });
    expect(told(made)).toEqual([201, { file_path: 'new.text', branch: 'topic' }]);
    expect((await dev.post(path, body)).status).toBe(400);
    const shown = (await dev.get(`${path}?ref=topic`)).object;
    expect(shown['execute_filemode']).toBe(true);
    expect((await dev.get(`${repo}/commits/topic`)).object).toMatchObject({
      author_name: 'dev',
      author_email: 'dev@example.com',
    });
    const stale = { ...body, last_commit_id: (await dev.get(`${repo}/commits/main`)).object['id'] };
    const staleText = 'You are attempting to update a file that has changed since you started editing it.';
    expect(told(await dev.put(path, stale))).toEqual([400, { message: staleText }]);
    const author = { author_name: 'John Doe', author_email: 'user@example.org' };
    const correct = { ...body, ...author, execute_filemode: false, last_commit_id: shown['last_commit_id'] };
    expect(told(await dev.put(path, { ...correct, content: 'new' }))).toEqual([
      200,
      { file_path: 'new.text', branch: 'topic' },
    ]);
    expect((await dev.get(`${repo}/commits/topic`)).object).toMatchObject(author);
    expect((await dev.get(`${path}?ref=topic`)).object['execute_filemode']).toBe(false);
    expect((await dev.put(path)).status).toBe(400);
    expect((await dev.put(path, { ...body, content: null, encoding: 'base64' })).status).toBe(200);
    expect((await dev.get(`${path}?ref=topic`)).object['size']).toBe(0);
    expect((await dev.delete(path)).status).toBe(400);
    expect((await dev.delete(`${path}?branch=topic&commit_message=`)).status).toBe(400);
    expect((await dev.delete(`${path}?branch=topic&commit_message=x&author_name=A&author_email=a@b.c`)).status).toBe(
      204,
    );
    expect((await dev.get(`${path}?ref=topic`)).status).toBe(404);
  });

  test('binary content stays as it is; a name may begin with a colon; an empty repository takes its first file', async () => {
    const { gl, repo, maint } = await world();
    const content = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAAA1BMVEUAAACnej3aAAAAAXRSTlMAQObYZgAAAAo=';
    const body = { branch: 'main', content, commit_message: 'A \\n should not be touched', encoding: 'base64' };
    await maint.post(`${repo}/files/test%2Ebin`, body);
    expect((await maint.get(`${repo}/files/test%2Ebin?ref=main`)).object['content']).toBe(content);
    await maint.post(`${repo}/files/%3Awq`, { ...body, encoding: 'text', content: 'test' });
    const colon = (await maint.get(`${repo}/files/%3Awq?ref=main`)).object;
    expect([colon['file_path'], colon['content']]).toEqual([':wq', Buffer.from('test').toString('base64')]);
    const made = await gl.post('/projects', { name: 'empty' });
    const path = `/projects/${textOf(made.object['id'])}/repository/files/a`;
    expect((await gl.post(path, { ...body, branch: 'main' })).status).toBe(201);
  });

  test('a moved project: reads are sent to its new address', async () => {
    const { gl, id } = await world();
    await gl.put(`/projects/${id}`, { path: 'elsewhere' });
    const url = `${gl.sandbox.url}/api/v4/projects/acme%2Fapp/repository/files/README.md?ref=main`;
    const answer = await fetch(url, { redirect: 'manual', headers: { 'PRIVATE-TOKEN': gl.token } });
    expect(answer.status).toBe(301);
    expect(answer.headers.get('location')).toContain(`/api/v4/projects/${id}/repository/files/README.md`);
  });
});
