import { expect, test } from 'vitest';
import { sandbox } from './client.ts';

const path = '/application/plan_limits';

test('administrators alone read and change limits, and are told apart before any value is judged', async () => {
  const gl = await sandbox();
  await gl.user('jane');
  expect((await fetch(`${gl.sandbox.url}/api/v4${path}`)).status).toBe(401);
  const jane = gl.as('jane');
  const refused = await jane.get(`${path}?plan_name=nonsense`);
  expect([refused.status, refused.body]).toEqual([403, { message: '403 Forbidden' }]);
  expect((await jane.put(path, { plan_name: 'default' })).status).toBe(403);
});

test('GET without a plan_name shows the plan `default`', async () => {
  const gl = await sandbox();
  const limits = (await gl.get(path)).object;
  expect(limits).toMatchObject({
    ci_instance_level_variables: 25,
    ci_pipeline_size: 0,
    conan_max_file_size: 3_221_225_472,
    storage_size_limit: 0,
    limits_history: {},
  });
  expect((await gl.get(`${path}?plan_name=default`)).body).toEqual(limits);
  expect(limits).not.toHaveProperty('max_pipelines_per_merge_train');
});

test('PUT changes what was sent alone, and returns the whole', async () => {
  const gl = await sandbox();
  const before = (await gl.get(path)).object;
  const answer = await gl.put(path, { plan_name: 'default', maven_max_file_size: '100', golang_max_file_size: 9 });
  expect([answer.status, answer.body]).toEqual([200, { ...before, maven_max_file_size: 100 }]);
  expect((await gl.get(path)).body).toEqual(answer.body);
});

test('storage limits record who changed them, when, and to what', async () => {
  const gl = await sandbox();
  const answer = await gl.put(path, { plan_name: 'default', enforcement_limit: 100, ci_pipeline_size: 5 });
  const timestamp = expect.closeTo(Date.now() / 1000, -1) as number;
  expect(answer.object['limits_history']).toEqual({
    enforcement_limit: [{ user_id: 1, username: 'root', timestamp, value: 100 }],
  });
  const same = await gl.put(path, { plan_name: 'default', enforcement_limit: 100 });
  expect(same.object['limits_history']).toEqual(answer.object['limits_history']);
});

test.each([
  [{}, 'plan_name is missing, plan_name does not have a valid value'],
  [{ conan_max_file_size: 0 }, 'plan_name is missing, plan_name does not have a valid value'],
  [{ plan_name: 'my-plan' }, 'plan_name does not have a valid value'],
  [
    { plan_name: 'default', ci_active_jobs: 'x', dotenv_size: 'y' },
    'ci_active_jobs is invalid, dotenv_size is invalid',
  ],
])('PUT %j is 400 `%s`', async (body, error) => {
  const gl = await sandbox();
  const answer = await gl.put(path, body);
  expect([answer.status, answer.body]).toEqual([400, { error }]);
});

test('the model judges some limits; null and what the column cannot hold break the platform, and change nothing', async () => {
  const gl = await sandbox();
  const put = async (limits: Parameters<typeof gl.put>[1]) => {
    const { status, body } = await gl.put(path, { plan_name: 'default', ...limits });
    return [status, body];
  };
  expect(await put({ ci_active_jobs: -1 })).toMatchObject([200, { ci_active_jobs: -1 }]);
  const negative = { web_hook_calls: ['must be greater than or equal to 0'] };
  expect(await put({ web_hook_calls: -1, dotenv_size: 8 })).toEqual([400, { message: negative }]);
  expect(await put({ web_hook_calls_mid: null })).toEqual([
    400,
    { message: { web_hook_calls_mid: ['is not a number'] } },
  ]);
  expect(await put({ pypi_max_file_size: 2 ** 33 })).toMatchObject([200, { pypi_max_file_size: 2 ** 33 }]);
  const before = (await gl.get(path)).body;
  for (const limits of [{ dotenv_size: null }, { notification_limit: null }, { ci_pipeline_size: 2 ** 31 }]) {
    expect(await put({ ci_active_jobs: 3, ...limits })).toEqual([500, { message: '500 Internal Server Error' }]);
  }
  await put({ enforcement_limit: 12 });
  const text = 'must be less than or equal to the enforcement limit (12)';
  expect(await put({ notification_limit: 13 })).toEqual([400, { message: { notification_limit: [text] } }]);
  expect(await put({ storage_size_limit: 13 })).toEqual([400, { message: { dashboard_limit: [text] } }]);
  expect((await gl.get(path)).object).toMatchObject({ dotenv_size: 5120, ci_active_jobs: -1, notification_limit: 0 });
  expect(before).toMatchObject({ ci_active_jobs: -1 });
});

test('plans are apart from each other; the Community Edition has `default` alone', async () => {
  const gl = await sandbox();
  await gl.put(path, { plan_name: 'premium', ci_active_jobs: 7 });
  expect((await gl.get(`${path}?plan_name=premium`)).object['ci_active_jobs']).toBe(7);
  expect((await gl.get(path)).object['ci_active_jobs']).toBe(0);
  const community = await sandbox({ version: '18.9.0-ce', tier: 'free' });
  const refused = await community.get(`${path}?plan_name=premium`);
  expect([refused.status, refused.body]).toEqual([400, { error: 'plan_name does not have a valid value' }]);
});
