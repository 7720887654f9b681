import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team, teamYaml } from './team.ts';

test('a plan that cannot be made takes the one of an earlier run out of its file, and says so; what is no plan stays', async () => {
  const { keelson } = await team();
  const file = join(keelson.folder, 'plan.json');
  const save = async (): Promise<void> => {
    expect((await keelson.run('plan', '--out', 'plan.json')).status).toBe(0);
    expect(existsSync(file)).toBe(true);
  };
  const words = 'Removed plan.json, which held the plan of an earlier run: there is no new one.';
  await save();
  await save();
  keelson.write('keelson.yaml', teamYaml.replace('owner', 'boss'));
  const broken = await keelson.run('plan', '--out', 'plan.json');
  expect([broken.status, existsSync(file)]).toEqual([1, false]);
  expect(broken.err).toContain(words);
  keelson.write('keelson.yaml', teamYaml);
  await save();
  const unread = await keelson.run('plan', '--out', 'plan.json', '--max-requests', '1');
  expect([unread.status === 0, existsSync(file)]).toEqual([false, false]);
  expect(unread.err).toContain(words);
  keelson.write('plan.json', 'mine');
  const other = await keelson.run('plan', '--out', 'plan.json');
  expect([other.status, readFileSync(file, 'utf8')]).toEqual([1, 'mine']);
  expect(other.err).not.toContain('Removed');
});
