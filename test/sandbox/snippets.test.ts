import { expect, test } from 'vitest';
import { anonymous, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import type { SandboxClient } from './client.ts';
import { madeByWeb } from './snippet-origin.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

const oneFile = { title: 'Notes', files: [{ file_path: 'notes.md', content: '# Notes' }] };

async function people(options: Parameters<typeof sandbox>[0] = {}) {
  const gl = await sandbox(options);
  await gl.user('alice');
  await gl.user('bob');
  await gl.user('eve', { external: true });
  await gl.user('auditor', { auditor: true });
  return { gl, alice: gl.as('alice'), bob: gl.as('bob'), eve: gl.as('eve') };
}

async function snippet(gl: SandboxClient, as: string, more: JsonObject = {}): Promise<number> {
  return idOf(await gl.as(as).post('/snippets', { ...oneFile, ...more }));
}

test('POST /snippets answers 201 with the snippet and its files; the visibility is internal by default', async () => {
  const { gl, alice } = await people();
  const files = [
    { file_path: 'a.rb', content: 'one' },
    { file_path: 'lib/b.rb', content: 'two' },
  ];
  const made = await alice.post('/snippets', { title: 'Two files', description: 'both', files });
  const id = idOf(made);
  const web = `${gl.sandbox.url}/-/snippets/${id}`;
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    title: 'Two files',
    description: 'both',
    visibility: 'internal',
    author: { username: 'alice' },
    project_id: null,
    web_url: web,
    raw_url: `${web}/raw`,
    ssh_url_to_repo: `git@127.0.0.1:snippets/${id}.git`,
    http_url_to_repo: `${gl.sandbox.url}/snippets/${id}.git`,
    file_name: 'a.rb',
    files: [
      { path: 'a.rb', raw_url: `${web}/raw/main/a.rb` },
      { path: 'lib/b.rb', raw_url: `${web}/raw/main/lib/b.rb` },
    ],
    imported: false,
    imported_from: 'none',
  });
  expect(made.object).not.toHaveProperty('repository_storage');
  expect((await gl.get(`/snippets/${id}`)).object['repository_storage']).toBe('default');
});

test.each<[JsonObject, string]>([
  [{}, 'title is missing, title is empty, files, content are missing, exactly one parameter must be provided'],
  [{ title: '', content: 'x', file_name: 'x' }, 'title is empty'],
  [{ title: 'x' }, 'files, content are missing, exactly one parameter must be provided'],
  [{ ...oneFile, content: 'x', file_name: 'x' }, 'files, content are mutually exclusive'],
  [{ title: 'x', content: 'x' }, 'file_name is missing'],
  [{ title: 'x', content: '', file_name: 'x' }, 'content is empty'],
  [{ ...oneFile, visibility: 'secret' }, 'visibility does not have a valid value'],
  [{ title: 'x', files: [{ file_path: 'a', content: '' }] }, 'files[0][content] is empty'],
  [{ title: 'x', files: [{ file_path: '', content: 'a' }] }, 'files[0][file_path] is empty'],
  [
    { title: 'x', files: [{ file_path: '../../etc/passwd', content: 'a' }] },
    'files[0][file_path] should be a valid file path',
  ],
])('POST /snippets %j is 400', async (body, error) => {
  const { alice } = await people();
  expect(told(await alice.post('/snippets', body))).toEqual([400, { error }]);
});

test('POST /snippets is 401 without a token and 403 for an external user', async () => {
  const { gl, eve } = await people();
  expect((await gl.post('/snippets', oneFile, anonymous)).status).toBe(401);
  expect(told(await eve.post('/snippets', oneFile))).toEqual([403, { message: '403 Forbidden' }]);
});

test('a visibility that the instance restricts is 403 with the reason, save for administrators', async () => {
  const { gl, alice } = await people();
  await gl.put('/application/settings', { restricted_visibility_levels: ['public'] });
  const body = { ...oneFile, visibility: 'public' };
  const error = 'Visibility level public has been restricted by your GitLab administrator';
  expect(told(await alice.post('/snippets', body))).toEqual([403, { message: { error } }]);
  expect((await gl.post('/snippets', body)).status).toBe(201);
  const id = await snippet(gl, 'alice');
  expect((await alice.put(`/snippets/${id}`, { visibility: 'public' })).status).toBe(403);
});

test.each([
  ['public', [200, 200, 200, 200, 200, 200]],
  ['internal', [200, 200, 404, 404, 200, 200]],
  ['private', [200, 404, 404, 404, 200, 200]],
])(
  'a %s snippet for its author, others, external users, strangers, auditors and administrators: %j',
  async (visibility, statuses) => {
    const { gl, alice, bob, eve } = await people();
    const id = await snippet(gl, 'alice', { visibility });
    for (const path of [`/snippets/${id}`, `/snippets/${id}/raw`, `/snippets/${id}/files/main/notes.md/raw`]) {
      const answers = [
        await alice.get(path),
        await bob.get(path),
        await eve.get(path),
        await gl.get(path, anonymous),
        await gl.as('auditor').get(path),
        await gl.get(path),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(statuses);
      for (const answer of answers.filter((one) => one.status === 404)) {
        expect(answer.body).toEqual({ message: '404 Snippet Not Found' });
      }
    }
  },
);

test('GET /snippets lists the own ones, newest first, of a time that may be bounded', async () => {
  const { gl, alice, bob } = await people();
  const first = await snippet(gl, 'alice', { visibility: 'private' });
  gl.sandbox.platform.clock.advance(60_000);
  const second = await snippet(gl, 'alice');
  const between = new Date(gl.sandbox.platform.clock.now().getTime() - 30_000).toISOString();
  expect(column(await alice.get('/snippets'), 'id')).toEqual([second, first]);
  expect(column(await alice.get(`/snippets?created_after=${between}`), 'id')).toEqual([second]);
  expect(column(await alice.get(`/snippets?created_before=${between}`), 'id')).toEqual([first]);
  expect((await bob.get('/snippets')).body).toEqual([]);
  expect((await alice.get('/snippets')).headers.get('x-total')).toBe('2');
  expect((await gl.get('/snippets', anonymous)).status).toBe(401);
});

test('GET /snippets/public holds the personal public ones of all, /snippets/all what the caller may see', async () => {
  const { gl, alice, bob } = await people();
  const project = idOf(await alice.post('/projects', { name: 'site', visibility: 'public' }));
  const open = await snippet(gl, 'alice', { visibility: 'public' });
  const shared = await snippet(gl, 'alice', { visibility: 'internal' });
  const hidden = await snippet(gl, 'alice', { visibility: 'private' });
  const inProject = idOf(await alice.post(`/projects/${project}/snippets`, { ...oneFile, visibility: 'public' }));
  expect(column(await bob.get('/snippets/public'), 'id')).toEqual([open]);
  expect(column(await bob.get('/snippets/all'), 'id')).toEqual([inProject, shared, open]);
  expect(column(await gl.get('/snippets/all'), 'id')).toEqual([inProject, hidden, shared, open]);
  expect((await gl.get('/snippets/all?repository_storage=other')).body).toEqual([]);
  expect((await gl.get('/snippets/all', anonymous)).status).toBe(401);
  expect((await gl.get('/snippets/public', anonymous)).status).toBe(401);
});

test('GET /snippets/all exists since 16.3', async () => {
  const old = await sandbox({ version: '16.2.0-ee' });
  expect((await old.get('/snippets/all')).status).not.toBe(200);
});

test('the raw file is inline text; a ref, a file and a path out of the repository each fail in their own way', async () => {
  const { gl, alice } = await people();
  const id = await snippet(gl, 'alice');
  const raw = await alice.get(`/snippets/${id}/raw`);
  expect([raw.status, raw.body, raw.headers.get('content-type')]).toEqual([200, '# Notes', 'text/plain']);
  expect(raw.headers.get('content-disposition')).toMatch(/^inline; filename="notes.md"/);
  const file = (ref: string, path: string) => alice.get(`/snippets/${id}/files/${ref}/${path}/raw`);
  expect((await file('main', 'notes%2Emd')).body).toBe('# Notes');
  expect(told(await file('other', 'notes.md'))).toEqual([404, { message: '404 Reference Not Found' }]);
  expect(told(await file('main', 'none.md'))).toEqual([404, { message: '404 File Not Found' }]);
  const out = { error: 'file_path should be a valid file path' };
  expect(told(await file('main', '%2Fetc%2Fpasswd'))).toEqual([400, out]);
});

test('PUT /snippets/:id changes what it is told, and keeps the earlier files under their commit', async () => {
  const { gl, alice } = await people();
  const id = await snippet(gl, 'alice');
  const first = gl.sandbox.platform.state.gitRefByName(`${-id} heads main`)?.sha ?? '';
  const body = { title: 'New', description: null, visibility: 'private', content: 'changed', file_name: 'new.md' };
  const changed = await alice.put(`/snippets/${id}`, body);
  expect(changed.status).toBe(200);
  expect(changed.object).toMatchObject({ title: 'New', description: null, visibility: 'private', file_name: 'new.md' });
  expect((await alice.get(`/snippets/${id}/raw`)).body).toBe('changed');
  expect((await alice.get(`/snippets/${id}/files/${first}/notes.md/raw`)).body).toBe('# Notes');
  expect((await alice.put(`/snippets/${id}`, { file_name: 'renamed.md' })).object['file_name']).toBe('renamed.md');
  expect((await alice.get(`/snippets/${id}/raw`)).body).toBe('changed');
});

test('files are created, updated, moved and deleted by actions', async () => {
  const { gl, alice } = await people();
  const id = await snippet(gl, 'alice');
  const put = (files: readonly JsonObject[]) => alice.put(`/snippets/${id}`, { files });
  await put([
    { action: 'create', file_path: 'b.md', content: 'b' },
    { action: 'update', file_path: 'notes.md', content: 'again' },
  ]);
  expect((await alice.get(`/snippets/${id}/files/main/notes.md/raw`)).body).toBe('again');
  const moved = await put([{ action: 'move', previous_path: 'b.md', file_path: 'c.md' }]);
  expect(moved.object['files']).toMatchObject([{ path: 'c.md' }, { path: 'notes.md' }]);
  expect((await alice.get(`/snippets/${id}/files/main/c.md/raw`)).body).toBe('b');
  expect((await put([{ action: 'delete', file_path: 'c.md' }])).object['files']).toMatchObject([{ path: 'notes.md' }]);
});

test.each<[JsonObject, number, JsonObject]>([
  [
    {},
    400,
    {
      error:
        'content, description, files, file_name, title, visibility are missing, at least one parameter must be provided',
    },
  ],
  [{ title: '' }, 400, { error: 'title is empty' }],
  [{ content: '' }, 400, { error: 'content is empty' }],
  [{ files: [], content: 'x' }, 400, { error: 'files, content are mutually exclusive' }],
  [{ files: [], file_name: 'x' }, 400, { error: 'files, file_name are mutually exclusive' }],
  [{ files: [{ action: 'rename' }] }, 400, { error: 'files[0][action] does not have a valid value' }],
  [
    { files: [{ action: 'create', previous_path: '../x', file_path: 'a', content: 'a' }] },
    400,
    { error: 'files[0][previous_path] should be a valid file path' },
  ],
  [
    { content: 'x' },
    400,
    { message: { error: 'To update Snippets with multiple files, you must use the `files` parameter' } },
  ],
  [
    { files: [{ action: 'move', file_path: 'c.md' }] },
    422,
    { message: { error: 'Snippet actions have invalid data' } },
  ],
  [
    { files: [{ action: 'create', file_path: 'notes.md', content: 'x' }] },
    400,
    { message: { error: 'Repository Error updating the snippet' } },
  ],
  [
    { files: [{ action: 'update', file_path: 'none.md', content: 'x' }] },
    400,
    { message: { error: 'Repository Error updating the snippet' } },
  ],
  [
    { files: [{ action: 'delete', file_path: 'none.md' }] },
    400,
    { message: { error: 'Repository Error updating the snippet' } },
  ],
])('PUT /snippets/:id of two files with %j is %i', async (body, status, answer) => {
  const { gl, alice } = await people();
  const files = [...oneFile.files, { file_path: 'b.md', content: 'b' }];
  const id = await snippet(gl, 'alice', { files });
  expect(told(await alice.put(`/snippets/${id}`, body))).toEqual([status, answer]);
});

test("another's snippet is 404 for changes, for administrators too, save by sudo", async () => {
  const { gl, bob } = await people();
  const id = await snippet(gl, 'alice', { visibility: 'public' });
  const gone = [404, { message: '404 Snippet Not Found' }];
  expect(told(await bob.put(`/snippets/${id}`, { title: 'x' }))).toEqual(gone);
  expect(told(await gl.put(`/snippets/${id}`, { title: 'x' }))).toEqual(gone);
  expect(told(await bob.delete(`/snippets/${id}`))).toEqual(gone);
  expect((await gl.put(`/snippets/${id}`, { title: 'x' }, anonymous)).status).toBe(401);
  expect((await gl.put(`/snippets/${id}`, { title: 'x', sudo: 'alice' })).object['title']).toBe('x');
});

test('DELETE /snippets/:id is 204 once, 412 when it changed meanwhile, 404 when it is gone', async () => {
  const { gl, alice } = await people();
  const id = await snippet(gl, 'alice');
  const stale = { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' };
  expect((await alice.delete(`/snippets/${id}`, stale)).status).toBe(412);
  expect((await alice.delete(`/snippets/${id}`)).status).toBe(204);
  expect(told(await alice.delete(`/snippets/${id}`))).toEqual([404, { message: '404 Snippet Not Found' }]);
});

// A clients' suite found on a real GitLab: of a snippet that was made by REST nothing is kept.
test('GET /snippets/:id/user_agent_detail is for administrators, and 404 for what was made by REST', async () => {
  const { gl, alice } = await people();
  const id = idOf(await alice.post('/snippets', oneFile, { 'User-Agent': 'keelson-test' }));
  const path = `/snippets/${id}/user_agent_detail`;
  expect(told(await gl.get(path))).toEqual([404, { message: '404 UserAgentDetail Not Found' }]);
  madeByWeb(gl, id);
  expect((await alice.get(path)).status).toBe(403);
  expect((await gl.get(path, anonymous)).status).toBe(401);
  const detail = { user_agent: 'keelson-test', ip_address: '127.0.0.1', akismet_submitted: false };
  expect(told(await gl.get(path))).toEqual([200, detail]);
  expect(told(await gl.get('/snippets/999/user_agent_detail'))).toEqual([404, { message: '404 Not found' }]);
});

/** A project of a private group with a snippet of each visibility, by its owner. */
async function inProject(visibility = 'private') {
  const gl = await sandbox();
  const crew = await cast(gl);
  await gl.put(`/groups/${crew.group}`, { visibility });
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: crew.group, visibility }));
  const add = async (level: string) =>
    idOf(await crew.owner.post(`/projects/${project}/snippets`, { ...oneFile, visibility: level }));
  const ids = { open: await add('public'), shared: await add('internal'), hidden: await add('private') };
  return { gl, ...crew, project, at: `/projects/${project}/snippets`, ids };
}

test('POST /projects/:id/snippets needs a visibility', async () => {
  const { owner, at } = await inProject();
  expect(told(await owner.post(at, oneFile))).toEqual([
    400,
    { error: 'visibility is missing, visibility does not have a valid value' },
  ]);
});

test("a project's snippets: members see all, strangers of an open project what is public or internal", async () => {
  const { gl, developer, stranger, at, ids } = await inProject('public');
  expect(column(await developer.get(at), 'id')).toEqual([ids.hidden, ids.shared, ids.open]);
  expect(column(await stranger.get(at), 'id')).toEqual([ids.shared, ids.open]);
  expect(column(await gl.get(at, anonymous), 'id')).toEqual([ids.open]);
  expect((await gl.get(`${at}/${ids.open}`, anonymous)).object['web_url']).toBe(
    `${gl.sandbox.url}/platform/api/-/snippets/${ids.open}`,
  );
  expect((await gl.get(`${at}/${ids.open}/raw`, anonymous)).body).toBe('# Notes');
  expect((await gl.get(`${at}/${ids.open}/files/main/notes.md/raw`, anonymous)).body).toBe('# Notes');
  expect(told(await stranger.get(`${at}/${ids.hidden}`))).toEqual([404, { message: '404 Not found' }]);
  expect(told(await stranger.get(`${at}/${ids.hidden}/raw`))).toEqual([404, { message: '404 Snippet Not Found' }]);
});

test('a private project hides its snippets from strangers with 404 Project Not Found', async () => {
  const { stranger, at, ids } = await inProject();
  expect(told(await stranger.get(at))).toEqual([404, { message: '404 Project Not Found' }]);
  expect((await stranger.get(`/snippets/${ids.open}`)).status).toBe(404);
});

test('a snippet of a project is made by Reporters, changed by its author and by Maintainers', async () => {
  const { gl, group, project, owner, maintainer, developer, stranger, at, ids } = await inProject('public');
  const body = { ...oneFile, visibility: 'public' };
  const add = async (name: string, access_level: number) => {
    await gl.post(`/groups/${group}/members`, { user_id: await gl.user(name), access_level });
    return gl.as(name);
  };
  const [guest, reporter] = [await add('guest', 10), await add('reporter', 20)];
  expect((await stranger.post(at, body)).status).toBe(403);
  expect((await guest.post(at, body)).status).toBe(403);
  const own = idOf(await reporter.post(at, body));
  expect((await reporter.put(`${at}/${own}`, { title: 'mine' })).object['title']).toBe('mine');
  expect((await developer.put(`${at}/${own}`, { title: 'x' })).status).toBe(403);
  expect((await maintainer.put(`${at}/${own}`, { title: 'theirs' })).status).toBe(200);
  expect((await gl.put(`${at}/${own}`, { title: 'x' }, anonymous)).status).toBe(401);
  expect((await developer.delete(`${at}/${ids.open}`)).status).toBe(403);
  expect((await owner.delete(`${at}/${ids.open}`)).status).toBe(204);
  expect((await gl.delete(`${at}/${own}`)).status).toBe(204);
  expect(told(await owner.put(`${at}/999`, { title: 'x' }))).toEqual([404, { message: '404 Snippet Not Found' }]);
  madeByWeb(gl, ids.shared);
  expect((await gl.get(`/projects/${project}/snippets/${ids.shared}/user_agent_detail`)).status).toBe(200);
  expect((await owner.get(`/projects/${project}/snippets/${ids.shared}/user_agent_detail`)).status).toBe(403);
});

test('snippets that a project has switched off are 403 on its own address and gone from lists', async () => {
  const { owner, project, at, ids } = await inProject();
  await owner.put(`/projects/${project}`, { snippets_access_level: 'disabled' });
  for (const path of [at, `${at}/${ids.open}`, `${at}/${ids.open}/raw`])
    expect((await owner.get(path)).status).toBe(403);
  expect((await owner.post(at, { ...oneFile, visibility: 'public' })).status).toBe(403);
  expect((await owner.get('/snippets')).body).toEqual([]);
});

test('a project that is erased takes its snippets along', async () => {
  const { gl, project, ids } = await inProject();
  const row = gl.sandbox.platform.state.projects.get(project);
  await gl.delete(`/projects/${project}`);
  await gl.delete(`/projects/${project}?permanently_remove=true&full_path=${encodeURIComponent(row?.full_path ?? '')}`);
  gl.sandbox.platform.clock.advance(1000);
  expect((await gl.get(`/snippets/${ids.open}`)).status).toBe(404);
  expect(gl.sandbox.platform.state.gitObjectsOf(-ids.open)).toEqual([]);
});
