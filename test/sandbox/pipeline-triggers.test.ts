import { expect, test } from 'vitest';
import { anonymous, told } from './cast.ts';
import { twoStages, workshop } from './ci.ts';
import { idOf } from './client.ts';

/** A project whose developer and reporter each made a trigger. */
async function withTriggers() {
  const shop = await workshop();
  await shop.write('.gitlab-ci.yml', twoStages);
  const reporter = await shop.gl.user('reporter');
  await shop.gl.post(`/groups/${shop.group}/members`, { user_id: reporter, access_level: 20 });
  const add = (key: string, user_id: number) =>
    shop.gl.sandbox.platform.state.records.insert({
      kind: 'pipeline_trigger',
      owner: `project:${shop.project}`,
      key,
      data: { user_id },
      created_at: '',
      updated_at: '',
    });
  add('glptt-one', shop.ids.developer);
  add('glptt-weak', reporter);
  return { ...shop, path: `${shop.at}/trigger/pipeline` };
}

test('a trigger’s token starts a pipeline for whoever made it, with variables', async () => {
  const shop = await withTriggers();
  const body = { token: 'glptt-one', ref: 'main', variables: { A: '1' } };
  const made = await shop.gl.post(shop.path, body, anonymous);
  expect(made.status).toBe(201);
  expect(made.object).toMatchObject({ source: 'trigger', ref: 'main', user: { username: 'developer' } });
  const variables = await shop.owner.get(`${shop.at}/pipelines/${idOf(made)}/variables`);
  expect(variables.list).toContainEqual({ key: 'A', value: '1', variable_type: 'env_var', raw: false });
  expect(variables.list).toMatchObject([{ key: 'A' }, { key: 'TRIGGER_PAYLOAD', variable_type: 'file' }]);
  const byRef = await shop.gl.post(`${shop.at}/ref/main/trigger/pipeline`, { token: 'glptt-one' }, anonymous);
  expect(byRef.status).toBe(201);
});

test('a token that is unknown, or of another project, is 404', async () => {
  const shop = await withTriggers();
  const gone = [404, { message: '404 Not Found' }];
  expect(told(await shop.gl.post(shop.path, { token: 'none', ref: 'main' }))).toEqual(gone);
  const other = idOf(await shop.owner.post('/projects', { name: 'other', namespace_id: shop.group }));
  const elsewhere = `/projects/${other}/trigger/pipeline`;
  expect(told(await shop.gl.post(elsewhere, { token: 'glptt-one', ref: 'main' }))).toEqual(gone);
});

test('what is wrong with ref, token or variables is 400', async () => {
  const shop = await withTriggers();
  const post = (body: object) => shop.gl.post(shop.path, { token: 'glptt-one', ref: 'main', ...body }, anonymous);
  expect(told(await post({ ref: '' }))).toEqual([400, { error: 'ref is empty' }]);
  expect(told(await post({ token: undefined }))).toEqual([400, { error: 'token is missing' }]);
  const message = 'variables needs to be a map of key-valued strings';
  expect(told(await post({ variables: { A: { b: 1 } } }))).toEqual([400, { message }]);
  expect(told(await post({ ref: 'none' }))).toEqual([400, { message: { base: ['Reference not found'] } }]);
  const base = ['Insufficient permissions to create a new pipeline'];
  expect(told(await post({ token: 'glptt-weak' }))).toEqual([400, { message: { base } }]);
});
