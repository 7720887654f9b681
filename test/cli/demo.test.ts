import { expect, test } from 'vitest';
import { workspace } from './keelson.ts';

test('the demo holds what it says, from the plan to the repaired drift', async () => {
  const { status, out, err } = await workspace().start('demo').ran;
  expect({ status, err }).toEqual({ status: 0, err: '' });
  const commands = out.split('\n').filter((line) => line.startsWith('$ '));
  expect(commands).toEqual([
    '$ keelson validate examples/instance',
    '$ keelson plan examples/instance',
    '$ keelson apply examples/instance --auto-approve',
    '$ keelson plan examples/instance',
    '$ keelson drift examples/instance',
    '$ keelson apply examples/instance --auto-approve',
    '$ keelson plan examples/instance --detailed-exitcode',
  ]);
  expect(out).toContain('last touched by tomas.lind');
  expect(out.split('\n').length).toBeLessThan(120);
}, 60_000);
