import { expect, it } from 'vitest';
import { idOf } from '../sandbox/client.ts';
import { stage, writes } from './stage.ts';

it('a runner that several projects share by now is not removed by a plan from before', async () => {
  const yaml = 'groups: { plat: { } }\nprojects: { plat/app: { prune: [runners], runners: {} } }\n';
  const { gitlab, keelson } = await stage({ 'keelson.yaml': yaml });
  const plat = await gitlab.group('plat');
  const app = idOf(await gitlab.post('/projects', { name: 'app', path: 'app', namespace_id: plat }));
  const other = idOf(await gitlab.post('/projects', { name: 'other', path: 'other', namespace_id: plat }));
  const runner = await gitlab.post('/user/runners', {
    runner_type: 'project_type',
    project_id: app,
    description: 'build',
  });
  const planned = await keelson.run('plan', '--out', 'plan.json');
  expect(planned.out).toContain('- runner[build]');
  expect((await gitlab.post(`/projects/${other}/runners`, { runner_id: idOf(runner) })).status).toBe(201);
  gitlab.sandbox.log.length = 0;
  const { status, out, err } = await keelson.run('apply', 'plan.json', '--auto-approve');
  expect([status, `${out}${err}`]).toEqual([
    3,
    expect.stringContaining('it is a runner that several projects share, and cannot be changed here'),
  ]);
  expect(writes(gitlab)).toEqual([]);
});
