import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/sandbox/store/json.ts';
import type { SandboxOptions } from '../../src/sandbox/options.ts';
import { anonymous, cast, column, told } from './cast.ts';
import { idOf, sandbox } from './client.ts';

/** A sandbox with the group `platform`, a project in it, and the paths of the three families. */
async function withVariables(options: SandboxOptions = {}) {
  const gl = await sandbox(options);
  const people = await cast(gl);
  const { group } = people;
  const project = idOf(await gl.post('/projects', { name: 'api', namespace_id: group, visibility: 'private' }));
  const [ofGroup, ofProject, ofInstance] = [
    `/groups/${group}/variables`,
    `/projects/${project}/variables`,
    '/admin/ci/variables',
  ] as const;
  return { gl, ...people, project, ofGroup, ofProject, ofInstance };
}

const plain = { variable_type: 'env_var', value: 'v', protected: false, masked: false, raw: false, description: null };
const ambiguous = "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'";

describe('POST …/variables', () => {
  test('answers 201 with the variable and its value; one of the instance has no scope and is never hidden', async () => {
    const { gl, ofGroup, ofProject, ofInstance } = await withVariables();
    for (const path of [ofGroup, ofProject]) {
      const made = await gl.post(path, { key: 'A', value: 'v' });
      expect(told(made)).toEqual([201, { ...plain, key: 'A', hidden: false, environment_scope: '*' }]);
    }
    const made = await gl.post(ofInstance, {
      key: 'A',
      value: 'v',
      environment_scope: 'prod',
      masked_and_hidden: true,
    });
    expect(told(made)).toEqual([201, { ...plain, key: 'A' }]);
  });

  test('takes a key once for each scope of environments, in the letter case that it has', async () => {
    const { gl, ofGroup, ofProject } = await withVariables();
    for (const path of [ofGroup, ofProject]) {
      for (const more of [{}, { environment_scope: 'prod' }, { key: 'a' }] as JsonObject[]) {
        expect((await gl.post(path, { key: 'A', value: 'v', ...more })).status).toBe(201);
      }
      const again = await gl.post(path, { key: 'A', value: 'v', environment_scope: ' prod ' });
      expect(told(again)).toEqual([400, { message: { key: ['(A) has already been taken'] } }]);
    }
  });

  test('a group without a licence for scopes keeps all of its variables for every environment', async () => {
    const { gl, ofGroup, ofProject } = await withVariables({ tier: 'free' });
    const sent = { key: 'A', value: 'v', environment_scope: 'prod' };
    expect((await gl.post(ofGroup, sent)).object['environment_scope']).toBe('*');
    expect((await gl.post(ofGroup, { ...sent, environment_scope: 'test' })).status).toBe(400);
    expect((await gl.post(ofProject, sent)).object['environment_scope']).toBe('prod');
    expect((await gl.put(`${ofGroup}/A?filter[environment_scope]=prod`, { value: 'w' })).object['value']).toBe('w');
    expect((await gl.delete(`${ofGroup}/A?filter[environment_scope]=prod`)).status).toBe(404);
  });

  test('what is hidden is masked, and its value is null from then on', async () => {
    const { gl, ofProject } = await withVariables();
    const made = await gl.post(ofProject, { key: 'H', value: 'longenough12', masked_and_hidden: true });
    expect(made.object).toMatchObject({ hidden: true, masked: true, value: null });
    expect((await gl.put(`${ofProject}/H`, { value: 'otherlong123' })).object['value']).toBeNull();
    expect(told(await gl.put(`${ofProject}/H`, { masked: false }))).toEqual([
      400,
      { message: { base: ['The visibility setting cannot be changed for masked and hidden variables.'] } },
    ]);
    expect(gl.sandbox.platform.state.variables.all().at(-1)?.value).toBe('otherlong123');
  });

  test('there are hidden ones since 17.4', async () => {
    const { gl, ofProject } = await withVariables({ version: '17.3.0' });
    const made = await gl.post(ofProject, { key: 'H', value: 'longenough12', masked_and_hidden: true });
    expect(made.object).toMatchObject({ masked: false, value: 'longenough12' });
    expect(made.object).not.toHaveProperty('hidden');
  });

  test.each([
    [{ value: 'short', masked: true }, { value: ['is invalid'] }],
    [{ value: 'two\nlines are', masked: true }, { value: ['is invalid'] }],
    [{ value: 'with $NAMES in it', masked: true, raw: true }, { value: ['is invalid'] }],
    [{ value: 'with$NAMES', masked: true }, { value: ['is invalid'] }],
    [{ value: 'short', masked_and_hidden: true }, { value: ['is invalid'] }],
    [{ key: 'A-B' }, { key: ["can contain only letters, digits and '_'."] }],
    [{ key: 'k'.repeat(256) }, { key: ['is too long (maximum is 255 characters)'] }],
    [
      { environment_scope: 'prod, test' },
      { environment_scope: ["can contain only letters, digits, '-', '_', '/', '$', '{', '}', '.', '*' and spaces"] },
    ],
    [{ description: 'd'.repeat(256) }, { description: ['is too long (maximum is 255 characters)'] }],
  ])('refuses %j with 400', async (more, message) => {
    const { gl, ofGroup } = await withVariables();
    expect(told(await gl.post(ofGroup, { key: 'A', value: 'v', ...more }))).toEqual([400, { message }]);
  });

  test('a raw value may hold anything but blanks, and an unmasked one anything at all', async () => {
    const { gl, ofGroup } = await withVariables();
    expect((await gl.post(ofGroup, { key: 'R', value: 'with$NAMES"', masked: true, raw: true })).status).toBe(201);
    expect((await gl.post(ofGroup, { key: 'P', value: ' two\nlines ' })).object['value']).toBe(' two\nlines ');
    expect((await gl.post(ofGroup, { key: 'E', value: '' })).object['value']).toBe('');
    expect(told(await gl.post(ofGroup, { key: 'N' }))).toEqual([400, { error: 'value is missing' }]);
  });

  test('the instance has no more than its plan allows', async () => {
    const { gl, ofInstance } = await withVariables();
    await gl.put('/application/plan_limits?plan_name=default', { ci_instance_level_variables: 1 });
    await gl.post(ofInstance, { key: 'A', value: 'v' });
    expect(told(await gl.post(ofInstance, { key: 'B', value: 'v' }))).toEqual([
      400,
      { message: { base: ['Maximum number of ci instance level variables (1) exceeded'] } },
    ]);
  });
});

describe('one of several of a key', () => {
  test('is told by filter[environment_scope]; without it a group changes the oldest, and all else is 409', async () => {
    const { gl, ofGroup, ofProject } = await withVariables();
    for (const path of [ofGroup, ofProject]) {
      await gl.post(path, { key: 'A', value: 'v' });
      await gl.post(path, { key: 'A', value: 'w', environment_scope: 'prod' });
      const refused = [409, { message: ambiguous }];
      expect(told(await gl.get(`${path}/A`))).toEqual(refused);
      expect(told(await gl.delete(`${path}/A`))).toEqual(refused);
      const changed = await gl.put(`${path}/A`, { value: 'z' });
      if (path === ofGroup) expect(changed.object).toMatchObject({ environment_scope: '*', value: 'z' });
      else expect(told(changed)).toEqual(refused);
      const ofProd = `${path}/A?filter[environment_scope]=prod`;
      expect((await gl.get(ofProd)).object['value']).toBe('w');
      expect((await gl.put(ofProd, { value: 'y' })).object).toMatchObject({ environment_scope: 'prod', value: 'y' });
      expect((await gl.delete(ofProd)).status).toBe(204);
      expect((await gl.get(ofProd)).status).toBe(404);
      expect(column(await gl.get(path), 'environment_scope')).toEqual(['*']);
    }
  });
});

test('what is not there is 404 by the name of its model', async () => {
  const { gl, ofGroup, ofProject, ofInstance } = await withVariables();
  const paths = [
    [ofGroup, 'GroupVariable'],
    [ofProject, 'Variable'],
    [ofInstance, 'InstanceVariable'],
  ] as const;
  for (const [path, model] of paths) {
    const gone = [404, { message: `404 ${model} Not Found` }];
    expect(told(await gl.get(`${path}/A`))).toEqual(gone);
    expect(told(await gl.put(`${path}/A`, { value: 'v' }))).toEqual(gone);
    expect(told(await gl.delete(`${path}/A`))).toEqual(gone);
  }
});

test('Owners of a group, Maintainers of a project and administrators alone; or a role with admin_cicd_variables', async () => {
  const { gl, group, owner, maintainer, developer, stranger, ofGroup, ofProject, ofInstance } = await withVariables();
  const role = { name: 'more', base_access_level: 10, admin_cicd_variables: true };
  const member_role_id = idOf(await gl.post('/member_roles', role));
  const user_id = await gl.user('jane');
  await gl.post(`/groups/${group}/members`, { user_id, access_level: 10, member_role_id });
  const clients = [owner, gl.as('jane'), maintainer, developer, stranger];
  const statuses = async (path: string) => Promise.all(clients.map(async (client) => (await client.get(path)).status));
  expect(await statuses(ofGroup)).toEqual([200, 200, 403, 403, 404]);
  expect(await statuses(ofProject)).toEqual([200, 200, 200, 403, 404]);
  expect(await statuses(ofInstance)).toEqual([403, 403, 403, 403, 403]);
  expect((await gl.get(ofInstance, anonymous)).status).toBe(401);
  // Who may not is told so before what was asked is looked at.
  expect((await developer.post(ofGroup, {})).status).toBe(403);
});

test('each leaves an event: of a change of the value, no more than that there was one', async () => {
  const { gl, group, ofGroup } = await withVariables();
  await gl.post(ofGroup, { key: 'A', value: 'secret-one' });
  await gl.put(`${ofGroup}/A`, { value: 'secret-two', protected: true, raw: true, description: 'd' });
  await gl.delete(`${ofGroup}/A`);
  const events = gl.sandbox.platform.state.auditEvents
    .all()
    .filter(({ event_name: name }) => name.includes('variable'));
  expect(events.map(({ event_name: name, details }) => [name, details['custom_message'] ?? null])).toEqual([
    ['ci_group_variable_created', 'Added ci group variable'],
    ['ci_group_variable_updated', 'Changed variable protection from false to true'],
    ['ci_group_variable_updated', 'Changed value(hidden)'],
    ['ci_group_variable_deleted', 'Removed ci group variable'],
  ]);
  expect(events[0]).toMatchObject({
    entity_id: group,
    details: { target_type: 'Ci::GroupVariable', target_details: 'A' },
  });
  expect(JSON.stringify(events)).not.toContain('secret-');
});

test('variables go with what they belong to', async () => {
  const { gl, group, ofGroup, ofProject, ofInstance } = await withVariables({ version: '17.11.0', tier: 'free' });
  for (const path of [ofGroup, ofProject, ofInstance]) await gl.post(path, { key: 'A', value: 'v' });
  await gl.delete(`/groups/${group}`);
  gl.sandbox.platform.clock.advance(600_000);
  expect((await gl.get(`/groups/${group}`)).status).toBe(404);
  expect(gl.sandbox.platform.state.variables.all().map(({ source_type: type }) => type)).toEqual(['instance']);
});
