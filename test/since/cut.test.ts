import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { isLook, readLook } from '../../src/engine/since/look-file.ts';
import { ground, HOURS, TEAMS } from './ground.ts';

const FILE = '.keelson/last-look.json';

test('killed at any moment, a run leaves the look before it or its own, whole', async () => {
  const { keelson, drift, clock } = await ground();
  const file = join(keelson.folder, FILE);
  const before = readFileSync(file, 'utf8');
  let killed = 0;
  for (let tries = 0; tries < 12; tries++) {
    const { child, ran } = keelson.start('drift', '--since', 'last');
    // The draft of the file is there for a moment alone: whoever sees it, or the file change, kills at once.
    const isWriting = (): boolean =>
      readdirSync(join(keelson.folder, '.keelson')).some((name) => name.startsWith('last-look.json.')) ||
      readFileSync(file, 'utf8') !== before;
    while (child.exitCode === null && !isWriting()) await wait(tries % 3);
    child.kill('SIGKILL');
    if ((await ran).status === null) killed++;
    const text = readFileSync(file, 'utf8');
    expect(isLook(text)).toBe(true);
    expect(readLook(file)).toHaveProperty('sections');
  }
  expect(killed).toBeGreaterThan(0);
  clock.advance(2 * HOURS);
  expect((await drift('--since', 'last')).look.believed).toBe(TEAMS);
}, 120_000);

test('killed before anything was written, the next run reads everything', async () => {
  const { keelson, drift } = await ground();
  const { child, ran } = keelson.start('drift', '--cache', 'other/look.json');
  child.kill('SIGKILL');
  await ran;
  expect((await drift('--cache', 'other/look.json')).look).toMatchObject({
    believed: 0,
    why: expect.any(String) as unknown,
  });
});
