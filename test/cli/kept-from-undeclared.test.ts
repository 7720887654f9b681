import { expect, test } from 'vitest';
import { team } from './team.ts';

const child = (value: boolean): string =>
  `groups: { top/mid/child: { math_rendering_limits_enabled: ${value} }, top/mid/other: { math_rendering_limits_enabled: ${value} } }\n`;

test('a value that a group nobody declares keeps otherwise by its lock is told by the plan, after one read of each such group', async () => {
  const { gitlab, keelson } = await team(child(false));
  const top = await gitlab.group('top');
  await gitlab.group('top/mid');
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
  const locked = { math_rendering_limits_enabled: false, lock_math_rendering_limits_enabled: true };
  expect((await gitlab.put(`/groups/${top}`, locked)).status).toBe(200);
  gitlab.sandbox.log.length = 0;
  expect((await keelson.run('plan')).out).toContain('Nothing to do');
  const asked = (path: string): number =>
    gitlab.sandbox.log.filter(({ url }) => url.includes(`/groups/${path}?`)).length;
  expect(asked('top')).toBe(0);
  keelson.write('keelson.yaml', child(true));
  const { status, err } = await keelson.run('plan');
  expect(status).toBe(1);
  expect(err.match(/error\[kept-above\].*/g)).toEqual([
    expect.stringContaining('group[top/mid/child]'),
    expect.stringContaining('group[top/mid/other]'),
  ]);
  expect(err).toContain('group[top]');
  expect([asked('top'), asked('top%2Fmid')]).toEqual([1, 1]);
  await gitlab.put(`/groups/${top}`, { lock_math_rendering_limits_enabled: false });
  expect((await keelson.run('apply', '--auto-approve')).status).toBe(0);
});
