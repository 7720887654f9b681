import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { archiveOf } from '../../src/sandbox/ci/job-archive.ts';
import { anonymous, column, told } from './cast.ts';
import { twoStages, workshop } from './ci.ts';
import { idOf } from './client.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const artifacts = [
  { path: 'report.txt', base64: base64('all well') },
  { path: 'lib/a/b.txt', base64: base64('deep') },
];

/** A pipeline of the developer's with its three jobs. */
async function withJobs() {
  const shop = await workshop();
  await shop.write('.gitlab-ci.yml', twoStages);
  const pipeline = idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main' }));
  const list = (await shop.developer.get(`${shop.at}/pipelines/${pipeline}/jobs`)).list;
  const idBy = (name: string) => Number(list.find((job) => job['name'] === name)?.['id']);
  const ids = { compile: idBy('compile'), unit: idBy('unit'), deploy: idBy('deploy') };
  for (const [name, level] of [['guest', 10] as const, ['reporter', 20] as const]) {
    await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user(name), access_level: level });
  }
  const people = { guest: shop.gl.as('guest'), reporter: shop.gl.as('reporter') };
  return { ...shop, ...people, pipeline, ids, job: (name: keyof typeof ids) => `${shop.at}/jobs/${ids[name]}` };
}

test('GET /projects/:id/jobs/:job_id shows the job, its commit, its pipeline and no failure reason', async () => {
  const shop = await withJobs();
  const shown = (await shop.developer.get(shop.job('compile'))).object;
  expect(shown).toMatchObject({
    status: 'pending',
    stage: 'build',
    name: 'compile',
    ref: 'main',
    tag: false,
    allow_failure: false,
    commit: { title: 'Write .gitlab-ci.yml' },
    pipeline: { id: shop.pipeline, project_id: shop.project },
    user: { username: 'developer' },
    web_url: `${shop.gl.sandbox.url}/platform/api/-/jobs/${shop.ids.compile}`,
    artifacts: [],
    runner: null,
    artifacts_expire_at: null,
    tag_list: ['amd64', 'linux'],
    duration: null,
  });
  expect(shown).not.toHaveProperty('failure_reason');
  expect(shown).not.toHaveProperty('artifacts_file');
  shop.setJob(shop.ids.compile, { status: 'failed', artifacts, trace: 'log' });
  expect((await shop.developer.get(shop.job('compile'))).object).toMatchObject({
    failure_reason: 'script_failure',
    artifacts_file: { filename: 'artifacts.zip' },
    artifacts: [
      { file_type: 'archive', filename: 'artifacts.zip', file_format: 'zip' },
      { file_type: 'trace', filename: 'job.log', size: 3 },
    ],
  });
  expect(told(await shop.developer.get(`${shop.at}/jobs/999`))).toEqual([404, { message: '404 Not found' }]);
});

test('GET /projects/:id/jobs is uncounted, newest first, filtered by scope, and pages by key', async () => {
  const shop = await withJobs();
  const all = await shop.developer.get(`${shop.at}/jobs`);
  const { deploy, unit, compile } = shop.ids;
  expect(column(all, 'id')).toEqual([deploy, unit, compile]);
  expect([all.headers.get('x-total'), all.headers.get('x-per-page')]).toEqual([null, '20']);
  expect(column(await shop.developer.get(`${shop.at}/jobs?scope=pending`), 'id')).toEqual([compile]);
  expect(column(await shop.developer.get(`${shop.at}/jobs?scope[]=pending&scope[]=created`), 'id')).toHaveLength(3);
  const error = 'scope does not have a valid value';
  expect(told(await shop.developer.get(`${shop.at}/jobs?scope[]=unknown`))).toEqual([400, { error }]);
  expect((await shop.developer.get(`${shop.at}/jobs?scope[a]=pending`)).status).toBe(400);
  const first = await shop.developer.get(`${shop.at}/jobs?pagination=keyset&per_page=2`);
  expect(column(first, 'id')).toEqual([deploy, unit]);
  const cursor = first.headers.get('x-next-cursor') ?? '';
  const second = await shop.developer.get(`${shop.at}/jobs?pagination=keyset&per_page=2&cursor=${cursor}`);
  expect(column(second, 'id')).toEqual([compile]);
});

test('jobs are 401 without a token, 404 for strangers, 403 for guests where they are not public', async () => {
  const shop = await withJobs();
  await shop.owner.put(shop.at, { public_jobs: false });
  for (const path of [`${shop.at}/jobs`, shop.job('unit'), `${shop.job('unit')}/trace`]) {
    expect((await shop.gl.get(path, anonymous)).status).toBe(401);
    expect((await shop.stranger.get(path)).status).toBe(404);
    expect((await shop.guest.get(path)).status).toBe(403);
    for (const who of [shop.reporter, shop.developer, shop.maintainer, shop.owner, shop.gl]) {
      expect((await who.get(path)).status).toBe(200);
    }
  }
});

test('the log of a job is text, empty without one', async () => {
  const shop = await withJobs();
  const trace = () => shop.developer.get(`${shop.job('unit')}/trace`);
  expect([(await trace()).status, (await trace()).body]).toEqual([200, '']);
  shop.setJob(shop.ids.unit, { trace: 'ok\n' });
  expect((await trace()).body).toBe('ok\n');
  expect((await trace()).headers.get('content-disposition')).toBe(`infile; filename="${shop.ids.unit}.log"`);
});

test('cancel stops what has not ended; what has stays as it is; 403 below Developer', async () => {
  const shop = await withJobs();
  const cancel = (name: 'compile' | 'unit') => shop.developer.post(`${shop.job(name)}/cancel`);
  expect(told(await cancel('compile'))[0]).toBe(201);
  expect((await shop.developer.get(shop.job('compile'))).object['status']).toBe('canceled');
  shop.setJob(shop.ids.unit, { status: 'success' });
  expect((await cancel('unit')).object['status']).toBe('success');
  expect((await shop.reporter.post(`${shop.job('unit')}/cancel`)).status).toBe(403);
  expect((await shop.gl.post(`${shop.job('unit')}/cancel`, {}, anonymous)).status).toBe(401);
  shop.setJob(shop.ids.deploy, { status: 'canceling' });
  expect((await shop.developer.post(`${shop.job('deploy')}/cancel`, { force: true })).status).toBe(403);
  const forced = await shop.maintainer.post(`${shop.job('deploy')}/cancel`, { force: true });
  expect(forced.object['status']).toBe('canceled');
});

test('retry answers with a new job that waits; one that has not ended is 403', async () => {
  const shop = await withJobs();
  const message = '403 Forbidden - Job is not retryable';
  const retry = (name: 'compile' | 'unit') => shop.developer.post(`${shop.job(name)}/retry`);
  expect(told(await retry('unit'))).toEqual([403, { message }]);
  shop.setJob(shop.ids.compile, { status: 'canceled' });
  const again = await retry('compile');
  expect([again.status, again.object['status'], again.object['name']]).toEqual([201, 'pending', 'compile']);
  expect(idOf(again)).not.toBe(shop.ids.compile);
  expect((await shop.developer.get(shop.job('compile'))).object['status']).toBe('canceled');
  expect(told(await retry('compile'))).toEqual([403, { message }]);
  expect((await shop.reporter.post(`${shop.job('compile')}/retry`)).status).toBe(403);
});

test('erase takes log and artifacts of a job that has ended: Maintainers, and Developers their own', async () => {
  const shop = await withJobs();
  const erase = (who: typeof shop.developer) => who.post(`${shop.job('unit')}/erase`);
  const message = '403 Forbidden - Job is not erasable!';
  shop.setJob(shop.ids.unit, { trace: 'log' });
  expect(told(await erase(shop.developer))).toEqual([403, { message }]);
  shop.setJob(shop.ids.unit, { status: 'success', artifacts, user_id: shop.ids.unit + 1000 });
  expect(told(await erase(shop.developer))).toEqual([403, { message: '403 Forbidden' }]);
  const erased = await erase(shop.maintainer);
  expect(erased.status).toBe(201);
  expect(erased.object).toMatchObject({ artifacts: [] });
  expect(erased.object['erased_at']).not.toBeNull();
  shop.setJob(shop.ids.deploy, { status: 'failed', trace: 'log' });
  expect((await shop.developer.post(`${shop.job('deploy')}/erase`)).status).toBe(201);
});

test('play sets a manual job waiting, as the one who played it; others are 400 Unplayable Job', async () => {
  const shop = await withJobs();
  const play = (body = {}) => shop.owner.post(`${shop.job('deploy')}/play`, body);
  expect(told(await play())).toEqual([400, { message: '400 Bad request - Unplayable Job' }]);
  shop.setJob(shop.ids.deploy, { status: 'manual' });
  const sent = [{ key: 'A', value: '1' }, { value: '2' }];
  const error = 'job_variables_attributes[1][key] is missing';
  expect(told(await play({ job_variables_attributes: sent }))).toEqual([400, { error }]);
  const played = await play({ job_variables_attributes: sent.slice(0, 1) });
  expect([played.status, played.object['status'], played.object['id']]).toEqual([200, 'pending', shop.ids.deploy]);
  expect(played.object['user']).toMatchObject({ username: 'owner' });
  expect(shop.gl.sandbox.platform.state.ciJobs.get(shop.ids.deploy)?.variables).toEqual([{ key: 'A', value: '1' }]);
  shop.setJob(shop.ids.deploy, { status: 'manual' });
  expect((await shop.reporter.post(`${shop.job('deploy')}/play`)).status).toBe(403);
  expect((await shop.stranger.post(`${shop.job('deploy')}/play`)).status).toBe(404);
});

test('GET …/artifacts is a zip archive; 404 without artifacts or after their last day', async () => {
  const shop = await withJobs();
  const path = `${shop.job('compile')}/artifacts`;
  expect(told(await shop.developer.get(path))).toEqual([404, { message: '404 Not Found' }]);
  shop.setJob(shop.ids.compile, { status: 'success', artifacts });
  const url = `${shop.gl.sandbox.url}/api/v4${path}`;
  const response = await fetch(url, { headers: { 'PRIVATE-TOKEN': shop.developer.token } });
  expect(response.headers.get('content-disposition')).toContain('attachment; filename="artifacts.zip"');
  expect(response.headers.get('content-transfer-encoding')).toBe('binary');
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 4)
      .toString('latin1'),
  ).toBe('PK\x03\x04');
  shop.setJob(shop.ids.compile, { artifacts_expire_at: '2020-01-01T00:00:00.000Z' });
  expect((await shop.developer.get(path)).status).toBe(404);
  shop.setPipeline(shop.pipeline, { status: 'success' });
  expect((await shop.developer.get(path)).status).toBe(200);
  await shop.owner.put(shop.at, { keep_latest_artifact: false });
  expect((await shop.developer.get(path)).status).toBe(404);
});

test('the token of a running job opens artifacts as header or parameter, with Premium, and nothing else', async () => {
  const shop = await withJobs();
  shop.setJob(shop.ids.compile, { status: 'success', artifacts });
  shop.setJob(shop.ids.unit, { status: 'running', token: 'glcbt-of-the-unit' });
  shop.setPipeline(shop.pipeline, { status: 'success' });
  const at = `${shop.gl.sandbox.url}/api/v4`;
  const status = async (path: string, token?: string) =>
    (await fetch(`${at}${path}`, token === undefined ? {} : { headers: { 'JOB-TOKEN': token } })).status;
  const paths = ['', '/tree', `/${artifacts[0]?.path ?? ''}`].map((end) => `${shop.job('compile')}/artifacts${end}`);
  for (const path of [...paths, `${shop.at}/jobs/artifacts/main/download?job=compile`]) {
    const join = path.includes('?') ? '&' : '?';
    expect([path, await status(path, 'glcbt-of-the-unit')]).toEqual([path, 200]);
    expect(await status(`${path}${join}job_token=glcbt-of-the-unit`)).toBe(200);
    expect(await status(path, 'glcbt-of-nobody')).toBe(401);
    expect(await status(path)).toBe(404);
  }
  expect(await status(shop.job('compile'), 'glcbt-of-the-unit')).toBe(await status(shop.job('compile')));
  shop.setJob(shop.ids.unit, { status: 'success' });
  expect(await status(paths[0] ?? '', 'glcbt-of-the-unit')).toBe(401);
});

test('without a licence the token of a job counts as none', async () => {
  const shop = await workshop({ tier: 'free' });
  await shop.write('.gitlab-ci.yml', twoStages);
  const pipeline = idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main' }));
  const [job] = (await shop.developer.get(`${shop.at}/pipelines/${pipeline}/jobs`)).list;
  const id = Number(job?.['id']);
  shop.setJob(id, { status: 'running', token: 'glcbt-x', artifacts });
  const url = `${shop.gl.sandbox.url}/api/v4${shop.at}/jobs/${id}/artifacts`;
  expect((await fetch(url, { headers: { 'JOB-TOKEN': 'glcbt-x' } })).status).toBe(404);
});

test('the directory at the end of the archive leads to each file, its size and its checksum', () => {
  const zip = archiveOf(artifacts);
  const end = zip.length - 22;
  expect(zip.readUInt32LE(end)).toBe(0x06054b50);
  const found: (readonly [string, string])[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    expect(zip.readUInt32LE(at)).toBe(0x02014b50);
    const [size, nameLength, local] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)];
    expect(zip.readUInt32LE(local)).toBe(0x04034b50);
    const body = zip.subarray(local + 30 + nameLength, local + 30 + nameLength + size);
    expect(zip.readUInt32LE(at + 16)).toBe(crc32(body));
    found.push([zip.subarray(at + 46, at + 46 + nameLength).toString(), body.toString()]);
    at += 46 + nameLength;
  }
  expect(at).toBe(end);
  expect(found).toEqual([
    ['report.txt', 'all well'],
    ['lib/a/b.txt', 'deep'],
  ]);
});

test('one file of the artifacts: 200 text, 400 for a path that leads out, 404 for none', async () => {
  const shop = await withJobs();
  shop.setJob(shop.ids.compile, { status: 'success', artifacts });
  const file = (path: string) => shop.developer.get(`${shop.job('compile')}/artifacts/${path}`);
  expect((await file('lib/a/b.txt')).body).toBe('deep');
  expect(told(await file('..%2Fsecret'))).toEqual([400, { message: '400 Bad request' }]);
  expect((await file('none.txt')).status).toBe(404);
  const tree = await file('tree');
  expect(tree.list.map((entry) => [entry['path'], entry['type']])).toEqual([
    ['report.txt', 'file'],
    ['lib', 'directory'],
  ]);
  expect(column(await file('tree?path=lib&recursive=true'), 'path')).toEqual(['lib/a', 'lib/a/b.txt']);
  const none = await shop.developer.get(`${shop.job('unit')}/artifacts/tree`);
  expect(told(none)).toEqual([404, { message: '404 Artifacts Not Found' }]);
});

test('artifacts by ref are those of the last successful pipeline; a branch may hold slashes', async () => {
  const shop = await withJobs();
  shop.setJob(shop.ids.compile, { status: 'success', artifacts });
  const get = (ref: string, job = 'compile') =>
    shop.developer.get(`${shop.at}/jobs/artifacts/${ref}/download?job=${job}`);
  const gone = [404, { message: '404 Job Not Found' }];
  expect(told(await get('main'))).toEqual(gone);
  shop.setPipeline(shop.pipeline, { status: 'success' });
  expect((await get('main')).status).toBe(200);
  expect(told(await get('TAIL'))).toEqual(gone);
  expect(told(await get('main', 'NOBUILD'))).toEqual(gone);
  const raw = await shop.developer.get(`${shop.at}/jobs/artifacts/main/raw/report.txt?job=compile`);
  expect(raw.body).toBe('all well');
  const without = await shop.developer.get(`${shop.at}/jobs/artifacts/main/raw/report.txt`);
  expect(told(without)).toEqual([400, { error: 'job is missing' }]);
  shop.setPipeline(shop.pipeline, { ref: 'improve/awesome' });
  expect((await get('improve/awesome')).status).toBe(200);
  expect((await get('improve%2Fawesome')).status).toBe(200);
});

test('a job of a child pipeline is found by the ref of its parent, after the parent’s own', async () => {
  const shop = await withJobs();
  const child = idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main' }));
  shop.setPipeline(shop.pipeline, { status: 'success' });
  shop.setPipeline(child, { status: 'success', source: 'parent_pipeline', parent_id: shop.pipeline });
  const [job] = shop.gl.sandbox.platform.state.ciJobsOf(child);
  shop.setJob(job?.id ?? 0, { name: 'inside', status: 'success', artifacts });
  expect((await shop.developer.get(`${shop.at}/jobs/artifacts/main/raw/report.txt?job=inside`)).body).toBe('all well');
});

test('artifacts that are not public are for Developers; those of a public project for all', async () => {
  const shop = await withJobs();
  shop.setJob(shop.ids.compile, { status: 'success', artifacts });
  const path = `${shop.job('compile')}/artifacts/report.txt`;
  expect((await shop.gl.get(path, anonymous)).status).toBe(404);
  await shop.gl.put(`/groups/${shop.group}`, { visibility: 'public' });
  await shop.gl.put(shop.at, { visibility: 'public' });
  expect((await shop.gl.get(path, anonymous)).body).toBe('all well');
  shop.setJob(shop.ids.compile, { artifacts_public: false });
  expect((await shop.gl.get(path, anonymous)).status).toBe(403);
  expect((await shop.reporter.get(path)).status).toBe(403);
  expect((await shop.developer.get(path)).status).toBe(200);
  await shop.gl.put(shop.at, { public_jobs: false });
  shop.setJob(shop.ids.compile, { artifacts_public: true });
  expect((await shop.gl.get(path, anonymous)).status).toBe(403);
});

test('POST …/artifacts/keep answers 200 and takes the last day away; 404 without artifacts', async () => {
  const shop = await withJobs();
  const keep = (who: typeof shop.developer) => who.post(`${shop.job('compile')}/artifacts/keep`);
  expect((await keep(shop.developer)).status).toBe(404);
  shop.setJob(shop.ids.compile, { artifacts, artifacts_expire_at: '2099-01-01T00:00:00.000Z' });
  const kept = await keep(shop.developer);
  expect([kept.status, kept.object['artifacts_expire_at']]).toEqual([200, null]);
  expect((await keep(shop.reporter)).status).toBe(403);
});

test('DELETE …/artifacts is for Maintainers, 204', async () => {
  const shop = await withJobs();
  shop.setJob(shop.ids.compile, { artifacts, trace: 'log' });
  const path = `${shop.job('compile')}/artifacts`;
  expect((await shop.developer.delete(path)).status).toBe(403);
  expect((await shop.gl.delete(path, anonymous)).status).toBe(401);
  expect((await shop.maintainer.delete(path)).status).toBe(204);
  expect((await shop.developer.get(path)).status).toBe(404);
  expect((await shop.developer.get(`${shop.job('compile')}/trace`)).body).toBe('log');
});

test('DELETE /projects/:id/artifacts is 202; all expire but those of the last successful pipeline of a ref', async () => {
  const shop = await withJobs();
  const second = idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main' }));
  const [later] = shop.gl.sandbox.platform.state.ciJobsOf(second);
  for (const id of [shop.ids.compile, later?.id ?? 0]) shop.setJob(id, { status: 'success', artifacts });
  for (const id of [shop.pipeline, second]) shop.setPipeline(id, { status: 'success' });
  expect((await shop.developer.delete(`${shop.at}/artifacts`)).status).toBe(403);
  expect((await shop.gl.delete(`${shop.at}/artifacts`, anonymous)).status).toBe(401);
  expect(told(await shop.maintainer.delete(`${shop.at}/artifacts`))).toEqual([202, { message: '202 Accepted' }]);
  expect((await shop.developer.get(`${shop.job('compile')}/artifacts`)).status).toBe(404);
  expect((await shop.developer.get(`${shop.at}/jobs/${later?.id ?? 0}/artifacts`)).status).toBe(200);
});
