import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { twoStages, workshop } from '../../sandbox/ci.ts';
import { idOf } from '../../sandbox/client.ts';
import type { Client } from '../../sandbox/client.ts';

// What GitLab's own request specs say of jobs and their artifacts (spec/requests/api/ci/jobs_spec.rb and job_artifacts_spec.rb, 18.9).

const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
const files = [
  { path: 'report.txt', base64: Buffer.from('fine\n').toString('base64') },
  { path: 'deep/er/a.txt', base64: Buffer.from('a').toString('base64') },
];

/** A private project whose builds are not public, with a job that succeeded. */
async function working(project: JsonObject = { public_jobs: false }, version = '18.9.0-ee') {
  const shop = await workshop({ version });
  await shop.write('.gitlab-ci.yml', twoStages);
  const pipeline = idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main' }));
  for (const [name, access_level] of [['guest', 10] as const, ['reporter', 20] as const]) {
    await shop.gl.post(`${shop.at}/members`, { user_id: await shop.gl.user(name), access_level });
  }
  await shop.gl.put(`/groups/${shop.group}`, { visibility: 'public' });
  await shop.gl.put(shop.at, project);
  const [job] = shop.gl.sandbox.platform.state.ciJobsOf(pipeline);
  if (job === undefined) throw new Error('no job');
  shop.setJob(job.id, { status: 'success', artifacts_expire_at: tomorrow, finished_at: tomorrow });
  const give = () => {
    shop.setJob(job.id, { artifacts: files });
    shop.setPipeline(pipeline, { status: 'success' });
  };
  const people = { guest: shop.gl.as('guest'), reporter: shop.gl.as('reporter') };
  const all = `${shop.at}/jobs`;
  const one = `${all}/${job.id}`;
  return { ...shop, ...people, pipeline, job, id: job.id, all, one, give, artifacts: `${one}/artifacts` };
}

describe('reading jobs', () => {
  test('the list and one job: their pipeline, commit, last day and tags; no artifacts, no file, no reason', async () => {
    const { developer, all, one, id, pipeline } = await working();
    const list = await developer.get(all);
    expect([list.status, list.headers.get('x-page')]).toEqual([200, '1']);
    const shown = { id, artifacts_expire_at: tomorrow, artifacts: [], tag_list: ['amd64', 'linux'] };
    expect(list.list.find((row) => row['id'] === id)).toMatchObject(shown);
    const single = (await developer.get(one)).object;
    expect(single).toMatchObject({ ...shown, status: 'success', finished_at: tomorrow, pipeline: { id: pipeline } });
    for (const field of ['artifacts_file', 'failure_reason']) expect(single).not.toHaveProperty(field);
  });

  test('a job that failed says why; artifacts and the log are listed with their files', async () => {
    const { developer, one, id, setJob } = await working();
    setJob(id, { status: 'failed', trace: 'log', artifacts: files });
    const { artifacts, ...job } = (await developer.get(one)).object;
    expect(job).toMatchObject({ failure_reason: 'script_failure', artifacts_file: { filename: 'artifacts.zip' } });
    expect(artifacts).toMatchObject([{ file_type: 'archive' }, { file_type: 'trace', filename: 'job.log' }]);
  });

  test('scope: one, several, or 400', async () => {
    const { developer, all, id } = await working();
    expect(column(await developer.get(`${all}?scope=success`), 'id')).toEqual([id]);
    expect((await developer.get(`${all}?scope[]=pending&scope[]=running`)).status).toBe(200);
    expect((await developer.get(`${all}?scope[]=unknown&scope[]=running`)).status).toBe(400);
  });

  test('without a token everything is 401; guests are 403', async () => {
    const { gl, guest, all, one } = await working();
    for (const path of [all, one, `${one}/trace`]) {
      expect([path, (await gl.get(path, anonymous)).status]).toEqual([path, 401]);
      expect([path, (await guest.get(path)).status]).toEqual([path, 403]);
    }
  });

  test('the log is there, or empty', async () => {
    const { developer, one, id, setJob } = await working();
    expect(told(await developer.get(`${one}/trace`))).toEqual([200, '']);
    setJob(id, { trace: 'line\n' });
    expect(told(await developer.get(`${one}/trace`))).toEqual([200, 'line\n']);
  });
});

describe('driving jobs', () => {
  test.each(['cancel', 'retry', 'erase', 'play'])(
    '%s is 401 without a token, 403 for Reporters, 404 for strangers',
    async (verb) => {
      const { gl, reporter, stranger, one, at } = await working();
      const asked = (who: Client, headers = {}) => who.post(`${one}/${verb}`, undefined, headers);
      expect((await asked(gl, anonymous)).status).toBe(401);
      expect((await asked(reporter)).status).toBe(403);
      await gl.put(at, { visibility: 'private' });
      expect((await asked(stranger)).status).toBe(404);
    },
  );

  test('cancel of a job that has ended is 201 and changes nothing', async () => {
    const { developer, one } = await working();
    const answer = await developer.post(`${one}/cancel`);
    expect([answer.status, answer.object['status']]).toEqual([201, 'success']);
  });

  test('retry answers with a pending job; one that has not ended is 403 with the reason', async () => {
    const { developer, one, id, setJob } = await working();
    setJob(id, { status: 'created' });
    const refusal = { message: '403 Forbidden - Job is not retryable' };
    expect(told(await developer.post(`${one}/retry`))).toEqual([403, refusal]);
    setJob(id, { status: 'canceled' });
    const again = await developer.post(`${one}/retry`);
    expect([again.status, again.object['status']]).toEqual([201, 'pending']);
    expect((await developer.get(one)).object['status']).toBe('canceled');
  });

  test('erase: Maintainers any, Developers their own; all is gone; one that runs is 403', async () => {
    const { developer, maintainer, one, id, ids, setJob } = await working();
    setJob(id, { trace: 'log', artifacts: files, user_id: ids.maintainer });
    expect((await developer.post(`${one}/erase`)).status).toBe(403);
    expect((await maintainer.post(`${one}/erase`)).status).toBe(201);
    const { artifacts, erased_at } = (await developer.get(one)).object;
    expect([artifacts, typeof erased_at]).toEqual([[], 'string']);
    setJob(id, { trace: 'log', user_id: ids.developer, erased_at: null });
    expect((await developer.post(`${one}/erase`)).status).toBe(201);
    setJob(id, { trace: 'log', status: 'running' });
    expect((await maintainer.post(`${one}/erase`)).status).toBe(403);
  });

  test('play: 200 as the one who plays, with variables; 400 where a key or value is missing, or nothing to play', async () => {
    const { developer, one, id, ids, setJob, gl } = await working();
    const play = (all?: readonly JsonObject[]) =>
      developer.post(`${one}/play`, all && { job_variables_attributes: all });
    const unplayable = await play();
    expect([unplayable.status, JSON.stringify(unplayable.body)]).toEqual([
      400,
      expect.stringContaining('Unplayable Job'),
    ]);
    setJob(id, { status: 'manual' });
    const name = 'job_variables_attributes';
    expect(told(await play([{ value: 'test' }]))).toEqual([400, { error: `${name}[0][key] is missing` }]);
    expect(told(await play([{ key: 'A' }]))).toEqual([400, { error: `${name}[0][value] is missing` }]);
    const half = await play([{ key: 'A', value: 'a' }, { value: 'b' }]);
    expect(told(half)).toEqual([400, { error: `${name}[1][key] is missing` }]);
    expect(gl.sandbox.platform.state.ciJobs.get(id)?.status).toBe('manual');
    const played = await play([{ key: 'A', value: 'a' }]);
    expect(played.object).toMatchObject({ id, status: 'pending', user: { id: ids.developer } });
    expect(gl.sandbox.platform.state.ciJobs.get(id)?.variables).toEqual([{ key: 'A', value: 'a' }]);
  });

  test('play works on a bridge too', async () => {
    const { developer, one, id, setJob } = await working();
    setJob(id, { status: 'manual', kind: 'bridge' });
    expect((await developer.post(`${one}/play`)).object).toMatchObject({ id, status: 'pending' });
  });
});

describe('the jobs of a runner', () => {
  test('newest first, with their project; by status, order, pages and cursor; Reporters of the project', async () => {
    const { gl, at, project, pipeline, setJob, maintainer, ids } = await working();
    const made = await gl.post('/user/runners', { runner_type: 'project_type', project_id: project });
    const jobs = gl.sandbox.platform.state.ciJobsOf(pipeline).map((job) => job.id);
    const [first = 0, second = 0, third = 0] = jobs;
    setJob(first, { runner_id: idOf(made), queued_at: '2026-01-01T00:00:00Z', started_at: '2026-01-01T00:00:02Z' });
    setJob(second, { runner_id: idOf(made), status: 'failed' });
    const all = `/runners/${idOf(made)}/jobs`;
    const list = await maintainer.get(all);
    expect([column(list, 'id'), list.headers.get('x-total')]).toEqual([[second, first], '2']);
    expect(column(list, 'id')).not.toContain(third);
    expect(list.list[1]).toMatchObject({ queued_duration: 2, project: { id: project, path: 'api' } });
    expect(Object.keys(list.list[0] ?? {})).toEqual([
      ...['id', 'status', 'stage', 'name', 'ref', 'tag', 'coverage', 'allow_failure', 'created_at', 'started_at'],
      ...['finished_at', 'erased_at', 'duration', 'queued_duration', 'user', 'commit', 'pipeline', 'failure_reason'],
      ...['web_url', 'project'],
    ]);
    expect(column(await maintainer.get(`${all}?status=failed`), 'id')).toEqual([second]);
    expect(column(await maintainer.get(`${all}?order_by=id&sort=asc`), 'id')).toEqual([first, second]);
    expect(column(await maintainer.get(`${all}?per_page=1&page=2`), 'id')).toEqual([first]);
    const keyed = await maintainer.get(`${all}?pagination=keyset&per_page=1&order_by=id`);
    expect([column(keyed, 'id'), keyed.headers.get('x-total')]).toEqual([[second], null]);
    const next = `${all}?pagination=keyset&per_page=1&cursor=${keyed.headers.get('x-next-cursor') ?? ''}`;
    expect(column(await maintainer.get(next), 'id')).toEqual([first]);
    expect((await maintainer.get(`${all}?system_id=s_1`)).body).toEqual([]);
    await gl.delete(`${at}/members/${ids.maintainer}`);
    expect((await gl.get(all)).list.length).toBe(2);
  });
});

describe('artifacts', () => {
  test('of a ref they are those of the last successful pipeline; from 18.10 on of the last hundred, when asked', async () => {
    for (const [version, wide] of [
      ['18.9.0-ee', 404],
      ['18.10.0-ee', 200],
    ] as const) {
      const { developer, at, all, give, setPipeline } = await working({}, version);
      give();
      const sent = { ref: 'main', variables: [{ key: 'X', value: 'y' }] };
      const later = idOf(await developer.post(`${at}/pipeline`, sent));
      setPipeline(later, { status: 'success' });
      const path = `${all}/artifacts/main/download?job=compile`;
      expect(told(await developer.get(path))).toEqual([404, { message: '404 Job Not Found' }]);
      expect((await developer.get(`${path}&search_recent_successful_pipelines=true`)).status).toBe(wide);
    }
  });

  test('DELETE of a job’s artifacts: 401, 403 for Developers, 204 for Maintainers, and they are gone', async () => {
    const { gl, developer, maintainer, artifacts, one, give } = await working();
    give();
    expect((await gl.delete(artifacts, anonymous)).status).toBe(401);
    expect((await developer.delete(artifacts)).status).toBe(403);
    expect((await developer.get(one)).object['artifacts']).not.toEqual([]);
    expect((await maintainer.delete(artifacts)).status).toBe(204);
    expect((await developer.get(one)).object['artifacts']).toEqual([]);
  });

  test('DELETE of a project’s artifacts: 401, 403 for Developers, 202 for Maintainers', async () => {
    const { gl, developer, maintainer, at } = await working();
    expect((await gl.delete(`${at}/artifacts`, anonymous)).status).toBe(401);
    expect((await developer.delete(`${at}/artifacts`)).status).toBe(403);
    expect((await maintainer.delete(`${at}/artifacts`)).status).toBe(202);
  });

  test.each([
    ['public', true, true, 200],
    ['public', true, false, 403],
    ['public', false, true, 403],
    ['private', true, true, 404],
  ] as const)(
    'without a token, a %s project, public jobs %s, public artifacts %s: %s',
    async (visibility, public_jobs, open, status) => {
      const { gl, artifacts, all, id, give, setJob } = await working({ visibility, public_jobs });
      give();
      setJob(id, { artifacts_public: open });
      const byRef = `${all}/artifacts/main`;
      const paths = [
        artifacts,
        `${artifacts}/report.txt`,
        `${byRef}/raw/report.txt?job=compile`,
        `${byRef}/download?job=compile`,
      ];
      for (const path of paths) {
        expect([path, (await gl.get(path, anonymous)).status]).toEqual([path, status]);
      }
    },
  );

  test('the archive is sent as a zip that is to be saved; 404 without one, or to a guest 403', async () => {
    const { developer, guest, artifacts, give } = await working();
    expect((await developer.get(artifacts)).status).toBe(404);
    give();
    const { headers } = await developer.get(artifacts);
    expect(headers.get('content-transfer-encoding')).toBe('binary');
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="artifacts.zip"; filename*=UTF-8''artifacts.zip`,
    );
    expect((await guest.get(artifacts)).status).toBe(403);
  });

  test('one file: 200, of artifacts that are kept past their day too, 404 where there are none', async () => {
    const { developer, artifacts, give, id, setJob } = await working();
    expect((await developer.get(`${artifacts}/some/artifact`)).status).toBe(404);
    give();
    expect(told(await developer.get(`${artifacts}/report.txt`))).toEqual([200, 'fine\n']);
    setJob(id, { artifacts_expire_at: new Date(Date.now() - 7 * 86_400_000).toISOString() });
    expect((await developer.get(`${artifacts}/deep/er/a.txt`)).status).toBe(200);
  });

  test('by ref: Reporters 200, guests 403, 404 for an unknown ref or job, slashes in a branch, and child pipelines', async () => {
    const { gl, reporter, guest, all, give, write, developer, at, setPipeline, setJob, pipeline } = await working();
    give();
    const download = (ref: string, job: string, who: Client = reporter) =>
      who.get(`${all}/artifacts/${ref}/download?job=${job}`);
    expect((await download('main', 'compile')).status).toBe(200);
    expect((await download('main', 'compile', guest)).status).toBe(403);
    expect((await download('TAIL', 'compile')).status).toBe(404);
    expect((await download('main', 'NOBUILD')).status).toBe(404);
    expect((await reporter.get(`${all}/artifacts/wrong-ref/raw/some/artifact?job=compile`)).status).toBe(404);
    await write('x', 'x', 'improve/awesome');
    const other = idOf(await developer.post(`${at}/pipeline`, { ref: 'improve/awesome' }));
    const [job] = gl.sandbox.platform.state.ciJobsOf(other);
    setJob(job?.id ?? 0, { status: 'success', artifacts: files });
    setPipeline(other, { status: 'success' });
    expect((await download('improve/awesome', 'compile')).status).toBe(200);
    expect((await reporter.get(`${all}/artifacts/improve/awesome/raw/report.txt?job=compile`)).body).toBe('fine\n');
    setPipeline(other, { parent_id: pipeline, ref: 'main' });
    setJob(job?.id ?? 0, { name: 'rspec' });
    expect((await download('main', 'rspec')).status).toBe(200);
  });

  test('keep: 200 and the last day is gone; 404 without artifacts', async () => {
    const { developer, artifacts, give } = await working();
    expect((await developer.post(`${artifacts}/keep`)).status).toBe(404);
    give();
    const kept = await developer.post(`${artifacts}/keep`);
    expect([kept.status, kept.object['artifacts_expire_at']]).toEqual([200, null]);
  });
});
