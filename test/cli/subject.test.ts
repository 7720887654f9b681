import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { subjectOf } from '../../src/commands/posting/subject.ts';
import { inside } from '../support/inside.ts';

test('a configuration is known by its path in the repository, from wherever it is written; without one, by that from here', async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'keelson-subject-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  for (const path of ['a/config', 'b/config']) mkdirSync(join(folder, path), { recursive: true });
  const pathFrom = async (from: string, path: string): Promise<string | undefined> => {
    const run = () => Promise.resolve(subjectOf({ type: 'configuration', path }, 'https://gitlab.test', {}));
    return (await inside(join(folder, from), {}, run)).result.path;
  };
  expect(await pathFrom('a', 'config')).toBe('config');
  mkdirSync(join(folder, '.git'));
  expect(await pathFrom('a', 'config')).toBe('a/config');
  expect(await pathFrom('b', './config/')).toBe('b/config');
  expect(await pathFrom('b', '../a/config')).toBe('a/config');
  expect(await pathFrom('a/config', '.')).toBe('a/config');
  expect(await pathFrom('b', join(folder, 'a/config'))).toBe('a/config');
  expect(await pathFrom('', '.')).toBe('.');
});
