import { expect, test } from 'vitest';
import { workspace } from './keelson.ts';

test('a code is explained as it is printed, and one that is mistyped with the nearest', async () => {
  const keelson = workspace();
  const meaning = 'unknown-key: A key that does not exist here; the nearest one is named.\n';
  expect(await keelson.run('explain', 'unknown-key')).toMatchObject({ status: 0, out: meaning });
  expect(await keelson.run('explain', 'error[unknown-key]')).toMatchObject({ status: 0, out: meaning });
  expect((await keelson.run('explain', 'guard-mass-removal')).out).toContain('`--allow-mass-removal` permits');
  const { status, err } = await keelson.run('explain', 'unknwon-key');
  expect(status).toBe(1);
  expect(err).toContain('= help: Write unknown-key');
});
