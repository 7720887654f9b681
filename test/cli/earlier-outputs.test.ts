import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team } from './team.ts';

const REPORTS = ['--junit', 'r.xml', '--code-quality', 'r.cq', '--sarif', 'r.sarif'];
const OUTPUTS = [...REPORTS, '--terraform-report', 'r.tf', '--out', 'plan.json'];

test('a command line with a wrong option leaves nothing that an earlier run has written where it was to write', async () => {
  const { keelson } = await team();
  const read = (file: string): string => readFileSync(join(keelson.folder, file), 'utf8');
  for (const wrong of [
    ...[['--shard', '9/2'], ['--concurrency', 'abc'], ['--target'], ['--json', '--markdown'], ['--allow-swap', 'x']],
    ...[['--nope'], ['a', 'b']],
  ]) {
    expect((await keelson.run('plan', ...OUTPUTS)).status).toBe(0);
    expect(read('r.xml')).toContain('<testsuites');
    const { status, err } = await keelson.run('plan', ...OUTPUTS, ...wrong);
    expect([status, existsSync(join(keelson.folder, 'plan.json'))], wrong.join(' ')).toEqual([1, false]);
    expect(['r.xml', 'r.cq', 'r.sarif', 'r.tf'].map(read), wrong.join(' ')).toEqual(['', '', '', '']);
    expect(err).toContain('which held what an earlier run has written');
  }
  keelson.write('r.xml', 'mine');
  keelson.write('plan.json', 'mine');
  await keelson.run('plan', `--junit=r.xml`, '--out=plan.json', '--nope');
  expect([read('r.xml'), read('plan.json')]).toEqual(['mine', 'mine']);
});

test.each([
  ['plan', 'SIGINT', OUTPUTS],
  ['plan', 'SIGTERM', OUTPUTS],
  ['drift', 'SIGINT', REPORTS],
  ['drift', 'SIGTERM', REPORTS],
  ['export', 'SIGTERM', []],
] as const)(
  '%s that gets a %s ends with 130, and its reports say that it came to no end',
  async (command, signal, outputs) => {
    const { gitlab, keelson } = await team(undefined, { latency: 400 });
    if (command === 'plan') expect((await keelson.run(command, ...outputs)).status).toBe(0);
    const before = gitlab.sandbox.log.length;
    const { child, ran } = keelson.start(command, ...outputs);
    while (gitlab.sandbox.log.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
    child.kill(signal);
    const { status, err } = await ran;
    expect(status, err).toBe(130);
    expect(err).toContain('Interrupted');
    expect(readdirSync(keelson.folder).filter((file) => /\.[0-9a-f-]{36}$/.test(file))).toEqual([]);
    expect(existsSync(join(keelson.folder, 'plan.json'))).toBe(false);
    if (outputs.length > 0)
      expect(readFileSync(join(keelson.folder, 'r.xml'), 'utf8')).toContain('it ended before all was done');
  },
);
