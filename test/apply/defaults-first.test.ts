import { expect, test } from 'vitest';
import { stage, writes } from './stage.ts';

const YAML = `instance:
  settings: { default_projects_limit: 26 }
  users: { newcomer: { name: New, email: newcomer@example.com } }
`;

test('somebody new is made with what the settings of the same plan say, and never with what they were before', async () => {
  const { gitlab, keelson } = await stage({ 'keelson.yaml': YAML });
  gitlab.sandbox.log.length = 0;
  // Whatever does not wait for the settings is done before they are.
  gitlab.sandbox.fail('503:1x@PUT /application/settings');
  expect(await keelson.run('apply', '--auto-approve')).toMatchObject({ status: 0 });
  expect(writes(gitlab)).toEqual(['PUT /application/settings', 'PUT /application/settings', 'POST /users']);
  const [newcomer] = (await gitlab.get('/users?username=newcomer')).list;
  expect((await gitlab.get(`/users/${Number(newcomer?.['id'])}`)).object['projects_limit']).toBe(26);
});
