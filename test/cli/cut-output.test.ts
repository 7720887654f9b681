import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { workspace } from './keelson.ts';

const main = new URL('../../dist/main.js', import.meta.url).pathname;

/** Runs `keelson plan --help` into a file that may have so many blocks of 512 or 1,024 bytes. */
function helped(blocks: number | 'unlimited') {
  const { folder } = workspace({ 'keelson.yaml': 'groups: { one: {} }\n' });
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `ulimit -f ${blocks}; exec "$0" "$@" > out`, process.execPath, main, 'plan', '--help'],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    },
  );
  return { status, stderr, length: readFileSync(join(folder, 'out')).length };
}

it('a result of which a file takes the first part alone is lost, as one is of which it takes none', () => {
  const whole = helped('unlimited');
  expect(whole.status, whole.stderr).toBe(0);
  expect(whole.length).toBeGreaterThan(1024);
  const cut = helped(1);
  expect(cut.length).toBeLessThan(whole.length);
  expect(cut.stderr).toContain('error[lost-output]');
  expect(cut.status).toBe(1);
});
