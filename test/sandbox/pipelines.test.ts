import { expect, test } from 'vitest';
import { anonymous, column, told } from './cast.ts';
import { twoStages, workshop } from './ci.ts';
import type { Workshop } from './ci.ts';
import { idOf } from './client.ts';
import { textOf } from '../../src/sandbox/store/json.ts';
import type { JsonObject } from '../../src/sandbox/store/json.ts';

const config = '.gitlab-ci.yml';

async function started(shop: Workshop, body: JsonObject = {}): Promise<number> {
  return idOf(await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main', ...body }));
}

// lib/gitlab/ci/pipeline/chain: what a push starts, and what starts nothing.
test('a push starts the pipeline of its branch or tag; without a job for it, with [skip ci] or without the right, none that runs', async () => {
  const shop = await workshop();
  const all = `${shop.at}/pipelines`;
  const starts = async () => (await shop.gl.get(all)).list.map(({ ref, source, status }) => [ref, source, status]);
  await shop.push('docs.md', 'no configuration yet');
  expect(await starts()).toEqual([]);
  const first = await shop.push(config, 'a: { script: x, rules: [{ changes: ["src/**/*.ts"] }] }\n');
  expect(await starts()).toEqual([]);
  const second = await shop.push('src/lib/a.ts', 'x');
  expect(await starts()).toEqual([['main', 'push', 'pending']]);
  const [shown] = (await shop.gl.get(all)).list;
  expect((await shop.gl.get(`${all}/${textOf(shown?.['id'])}`)).object).toMatchObject({
    sha: second,
    before_sha: first,
  });
  const actions = [{ action: 'create', file_path: 'src/b.ts', content: 'x' }];
  const quiet = { branch: 'main', commit_message: 'Add b [skip ci]', actions };
  expect((await shop.gl.post(`${shop.at}/repository/commits`, quiet)).status).toBe(201);
  expect((await starts())[0]).toEqual(['main', 'push', 'skipped']);
  await shop.gl.post(`${shop.at}/repository/branches`, { branch: 'topic', ref: second });
  await shop.gl.post(`${shop.at}/repository/tags`, { tag_name: 'v1', ref: second });
  expect((await starts()).slice(0, 2)).toEqual([
    ['v1', 'push', 'pending'],
    ['topic', 'push', 'pending'],
  ]);
  await shop.push(config, 'no: job\n');
  expect((await starts())[0]).toEqual(['main', 'push', 'failed']);
  await shop.gl.put(shop.at, { builds_access_level: 'disabled' });
  await shop.push('src/c.ts', 'x');
  await shop.gl.put(shop.at, { builds_access_level: 'enabled' });
  expect(await starts()).toHaveLength(5);
});

test('POST /projects/:id/pipeline makes the jobs of .gitlab-ci.yml; those of the first stage wait', async () => {
  const shop = await workshop();
  const sha = await shop.write(config, twoStages);
  const made = await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main' });
  const id = idOf(made);
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({
    iid: 1,
    project_id: shop.project,
    status: 'pending',
    source: 'api',
    ref: 'main',
    sha,
    before_sha: '0'.repeat(40),
    tag: false,
    yaml_errors: null,
    user: { username: 'developer' },
    web_url: `${shop.gl.sandbox.url}/platform/api/-/pipelines/${id}`,
    started_at: null,
    finished_at: null,
    duration: null,
    coverage: null,
    detailed_status: { text: 'Pending', group: 'pending', details_path: `/platform/api/-/pipelines/${id}` },
  });
  expect(made.object).not.toHaveProperty('variables');
  const jobs = await shop.developer.get(`${shop.at}/pipelines/${id}/jobs`);
  const shown = jobs.list.map((job) => [job['name'], job['stage'], job['status'], job['tag_list']]);
  expect(shown).toEqual([
    ['deploy', 'test', 'created', []],
    ['unit', 'test', 'created', []],
    ['compile', 'build', 'pending', ['amd64', 'linux']],
  ]);
});

test.each([
  ['Reference not found', undefined, { ref: 'other' }],
  ['Missing CI config file', undefined, {}],
  ['Invalid configuration format', 'just text', {}],
  ['jobs config should contain at least one visible job', '.hidden: { script: x }', {}],
  ['jobs:a config should implement the script:, run:, or trigger: keyword', 'a: { stage: test }', {}],
  [
    'a job: chosen stage ship does not exist; available stages are .pre, build, test, deploy, .post',
    'a: { stage: ship, script: x }',
    {},
  ],
  [
    'Pipeline will not run for the selected trigger. The rules configuration prevented any jobs from being added to the pipeline.',
    'a: { script: x, rules: [{ if: $CI_PIPELINE_SOURCE == "push" }] }',
    {},
  ],
  ['Pipeline filtered out by workflow rules.', 'workflow: { rules: [{ if: $CI_COMMIT_TAG }] }\na: { script: x }', {}],
  [
    'Duplicate variable name: A',
    twoStages,
    {
      variables: [
        { key: 'A', value: '1' },
        { key: 'A', value: '2' },
      ],
    },
  ],
])('POST /projects/:id/pipeline is 400 with base: %s', async (text, yaml, more) => {
  const shop = await workshop();
  if (yaml !== undefined) await shop.write(config, yaml);
  const refused = await shop.developer.post(`${shop.at}/pipeline`, { ref: 'main', ...more });
  expect(told(refused)).toEqual([400, { message: { base: [text] } }]);
  expect((await shop.developer.get(`${shop.at}/pipelines`)).body).toEqual([]);
});

test('POST /projects/:id/pipeline without ref, or with a bad kind of variable, is 400', async () => {
  const shop = await workshop();
  expect(told(await shop.developer.post(`${shop.at}/pipeline`))).toEqual([400, { error: 'ref is missing' }]);
  const body = { ref: 'main', variables: [{ key: 'A', value: '1', variable_type: 'text' }] };
  const error = 'variables[0][variable_type] does not have a valid value';
  expect(told(await shop.developer.post(`${shop.at}/pipeline`, body))).toEqual([400, { error }]);
});

test.each([
  ['rules: [{ if: $GO == "yes" }]', ['a', 'b']],
  ['rules: [{ if: $GO =~ /^Y/i && $CI_COMMIT_BRANCH == $CI_DEFAULT_BRANCH }]', ['a', 'b']],
  ['rules: [{ if: $GO != "yes" || $NONE }]', ['b']],
  ['rules: [{ if: ($GO == null), when: never }, { when: manual }]', ['a', 'b']],
  ['rules: [{ exists: [README.md] }]', ['a', 'b']],
  ['rules: [{ exists: [none.md] }]', ['b']],
  ['only: [main]', ['a', 'b']],
  ['only: [tags]', ['b']],
  ['only: { variables: [$GO == "no"] }', ['b']],
  ['except: [api]', ['b']],
  ['only: [/^ma/]', ['a', 'b']],
  ['when: never', ['b']],
])('a job with %s makes a pipeline of %j', async (rule, names) => {
  const shop = await workshop();
  await shop.write(config, `a:\n  script: x\n  ${rule}\nb: { script: y }\n`);
  const id = await started(shop, { variables: [{ key: 'GO', value: 'yes' }] });
  const jobs = await shop.developer.get(`${shop.at}/pipelines/${id}/jobs`);
  expect(column(jobs, 'name').toSorted()).toEqual(names);
});

test('a job takes over what it extends, and a workflow gives the pipeline its name', async () => {
  const shop = await workshop();
  await shop.write(
    config,
    `workflow: { name: Nightly }\n.base: { script: x, tags: [big] }\na: { extends: .base, stage: build }\n`,
  );
  const id = await started(shop);
  const [job] = (await shop.developer.get(`${shop.at}/pipelines/${id}/jobs`)).list;
  expect(job).toMatchObject({ name: 'a', stage: 'build', tag_list: ['big'] });
  expect((await shop.developer.get(`${shop.at}/pipelines/${id}`)).object['name']).toBe('Nightly');
});

test('pipelines are started by Developers: 403 below, 404 for strangers, 401 without a token', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const path = `${shop.at}/pipeline`;
  await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user('reporter'), access_level: 20 });
  expect((await shop.gl.as('reporter').post(path, { ref: 'main' })).status).toBe(403);
  const hidden = { message: '404 Project Not Found' };
  expect(told(await shop.stranger.post(path, { ref: 'main' }))).toEqual([404, hidden]);
  expect((await shop.gl.post(path, { ref: 'main' }, anonymous)).status).toBe(401);
  for (const who of [shop.developer, shop.maintainer, shop.owner, shop.gl]) {
    expect((await who.post(path, { ref: 'main' })).status).toBe(201);
  }
});

test('who may set variables is the project’s to say', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  await shop.owner.put(shop.at, { ci_pipeline_variables_minimum_override_role: 'maintainer' });
  const body = { ref: 'main', variables: [{ key: 'A', value: '1', variable_type: 'file' }] };
  const base = ['Insufficient permissions to set pipeline variables'];
  expect(told(await shop.developer.post(`${shop.at}/pipeline`, body))).toEqual([400, { message: { base } }]);
  expect((await shop.maintainer.post(`${shop.at}/pipeline`, body)).status).toBe(201);
});

test('the variables are for Maintainers, and for the Developer who started the pipeline', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const body = { ref: 'main', variables: [{ key: 'A', value: '1' }] };
  const own = idOf(await shop.developer.post(`${shop.at}/pipeline`, body));
  const other = idOf(await shop.owner.post(`${shop.at}/pipeline`, body));
  const path = (id: number) => `${shop.at}/pipelines/${id}/variables`;
  const shown = [{ key: 'A', value: '1', variable_type: 'env_var', raw: false }];
  expect((await shop.developer.get(path(own))).body).toEqual(shown);
  expect((await shop.developer.get(path(other))).status).toBe(403);
  expect((await shop.maintainer.get(path(other))).body).toEqual(shown);
  expect((await shop.stranger.get(path(own))).status).toBe(404);
});

test.each([
  ['private', 'enabled', true, [404, 404, 200, 200]],
  ['private', 'enabled', false, [404, 404, 403, 200]],
  ['internal', 'enabled', true, [404, 200, 200, 200]],
  ['internal', 'enabled', false, [404, 403, 403, 200]],
  ['internal', 'private', true, [404, 403, 200, 200]],
  ['public', 'enabled', true, [200, 200, 200, 200]],
  ['public', 'enabled', false, [403, 403, 403, 200]],
  ['public', 'private', true, [403, 403, 200, 200]],
])(
  'pipelines of a %s project, builds %s, public jobs %s: anonymous, stranger, guest, reporter %j',
  async (visibility, builds_access_level, public_jobs, statuses) => {
    const shop = await workshop();
    await shop.write(config, twoStages);
    const id = await started(shop);
    await shop.gl.put(`/groups/${shop.group}`, { visibility });
    await shop.gl.put(shop.at, { visibility, builds_access_level, public_jobs });
    for (const [name, access_level] of [['guest', 10] as const, ['reporter', 20] as const]) {
      await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user(name), access_level });
    }
    for (const path of [`${shop.at}/pipelines`, `${shop.at}/pipelines/${id}`]) {
      const answers = [
        await shop.gl.get(path, anonymous),
        await shop.stranger.get(path),
        await shop.gl.as('guest').get(path),
        await shop.gl.as('reporter').get(path),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(statuses);
    }
  },
);

test('GET /projects/:id/pipelines filters and sorts; each entry has eleven fields', async () => {
  const shop = await workshop();
  const sha = await shop.write(config, twoStages);
  await shop.write('x', 'x', 'feature');
  const [one, two, three] = [await started(shop), await started(shop, { ref: 'feature' }), await started(shop)];
  shop.setPipeline(one, { status: 'success', name: 'Release', source: 'web', updated_at: '2020-01-02T00:00:00.000Z' });
  shop.setPipeline(two, { yaml_errors: 'broken' });
  const ids = async (query: string) => column(await shop.developer.get(`${shop.at}/pipelines?${query}`), 'id');
  expect(await ids('')).toEqual([three, two, one]);
  expect(await ids('sort=asc')).toEqual([one, two, three]);
  expect(await ids('status=success')).toEqual([one]);
  expect(await ids('scope=finished')).toEqual([one]);
  expect(await ids('scope=pending')).toEqual([three, two]);
  expect(await ids('scope=running')).toEqual([]);
  expect(await ids('scope=branches')).toEqual([three, two]);
  expect(await ids('scope=tags')).toEqual([]);
  expect(await ids('ref=feature')).toEqual([two]);
  expect(await ids(`sha=${sha}`)).toEqual([three, one]);
  expect(await ids('username=developer')).toEqual([three, two, one]);
  expect(await ids('username=nobody')).toEqual([]);
  expect(await ids('yaml_errors=true')).toEqual([two]);
  expect(await ids('yaml_errors=false')).toEqual([three, one]);
  expect(await ids('source=web')).toEqual([one]);
  expect(await ids('name=Release')).toEqual([one]);
  expect(await ids('updated_before=2021-01-01T00:00:00Z&updated_after=2020-01-01T00:00:00Z')).toEqual([one]);
  expect(await ids('created_before=2021-01-01T00:00:00Z')).toEqual([]);
  expect(await ids('order_by=updated_at&sort=asc')).toEqual([one, two, three]);
  expect(await ids('order_by=ref')).toEqual([three, one, two]);
  const [entry] = (await shop.developer.get(`${shop.at}/pipelines`)).list;
  expect(Object.keys(entry ?? {}).toSorted()).toEqual(
    [
      ...['created_at', 'id', 'iid', 'name', 'project_id', 'ref', 'sha', 'source', 'status'],
      ...['updated_at', 'web_url'],
    ].toSorted(),
  );
  for (const bad of ['scope=x', 'status=x', 'order_by=lock_version', 'sort=x', 'source=x', 'yaml_errors=x']) {
    expect((await shop.developer.get(`${shop.at}/pipelines?${bad}`)).status).toBe(400);
  }
});

test('child pipelines are listed only as source=parent_pipeline', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const [parent, child] = [await started(shop), await started(shop)];
  shop.setPipeline(child, { source: 'parent_pipeline', parent_id: parent });
  expect(column(await shop.developer.get(`${shop.at}/pipelines`), 'id')).toEqual([parent]);
  expect(column(await shop.developer.get(`${shop.at}/pipelines?source=parent_pipeline`), 'id')).toEqual([child]);
});

test('GET /projects/:id/pipelines/latest is that of the commit a ref stands at; 403 without one', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const latest = (query = '') => shop.developer.get(`${shop.at}/pipelines/latest${query}`);
  expect(told(await latest())).toEqual([403, { message: '403 Forbidden' }]);
  await started(shop);
  const second = await started(shop);
  expect((await latest()).object['id']).toBe(second);
  await shop.write('x', 'x', 'feature');
  const other = await started(shop, { ref: 'feature' });
  expect((await latest('?ref=feature')).object['id']).toBe(other);
  expect((await latest('?ref=none')).status).toBe(403);
  await shop.write('y', 'y');
  expect((await latest()).status).toBe(403);
});

test('an unknown pipeline is 404 Not found, also when it is another project’s', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const id = await started(shop);
  const other = idOf(await shop.owner.post('/projects', { name: 'other', namespace_id: shop.group }));
  for (const path of [`${shop.at}/pipelines/999`, `/projects/${other}/pipelines/${id}`]) {
    expect(told(await shop.owner.get(path))).toEqual([404, { message: '404 Not found' }]);
    expect((await shop.owner.delete(path)).status).toBe(404);
  }
});

test('PUT …/metadata names a pipeline, in up to 255 characters', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const path = `${shop.at}/pipelines/${await started(shop)}/metadata`;
  expect((await shop.developer.put(path, { name: 'New' })).object['name']).toBe('New');
  const message = 'Failed to update pipeline - Name is too long (maximum is 255 characters)';
  expect(told(await shop.developer.put(path, { name: 'a'.repeat(256) }))).toEqual([400, { message }]);
  expect(told(await shop.developer.put(path, {}))).toEqual([400, { error: 'name is missing' }]);
  await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user('reporter'), access_level: 20 });
  expect((await shop.gl.as('reporter').put(path, { name: 'x' })).status).toBe(403);
  expect((await shop.stranger.put(path, { name: 'x' })).status).toBe(404);
});

test('retry runs again what failed or was canceled, in new jobs; without such jobs nothing changes', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const id = await started(shop);
  const jobs = `${shop.at}/pipelines/${id}/jobs`;
  const retry = () => shop.developer.post(`${shop.at}/pipelines/${id}/retry`);
  expect((await retry()).object['status']).toBe('pending');
  expect(column(await shop.developer.get(jobs), 'name')).toEqual(['deploy', 'unit', 'compile']);
  const compile = (await shop.developer.get(jobs)).list.find((job) => job['name'] === 'compile')?.['id'];
  shop.setJob(Number(compile), { status: 'failed' });
  shop.setPipeline(id, { status: 'failed' });
  const again = await retry();
  expect([again.status, again.object['status']]).toEqual([201, 'pending']);
  const shown = (await shop.developer.get(`${jobs}?include_retried=true`)).list;
  expect(shown.map((job) => [job['name'], job['status']])).toEqual([
    ['compile', 'pending'],
    ['deploy', 'created'],
    ['unit', 'created'],
    ['compile', 'failed'],
  ]);
  expect((await shop.stranger.post(`${shop.at}/pipelines/${id}/retry`)).status).toBe(404);
});

test('cancel answers 200 with status canceled; only Developers cancel', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const id = await started(shop);
  const path = `${shop.at}/pipelines/${id}/cancel`;
  await shop.gl.post(`/groups/${shop.group}/members`, { user_id: await shop.gl.user('reporter'), access_level: 20 });
  expect((await shop.gl.as('reporter').post(path)).status).toBe(403);
  expect((await shop.gl.post(path, {}, anonymous)).status).toBe(401);
  const canceled = await shop.developer.post(path);
  expect([canceled.status, canceled.object['status']]).toEqual([200, 'canceled']);
  const jobs = await shop.developer.get(`${shop.at}/pipelines/${id}/jobs`);
  expect(new Set(column(jobs, 'status'))).toEqual(new Set(['canceled']));
});

test('DELETE of a pipeline is for Owners; its jobs go, its children stay; 412 when it changed', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const [id, child] = [await started(shop), await started(shop)];
  shop.setPipeline(child, { source: 'parent_pipeline', parent_id: id });
  const path = `${shop.at}/pipelines/${id}`;
  const [job] = (await shop.developer.get(`${path}/jobs`)).list;
  expect(told(await shop.developer.delete(path))).toEqual([403, { message: '403 Forbidden' }]);
  expect((await shop.maintainer.delete(path)).status).toBe(403);
  expect((await shop.owner.delete(path, { 'If-Unmodified-Since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(412);
  expect((await shop.owner.delete(path)).status).toBe(204);
  expect((await shop.owner.get(path)).status).toBe(404);
  expect((await shop.owner.get(`${shop.at}/jobs/${Number(job?.['id'])}`)).status).toBe(404);
  expect((await shop.owner.get(`${shop.at}/pipelines/${child}`)).status).toBe(200);
});

test('test reports add up what the jobs told; without any they are empty', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const id = await started(shop);
  const at = `${shop.at}/pipelines/${id}`;
  expect((await shop.developer.get(`${at}/test_report`)).object).toMatchObject({ total_count: 0, test_suites: [] });
  expect((await shop.developer.get(`${at}/test_report_summary`)).object).toMatchObject({ total: { count: 0 } });
  const job = (await shop.developer.get(`${at}/jobs`)).list.find((one) => one['name'] === 'unit');
  const one = { name: 'adds', classname: 'sum', execution_time: 1.5, system_output: null, stack_trace: null };
  const tests = [{ ...one, status: 'success' } as const, { ...one, name: 'fails', status: 'failed' } as const];
  shop.setJob(Number(job?.['id']), { tests });
  const counts = { total_time: 3, total_count: 2, success_count: 1, failed_count: 1, skipped_count: 0, error_count: 0 };
  expect((await shop.developer.get(`${at}/test_report`)).body).toEqual({
    ...counts,
    test_suites: [{ name: 'unit', ...counts, suite_error: null, test_cases: tests }],
  });
  expect((await shop.developer.get(`${at}/test_report_summary`)).body).toEqual({
    total: { time: 3, count: 2, success: 1, failed: 1, skipped: 0, error: 0, suite_error: null },
    test_suites: [{ name: 'unit', ...counts, build_ids: [job?.['id']], suite_error: null }],
  });
  shop.setJob(Number(job?.['id']), { tests: [], tests_error: 'JUnit XML parsing failed' });
  const broken = (await shop.developer.get(`${at}/test_report`)).object;
  expect(broken['test_suites']).toMatchObject([{ suite_error: 'JUnit XML parsing failed' }]);
  expect((await shop.stranger.get(`${at}/test_report`)).status).toBe(404);
});

test('bridges are listed apart from builds, with the pipeline that they started', async () => {
  const shop = await workshop();
  await shop.write(config, 'a: { script: x }\nb: { trigger: other/project }\n');
  const [id, other] = [await started(shop), await started(shop)];
  const at = `${shop.at}/pipelines/${id}`;
  expect(column(await shop.developer.get(`${at}/jobs`), 'name')).toEqual(['a']);
  const [bridge] = (await shop.developer.get(`${at}/bridges`)).list;
  expect(bridge).toMatchObject({ name: 'b', stage: 'test', pipeline: { id }, downstream_pipeline: null });
  shop.setJob(Number(bridge?.['id']), { downstream_pipeline_id: other });
  expect((await shop.developer.get(`${at}/bridges?scope[]=pending`)).list[0]).toMatchObject({
    downstream_pipeline: { id: other },
  });
  expect((await shop.developer.get(`${at}/bridges?scope=running`)).body).toEqual([]);
  expect((await shop.developer.get(`${at}/bridges?scope=unknown`)).status).toBe(400);
});

test('a state that is loaded brings pipelines and jobs about, in any state', async () => {
  const shop = await workshop();
  await shop.write(config, twoStages);
  const id = await started(shop);
  const state = shop.gl.sandbox.state();
  const pipelines = (state.tables['pipelines'] ?? []).map((row) => ({ ...(row as JsonObject), status: 'success' }));
  shop.gl.sandbox.load({ ...state, tables: { ...state.tables, pipelines } });
  expect((await shop.developer.get(`${shop.at}/pipelines/${id}`)).object).toMatchObject({
    status: 'success',
    detailed_status: { text: 'Passed', label: 'passed', group: 'success' },
  });
});

test('pipelines of one commit, or of one user, are limited by the minute once a setting says so: 400', async () => {
  const shop = await workshop();
  await shop.write('.gitlab-ci.yml', twoStages);
  const { settings } = shop.gl.sandbox.platform.state;
  const start = () => shop.developer.post(`${shop.at}/pipeline`, { ref: 'main' });
  const refused = [400, { message: { base: ['Too many pipelines created in the last minute. Try again later.'] } }];
  for (let count = 0; count < 3; count += 1) expect((await start()).status).toBe(201);
  settings['pipeline_limit_per_project_user_sha'] = 1;
  expect((await start()).status).toBe(201);
  expect(told(await start())).toEqual(refused);
  expect((await shop.maintainer.post(`${shop.at}/pipeline`, { ref: 'main' })).status).toBe(201);
  await shop.write('more.txt', 'more');
  expect((await start()).status).toBe(201);
  settings['pipeline_limit_per_project_user_sha'] = 0;
  settings['pipeline_limit_per_user'] = 1;
  expect((await start()).status).toBe(201);
  expect(told(await start())).toEqual(refused);
  shop.gl.sandbox.platform.clock.advance(60_000);
  expect((await start()).status).toBe(201);
});
