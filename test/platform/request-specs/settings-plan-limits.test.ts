import { expect, test } from 'vitest';
import { textOf } from '../../../src/sandbox/store/json.ts';
import { anonymous, told } from '../../sandbox/cast.ts';
import { sandbox } from '../../sandbox/client.ts';

// What GitLab's own request specs say of plan limits (spec/requests/api/admin/plan_limits_spec.rb, 18.9).

const path = '/application/plan_limits';

/** Every limit that can be set, with a value of its own. */
const limits = {
  ...{ ci_instance_level_variables: 103, ci_pipeline_size: 101, ci_active_jobs: 102, ci_project_subscriptions: 104 },
  ...{ ci_pipeline_schedules: 105, ci_needs_size_limit: 106, ci_registered_group_runners: 107 },
  ...{ ci_registered_project_runners: 108, dotenv_size: 109, dotenv_variables: 110, conan_max_file_size: 10 },
  ...{ enforcement_limit: 100, generic_packages_max_file_size: 20, helm_max_file_size: 25, maven_max_file_size: 30 },
  ...{ notification_limit: 90, npm_max_file_size: 40, nuget_max_file_size: 50, pypi_max_file_size: 60 },
  ...{ terraform_module_max_file_size: 70, storage_size_limit: 80, pipeline_hierarchy_size: 250 },
  ...{ web_hook_calls: 300, web_hook_calls_mid: 200, web_hook_calls_low: 100 },
};

test('are for administrators: 401 without a token, 403 for others', async () => {
  const gl = await sandbox();
  await gl.user('anna');
  const anna = gl.as('anna');
  for (const refused of [
    await anna.get(path),
    await anna.put(path, { plan_name: 'default' }),
    await anna.put(path, {}),
  ])
    expect(told(refused)).toEqual([403, { message: '403 Forbidden' }]);
  expect((await gl.get(path, anonymous)).status).toBe(401);
  expect((await gl.put(path, { plan_name: 'default' }, anonymous)).status).toBe(401);
});

test('with admin mode on, ask for a token of its scope', async () => {
  const gl = await sandbox();
  await gl.put('/application/settings', { admin_mode: true });
  expect((await gl.as('root').get(path)).status).toBe(403);
  expect((await gl.as('root').put(path, { plan_name: 'default' })).status).toBe(403);
  const both = gl.as('root', ['api', 'admin_mode']);
  expect((await both.get(path)).status).toBe(200);
  expect((await both.put(path, { plan_name: 'default' })).status).toBe(200);
});

test('are all shown, as numbers, with their history', async () => {
  const gl = await sandbox();
  const shown = (await gl.get(path)).object;
  expect(Object.keys(shown).toSorted()).toEqual([...Object.keys(limits), 'limits_history'].toSorted());
  for (const name of Object.keys(limits)) expect(shown[name], name).toBeTypeOf('number');
  expect((await gl.get(`${path}?plan_name=default`)).body).toEqual(shown);
});

test('are set all at once, and three of them tell who set them', async () => {
  const gl = await sandbox();
  const changed = await gl.put(path, { plan_name: 'default', ...limits });
  expect(told(changed)).toMatchObject([200, limits]);
  const by = { user_id: 1, username: 'root' };
  expect(changed.object['limits_history']).toMatchObject({
    enforcement_limit: [{ ...by, value: 100 }],
    notification_limit: [{ ...by, value: 90 }],
    storage_size_limit: [{ ...by, value: 80 }],
  });
  expect((await gl.get(path)).body).toEqual(changed.body);
});

test('are set one by one, and the others stay', async () => {
  const gl = await sandbox();
  const before = (await gl.get(path)).object;
  const changed = await gl.put(path, { plan_name: 'default', maven_max_file_size: 100 });
  expect(told(changed)).toEqual([200, { ...before, maven_max_file_size: 100 }]);
});

test('of an unknown plan are 400; PUT needs the name of its plan', async () => {
  const gl = await sandbox();
  const unknown = { error: 'plan_name does not have a valid value' };
  expect(told(await gl.get(`${path}?plan_name=my-plan`))).toEqual([400, unknown]);
  expect(told(await gl.put(path, { plan_name: 'my-plan', maven_max_file_size: 1 }))).toEqual([400, unknown]);
  for (const body of [{}, { conan_max_file_size: 0 }]) {
    const refused = await gl.put(path, body);
    expect([refused.status, textOf(refused.object['error'])]).toEqual([
      400,
      expect.stringContaining('plan_name is missing'),
    ]);
  }
});

test('are numbers: each that is none is named', async () => {
  const gl = await sandbox();
  const odd = Object.fromEntries(Object.keys(limits).map((name) => [name, 'a']));
  const refused = await gl.put(path, { plan_name: 'default', ...odd });
  expect(refused.status).toBe(400);
  for (const name of Object.keys(limits)) expect(refused.object['error']).toContain(`${name} is invalid`);
});

test('that are not declared are dropped in silence', async () => {
  const gl = await sandbox();
  const sent = { plan_name: 'default', pypi_max_file_size: 200, golang_max_file_size: 999 };
  const changed = await gl.put(path, sent);
  expect(told(changed)).toMatchObject([200, { pypi_max_file_size: 200 }]);
  expect(changed.object).not.toHaveProperty('golang_max_file_size');
});
