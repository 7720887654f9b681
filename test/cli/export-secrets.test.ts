import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { team } from './team.ts';

test('an export says that it has no token of a hook, in the file and beside it', async () => {
  const { gitlab, keelson } = await team();
  const group = await gitlab.group('team', { name: 'Team' });
  await gitlab.post(`/groups/${group}/hooks`, { url: 'https://ci.example.com/x', name: 'ci', token: 'a-long-secret' });
  const { status, out, err } = await keelson.run('export', '--target', 'group[team]/hook[ci]');
  const words = 'GitLab shows no secrets, so that none is here: hooks (token).';
  expect(status).toBe(0);
  expect(out).toContain(`# ${words}`);
  expect(err).toContain(words);
  expect((await keelson.run('export', '--target', 'group[team]/member[root]')).err).not.toContain('secrets');
});

test('whoever begins with a ledger is told what it is for, and where it will lie', async () => {
  const { keelson } = await team('ledger: { file: ledger.json }\ngroups: { team: { name: Team } }\n');
  const { status, err } = await keelson.run('apply', '--auto-approve');
  const words = err.replace(/\s+/g, ' ');
  expect(status).toBe(1);
  expect(words).toContain('ledger.json cannot be used: KEELSON_LEDGER_KEY is not set');
  expect(words).toContain('remembers by keyed hashes which secrets were last sent');
  expect(existsSync(join(keelson.folder, 'ledger.json'))).toBe(false);
});
