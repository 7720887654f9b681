import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage } from './stage.ts';

it('who may push is the group that has the name once everything is applied, and not the one that had it', async () => {
  const { gitlab, keelson } = await stage({
    'keelson.yaml': `groups:
  gd: { previously: gb }
  gb: { previously: ga }
projects:
  gc/pp: { protected_branches: { rel: { push_access_level: [{ group: gb }] } } }
`,
  });
  const [ga, gb, gc] = [await gitlab.group('ga'), await gitlab.group('gb'), await gitlab.group('gc')];
  const project = idOf(await gitlab.post('/projects', { name: 'pp', namespace_id: gc }));
  for (const group_id of [ga, gb]) await gitlab.post(`/projects/${project}/share`, { group_id, group_access: 40 });
  const branches = `/projects/${project}/protected_branches`;
  await gitlab.post(branches, { name: 'rel', allowed_to_push: [{ group_id: gb }] });
  const { status, out, err } = await keelson.run('apply', '--auto-approve');
  expect(status, out + err).toBe(0);
  expect((await gitlab.get(branches)).list).toMatchObject([{ push_access_levels: [{ group_id: ga }] }]);
  expect((await keelson.run('plan', '--detailed-exitcode')).status).toBe(0);
});
