import { expect, test } from 'vitest';
import { stage } from '../apply/stage.ts';

test.each(['', ', prune: [runners]'])(
  'a runner that several projects share is told as undeclared, and stays, in a section with `runners: {}%s`',
  async (prune) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': `projects: { gg/p1: { runners: {}${prune} } }\n` });
    const [gg, hh] = [await gitlab.group('gg'), await gitlab.group('hh')];
    const { object: p1 } = await gitlab.post('/projects', { name: 'p1', namespace_id: gg });
    const { object: p2 } = await gitlab.post('/projects', { name: 'p2', namespace_id: hh });
    const { object: runner } = await gitlab.post('/user/runners', {
      runner_type: 'project_type',
      project_id: Number(p2['id']),
      description: 'theirs',
      run_untagged: true,
    });
    await gitlab.post(`/projects/${Number(p1['id'])}/runners`, { runner_id: Number(runner['id']) });
    const { status, out } = await keelson.run('drift');
    expect(out).toContain('project[gg/p1]/runner[theirs]: not declared, and left alone');
    expect(status).toBe(2);
    expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
    expect((await gitlab.get(`/projects/${Number(p1['id'])}/runners`)).list).toHaveLength(1);
  },
);
