import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';
import type { Client } from '../../sandbox/client.ts';
import { madeByWeb } from '../../sandbox/snippet-origin.ts';

// What GitLab's own request specs say of snippets (spec/requests/api/snippets_spec.rb, project_snippets_spec.rb, 18.9).

const file = { file_path: 'file_1.rb', content: 'puts "hello world"' };
const base = { title: 'Test Title', description: 'test description', visibility: 'public' };
const gone = { message: '404 Snippet Not Found' };

/** An author with a snippet of each visibility, a personal one or in a project, and another user. */
async function shelf(project?: string) {
  const gl = await sandbox();
  for (const name of ['author', 'other', 'member']) await gl.user(name);
  const author = gl.as('author');
  const place =
    project === undefined ? undefined : idOf(await author.post('/projects', { name: 'p', visibility: project }));
  const all = place === undefined ? '/snippets' : `/projects/${place}/snippets`;
  const make = async (visibility: string, more: JsonObject = {}) =>
    idOf(await author.post(all, { ...base, visibility, files: [file], ...more }));
  const ids = { public: await make('public'), internal: await make('internal'), private: await make('private') };
  return { gl, author, other: gl.as('other'), all, place, ids, make };
}

describe('personal snippets', () => {
  test.each([
    ['', 200],
    ['/raw', 200],
    ['/files/main/file_1.rb/raw', 200],
  ])('GET /snippets/:id%s: administrators and the author all, others what is public or internal', async (what, ok) => {
    const { gl, author, other, ids } = await shelf();
    const statuses = (who: Client, headers = {}) =>
      Promise.all(
        [ids.public, ids.private, ids.internal].map(
          async (id) => (await who.get(`/snippets/${id}${what}`, headers)).status,
        ),
      );
    expect(await statuses(gl)).toEqual([ok, ok, ok]);
    expect(await statuses(author)).toEqual([ok, ok, ok]);
    expect(await statuses(other)).toEqual([ok, 404, ok]);
    expect(await statuses(gl, anonymous)).toEqual([ok, 404, 404]);
    expect(told(await author.get(`/snippets/999999${what}`))).toEqual([404, gone]);
  });

  test('raw: inline text; a ref, a file and a path that are not there each in their own words', async () => {
    const { author, ids } = await shelf();
    const raw = await author.get(`/snippets/${ids.private}/raw`);
    expect(raw.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(raw.headers.get('content-disposition')).toMatch(/^inline/);
    const path = `/snippets/${ids.private}/files`;
    for (const [what, status, body] of [
      ['invalid-ref/file_1.rb', 404, { message: '404 Reference Not Found' }],
      ['main/doesnotexist.rb', 404, { message: '404 File Not Found' }],
      ['main//does/not/exist.rb', 404, { error: '404 Not Found' }],
      ['main/%2Fetc%2Fpasswd', 400, { error: 'file_path should be a valid file path' }],
    ] as const) {
      expect([what, ...told(await author.get(`${path}/${what}/raw`))]).toEqual([what, status, body]);
    }
    expect(told(await author.get(`${path}/file_1.rb/raw`))).toEqual([404, { error: '404 Not Found' }]);
  });

  test('lists: 401 without a token; one’s own; the public ones of all; those one may see; by time', async () => {
    const { gl, author, other, ids } = await shelf();
    for (const path of ['/snippets', '/snippets/public', '/snippets/all']) {
      expect((await gl.get(path, anonymous)).status).toBe(401);
    }
    const list = async (who: Client, path: string) =>
      column(await who.get(path), 'id')
        .map(Number)
        .toSorted((a, b) => a - b);
    const every = [ids.public, ids.internal, ids.private];
    expect(await list(author, '/snippets')).toEqual(every);
    expect(await list(other, '/snippets')).toEqual([]);
    expect(await list(author, '/snippets/all')).toEqual(every);
    expect(await list(other, '/snippets/all')).toEqual([ids.public, ids.internal]);
    expect(await list(gl, '/snippets/all')).toEqual(every);
    const theirs = idOf(await other.post('/snippets', { ...base, files: [file] }));
    expect(column(await author.get('/snippets/public'), 'id')).toEqual([theirs, ids.public]);
    const { snippets } = gl.sandbox.platform.state;
    for (const id of every) {
      const row = snippets.get(id);
      if (row !== undefined) snippets.update(row, { created_at: `2021-08-2${String(id)}T00:00:00.000Z` });
    }
    const range = (from: number, to: number) =>
      `created_after=2021-08-2${from}T00:00:00Z&created_before=2021-08-2${to}T00:00:00Z`;
    for (const path of ['/snippets', '/snippets/all']) {
      expect(await list(author, `${path}?${range(2, 3)}`)).toEqual([2, 3]);
    }
    expect(await list(author, `/snippets/public?${range(1, 2)}`)).toEqual([1]);
  });

  test('each has its addresses, files and visibility', async () => {
    const { author, ids } = await shelf();
    const shown = (await author.get(`/snippets/${ids.private}`)).object;
    expect(shown).toMatchObject({
      title: 'Test Title',
      description: 'test description',
      visibility: 'private',
      file_name: 'file_1.rb',
    });
    expect(shown['files']).toMatchObject([{ path: 'file_1.rb' }]);
    expect(shown['web_url']).toMatch(new RegExp(`/-/snippets/${ids.private}$`));
    for (const field of ['raw_url', 'ssh_url_to_repo', 'http_url_to_repo'])
      expect(shown[field]).toEqual(expect.any(String));
  });

  test('POST: several files, or one the old way; 403 for external users', async () => {
    const { gl, author, all } = await shelf();
    const two = [file, { file_path: 'file_2.rb', content: '2' }];
    expect((await author.post(all, { ...base, files: two })).object['files']).toMatchObject([
      { path: 'file_1.rb' },
      { path: 'file_2.rb' },
    ]);
    const old = await author.post(all, { ...base, file_name: 'testing.rb', content: 'snippet content' });
    expect([old.status, old.object['file_name']]).toEqual([201, 'testing.rb']);
    await gl.user('outside', { external: true });
    expect((await gl.as('outside').post(all, { ...base, files: [file] })).status).toBe(403);
  });

  test.each<[JsonObject, string]>([
    [{ files: [file], title: '' }, 'title is empty'],
    [{ files: [{ file_path: 'a', content: '' }] }, 'files[0][content] is empty'],
    [{ files: [{ file_path: '', content: 'x' }] }, 'files[0][file_path] is empty'],
    [{ files: [{ file_path: '../../etc/passwd', content: 'x' }] }, 'files[0][file_path] should be a valid file path'],
    [{ files: [file], content: 'x', file_name: 'a' }, 'files, content are mutually exclusive'],
    [{}, 'files, content are missing, exactly one parameter must be provided'],
    [{ content: 'x' }, 'file_name is missing'],
    [{ content: '', file_name: 'a' }, 'content is empty'],
  ])('POST of %j is 400 %s', async (sent, error) => {
    const { author, all } = await shelf();
    expect(told(await author.post(all, { ...base, ...sent }))).toEqual([400, { error }]);
  });

  const create = { action: 'create', file_path: 'foo.txt', content: 'bar' };
  const out = '../../etc/passwd';
  test.each<['two files' | 'one file', JsonObject, number]>([
    ['two files', { files: [create] }, 200],
    ['two files', { files: [{ action: 'update', file_path: 'CHANGELOG', content: 'bar' }] }, 200],
    ['two files', { files: [{ action: 'move', file_path: 'old', previous_path: 'file_1.rb' }] }, 200],
    ['two files', { files: [{ action: 'delete', file_path: 'CHANGELOG' }] }, 200],
    ['two files', { files: [create, { action: 'update', file_path: 'CHANGELOG', content: 'bar' }] }, 200],
    ['two files', { file_name: 'foo.txt', content: 'bar', files: [create] }, 400],
    ['two files', { file_name: 'foo.txt', content: 'bar' }, 400],
    ['two files', {}, 400],
    ['two files', { file_name: 'foo.txt', files: [create] }, 400],
    ['two files', { content: 'bar', files: [create] }, 400],
    ['two files', { file_name: '', files: [create] }, 400],
    ['two files', { content: '', files: [create] }, 400],
    ['two files', { files: [{ ...create, file_path: out }] }, 400],
    ['two files', { files: [{ ...create, file_path: 'CHANGELOG', previous_path: out }] }, 400],
    ['two files', { files: [{ action: 'move', file_path: 'missing_previous_path.txt' }] }, 422],
    ['one file', { file_name: 'foo.txt', content: 'bar' }, 200],
    ['one file', { file_name: 'foo.txt' }, 200],
    ['one file', { content: 'bar' }, 200],
    ['one file', { file_name: 'foo.txt', content: 'bar', files: [create] }, 400],
    ['one file', {}, 400],
    ['one file', { content: '' }, 400],
    ['one file', { files: [{ ...create, file_path: out }] }, 400],
  ])('PUT of %s with %j is %i', async (files, sent, status) => {
    const { author, make } = await shelf();
    const two = { files: [file, { file_path: 'CHANGELOG', content: 'c' }] };
    const id = await make('public', files === 'two files' ? two : {});
    expect((await author.put(`/snippets/${id}`, sent)).status).toBe(status);
  });

  test('PUT: title, description, visibility; blank ones 400; another’s 404; by sudo for administrators', async () => {
    const { gl, author, other, ids } = await shelf();
    const one = `/snippets/${ids.public}`;
    for (const change of [{ title: 'new' }, { description: 'new' }, { visibility: 'private' }]) {
      expect((await author.put(one, change)).object).toMatchObject(change);
    }
    expect(told(await author.put(one, { title: '' }))).toEqual([400, { error: 'title is empty' }]);
    expect(told(await other.put(one, { title: 'x' }))).toEqual([404, gone]);
    expect(told(await author.put('/snippets/999999', { title: 'x' }))).toEqual([404, gone]);
    expect((await gl.put(one, { visibility: 'internal', sudo: 'author' })).object['visibility']).toBe('internal');
  });

  test('DELETE: 412 when it changed, 204, then 404; user_agent_detail for administrators', async () => {
    const { gl, author, ids } = await shelf();
    const one = `/snippets/${ids.public}`;
    madeByWeb(gl, ids.public);
    expect((await gl.get(`${one}/user_agent_detail`)).object).toMatchObject({ akismet_submitted: false });
    expect((await author.get(`${one}/user_agent_detail`)).status).toBe(403);
    const old = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await author.delete(one, old)).status).toBe(412);
    expect((await author.delete(one)).status).toBe(204);
    expect(told(await author.delete(one))).toEqual([404, gone]);
  });
});

describe('snippets of projects', () => {
  test.each([
    ['public', 'public', 200, 200, 200],
    ['public', 'internal', 404, 200, 200],
    ['public', 'private', 404, 404, 200],
    ['internal', 'public', 404, 200, 200],
    ['private', 'public', 404, 404, 200],
  ] as const)(
    'a %s project, a %s snippet: nobody %s, any user %s, a guest %s',
    async (project, visibility, nobody, other, member) => {
      const { gl, author, other: stranger, all, place, ids } = await shelf(project);
      const user_id = gl.sandbox.platform.state.userByName('member')?.id ?? 0;
      await author.post(`/projects/${String(place)}/members`, { user_id, access_level: 10 });
      for (const what of ['', '/raw', '/files/main/file_1.rb/raw']) {
        const path = `${all}/${ids[visibility]}${what}`;
        expect([what, (await gl.get(path, anonymous)).status]).toEqual([what, nobody]);
        expect([what, (await stranger.get(path)).status]).toEqual([what, other]);
        expect([what, (await gl.as('member').get(path)).status]).toEqual([what, member]);
      }
    },
  );

  test('lists: all for members, what is public or internal for others', async () => {
    const { author, other, all, ids } = await shelf('public');
    expect(column(await author.get(all), 'id')).toEqual([ids.private, ids.internal, ids.public]);
    expect(column(await other.get(all), 'id')).toEqual([ids.internal, ids.public]);
  });

  test('404 Snippet Not Found for changes of an unknown one, 400 without anything to change', async () => {
    const { author, all, ids } = await shelf('public');
    expect(told(await author.put(`${all}/999999`, { title: 'foo' }))).toEqual([404, gone]);
    expect(told(await author.delete(`${all}/999999`))).toEqual([404, gone]);
    expect(told(await author.get(`${all}/999999/raw`))).toEqual([404, gone]);
    expect((await author.put(`${all}/${ids.public}`, {})).status).toBe(400);
    expect((await author.delete(`${all}/${ids.public}`)).status).toBe(204);
  });

  test('403 for everything where snippets are switched off', async () => {
    const { author, all, place, ids } = await shelf('public');
    await author.put(`/projects/${String(place)}`, { snippets_access_level: 'disabled' });
    for (const path of [all, `${all}/${ids.public}`, `${all}/${ids.public}/raw`]) {
      expect([path, (await author.get(path)).status]).toEqual([path, 403]);
    }
    expect((await author.post(all, { ...base, files: [file] })).status).toBe(403);
  });
});
