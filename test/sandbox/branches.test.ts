import { expect, test } from 'vitest';
import { textOf } from '../../src/sandbox/store/json.ts';
import { idOf } from './client.ts';
import { anonymously, brief, codeProject } from './code.ts';

const notFound = [404, { message: '404 Branch Not Found' }];
const invalidName = [400, { message: 'The branch refname is invalid' }];

async function head(url: string, token: string): Promise<number> {
  return (await fetch(url, { method: 'HEAD', headers: { 'PRIVATE-TOKEN': token } })).status;
}

test('the default branch is protected when it first comes to be: Maintainers push, developers do not', async () => {
  const code = await codeProject();
  const shown = async (user: string) => (await code.gl.as(user).get(`${code.repo}/branches/main`)).object;
  expect(await shown('dev')).toMatchObject({
    name: 'main',
    merged: false,
    protected: true,
    developers_can_push: false,
    developers_can_merge: false,
    can_push: false,
    default: true,
  });
  expect((await shown('maint'))['can_push']).toBe(true);
  expect((await shown('reporter'))['can_push']).toBe(false);
});

test('the protection of the default branch follows the defaults of the group', async () => {
  const code = await codeProject();
  const everyone = [{ access_level: 30 }];
  await code.gl.put('/groups/acme', {
    default_branch_protection_defaults: {
      allowed_to_push: everyone,
      allowed_to_merge: everyone,
      allow_force_push: true,
    },
  });
  const group = (await code.gl.get('/groups/acme')).object['id'];
  const dev = code.gl.as('dev');
  const id = textOf((await code.gl.post('/projects', { name: 'Open', namespace_id: group })).object['id']);
  const made = await dev.post(`/projects/${id}/repository/commits`, {
    branch: 'main',
    commit_message: 'First',
    actions: [{ action: 'create', file_path: 'a', content: '' }],
  });
  expect(made.status).toBe(201);
  expect((await dev.get(`/projects/${id}/repository/branches/main`)).object['protected']).toBe(false);
});

test('a developer may not start an empty repository while the default branch is fully protected', async () => {
  const code = await codeProject();
  const group = (await code.gl.get('/groups/acme')).object['id'];
  const id = textOf((await code.gl.post('/projects', { name: 'Empty', namespace_id: group })).object['id']);
  const first = { branch: 'trunk', commit_message: 'x', actions: [{ action: 'create', file_path: 'a', content: '' }] };
  expect((await code.gl.as('dev').post(`/projects/${id}/repository/commits`, first)).status).toBe(403);
  expect((await code.gl.as('maint').post(`/projects/${id}/repository/commits`, first)).status).toBe(201);
  expect((await code.gl.get(`/projects/${id}`)).object['default_branch']).toBe('trunk');
});

// A clients' suite found it on a real GitLab; the commit is that of app/services/branches/create_service.rb.
test('a branch from the default branch of an empty repository makes its first commit, and is 201', async () => {
  const code = await codeProject();
  const group = (await code.gl.get('/groups/acme')).object['id'];
  const repo = `/projects/${idOf(await code.gl.post('/projects', { name: 'Empty', namespace_id: group }))}/repository`;
  expect((await code.gl.as('dev').post(`${repo}/branches`, { branch: 'topic', ref: 'main' })).status).toBe(403);
  const made = await code.gl.as('maint').post(`${repo}/branches`, { branch: 'topic', ref: 'main' });
  expect([made.status, made.object]).toMatchObject([201, { name: 'topic', commit: { title: 'Add README.md' } }]);
  const names = (await code.gl.get(`${repo}/branches`)).list.map((branch) => [branch['name'], branch['default']]);
  expect(names).toEqual([
    ['main', true],
    ['topic', false],
  ]);
  expect((await code.gl.get(`${repo}/tree`)).list).toMatchObject([{ path: 'README.md' }]);
  expect(brief(await code.gl.post(`${repo}/branches`, { branch: 'again', ref: 'nothing' }))).toEqual([
    400,
    { message: "Failed to create branch 'again': invalid reference name 'nothing'" },
  ]);
});

test('GET …/branches: by name, searched, counted, and by key from a token on', async () => {
  const code = await codeProject();
  for (const name of ['feature', 'feature-2', 'improve/awesome']) {
    await code.gl.post(`${code.repo}/branches`, { branch: name, ref: 'main' });
  }
  const names = async (query = '') =>
    (await code.gl.get(`${code.repo}/branches${query}`)).list.map((row) => row['name']);
  expect(await names()).toEqual(['feature', 'feature-2', 'improve/awesome', 'main']);
  expect(await names('?search=feat')).toEqual(['feature', 'feature-2']);
  expect(await names('?search=%5Eim')).toEqual(['improve/awesome']);
  expect(await names('?search=2$')).toEqual(['feature-2']);
  expect(await names('?regex=%5Efeature$')).toEqual(['feature']);
  expect(await names('?search=nothing')).toEqual([]);
  expect(brief(await code.gl.get(`${code.repo}/branches?regex=(invalid`))).toEqual([
    400,
    { message: 'Regex is invalid' },
  ]);
  expect(brief(await code.gl.get(`${code.repo}/branches?sort=unknown`))).toEqual([
    400,
    { error: 'sort does not have a valid value' },
  ]);
  const counted = await code.gl.get(`${code.repo}/branches?per_page=3&page=2`);
  expect([counted.headers.get('x-total'), counted.headers.get('x-prev-page')]).toEqual(['4', '1']);
  const keyed = await code.gl.get(`${code.repo}/branches?pagination=keyset&per_page=3&page_token=feature`);
  expect(keyed.list.map((row) => row['name'])).toEqual(['feature-2', 'improve/awesome', 'main']);
  expect(keyed.headers.get('link')).toBeNull();
  expect((await code.gl.get(`${code.repo}/branches?pagination=keyset&per_page=2`)).headers.get('link')).toContain(
    'page_token=feature-2',
  );
});

test('GET …/branches: guests 403, strangers and anonymous 404, reporters may', async () => {
  const code = await codeProject();
  expect(brief(await code.gl.as('guest').get(`${code.repo}/branches`))).toEqual([403, { message: '403 Forbidden' }]);
  expect((await code.gl.as('stranger').get(`${code.repo}/branches`)).status).toBe(404);
  expect(await anonymously(code, `${code.repo}/branches`)).toBe(404);
  expect((await code.gl.as('reporter').get(`${code.repo}/branches`)).status).toBe(200);
});

test('GET and HEAD …/branches/:branch: 204 to HEAD, 404 unknown, 400 for what is no name', async () => {
  const code = await codeProject();
  const url = `${code.gl.sandbox.url}/api/v4${code.repo}/branches`;
  expect(await head(`${url}/main`, code.gl.token)).toBe(204);
  expect(await head(`${url}/unknown`, code.gl.token)).toBe(404);
  expect(brief(await code.gl.get(`${code.repo}/branches/unknown`))).toEqual(notFound);
  expect(brief(await code.gl.get(`${code.repo}/branches/branch*`))).toEqual(invalidName);
});

test('a branch that fell behind the default branch is merged; one that stands at it is not', async () => {
  const code = await codeProject();
  await code.gl.post(`${code.repo}/branches`, { branch: 'old', ref: 'main' });
  expect((await code.gl.get(`${code.repo}/branches/old`)).object['merged']).toBe(false);
  await code.commit([{ action: 'delete', file_path: 'README.md' }]);
  expect((await code.gl.get(`${code.repo}/branches/old`)).object['merged']).toBe(true);
});

test('POST …/branches: developers and up; bad name, taken name, unknown start', async () => {
  const code = await codeProject();
  const path = `${code.repo}/branches`;
  expect((await code.gl.as('guest').post(path, {})).status).toBe(403);
  expect((await code.gl.as('stranger').post(path, {})).status).toBe(404);
  expect((await code.gl.as('reporter').post(path, { branch: 'x', ref: 'main' })).status).toBe(403);
  expect(brief(await code.gl.post(path, {}))).toEqual([
    400,
    { error: 'branch is missing, branch is empty, ref is missing, ref is empty' },
  ]);
  const main = (await code.gl.get(`${code.repo}/commits/main`)).object['id'];
  const made = await code.gl.as('dev').post(path, { branch: 'feature1', ref: main });
  expect([made.status, made.object['name']]).toEqual([201, 'feature1']);
  expect(made.object['commit']).toMatchObject({ id: main });
  expect((await code.gl.post(path, { branch: 'new design', ref: 'main' })).body).toEqual({
    message: 'Branch name is invalid',
  });
  expect((await code.gl.post(path, { branch: 'feature1', ref: 'main' })).body).toEqual({
    message: 'Branch already exists',
  });
  expect(brief(await code.gl.post(path, { branch: 'd3', ref: 'foo' }))).toEqual([
    400,
    { message: "Failed to create branch 'd3': invalid reference name 'foo'" },
  ]);
});

test('DELETE …/branches/:branch: 204, then 404; not the default one; protected ones by Maintainers; 412', async () => {
  const code = await codeProject();
  for (const name of ['one', 'kept']) await code.gl.post(`${code.repo}/branches`, { branch: name, ref: 'main' });
  await code.gl.put(`${code.repo}/branches/kept/protect`);
  const dev = code.gl.as('dev');
  const past = { 'If-Unmodified-Since': new Date(0).toUTCString() };
  expect((await dev.delete(`${code.repo}/branches/one`, past)).status).toBe(412);
  expect((await dev.delete(`${code.repo}/branches/one`)).status).toBe(204);
  expect(brief(await dev.delete(`${code.repo}/branches/one`))).toEqual(notFound);
  expect(brief(await dev.delete(`${code.repo}/branches/branch*`))).toEqual(invalidName);
  expect((await dev.delete(`${code.repo}/branches/kept`)).status).toBe(405);
  expect((await code.gl.as('maint').delete(`${code.repo}/branches/kept`)).status).toBe(204);
  expect((await code.gl.delete(`${code.repo}/branches/main`)).body).toEqual({ message: 'Cannot remove HEAD branch' });
  expect((await code.gl.as('reporter').delete(`${code.repo}/branches/main`)).status).toBe(403);
});

test('DELETE …/merged_branches is accepted and takes what is merged, 403 for guests', async () => {
  const code = await codeProject();
  await code.gl.post(`${code.repo}/branches`, { branch: 'old', ref: 'main' });
  await code.commit([{ action: 'create', file_path: 'x', content: '' }], { branch: 'ahead', start_branch: 'main' });
  expect((await code.gl.as('guest').delete(`${code.repo}/merged_branches`)).status).toBe(403);
  expect(brief(await code.gl.delete(`${code.repo}/merged_branches`))).toEqual([202, { message: '202 Accepted' }]);
  expect((await code.gl.get(`${code.repo}/branches`)).list.map((row) => row['name'])).toEqual(['ahead', 'main']);
});

test('PUT …/protect and unprotect: Maintainers; developers may be let in', async () => {
  const code = await codeProject();
  await code.gl.post(`${code.repo}/branches`, { branch: 'topic', ref: 'main' });
  const path = `${code.repo}/branches/topic`;
  expect((await code.gl.as('dev').put(`${path}/protect`)).status).toBe(403);
  expect((await code.gl.as('stranger').put(`${path}/protect`)).status).toBe(404);
  expect(brief(await code.gl.put(`${code.repo}/branches/unknown/protect`))).toEqual(notFound);
  expect(brief(await code.gl.put(`${code.repo}/branches/branch*/protect`))).toEqual(invalidName);
  expect((await code.gl.as('maint').put(`${path}/protect`)).object).toMatchObject({
    protected: true,
    developers_can_push: false,
    developers_can_merge: false,
  });
  const push = { branch: 'topic', commit_message: 'x', actions: [{ action: 'create', file_path: 'n', content: '' }] };
  expect((await code.gl.as('dev').post(`${code.repo}/commits`, push)).status).toBe(403);
  const opened = await code.gl.put(`${path}/protect`, { developers_can_push: true });
  expect(opened.object).toMatchObject({ developers_can_push: true, developers_can_merge: false });
  expect((await code.gl.as('dev').post(`${code.repo}/commits`, push)).status).toBe(201);
  expect((await code.gl.put(`${path}/unprotect`)).object['protected']).toBe(false);
  expect((await code.gl.put(`${path}/unprotect`)).status).toBe(200);
});
