import { expect, test } from 'vitest';
import { createClock } from '../../src/sandbox/store/clock.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import type { Bag } from '../../src/sandbox/store/rows.ts';
import { anonymous, cast, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';
import { exported } from './exported.ts';

const delay = 1000;

const requests: Readonly<Record<string, JsonObject>> = {
  github: { personal_access_token: 't', repo_id: 7 },
  bitbucket: { bitbucket_username: 'u', bitbucket_app_password: 't', repo_path: 'source___vim' },
  bitbucket_server: {
    bitbucket_server_url: 'https://bitbucket.example.com',
    bitbucket_server_username: 'u',
    personal_access_token: 't',
    bitbucket_server_project: 'source',
    bitbucket_server_repo: 'vim',
  },
};

async function world() {
  const clock = createClock();
  const gl = await sandbox({ clock, backgroundDelay: delay });
  // A fresh instance takes imports from nowhere (18.9).
  await gl.put('/application/settings', {
    import_sources: ['github', 'bitbucket', 'bitbucket_server', 'gitlab_project', 'git'],
  });
  const crew = await cast(gl);
  const { records } = gl.sandbox.platform.state;
  const know = (kind: string, owner: string, key: string, data: Bag) =>
    records.insert({ kind, owner, key, data, created_at: '', updated_at: '' });
  know('code_host_repository', 'github', '7', { full_name: 'source/vim' });
  return { gl, clock, ...crew, know };
}

const inGroup = (kind: string, more: JsonObject = {}) => ({ ...requests[kind], target_namespace: 'platform', ...more });

test.each(['github', 'bitbucket', 'bitbucket_server'])(
  'POST /import/%s answers 201 with a project that is scheduled',
  async (kind) => {
    const { maintainer } = await world();
    const made = await maintainer.post(`/import/${kind}`, inGroup(kind));
    expect(made.status).toBe(201);
    expect(made.object).toMatchObject({
      name: 'vim',
      full_path: '/platform/vim',
      full_name: 'platform / vim',
      refs_url: '/platform/vim/refs',
      import_source: 'source/vim',
      import_status: 'scheduled',
      human_import_status_name: 'scheduled',
      provider_link: '/source/vim',
      import_warning: null,
      relation_type: null,
    });
    const renamed = await maintainer.post(`/import/${kind}`, inGroup(kind, { new_name: 'neo' }));
    expect(renamed.object).toMatchObject({ name: 'neo', full_path: '/platform/neo' });
  },
);

test('an import is scheduled, started, finished, as GET /projects/:id/import tells', async () => {
  const { gl, clock, maintainer, stranger } = await world();
  const id = idOf(await maintainer.post('/import/github', inGroup('github')));
  const look = async () => (await maintainer.get(`/projects/${id}/import`)).object;
  expect(await look()).toMatchObject({ id, import_status: 'scheduled', import_type: 'github', failed_relations: [] });
  clock.advance(delay);
  expect((await look())['import_status']).toBe('started');
  clock.advance(delay);
  expect((await look())['import_status']).toBe('finished');
  expect((await stranger.get(`/projects/${id}/import`)).status).toBe(404);
  expect((await gl.get(`/projects/${id}/import`, anonymous)).status).toBe(401);
  const plain = idOf(await maintainer.post('/projects', { name: 'plain' }));
  const none = (await maintainer.get(`/projects/${plain}/import`)).object;
  expect(none).toMatchObject({ import_status: 'none', import_type: null, import_error: null });
});

test('an import that failed, as a state may hold it, says why', async () => {
  const { gl, maintainer } = await world();
  const id = idOf(await maintainer.post('/import/github', inGroup('github')));
  const { state } = gl.sandbox.platform;
  const row = state.recordByKey(`project_import project:${id} import`);
  if (row !== undefined) state.records.update(row, { data: { ...row.data, status: 'failed', error: 'too large' } });
  const shown = (await maintainer.get(`/projects/${id}/import`)).object;
  expect(shown).toMatchObject({ import_status: 'failed', import_error: 'too large' });
});

test.each([
  ['github', 'repo_id', 'repo_id is missing'],
  ['github', 'personal_access_token', 'personal_access_token is missing'],
  ['github', 'target_namespace', 'target_namespace is missing, target_namespace is empty'],
  ['bitbucket', 'repo_path', 'repo_path is missing'],
  ['bitbucket', 'target_namespace', 'target_namespace is missing'],
  ['bitbucket_server', 'bitbucket_server_url', 'bitbucket_server_url is missing'],
  ['bitbucket_server', 'bitbucket_server_repo', 'bitbucket_server_repo is missing'],
])('POST /import/%s without %s is 400', async (kind, name, error) => {
  const { maintainer } = await world();
  const body = { ...inGroup(kind), [name]: undefined };
  expect(told(await maintainer.post(`/import/${kind}`, body))).toEqual([400, { error }]);
});

test('a blank namespace and an unknown strategy are 400', async () => {
  const { maintainer } = await world();
  const blank = await maintainer.post('/import/github', inGroup('github', { target_namespace: '' }));
  expect(told(blank)).toEqual([400, { error: 'target_namespace is empty' }]);
  for (const kind of ['github', 'bitbucket_server']) {
    const odd = await maintainer.post(`/import/${kind}`, inGroup(kind, { timeout_strategy: 'no-strategy' }));
    expect(told(odd)).toEqual([400, { error: 'timeout_strategy does not have a valid value' }]);
  }
});

test('imports into a group are for its Maintainers; each host refuses others in its own way', async () => {
  const { gl, owner, maintainer, developer, stranger } = await world();
  const text = 'You are not allowed to import projects in this namespace.';
  const denied = "You don't have permissions to import this project";
  for (const who of [developer, stranger]) {
    expect(told(await who.post('/import/github', inGroup('github')))).toEqual([422, { errors: text }]);
    for (const kind of ['bitbucket', 'bitbucket_server']) {
      expect(told(await who.post(`/import/${kind}`, inGroup(kind)))).toEqual([401, { message: { error: denied } }]);
    }
  }
  for (const [position, who] of [maintainer, owner, gl].entries()) {
    const body = inGroup('github', { new_name: `copy-${position}` });
    expect((await who.post('/import/github', body)).status).toBe(201);
  }
  expect((await gl.post('/import/github', inGroup('github'), anonymous)).status).toBe(401);
});

test('a namespace that is not there is 422 from GitHub; Bitbucket then goes to the caller’s own', async () => {
  const { developer } = await world();
  const none = { target_namespace: 'none' };
  const text = 'Namespace or group to import repository into does not exist.';
  expect(told(await developer.post('/import/github', inGroup('github', none)))).toEqual([422, { errors: text }]);
  const own = await developer.post('/import/bitbucket', inGroup('bitbucket', none));
  expect(own.object['full_path']).toBe('/developer/vim');
  const server = { ...requests['bitbucket_server'], new_name: 'server' };
  expect((await developer.post('/import/bitbucket_server', server)).object['full_path']).toBe('/developer/server');
  const github = { ...requests['github'], target_namespace: 'developer', new_name: 'hub' };
  expect((await developer.post('/import/github', github)).object['full_path']).toBe('/developer/hub');
});

test('a name that is taken is 422 with the model’s sentences', async () => {
  const { maintainer } = await world();
  await maintainer.post('/import/github', inGroup('github'));
  const again = await maintainer.post('/import/github', inGroup('github'));
  expect(again.status).toBe(422);
  expect(again.object['errors']).toContain('Name has already been taken');
  const server = await maintainer.post('/import/bitbucket_server', inGroup('bitbucket_server'));
  expect([server.status, JSON.stringify(server.body)]).toEqual([
    422,
    expect.stringContaining('has already been taken'),
  ]);
});

test('an address that is none, or in the local network, is 400', async () => {
  const { gl, maintainer } = await world();
  for (const url of ['ftp://x.example.com', 'http://127.0.0.1:7990', 'nonsense']) {
    const server = await maintainer.post(
      '/import/bitbucket_server',
      inGroup('bitbucket_server', { bitbucket_server_url: url }),
    );
    expect(told(server)).toEqual([400, { message: { error: `Invalid URL: ${url}` } }]);
    const github = await maintainer.post('/import/github', inGroup('github', { github_hostname: url }));
    expect(told(github)).toEqual([400, { errors: `Invalid URL: ${url}` }]);
  }
  await gl.put('/application/settings', { allow_local_requests_from_web_hooks_and_services: true });
  const local = inGroup('bitbucket_server', { bitbucket_server_url: 'http://127.0.0.1:7990' });
  expect((await maintainer.post('/import/bitbucket_server', local)).status).toBe(201);
});

test('a source that the instance has switched off is 403', async () => {
  const { gl, maintainer } = await world();
  await gl.put('/application/settings', { import_sources: ['bitbucket'] });
  const refused = await maintainer.post('/import/github', inGroup('github'));
  expect(told(refused)).toEqual([403, { errors: 'github import source is disabled' }]);
  expect((await maintainer.post('/import/bitbucket', inGroup('bitbucket'))).status).toBe(201);
});

test('a token that the host refuses is told as each endpoint tells it', async () => {
  const { maintainer, know } = await world();
  for (const host of ['github', 'bitbucket', 'bitbucket_server']) {
    know('code_host_token', host, 't', { refusal: 'unauthorized' });
  }
  const github = await maintainer.post('/import/github', inGroup('github'));
  expect(told(github)).toEqual([401, { error: 'Access denied to your GitHub account.' }]);
  const error = 'Unable to authorize with Bitbucket. Check your credentials';
  expect(told(await maintainer.post('/import/bitbucket', inGroup('bitbucket')))).toEqual([401, { message: { error } }]);
  expect((await maintainer.post('/import/bitbucket_server', inGroup('bitbucket_server'))).status).toBe(400);
  const gists = await maintainer.post('/import/github/gists', { personal_access_token: 't' });
  expect(told(gists)).toEqual([401, { errors: 'Access denied to the GitHub account.' }]);
});

test('POST /import/github/cancel stops what runs; what has ended is 400, what is none is 404', async () => {
  const { gl, clock, owner, maintainer, developer, stranger } = await world();
  const cancel = (who: typeof owner, project_id: number) => who.post('/import/github/cancel', { project_id });
  const id = idOf(await maintainer.post('/import/github', inGroup('github')));
  expect(told(await cancel(developer, id))).toEqual([403, { message: 'Unauthorized access' }]);
  expect((await cancel(maintainer, id)).status).toBe(403);
  expect(told(await cancel(stranger, id))).toEqual([404, { message: 'Not Found' }]);
  expect((await gl.post('/import/github/cancel', { project_id: id }, anonymous)).status).toBe(401);
  const canceled = await cancel(owner, id);
  expect([canceled.status, canceled.object['import_status']]).toEqual([200, 'canceled']);
  const message = (status: string) => `The import cannot be canceled because it is ${status}`;
  expect(told(await cancel(owner, id))).toEqual([400, { message: message('canceled') }]);
  const second = idOf(await maintainer.post('/import/github', inGroup('github', { new_name: 'second' })));
  clock.advance(2 * delay);
  expect(told(await cancel(owner, second))).toEqual([400, { message: message('finished') }]);
  expect(told(await cancel(owner, 999))).toEqual([404, { message: '404 Not found' }]);
  const other = idOf(await maintainer.post('/import/bitbucket', inGroup('bitbucket', { new_name: 'third' })));
  expect((await cancel(owner, other)).status).toBe(404);
  expect((await owner.post('/import/github/cancel')).status).toBe(400);
});

test('POST /import/github/gists is 202, 422 while one runs, 429 when the host has had enough', async () => {
  const { gl, clock, developer, know } = await world();
  const start = (token = 't') => developer.post('/import/github/gists', { personal_access_token: token });
  expect((await start()).status).toBe(202);
  expect(told(await start())).toEqual([422, { errors: 'Import already in progress' }]);
  clock.advance(2 * delay);
  expect((await start()).status).toBe(202);
  clock.advance(2 * delay);
  know('code_host_token', 'github', 'tired', { refusal: 'rate_limited' });
  expect((await start('tired')).status).toBe(429);
  await gl.user('eve', { external: true });
  expect((await gl.as('eve').post('/import/github/gists', { personal_access_token: 't' })).status).toBe(403);
  expect((await gl.post('/import/github/gists', { personal_access_token: 't' }, anonymous)).status).toBe(401);
});

test('POST /import/bitbucket exists since 17.0, and takes either way to sign in', async () => {
  const old = await sandbox({ version: '16.11.0-ee' });
  expect((await old.post('/import/bitbucket', inGroup('bitbucket'))).status).toBe(404);
  const { maintainer } = await world();
  const tokens = { bitbucket_email: 'a@example.com', bitbucket_api_token: 't' };
  const place = { repo_path: 'source/vim', target_namespace: 'platform' };
  expect((await maintainer.post('/import/bitbucket', { ...place, ...tokens })).status).toBe(201);
  expect((await maintainer.post('/import/bitbucket', place)).status).toBe(400);
  expect((await maintainer.post('/import/bitbucket', { ...place, bitbucket_username: 'u' })).status).toBe(400);
});

test('an archive brings what its project said of itself, no more visible than its group; what is no archive fails in the background', async () => {
  const gl = await sandbox({ backgroundDelay: 5 });
  await gl.put('/application/settings', { import_sources: ['gitlab_project'] });
  const [open, closed] = [await gl.group('open', { visibility: 'public' }), await gl.group('closed')];
  const more = { description: 'The web', visibility: 'public', namespace_id: open };
  const archive = await exported(gl, idOf(await gl.post('/projects', { path: 'web', ...more })));
  const take = async (fields: Readonly<Record<string, string>>, bytes = archive) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([bytes]), 'web.tar.gz');
    const headers = { 'private-token': gl.token };
    const response = await fetch(`${gl.sandbox.url}/api/v4/projects/import`, { method: 'POST', headers, body: form });
    return (await response.json()) as JsonObject;
  };
  const shown = async (id: unknown) => {
    for (;;) {
      const { object } = await gl.get(`/projects/${String(id)}/import`);
      if (object['import_status'] !== 'scheduled' && object['import_status'] !== 'started')
        return { ...object, ...(await gl.get(`/projects/${String(id)}`)).object, import_error: object['import_error'] };
    }
  };
  const finished = { import_status: 'finished', import_error: null, description: 'The web' };
  const asItWas = await take({ path: 'one', namespace: String(open) });
  expect(await shown(asItWas['id'])).toMatchObject({ ...finished, visibility: 'public' });
  const below = await take({ path: 'two', namespace: String(closed) });
  expect(await shown(below['id'])).toMatchObject({ ...finished, visibility: 'private' });
  const other = await take({ path: 'three', namespace: String(open), 'override_params[visibility]': 'internal' });
  expect(await shown(other['id'])).toMatchObject({ ...finished, visibility: 'internal' });
  const none = await take({ path: 'four', namespace: String(open) }, Buffer.from('no archive'));
  expect(none).toMatchObject({ import_status: 'scheduled', import_error: null });
  const failed = { import_status: 'failed', import_error: 'command exited with error code 1: Unable to decompress' };
  expect(await shown(none['id'])).toMatchObject(failed);
});
