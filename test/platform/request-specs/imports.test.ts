import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, cast, told } from '../../sandbox/cast.ts';
import { idOf, sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of imports (spec/requests/api/project_import_spec.rb and import_*_spec.rb, 18.9).

/** A group with people, and a way to upload an archive as someone. */
async function dock() {
  const gl = await sandbox();
  // A fresh instance takes imports from nowhere (18.9).
  await gl.put('/application/settings', {
    import_sources: ['github', 'bitbucket', 'bitbucket_server', 'gitlab_project', 'git'],
  });
  const crew = await cast(gl);
  const upload = async (
    path: string,
    fields: Readonly<Record<string, string>>,
    name = 'export.tar.gz',
    token = crew.owner.token,
  ) => {
    const form = new FormData();
    for (const [key, value] of Object.entries(fields)) form.append(key, value);
    form.append('file', new Blob(['archive']), name);
    const headers = { 'PRIVATE-TOKEN': token };
    const response = await fetch(`${gl.sandbox.url}/api/v4${path}`, { method: 'POST', headers, body: form });
    return { status: response.status, body: (await response.json()) as JsonObject };
  };
  const take = (fields: Readonly<Record<string, string>>, name?: string) =>
    upload('/projects/import', { path: 'test-import', ...fields }, name);
  return { gl, ...crew, upload, take };
}

describe('POST /projects/import', () => {
  test.each(['namespace', 'namespace_id', 'namespace_path'])('201 into the group that %s names', async (name) => {
    const { take, group } = await dock();
    const made = await take({ [name]: name === 'namespace_path' ? 'platform' : String(group) });
    expect(made).toMatchObject({
      status: 201,
      body: {
        name: 'test-import',
        name_with_namespace: 'platform / test-import',
        path: 'test-import',
        path_with_namespace: 'platform/test-import',
        import_type: 'gitlab_project',
        import_status: 'scheduled',
      },
    });
  });

  test('at home without a namespace, by a name of its own, with a description of its own', async () => {
    const { take, gl } = await dock();
    const fields = { name: 'test project import', 'override_params[description]': 'Hello world' };
    const made = await take(fields);
    const shown = { name: 'test project import', path_with_namespace: 'owner/test-import', description: 'Hello world' };
    expect(made).toMatchObject({ status: 201, body: shown });
    expect((await gl.get('/projects/owner%2Ftest-import/import')).object['import_type']).toBe('gitlab_project');
  });

  test('refusals: two namespaces, an unknown or closed one, no archive, a path that is taken unless overwritten', async () => {
    const { take, gl, group } = await dock();
    const three = 'namespace, namespace_id, namespace_path are mutually exclusive';
    const both = await take({ namespace: '1', namespace_id: '1', namespace_path: 'platform' });
    expect(both).toEqual({ status: 400, body: { error: three } });
    const closed = await gl.group('closed');
    for (const fields of [
      { namespace_id: '999999' },
      { namespace_path: 'nonexistent' },
      { namespace_id: String(closed) },
    ]) {
      expect(await take(fields)).toEqual({ status: 404, body: { message: '404 Namespace Not Found' } });
    }
    await gl.put('/application/settings', { project_import_limit: 0 });
    const error = 'You need to upload a GitLab project export archive (ending in .gz).';
    expect(await take({}, 'README.md')).toEqual({ status: 422, body: { message: { error } } });
    expect((await take({ namespace_id: String(group) })).status).toBe(201);
    const taken = { status: 400, body: { message: 'Path has already been taken' } };
    expect(await take({ namespace_id: String(group) })).toEqual(taken);
    expect((await take({ namespace_id: String(group), overwrite: 'true' })).status).toBe(201);
  });

  test('401 without a token, 403 where exports are no source, 429 when there are too many', async () => {
    const { take, upload, gl } = await dock();
    expect((await upload('/projects/import', { path: 'a' }, 'a.gz', '')).status).toBe(401);
    await gl.put('/application/settings', { project_import_limit: 1 });
    expect((await take({ path: 'one' })).status).toBe(201);
    const error = 'This endpoint has been requested too many times. Try again later.';
    expect(await take({ path: 'two' })).toEqual({ status: 429, body: { message: { error } } });
    await gl.put('/application/settings', { import_sources: ['github'] });
    expect(await take({ path: 'three' })).toEqual({ status: 403, body: { message: '403 Forbidden' } });
  });
});

test.each<[string, JsonObject]>([
  ['remote-import', { url: 'https://some.s3.url/file' }],
  ['remote-import-s3', { region: 'r', bucket_name: 'b', file_key: 'f', access_key_id: 'a', secret_access_key: 's' }],
])('POST /projects/%s: 201 at home, 401 without a token, 403 where exports are no source', async (what, more) => {
  const { owner, gl } = await dock();
  const body = { path: 'test-import', ...more };
  const made = await owner.post(`/projects/${what}`, body);
  expect([made.status, made.object]).toMatchObject([
    201,
    { name: 'test-import', path_with_namespace: 'owner/test-import' },
  ]);
  expect((await gl.post(`/projects/${what}`, body, anonymous)).status).toBe(401);
  await gl.put('/application/settings', { import_sources: [] });
  expect((await owner.post(`/projects/${what}`, body)).status).toBe(403);
});

// spec/services/import/gitlab_projects/file_acquisition_strategies/remote_file_spec.rb
test.each([
  ['http://some.s3.url/file', 'File url is blocked: Only allowed schemes are https'],
  ['ftp://some.s3.url/file', 'File url is blocked: Only allowed schemes are https'],
  ['https://localhost:3000/file', 'File url is blocked: Requests to localhost are not allowed'],
])('POST /projects/remote-import: %s is 400', async (url, message) => {
  const { owner } = await dock();
  const refused = await owner.post('/projects/remote-import', { path: 'test-import', url });
  expect([refused.status, refused.object]).toEqual([400, { message }]);
  expect((await owner.get('/projects/owner%2Ftest-import')).status).toBe(404);
});

describe('relations', () => {
  test('POST /projects/import-relation: 201 for Maintainers, one at a time; each refusal in its own words', async () => {
    const { upload, gl, group, maintainer, developer } = await dock();
    const id = idOf(await gl.post('/projects', { name: 'p', namespace_id: group }));
    const send = (fields: Readonly<Record<string, string>>, token = maintainer.token, name?: string) =>
      upload('/projects/import-relation', { path: 'platform/p', relation: 'issues', ...fields }, name, token);
    expect(await send({ path: 'missing/p' })).toEqual({ status: 404, body: { message: 'Project not found' } });
    const closed = { status: 403, body: { message: 'You are not authorized to perform this action' } };
    expect(await send({}, developer.token)).toEqual(closed);
    expect((await send({ relation: 'wikis' })).body['message']).toMatch(/^Imported relation must be one of/);
    expect((await send({}, gl.token, 'README.md')).status).toBe(422);
    expect(await send({}, gl.token)).toMatchObject({ status: 201, body: { relation: 'issues', status: 'created' } });
    const running = { message: 'A relation import is already in progress for this project' };
    expect(await send({}, gl.token)).toEqual({ status: 409, body: running });
    const list = await maintainer.get(`/projects/${id}/relation-imports`);
    expect(list.list).toMatchObject([{ relation: 'issues', status: 'created' }]);
    expect((await developer.get(`/projects/${id}/relation-imports`)).status).toBe(403);
    expect((await gl.get(`/projects/${id}/relation-imports`, anonymous)).status).toBe(401);
  });
});

describe('GET /projects/:id/import', () => {
  test('401 without a token, also of a public project; none for one that was not imported', async () => {
    const { gl, owner } = await dock();
    const id = idOf(await owner.post('/projects', { name: 'p', visibility: 'public' }));
    expect((await gl.get(`/projects/${id}/import`, anonymous)).status).toBe(401);
    const { created_at, ...rest } = (await owner.get(`/projects/${id}/import`)).object;
    expect(typeof created_at).toBe('string');
    expect(rest).toEqual({
      ...{ id, description: null, name: 'p', name_with_namespace: 'owner / p', path: 'p' },
      ...{ path_with_namespace: 'owner/p', import_status: 'none', import_type: null, correlation_id: null },
      ...{ failed_relations: [], import_error: null, stats: null },
    });
  });
});

describe('code hosts', () => {
  const github = { personal_access_token: 'asdasd12345', repo_id: 1 };
  const server = {
    bitbucket_server_url: 'https://test.example.com:7990',
    bitbucket_server_username: 'user',
    personal_access_token: 'asdasd12345',
    bitbucket_server_project: 'TES',
    bitbucket_server_repo: 'vim',
  };

  test('GitHub: 201 at home and from an enterprise host, 422 for a closed group, 400 for a blank one, 401, 403', async () => {
    const { gl, owner, developer } = await dock();
    const at = { ...github, target_namespace: 'owner' };
    expect((await owner.post('/import/github', at)).status).toBe(201);
    const more = {
      new_name: 'two',
      github_hostname: 'https://github.somecompany.com/',
      optional_stages: { attachments_import: true },
    };
    expect((await owner.post('/import/github', { ...at, ...more })).status).toBe(201);
    expect((await developer.post('/import/github', { ...at, target_namespace: 'platform' })).status).toBe(422);
    const blank = await owner.post('/import/github', { ...at, target_namespace: '' });
    expect(told(blank)).toEqual([400, { error: 'target_namespace is empty' }]);
    for (const path of ['/import/github', '/import/github/cancel', '/import/github/gists']) {
      expect((await gl.post(path, { ...at, project_id: 1 }, anonymous)).status).toBe(401);
    }
    await gl.put('/application/settings', { import_sources: [] });
    expect((await owner.post('/import/github', at)).status).toBe(403);
  });

  test('Bitbucket Server: 201 with a name or namespace of its own, 401 for a closed group, 400 for a bad strategy, 403', async () => {
    const { gl, owner, developer } = await dock();
    expect((await owner.post('/import/bitbucket_server', server)).object).toMatchObject({
      name: 'vim',
      full_path: '/owner/vim',
    });
    const named = { ...server, new_name: 'new-name', timeout_strategy: 'pessimistic' };
    expect((await owner.post('/import/bitbucket_server', named)).object['name']).toBe('new-name');
    const moved = await owner.post('/import/bitbucket_server', { ...server, new_namespace: 'platform' });
    expect([moved.status, moved.object['full_path']]).toEqual([201, '/platform/vim']);
    expect((await developer.post('/import/bitbucket_server', { ...server, new_namespace: 'platform' })).status).toBe(
      401,
    );
    const odd = await owner.post('/import/bitbucket_server', { ...server, timeout_strategy: 'no-strategy' });
    expect(told(odd)).toEqual([400, { error: 'timeout_strategy does not have a valid value' }]);
    const local = await owner.post('/import/bitbucket_server', { ...server, bitbucket_server_url: 'http://127.0.0.1' });
    expect(local.status).toBe(400);
    await gl.put('/application/settings', { import_sources: [] });
    expect((await owner.post('/import/bitbucket_server', { ...server, new_name: 'x' })).status).toBe(403);
  });
});
