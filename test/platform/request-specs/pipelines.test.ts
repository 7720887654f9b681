import { describe, expect, test } from 'vitest';
import { ciStates } from '../../../src/sandbox/ci/rows.ts';
import { textOf } from '../../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../../src/sandbox/store/json.ts';
import { anonymous, column, told } from '../../sandbox/cast.ts';
import { twoStages, workshop } from '../../sandbox/ci.ts';
import type { Workshop } from '../../sandbox/ci.ts';
import { idOf } from '../../sandbox/client.ts';
import type { Answer } from '../../sandbox/client.ts';

// What GitLab's own request specs say of pipelines and triggers (spec/requests/api/ci/pipelines_spec.rb and triggers_spec.rb, 18.9).

/** A workshop with two stages to run, and a pipeline of it. */
async function running() {
  const shop = await workshop();
  await shop.write('.gitlab-ci.yml', twoStages);
  const start = (sent: JsonObject = {}) => shop.developer.post(`${shop.at}/pipeline`, { ref: 'main', ...sent });
  const id = idOf(await start());
  return { ...shop, id, start, all: `${shop.at}/pipelines`, one: `${shop.at}/pipelines/${id}` };
}

const ids = (answer: Answer) => column(answer, 'id');
const hidden = { message: '404 Project Not Found' };

/** Someone at each level of a project that is changed at will, asking for its pipelines. */
async function seen(shop: Workshop & { readonly all: string; readonly one: string }, project: JsonObject) {
  await shop.gl.put(`/groups/${shop.group}`, { visibility: 'public' });
  await shop.gl.put(shop.at, project);
  const statuses: Record<string, readonly number[]> = {};
  for (const [name, level] of [['guest', 10] as const, ['reporter', 20] as const]) {
    if (shop.gl.sandbox.platform.state.userByName(name) !== undefined) continue;
    await shop.gl.post(`${shop.at}/members`, { user_id: await shop.gl.user(name), access_level: level });
  }
  const people = { stranger: shop.stranger, guest: shop.gl.as('guest'), reporter: shop.gl.as('reporter') };
  const others = { developer: shop.developer, maintainer: shop.maintainer, admin: shop.gl };
  for (const [name, client] of Object.entries({ ...people, ...others })) {
    statuses[name] = [(await client.get(shop.all)).status, (await client.get(shop.one)).status];
  }
  statuses['nobody'] = [
    (await shop.gl.get(shop.all, anonymous)).status,
    (await shop.gl.get(shop.one, anonymous)).status,
  ];
  return statuses;
}

describe('who may see pipelines', () => {
  test.each([
    ['private', 'enabled', true, 404, 404, 200],
    ['private', 'enabled', false, 404, 404, 403],
    ['private', 'private', true, 404, 404, 200],
    ['private', 'private', false, 404, 404, 403],
    ['internal', 'enabled', true, 404, 200, 200],
    ['internal', 'enabled', false, 404, 403, 403],
    ['internal', 'private', true, 404, 403, 200],
    ['internal', 'private', false, 404, 403, 403],
    ['public', 'enabled', true, 200, 200, 200],
    ['public', 'enabled', false, 403, 403, 403],
    ['public', 'private', true, 403, 403, 200],
    ['public', 'private', false, 403, 403, 403],
  ] as const)(
    'a %s project, builds %s, public pipelines %s: nobody %s, any user %s, a guest %s, and 200 from Reporter up',
    async (visibility, builds_access_level, public_jobs, nobody, stranger, guest) => {
      const shop = await running();
      const statuses = await seen(shop, { visibility, builds_access_level, public_jobs });
      const both = (status: number) => [status, status];
      expect(statuses).toEqual({
        nobody: both(nobody),
        stranger: both(stranger),
        guest: both(guest),
        ...{ reporter: both(200), developer: both(200), maintainer: both(200), admin: both(200) },
      });
    },
  );
});

describe('GET /projects/:id/pipelines', () => {
  test('each entry has eleven fields and the list has the headers of pages', async () => {
    const { developer, all, id } = await running();
    const answer = await developer.get(all);
    expect(answer.headers.get('x-total')).toBe('1');
    expect(Object.keys(answer.list[0] ?? {}).toSorted()).toEqual(
      [
        'id',
        'iid',
        'project_id',
        'sha',
        'ref',
        'status',
        'web_url',
        'created_at',
        'updated_at',
        'source',
        'name',
      ].toSorted(),
    );
    expect(answer.list[0]).toMatchObject({ id, sha: expect.stringMatching(/^[0-9a-f]{40}$/) as unknown });
  });

  test('status finds those in every state there is; scope finds running, pending and finished ones', async () => {
    const { developer, all, id, setPipeline } = await running();
    for (const status of ciStates) {
      setPipeline(id, { status });
      expect([status, ids(await developer.get(`${all}?status=${status}`))]).toEqual([status, [id]]);
      const finished = ['success', 'failed', 'canceled'].includes(status);
      expect([status, ids(await developer.get(`${all}?scope=finished`))]).toEqual([status, finished ? [id] : []]);
    }
    for (const scope of ['running', 'pending'] as const) {
      setPipeline(id, { status: scope });
      expect(ids(await developer.get(`${all}?scope=${scope}`))).toEqual([id]);
    }
  });

  test('scope=branches and scope=tags find the last one of each branch or tag', async () => {
    const shop = await running();
    await shop.gl.post(`${shop.at}/repository/tags`, { tag_name: 'v1.0.0', ref: 'main' });
    const tagged = idOf(await shop.start({ ref: 'v1.0.0' }));
    const again = idOf(await shop.start());
    expect(ids(await shop.developer.get(`${shop.all}?scope=branches`))).toEqual([again]);
    expect(ids(await shop.developer.get(`${shop.all}?scope=tags`))).toEqual([tagged]);
  });

  test.each([
    ['scope=invalid-scope', 'scope does not have a valid value'],
    ['status=invalid-status', 'status does not have a valid value'],
    ['source=invalid-source', 'source does not have a valid value'],
    ['yaml_errors=invalid-yaml_errors', 'yaml_errors is invalid'],
    ['order_by=lock_version&sort=asc', 'order_by does not have a valid value'],
    ['order_by=user_id&sort=invalid_sort', 'sort does not have a valid value'],
  ])('?%s is 400 %s', async (query, error) => {
    const { developer, all } = await running();
    expect(told(await developer.get(`${all}?${query}`))).toEqual([400, { error }]);
  });

  test('filters: ref, username, yaml_errors, source, name, and the time of the last change', async () => {
    const { developer, all, id, start, setPipeline } = await running();
    const other = idOf(await start());
    const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString();
    setPipeline(id, { yaml_errors: 'Syntax error', source: 'web', name: 'Build pipeline', updated_at: day(2) });
    for (const [query, found] of [
      ['ref=main', [other, id]],
      ['ref=invalid-ref', []],
      ['username=developer', [other, id]],
      ['username=invalid-username', []],
      ['yaml_errors=true', [id]],
      ['yaml_errors=false', [other]],
      ['source=web', [id]],
      ['name=Build%20pipeline', [id]],
      [`updated_before=${day(1)}&updated_after=${day(3)}`, [id]],
      ['order_by=user_id&sort=desc', [other, id]],
      ['order_by=id&sort=asc', [id, other]],
    ] as const) {
      expect([query, ids(await developer.get(`${all}?${query}`))]).toEqual([query, found]);
    }
  });
});

describe('one pipeline', () => {
  test('shows its name and the coverage of its jobs with two digits; an unknown one is 404 Not found', async () => {
    const { developer, one, all, id, setPipeline, setJob, gl } = await running();
    setPipeline(id, { name: 'Build pipeline' });
    const [job] = gl.sandbox.platform.state.ciJobsOf(id);
    setJob(job?.id ?? 0, { coverage: 30 });
    expect((await developer.get(one)).object).toMatchObject({ name: 'Build pipeline', coverage: '30.00' });
    expect(told(await developer.get(`${all}/999999`))).toEqual([404, { message: '404 Not found' }]);
  });

  test('one outside of the branches, as security scans have them, is shown too', async () => {
    const { developer, one, id, setPipeline } = await running();
    setPipeline(id, { source: 'ondemand_dast_scan' });
    expect((await developer.get(one)).status).toBe(200);
  });

  test('latest is that of the commit at the tip, of the default branch or of another', async () => {
    const { developer, all, id, write, start } = await running();
    await write('next.txt', 'x', 'next');
    const next = idOf(await start({ ref: 'next' }));
    expect((await developer.get(`${all}/latest`)).object).toMatchObject({ id, ref: 'main' });
    expect((await developer.get(`${all}/latest?ref=next`)).object).toMatchObject({ id: next, ref: 'next' });
  });

  test('everything of a hidden project is 404 Project Not Found', async () => {
    const { stranger, one, all, at } = await running();
    const asked = [
      stranger.get(all),
      stranger.get(one),
      ...['jobs', 'bridges', 'variables', 'test_report', 'test_report_summary'].map((what) =>
        stranger.get(`${one}/${what}`),
      ),
      stranger.post(`${at}/pipeline`, { ref: 'main' }),
      stranger.post(`${one}/retry`),
      stranger.post(`${one}/cancel`),
      stranger.put(`${one}/metadata`, { name: 'x' }),
      stranger.delete(one),
    ];
    for (const answer of await Promise.all(asked)) expect(told(answer)).toEqual([404, hidden]);
  });

  test('variables: empty, then as they were sent, for Maintainers and the Developer who started it', async () => {
    const { developer, maintainer, all, one, start, gl, at } = await running();
    expect(told(await maintainer.get(`${one}/variables`))).toEqual([200, []]);
    const id = idOf(await start({ variables: [{ key: 'foo', value: 'bar' }] }));
    const shown = [{ variable_type: 'env_var', key: 'foo', value: 'bar', raw: false }];
    expect(told(await maintainer.get(`${all}/${id}/variables`))).toEqual([200, shown]);
    expect(told(await developer.get(`${all}/${id}/variables`))).toEqual([200, shown]);
    await gl.post(`${at}/members`, { user_id: await gl.user('other'), access_level: 30 });
    expect((await gl.as('other').get(`${all}/${id}/variables`)).status).toBe(403);
  });

  test('metadata: Developers rename it, Reporters may not, a name of 256 is 400', async () => {
    const { developer, one, gl, at } = await running();
    await gl.post(`${at}/members`, { user_id: await gl.user('rep'), access_level: 20 });
    const rename = (name: string, who = developer) => who.put(`${one}/metadata`, { name });
    expect((await rename('A new pipeline name')).object['name']).toBe('A new pipeline name');
    const tooLong = 'Failed to update pipeline - Name is too long (maximum is 255 characters)';
    expect(told(await rename('a'.repeat(256)))).toEqual([400, { message: tooLong }]);
    expect((await rename('x', gl.as('rep'))).status).toBe(403);
    expect((await developer.get(one)).object['name']).toBe('A new pipeline name');
  });

  test('DELETE: 204 with its jobs for Owners, 404 for an unknown one, 403 for Developers', async () => {
    const { owner, developer, one, all, id, gl } = await running();
    expect(told(await developer.delete(one))).toEqual([403, { message: '403 Forbidden' }]);
    expect(told(await owner.delete(`${all}/999999`))).toEqual([404, { message: '404 Not found' }]);
    expect((await owner.delete(one)).status).toBe(204);
    expect(gl.sandbox.platform.state.ciJobsOf(id)).toEqual([]);
  });

  test('retry makes a new job for one that failed; cancel stops all, and is 403 for Reporters', async () => {
    const { developer, one, id, gl, at, setJob } = await running();
    const jobs = () => gl.sandbox.platform.state.ciJobsOf(id);
    for (const job of jobs()) setJob(job.id, { status: 'success' });
    const [first] = jobs();
    setJob(first?.id ?? 0, { status: 'failed' });
    const before = jobs().length;
    expect((await developer.post(`${one}/retry`)).status).toBe(201);
    expect([jobs().length, jobs()[0]?.retried]).toEqual([before + 1, true]);
    await gl.post(`${at}/members`, { user_id: await gl.user('rep'), access_level: 20 });
    expect((await gl.as('rep').post(`${one}/cancel`)).status).toBe(403);
    expect((await developer.post(`${one}/cancel`)).object['status']).toBe('canceled');
  });

  test('without reports: nothing is counted', async () => {
    const { developer, one } = await running();
    expect((await developer.get(`${one}/test_report`)).object['total_count']).toBe(0);
    expect((await developer.get(`${one}/test_report_summary`)).object['total']).toMatchObject({ count: 0 });
  });
});

describe('GET …/jobs and …/bridges', () => {
  test.each(['jobs', 'bridges'])('%s of an odd scope are 400: unknown, in a list, or a hash', async (what) => {
    const { developer, one } = await running();
    for (const query of [
      'scope=unknown',
      'scope[]=unknown&scope[]=running',
      'scope[hello]=pending&scope[world]=running',
    ]) {
      expect([query, (await developer.get(`${one}/${what}?${query}`)).status]).toEqual([query, 400]);
    }
  });

  test('jobs by one scope or several; a pending one has no duration, a running one has', async () => {
    const { developer, one, id, gl, setJob } = await running();
    const [first] = gl.sandbox.platform.state.ciJobsOf(id);
    const [pending] = (await developer.get(`${one}/jobs?scope=pending`)).list;
    expect(pending).toMatchObject({ duration: null, pipeline: { id } });
    setJob(first?.id ?? 0, { status: 'running', started_at: new Date().toISOString() });
    const [active] = (await developer.get(`${one}/jobs?scope[]=running&scope[]=pending`)).list;
    expect(active?.['duration']).toEqual(expect.any(Number));
  });

  test('jobs that were run again are left out unless include_retried=true', async () => {
    const { developer, one, id, gl, setJob } = await running();
    const [first] = gl.sandbox.platform.state.ciJobsOf(id);
    setJob(first?.id ?? 0, { status: 'failed' });
    await developer.post(`${one}/retry`);
    const names = async (query: string) => column(await developer.get(`${one}/jobs${query}`), 'name');
    const compiles = (all: readonly unknown[]) => all.filter((name) => name === 'compile').length;
    expect(compiles(await names(''))).toBe(1);
    expect(compiles(await names('?include_retried=false'))).toBe(1);
    expect(compiles(await names('?include_retried=true'))).toBe(2);
  });

  test('jobs of a pipeline that is not public: 403 for guests, 404 without a token', async () => {
    const { gl, at, one } = await running();
    await gl.put(at, { public_jobs: false });
    await gl.post(`${at}/members`, { user_id: await gl.user('guest'), access_level: 10 });
    for (const what of ['jobs', 'bridges']) {
      expect((await gl.as('guest').get(`${one}/${what}`)).status).toBe(403);
      expect(told(await gl.get(`${one}/${what}`, anonymous))).toEqual([404, hidden]);
    }
  });
});

describe('POST /projects/:id/pipeline', () => {
  test('201 at the tip of the ref, variables taken and not shown, conditions on them kept', async () => {
    const { developer, write, start, gl } = await running();
    const variables = [{ variable_type: 'file', key: 'UPLOAD_TO_S3', value: 'true' }];
    const made = await start({ variables });
    expect([made.status, 'variables' in made.object]).toEqual([201, false]);
    expect(gl.sandbox.platform.state.pipelines.get(idOf(made))?.variables).toEqual(variables);
    const tip = await write('.gitlab-ci.yml', "test: { script: test, only: { variables: ['$STAGING'] } }\n");
    expect((await start({ variables: [{ key: 'STAGING', value: 'true' }] })).object['sha']).toBe(tip);
    expect((await start()).status).toBe(400);
    expect((await developer.get('/version')).status).toBe(200);
  });

  test('an unknown ref and a missing configuration are 400 below base', async () => {
    const { start, gl, at } = await running();
    expect(told(await start({ ref: 'invalid_ref' }))).toEqual([400, { message: { base: ['Reference not found'] } }]);
    await gl.delete(`${at}/repository/files/.gitlab-ci.yml?branch=main&commit_message=gone`);
    expect(told(await start())).toEqual([400, { message: { base: ['Missing CI config file'] } }]);
  });
});

describe('triggers', () => {
  /** A trigger of a Maintainer, and one of a Developer as a former Maintainer leaves it behind. */
  async function triggers() {
    const shop = await running();
    const at = `${shop.at}/triggers`;
    const mine = await shop.maintainer.post(at, { description: 'mine' });
    const theirs = await shop.owner.post(at, { description: 'theirs' });
    return { ...shop, at, mine, theirs, token: textOf(mine.object['token']), project: shop.at };
  }

  test('POST answers 201 with the token; the list shows others’ tokens by four letters', async () => {
    const { maintainer, at, mine, theirs, token } = await triggers();
    expect(mine.status).toBe(201);
    expect(mine.object).toMatchObject({ description: 'mine', expires_at: null, owner: { username: 'maintainer' } });
    const list = await maintainer.get(at);
    expect(list.headers.get('x-total')).toBe('2');
    expect(column(list, 'token')).toEqual([token, textOf(theirs.object['token']).slice(0, 4)]);
    expect((await maintainer.get(`${at}/${idOf(mine)}`)).object['id']).toBe(idOf(mine));
  });

  test('expires_at: kept within a year; far away, or no date, is 400; so is no description', async () => {
    const { maintainer, at } = await triggers();
    const soon = new Date(Date.now() + 20 * 86_400_000).toISOString();
    expect((await maintainer.post(at, { description: 'x', expires_at: soon })).object['expires_at']).toBe(soon);
    for (const expires_at of ['2308', 'abc', '25/26/27', '01/01/2050']) {
      expect((await maintainer.post(at, { description: 'x', expires_at })).status).toBe(400);
    }
    expect(told(await maintainer.post(at, {}))).toEqual([400, { error: 'description is missing' }]);
  });

  test('triggers are for Maintainers, each changing only their own: 403; 401 without a token; 404 for none', async () => {
    const { gl, developer, maintainer, at, mine, theirs } = await triggers();
    const one = `${at}/${idOf(mine)}`;
    for (const who of [developer.get(at), developer.get(one), developer.post(at, { description: 'x' })]) {
      expect((await who).status).toBe(403);
    }
    for (const who of [developer.put(one, { description: 'x' }), developer.delete(one)]) {
      expect((await who).status).toBe(403);
    }
    expect((await maintainer.put(`${at}/${idOf(theirs)}`, {})).status).toBe(403);
    expect((await maintainer.put(one, { description: 'new' })).object['description']).toBe('new');
    for (const path of [at, one]) expect((await gl.get(path, anonymous)).status).toBe(401);
    expect((await gl.post(at, { description: 'x' }, anonymous)).status).toBe(401);
    expect((await gl.put(one, {}, anonymous)).status).toBe(401);
    expect((await gl.delete(one, anonymous)).status).toBe(401);
    for (const gone of [maintainer.get(`${at}/-5`), maintainer.delete(`${at}/-5`)]) {
      expect(told(await gone)).toEqual([404, { message: '404 Not found' }]);
    }
  });

  test('DELETE: 412 when it changed, 204 once', async () => {
    const { maintainer, at, mine } = await triggers();
    const one = `${at}/${idOf(mine)}`;
    const old = { 'If-Unmodified-Since': 'Fri, 01 Jan 2010 00:00:00 GMT' };
    expect((await maintainer.delete(one, old)).status).toBe(412);
    expect((await maintainer.delete(one)).status).toBe(204);
  });

  test('a token starts a pipeline: the ref of the address wins, and what was sent is a variable', async () => {
    const { gl, project, token, write } = await triggers();
    await write('x.txt', 'x', 'v.1-branch');
    const body = { ref: 'refs/heads/other-branch' };
    const made = await gl.post(`${project}/ref/v.1-branch/trigger/pipeline?token=${token}`, body, anonymous);
    expect([made.status, made.object['ref']]).toEqual([201, 'v.1-branch']);
    const plain = await gl.post(
      `${project}/trigger/pipeline`,
      { token, ref: 'main', variables: { A: 'b' } },
      anonymous,
    );
    const variables = gl.sandbox.platform.state.pipelines.get(idOf(plain))?.variables ?? [];
    const values = Object.fromEntries(variables.map(({ key, value }) => [key, value]));
    expect(values['A']).toBe('b');
    expect(JSON.parse(values['TRIGGER_PAYLOAD'] ?? '{}')).toMatchObject({ ref: 'main', variables: { A: 'b' } });
  });

  test('a trigger refuses: no token 400, no project 404, no ref 400, variables that are no map 400, a hook 403', async () => {
    const { gl, project, token } = await triggers();
    const start = (sent: JsonObject, path = project, headers = {}) =>
      gl.post(`${path}/trigger/pipeline`, sent, { ...anonymous, ...headers });
    expect((await start({ ref: 'main' })).status).toBe(400);
    expect((await start({ ref: 'main', token }, '/projects/0')).status).toBe(404);
    expect(told(await start({ ref: 'nowhere', token }))).toEqual([400, { message: { base: ['Reference not found'] } }]);
    expect(told(await start({ ref: 'main', token, variables: 'value' }))).toEqual([
      400,
      { error: 'variables is invalid' },
    ]);
    const text = 'variables needs to be a map of key-valued strings';
    expect(told(await start({ ref: 'main', token, variables: { KEY: ['1', '2'] } }))).toEqual([400, { message: text }]);
    expect((await start({ ref: 'main', token }, project, { 'X-Gitlab-Event': 'Pipeline Hook' })).status).toBe(403);
  });
});
