import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stage, writes } from './stage.ts';

const PRECIOUS = 'glrt-the-only-copy\n';
const runner = 'instance:\n  runners:\n    r1: { tags: [a], token_to: { file: r1.token } }\n';
const APPLY = ['apply', '--auto-approve'];

describe('a file that may hold the only copy of a token is never written over', () => {
  it.each([
    ['plan', '--out', 'precious'],
    ['plan', '--har', 'precious'],
    [...APPLY, '--har', 'precious'],
    ['export', '--har', 'precious'],
  ])('%s %s %s', async (...args) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': runner, precious: PRECIOUS });
    gitlab.sandbox.log.length = 0;
    const { status, err } = await keelson.run(...args);
    expect([status, err]).toEqual([1, expect.stringContaining('error[unwritable]: precious cannot be written')]);
    expect(err).toContain('something else stands there, and may be the only copy of a token');
    expect(gitlab.sandbox.log).toEqual([]);
    expect(readFileSync(join(keelson.folder, 'precious'), 'utf8')).toBe(PRECIOUS);
  });

  it.each(['--har', '--journal'])('%s where the same run puts a token', async (option) => {
    const { gitlab, keelson } = await stage({ 'keelson.yaml': runner });
    gitlab.sandbox.log.length = 0;
    for (const args of [['plan'], APPLY]) {
      const { status, err } = await keelson.run(...args, option, './r1.token');
      expect([status, err]).toEqual([1, expect.stringMatching(/error\[shared-file\]: .*r1\.token is to hold/)]);
    }
    expect(writes(gitlab)).toEqual([]);
    expect(existsSync(join(keelson.folder, 'r1.token'))).toBe(false);
  });

  it('merge, too', async () => {
    const { keelson } = await stage({ 'keelson.yaml': runner, precious: PRECIOUS });
    await keelson.run('plan', '--shard', '1/1', '--out', 'part.json');
    const { status, err } = await keelson.run('merge', 'part.json', '--out', 'precious');
    expect([status, err]).toEqual([1, expect.stringContaining('error[unwritable]')]);
    expect(readFileSync(join(keelson.folder, 'precious'), 'utf8')).toBe(PRECIOUS);
  });
});

it('a plan takes the place of a plan, traffic that of traffic, and both that of an empty file', async () => {
  const { keelson } = await stage({ 'keelson.yaml': runner, 'plan.json': '', 'traffic.har': '' });
  for (let run = 0; run < 2; run += 1)
    expect((await keelson.run('plan', '--shard', '1/1', '--out', 'plan.json', '--har', 'traffic.har')).status).toBe(0);
  expect((await keelson.run('merge', 'plan.json', '--out', 'plan.json')).status).toBe(0);
});

it('a full disk is no bug', async () => {
  const { keelson } = await stage({ 'keelson.yaml': runner });
  expect((await keelson.run('plan', '--shard', '1/1', '--out', 'part.json')).status).toBe(0);
  for (const args of [
    ['plan', '--out', '/dev/full'],
    ['plan', '--har', '/dev/full'],
    ['merge', 'part.json', '--out', '/dev/full'],
  ]) {
    const { status, err } = await keelson.run(...args);
    expect([status, err]).toEqual([1, expect.stringContaining('error[unwritable]: /dev/full cannot be written')]);
    expect(err).toContain('ENOSPC');
    expect(err).not.toContain('bug');
  }
});
