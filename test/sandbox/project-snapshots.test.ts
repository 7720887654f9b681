import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { anonymously, codeProject } from './code.ts';

// spec/requests/api/project_snapshots_spec.rb
test('GET /projects/:id/snapshot is the repository in an archive, for administrators', async () => {
  const code = await codeProject();
  const path = `/projects/${code.id}/snapshot`;
  expect((await code.gl.as('owner').get(path)).status).toBe(403);
  expect(await anonymously(code, path)).toBe(401);
  const url = `${code.gl.sandbox.url}/api/v4${path}`;
  const answer = await fetch(url, { headers: { 'PRIVATE-TOKEN': code.gl.token } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar']);
  const folder = mkdtempSync(join(tmpdir(), 'keelson-snapshot-'));
  try {
    writeFileSync(join(folder, 'snapshot.tar'), Buffer.from(await answer.arrayBuffer()));
    execFileSync('mkdir', [join(folder, 'bare')]);
    execFileSync('tar', ['-xf', join(folder, 'snapshot.tar'), '-C', join(folder, 'bare')]);
    execFileSync('git', ['clone', '-q', join(folder, 'bare'), join(folder, 'clone')]);
    expect(readFileSync(join(folder, 'clone', 'README.md'), 'utf8')).toBe('# App\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
